import { listSchools } from '../../lib/identity/school/tenants.ts'
import { firstRows, type PersonalData } from '../../lib/personal-data.ts'
import type { Table } from '../../lib/table/table.ts'
import { type Attendee, attendee } from '../events/index.ts'

const shownOf = ({ version: _, ...row }: Attendee) => row

const firstOf = (table: Table, kind: Attendee['kind'], personId: string) =>
  firstRows((limit, cursor) =>
    table.list(attendee, { index: 'gsi1', keyParams: { kind, personId }, limit, cursor }),
  )

export const personalData: readonly PersonalData[] = [
  {
    name: 'registrations',
    of: 'school',
    entities: ['Attendee', 'WaitlistEntry', 'PeopleDue'],
    holds: 'Your registrations and waitlist entries, with the number of guests and the check-in time',
    removed:
      'Within minutes for upcoming events, whose seats are freed. Your registrations as a guest at other schools are removed with your last account.',
    kept: {
      why: 'Past events keep your registration without a name, under an id that points to nobody, until the event is removed. Work records of a large removal expire after 7 days.',
      entities: { Attendee: 'ids', PeopleDue: 'ids' },
    },
    async collect({ user }, table) {
      if (!user) return { rows: [] }
      const { items, all } = await firstOf(table, 'u', user.id)
      const rows = items.map(shownOf)
      return all ? { rows } : { rows, rest: 'For more, ask the school’s administrators' }
    },
  },
  {
    name: 'registrationsAsGuest',
    of: 'person',
    entities: ['Attendee'],
    holds: 'Your registrations and waitlist entries as a guest at other schools, with the check-in time',
    removed: 'Within minutes of leaving your last school, for upcoming events',
    kept: {
      why: 'Past events keep your registration without a name, under an id that points to nobody, until the event is removed',
      entities: { Attendee: 'ids' },
    },
    // No list of visited schools exists, so all are searched. The registry is small, and exports are rare.
    async collect({ person }, table) {
      const schools = (await listSchools(table)).map(({ tenantKey }) => tenantKey)
      const found = await Promise.all(schools.map((school) => firstOf(table.at(school), 'g', person.user.id)))
      const rows = found.flatMap(({ items }, at) =>
        items.map((row) => ({ school: schools[at], ...shownOf(row) })),
      )
      return found.every(({ all }) => all)
        ? { rows }
        : { rows, rest: 'For more, ask the school’s administrators' }
    },
  },
]
