import { tenantUser } from '../../lib/identity/person/records.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import type { Attendee } from '../events/index.ts'
import { doorCredential } from './repository.ts'

const linkPrefix = 'door:'

/** A check-in link, as `checkedInBy` stores it. */
export const byLink = (doorId: string): string => `${linkPrefix}${doorId}`

/**
 * Reads the names of the people of the school and the check-in links that checked these attendees in, by `checkedInBy`.
 * One round trip, or none. Deleted people and links have no name, and neither has staff from another school.
 */
export const readCheckInNames = async (
  table: Table,
  eventId: string,
  attendees: readonly Pick<Attendee, 'personId' | 'name' | 'checkedIn' | 'checkedInBy'>[],
): Promise<ReadonlyMap<string, string>> => {
  const own = attendees.filter(({ checkedInBy, personId }) => checkedInBy === personId)
  const others = attendees.flatMap(({ checkedIn, checkedInBy, personId }) =>
    checkedIn && checkedInBy && checkedInBy !== personId ? [checkedInBy] : [],
  )
  const ids = [...new Set(others)]
  const refs = ids.map((id) =>
    id.startsWith(linkPrefix)
      ? key(doorCredential, { eventId, doorId: id.slice(linkPrefix.length) })
      : key(tenantUser, { id }),
  )
  const found = refs.length === 0 ? [] : await table.batchGet(refs)
  return new Map([
    ...own.map(({ personId, name }) => [personId, name] as const),
    ...ids.flatMap((id, at) => {
      const name = found[at]?.name
      return name === undefined ? [] : [[id, name] as const]
    }),
  ])
}
