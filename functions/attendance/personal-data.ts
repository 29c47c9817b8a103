import { firstRows, type PersonalData } from '../../lib/personal-data.ts'
import { attendee } from '../events/service.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'registrations',
    of: 'school',
    entities: ['Attendee', 'LineEntry', 'PeopleDue'],
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
      const holes = { kind: 'u', personId: user.id }
      const { items, all } = await firstRows((limit, cursor) =>
        table.list(attendee, { index: 'gsi1', holes, limit, cursor }),
      )
      const rows = items.map(({ version: _, partition: __, ...row }) => row)
      return all ? { rows } : { rows, rest: 'The rest: ask the administrators of the school' }
    },
  },
]
