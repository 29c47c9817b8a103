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
    holds:
      'Events that you are registered for or wait for, with how many you come and when you were checked in',
    removed:
      'Within minutes, for events that are still to come; the seats go to others. What you are a guest of at other schools goes with your last account',
    kept: {
      why: 'Events that have been keep a number of you: an id that leads nowhere, without a name, until the event is purged. Pages of a removal that has many of them end after 7 days',
      entities: { Attendee: 'ids', PeopleDue: 'ids' },
    },
    async collect({ user }, table) {
      if (!user) return { rows: [] }
      const { items, all } = await firstOf(table, 'u', user.id)
      const rows = items.map(shownOf)
      return all ? { rows } : { rows, rest: 'The rest: ask the administrators of the school' }
    },
  },
  {
    name: 'registrationsAsGuest',
    of: 'person',
    entities: ['Attendee'],
    holds:
      'Events of other schools that you are registered for or wait for as a guest, and when you were checked in',
    removed: 'With your last account, within minutes, for events that are still to come',
    kept: {
      why: 'Events that have been keep a number of you: an id that leads nowhere, without a name, until the event is purged',
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
        : { rows, rest: 'The rest: ask the administrators of the school' }
    },
  },
]
