import { firstRows, type PersonalData, rowsAtSchools } from '../../lib/personal-data.ts'
import type { Table } from '../../lib/table/table.ts'
import { type Attendee, attendee } from '../events/index.ts'

const shownOf = ({ version: _, ...row }: Attendee) => row

const rest = 'For more, ask the school’s administrators'

const firstOf = async (table: Table, kind: Attendee['kind'], personId: string) => {
  const { items, all } = await firstRows((limit, cursor) =>
    table.list(attendee, { index: 'gsi1', keyParams: { kind, personId }, limit, cursor }),
  )
  return { rows: items.map(shownOf), all }
}

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
      const { rows, all } = await firstOf(table, 'u', user.id)
      return all ? { rows } : { rows, rest }
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
    collect: ({ person }, table) => rowsAtSchools(table, rest, (own) => firstOf(own, 'g', person.user.id)),
  },
]
