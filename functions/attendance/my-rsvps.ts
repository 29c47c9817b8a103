import type { Context } from '../../lib/context.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { type Attendee, attendee, eventCard, partitionOf } from '../events/index.ts'
import { rowKey } from './person.ts'
import { namesOf } from './registration/withdrawal.ts'
import { headsOf } from './repository.ts'
import { counterNumbers } from './seats/snapshot.ts'
import { rsvpViewOf } from './views.ts'

/** Places in line that are counted; whoever stands further back is not told where. */
const mostCounted = 100

const positionOf = async (table: Table, { eventId, place }: Attendee): Promise<number | undefined> => {
  const heads = place === undefined ? [] : await headsOf(table, eventId, mostCounted)
  const at = heads.findIndex((entry) => entry.place === place)
  return at < 0 ? undefined : at + 1
}

/** How the caller stands to an event; null without a registration. Two round trips for who waits, one otherwise. */
export const ownRsvp = async (eventId: string, { table, caller }: Context<'caller'>) => {
  const refs = namesOf(caller).flatMap((who) =>
    counterNumbers.map((seatCounters) =>
      key(attendee, { eventId, partition: partitionOf({ seatCounters }, who.personId), ...who }),
    ),
  )
  const row = (await table.batchGet(refs)).find((found) => found !== undefined)
  return row ? rsvpViewOf(row, await positionOf(table, row)) : null
}

/** How the caller stands to each of at most a hundred events; those without a registration are left out. */
export const ownRsvps = async (eventIds: readonly string[], { table, caller }: Context<'caller'>) => {
  const cards = await table.batchGet(eventIds.map((eventId) => key(eventCard, { eventId })))
  const names = namesOf(caller)
  const refs = cards.flatMap((card) => (card ? names.map((who) => key(attendee, rowKey(card, who))) : []))
  const rows = await table.batchGet(refs)
  return Object.fromEntries(rows.flatMap((row) => (row ? [[row.eventId, rsvpViewOf(row)] as const] : [])))
}
