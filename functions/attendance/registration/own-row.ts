import { fail } from '../../../lib/contract/failure.ts'
import type { Ahead } from '../../../lib/operation.ts'
import { key, type Ref } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { type Attendee, attendee, type EventCard, eventCard, partitionOf } from '../../events/index.ts'
import { EventNotFound } from '../contract/failures.ts'
import { rowKey, type Who, whoNamed, whosNamed } from '../person.ts'
import { type SeatCounter, seatCounter } from '../repository.ts'
import { counterNumbers } from '../seats/snapshot.ts'

/** One person on an event. */
export type Own = {
  readonly card: EventCard
  readonly row: Attendee | undefined
  readonly seat?: SeatCounter | undefined
}

type PlaceOf = { readonly who: Who; readonly partition: string }

/** Everywhere some names could stand: how many counters there are stands on the card, which is read in the same moment. */
const placesOf = (names: readonly Who[]): readonly PlaceOf[] =>
  names.flatMap((who) =>
    [...new Set(counterNumbers.map((seatCounters) => partitionOf({ seatCounters }, who.personId)))].map(
      (partition) => ({ who, partition }),
    ),
  )

const rowRefs = (eventId: string, names: readonly Who[]): readonly Ref[] => [
  key(eventCard, { eventId }),
  ...placesOf(names).map(({ who, partition }) => key(attendee, { eventId, partition, ...who })),
]

/** What a withdrawal asks for first. */
export const withdrawalAhead: Ahead = ({ params: { event_id: eventId }, userId, globalUserId }) => {
  const names: readonly Who[] = [
    ...(userId === undefined ? [] : [{ kind: 'u' as const, personId: userId }]),
    ...(globalUserId === undefined ? [] : [{ kind: 'g' as const, personId: globalUserId }]),
  ]
  return { strong: eventId === undefined ? [] : rowRefs(eventId, names) }
}

/** What an organizer who takes somebody off asks for first. */
export const removalAhead =
  (hole: 'userId' | 'entryId'): Ahead =>
  ({ params }) => {
    const { eventId, [hole]: name } = params
    if (eventId === undefined || name === undefined) return {}
    return { strong: rowRefs(eventId, hole === 'userId' ? whosNamed(name) : [whoNamed(name)]) }
  }

/**
 * The event, and the row of one person under the first name that has one, as they are now: one strong round trip. `seats`:
 * their counter too.
 */
export const lookFor = async (
  table: Table,
  eventId: string,
  names: readonly Who[],
  { seats = false } = {},
): Promise<Own> => {
  const places = placesOf(names)
  const counters = seats ? places.map(({ partition: k }) => key(seatCounter, { eventId, k })) : []
  const [found, ...items] = await table.batchGet([...rowRefs(eventId, names), ...counters], { strong: true })
  const card = found as EventCard | undefined
  if (!card || card.deletedAt !== undefined) return fail(EventNotFound)
  const at = places.findIndex(
    ({ who, partition }, index) =>
      items[index] !== undefined && partition === partitionOf(card, who.personId),
  )
  if (at < 0) return { card, row: undefined }
  const seat = items[places.length + at] as SeatCounter | undefined
  return { card, row: items[at] as Attendee | undefined, seat }
}

/** The row as it is now, under the first name that has one. */
export const rowNow = async (
  table: Table,
  card: Pick<EventCard, 'eventId' | 'seatCounters'>,
  names: readonly Who[],
): Promise<Attendee | undefined> => {
  const rows = await table.batchGet(
    names.map((who) => key(attendee, rowKey(card, who))),
    { strong: true },
  )
  return rows.find((row) => row !== undefined)
}
