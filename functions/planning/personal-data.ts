import {
  type DepartedMember,
  firstRows,
  maxErasedPerPage,
  type PersonalData,
} from '../../lib/personal-data.ts'
import type { Table } from '../../lib/table/table.ts'
import { type EventCard, eventCard, Shelf } from '../events/index.ts'

/** The host that event cards show after a person has left. */
const nobody = { name: 'Somebody who left' }

/** Finds the first events of a list that still show the departed host. */
const findNamed = async (table: Table, hostingId: string, shelf: Shelf): Promise<readonly EventCard[]> => {
  let cursor: string | undefined
  do {
    const listing = {
      index: 'gsi2',
      keyParams: { hostingId, shelf },
      limit: maxErasedPerPage,
      cursor,
    } as const
    const page = await table.list(eventCard, listing)
    const named = page.items.filter(({ host }) => host.name !== nobody.name)
    if (named.length > 0) return named.slice(0, Math.floor(maxErasedPerPage / Shelf.options.length))
    cursor = page.cursor
  } while (cursor !== undefined)
  return []
}

/** Removes a departed person's name and picture from the events they hosted. */
const eraseHost = async ({ userId: hostingId }: DepartedMember, table: Table): Promise<boolean> => {
  const lists = await Promise.all(Shelf.options.map((shelf) => findNamed(table, hostingId, shelf)))
  const named = lists.flat()
  for (const { eventId } of named)
    await table.update(
      eventCard,
      { eventId },
      { set: { host: nobody }, add: { version: 1 } },
      { exists: true, equals: { hostingId, hostingType: 'User' } },
    )
  return named.length > 0
}

export const personalData: readonly PersonalData[] = [
  {
    name: 'events',
    of: 'school',
    entities: [
      'EventCard',
      'EventBody',
      'EventTemplate',
      'HostTally',
      'Collaborator',
      'SeriesDue',
      'HostSweep',
    ],
    holds:
      'Events that you host, with their descriptions. Events that you plan for organizations have your id.',
    removed:
      'Your name and picture are removed from the events that you host within minutes, and your upcoming events are cancelled. Deleted events are removed after 30 days.',
    kept: {
      why: 'Past events belong to the school, and organizations’ events to the organization. Their creator is an id that points to nobody after the deletion. The first five attendees of an event are shown by name until they leave the event or the school.',
      entities: {
        EventCard: 'words',
        EventBody: 'words',
        EventTemplate: 'ids',
        HostTally: 'ids',
        Collaborator: 'ids',
        SeriesDue: 'ids',
        HostSweep: 'ids',
      },
    },
    async collect({ user }, table) {
      if (!user) return { rows: [] }
      const lists = await Promise.all(
        Shelf.options.map((shelf) =>
          firstRows((limit, cursor) =>
            table.list(eventCard, { index: 'gsi2', keyParams: { hostingId: user.id, shelf }, limit, cursor }),
          ),
        ),
      )
      const rows = lists.flatMap(({ items }) =>
        items.map(({ firstAttendees: _, firstGuests: __, version: ___, ...card }) => card),
      )
      const rest = 'For more, read the list of your own events, including past ones'
      return lists.every(({ all }) => all) ? { rows } : { rows, rest }
    },
    erase: eraseHost,
  },
]
