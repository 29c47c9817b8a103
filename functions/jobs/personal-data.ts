import { firstRows, type PersonAtSchool, type PersonalData } from '../../lib/personal-data.ts'
import type { Entity, ValueOf } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { eraseWork } from './assignments/removal.ts'
import { jobAssignment, volunteerSignup } from './repository.ts'

const ownRows = async <E extends Entity>({ user }: PersonAtSchool, table: Table, entity: E) => {
  if (!user) return { items: [] as ValueOf<E>[], all: true }
  const keyParams = { memberId: user.id }
  return firstRows((limit, cursor) => table.list(entity, { index: 'gsi1', keyParams, limit, cursor }))
}

export const personalData: readonly PersonalData[] = [
  {
    name: 'eventJobs',
    of: 'school',
    entities: ['JobAssignment', 'VolunteerSignup', 'ShiftDay', 'OrgEventRole', 'EventJob', 'MemberSweep'],
    holds: 'Event jobs that you were assigned to or signed up for, and their times',
    removed: 'Within minutes, and their places become free',
    kept: {
      why: 'Jobs and their templates belong to an organization. The person who created, assigned or decided is an id that points to nobody after the deletion. Leaving an organization is recorded in the same way for 7 days.',
      entities: {
        JobAssignment: 'ids',
        VolunteerSignup: 'ids',
        OrgEventRole: 'ids',
        EventJob: 'ids',
        MemberSweep: 'ids',
      },
    },
    async collect(held, table) {
      const [assigned, offered] = await Promise.all([
        ownRows(held, table, jobAssignment),
        ownRows(held, table, volunteerSignup),
      ])
      const rows = [
        ...assigned.items.map(({ version: _, assignedBy: __, ...assignment }) => assignment),
        ...offered.items.map(({ version: _, decidedBy: __, ...offer }) => offer),
      ]
      const rest = 'For more, ask the events’ organizers'
      return assigned.all && offered.all ? { rows } : { rows, rest }
    },
    erase: eraseWork,
  },
]
