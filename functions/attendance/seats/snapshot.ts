import type { Context } from '../../../lib/context.ts'
import type { Caller } from '../../../lib/identity/person/caller.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import type { Ahead } from '../../../lib/operation.ts'
import { key, type Ref } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import {
  type Attendee,
  attendee,
  type EventCard,
  eventCard,
  partitionOf,
  partitionsOf,
} from '../../events/index.ts'
import { type Known, knownFrom, rowKey, selfRefs, type Who } from '../person.ts'
import { type SeatCounter, seatCounter } from '../repository.ts'

/** What seating people needs: operations have it, and so have consumers. */
export type SeatContext = Pick<Context, 'table' | 'now' | 'newId'>

/** How many seat counters an event can have. */
export const counterNumbers = [1, 8, 32] as const

/** What one look found of a person and an event. */
export type Snapshot = {
  readonly row: Attendee | undefined
  /** The person's own counter, or all of them. */
  readonly seats: readonly SeatCounter[]
  /** Read strongly, with every counter. */
  readonly certain: boolean
  readonly known: Known
}
export type FirstSnapshot = Snapshot & { readonly card: EventCard | undefined }

const once = (all: readonly string[]): readonly string[] => [...new Set(all)]

const refsOf = (eventId: string, who: Who) => {
  const places = once(counterNumbers.map((seatCounters) => partitionOf({ seatCounters }, who.personId)))
  const refs: readonly Ref[] = [
    key(eventCard, { eventId }),
    ...places.map((partition) => key(attendee, { eventId, partition, ...who })),
    ...places.map((k) => key(seatCounter, { eventId, k })),
  ]
  return { places, refs }
}

/** What `readSnapshot` will ask for of a user of the school, so that it waits for nothing. Guests wait. */
export const snapshotAhead: Ahead = ({ params: { event_id, eventId = event_id }, userId }) => {
  if (userId === undefined || eventId === undefined) return {}
  const who: Who = { kind: 'u', personId: userId }
  return { late: [...refsOf(eventId, who).refs, key(tenantUser, { id: userId })] }
}

/**
 * Event, person and their counter in one round trip. How many counters there are stands on the card, which is read in the
 * same moment, so the person is looked for in each place where they could stand: at most three. It is read eventually:
 * what is refused or left as it is because of it is looked at once more.
 */
export const readSnapshot = async (
  table: Table,
  eventId: string,
  who: Who,
  caller: Caller,
  { strong = false } = {},
): Promise<FirstSnapshot> => {
  const { places, refs } = refsOf(eventId, who)
  const [found, ...items] = await table.batchGet([...refs, ...selfRefs(who, caller)], { strong })
  const card = found as EventCard | undefined
  const at = card ? places.indexOf(partitionOf(card, who.personId)) : -1
  const seat = items[places.length + at] as SeatCounter | undefined
  return {
    card,
    row: at < 0 ? undefined : (items[at] as Attendee | undefined),
    seats: at < 0 || !seat ? [] : [seat],
    certain: false,
    known: knownFrom(who, items.slice(places.length * 2)),
  }
}

/** The person, their row and every counter as they are now. */
export const readSnapshotAgain = async (
  table: Table,
  card: Pick<EventCard, 'eventId' | 'seatCounters'>,
  who: Who,
  caller: Caller,
): Promise<Snapshot> => {
  const { eventId } = card
  const counters = partitionsOf(card).map((k) => key(seatCounter, { eventId, k }))
  const refs: Ref[] = [key(attendee, rowKey(card, who)), ...counters, ...selfRefs(who, caller)]
  const [row, ...items] = await table.batchGet(refs, { strong: true })
  const seats = items.slice(0, counters.length).filter((seat) => seat !== undefined)
  return {
    row: row as Attendee | undefined,
    seats: seats as SeatCounter[],
    certain: true,
    known: knownFrom(who, items.slice(counters.length)),
  }
}

export const readSeats = async (
  table: Table,
  card: Pick<EventCard, 'eventId' | 'seatCounters'>,
): Promise<readonly SeatCounter[]> => {
  const refs = partitionsOf(card).map((k) => key(seatCounter, { eventId: card.eventId, k }))
  return (await table.batchGet(refs, { strong: true })).filter((seat) => seat !== undefined) as SeatCounter[]
}
