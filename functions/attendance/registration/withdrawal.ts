import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import type { Ahead } from '../../../lib/operation.ts'
import { key, type Ref } from '../../../lib/table/entity.ts'
import { lost } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { remove, type Write } from '../../../lib/table/write.ts'
import { type Attendee, attendee, type EventCard, eventCard, partitionOf } from '../../events/index.ts'
import { CheckedIn, EventEnded, EventNotFound, NotRegistered } from '../contract/failures.ts'
import { nameOf, rowKey, type Who, whoOf } from '../person.ts'
import { lineEntry, type SeatCounter, seatCounter } from '../repository.ts'
import { claimOf } from '../seats/claims.ts'
import { inlineSteps, settle } from '../seats/promotion.ts'
import { changeSeat } from '../seats/seats.ts'
import { counterNumbers, type SeatContext } from '../seats/snapshot.ts'
import { hasEnded } from './admission.ts'
import { unanswered } from './answers.ts'

/** A row and the counter where it is counted, as one look found them. */
export type Place = { readonly row: Attendee; readonly seat: SeatCounter | undefined }

/** What a counter no longer counts. The claim of the row goes along: left alone it would be completed as a row that never came. */
const uncounted = ({ row, seat }: Place): Write => {
  const { eventId, partition: k, guestCount, status, entryId } = row
  const name = nameOf(row)
  const claim = claimOf(seat, row)
  const add = status === 'waiting' ? { waiting: -1 } : { taken: -guestCount }
  return claim && claim.entryId === entryId
    ? changeSeat(
        { eventId, k },
        { add, removeEntries: { claims: [name] } },
        { entries: { claims: { [name]: claim } } },
      )
    : changeSeat({ eventId, k }, { add }, { withoutEntry: { claims: name } })
}

/**
 * Everything that goes when somebody leaves an event: row, seats or place in line, answers. The row comes first. Refused
 * where the row has changed, or a claim of the person came or went, since they were looked at.
 */
export const removalWrites = (found: Place): readonly Write[] => {
  const { row } = found
  const { eventId, place, walkIn, version } = row
  return [
    remove(attendee, row, { equals: { version } }),
    ...(walkIn ? [] : [uncounted(found)]),
    ...(place === undefined ? [] : [remove(lineEntry, { eventId, place })]),
    ...unanswered(row),
  ]
}

/** What an eventual read found of one person on an event. */
export type Own = {
  readonly card: EventCard
  readonly row: Attendee | undefined
  readonly seat: SeatCounter | undefined
}

/** Somebody as a user, or as the guest that they were before. */
export const namesOf = (caller: Context<'caller'>['caller']): readonly Who[] => {
  const who = whoOf(caller)
  const { globalUserId } = caller
  return who.kind === 'g' || globalUserId === undefined ? [who] : [who, { kind: 'g', personId: globalUserId }]
}

const refsOf = (eventId: string, names: readonly Who[]) => {
  const places = names.flatMap((who) =>
    [...new Set(counterNumbers.map((seatCounters) => partitionOf({ seatCounters }, who.personId)))].map(
      (partition) => ({ who, partition }),
    ),
  )
  const refs: readonly Ref[] = [
    key(eventCard, { eventId }),
    ...places.map(({ who, partition }) => key(attendee, { eventId, partition, ...who })),
    ...places.map(({ partition: k }) => key(seatCounter, { eventId, k })),
  ]
  return { places, refs }
}

/** What a withdrawal asks for first. */
export const withdrawalAhead: Ahead = ({ params: { event_id: eventId }, userId, globalUserId }) => {
  const names: readonly Who[] = [
    ...(userId === undefined ? [] : [{ kind: 'u' as const, personId: userId }]),
    ...(globalUserId === undefined ? [] : [{ kind: 'g' as const, personId: globalUserId }]),
  ]
  return { late: eventId === undefined ? [] : refsOf(eventId, names).refs }
}

/** The event, the rows of one person and the counter: everywhere they could stand, since the card says where they do. */
export const lookFor = async (table: Table, eventId: string, names: readonly Who[]): Promise<Own> => {
  const { places, refs } = refsOf(eventId, names)
  const [found, ...items] = await table.batchGet(refs)
  const card = found as EventCard | undefined
  if (!card || card.deletedAt !== undefined) return fail(EventNotFound)
  const at = places.findIndex(
    ({ who, partition }, index) =>
      items[index] !== undefined && partition === partitionOf(card, who.personId),
  )
  const seat = items[places.length + at] as SeatCounter | undefined
  return at < 0
    ? { card, row: undefined, seat: undefined }
    : { card, row: items[at] as Attendee | undefined, seat }
}

/** The row as it is now, under the first name that has one. */
export const rowNow = async (
  table: Table,
  card: Pick<EventCard, 'eventId' | 'seatCounters'>,
  names: readonly Who[],
): Promise<Attendee | undefined> => (await placeNow(table, card, names))?.row

/** The same with its counter. */
export const placeNow = async (
  table: Table,
  card: Pick<EventCard, 'eventId' | 'seatCounters'>,
  names: readonly Who[],
): Promise<Place | undefined> => {
  const keys = names.map((who) => rowKey(card, who))
  const rows = keys.map((holes) => key(attendee, holes))
  const seats = keys.map(({ eventId, partition: k }) => key(seatCounter, { eventId, k }))
  const found = await table.batchGet([...rows, ...seats], { strong: true })
  const at = found.slice(0, keys.length).findIndex((row) => row !== undefined)
  if (at < 0) return undefined
  return { row: found[at] as Attendee, seat: found[keys.length + at] as SeatCounter | undefined }
}

type Refuse = (row: Attendee | undefined) => void

const isRefused = (row: Attendee | undefined, refuse: Refuse): boolean => {
  try {
    refuse(row)
    return row === undefined
  } catch {
    return true
  }
}

/**
 * Takes a row off an event as soon as nobody else changes it. `refuse` judges it as it is by then: what an eventual read
 * refuses is read once more.
 */
const removeRow = async (
  context: SeatContext,
  { card, row, seat }: Own,
  names: readonly Who[],
  refuse: Refuse,
): Promise<Attendee> => {
  const { table } = context
  const isUsable = row !== undefined && !isRefused(row, refuse)
  let place = isUsable ? { row, seat } : await placeNow(table, card, names)
  return table.retryOnConflict(async () => {
    refuse(place?.row)
    if (!place) return fail(NotRegistered)
    const written = await table.write(removalWrites(place))
    if (written.ok) return place.row
    place = await placeNow(table, card, names)
    return lost
  })
}

/** What is free now goes to the line; what cannot be done now, or would hold others up, the stream does. */
export const handOn = async (context: SeatContext, card: EventCard): Promise<number> => {
  if (context.table.cost.conflicts > 0) return 0
  const settled = await settle(context, card, inlineSteps, { yields: true }).catch(() => undefined)
  return settled?.promoted.length ?? 0
}

/** Takes somebody off an event, and hands their seats on where there is a line. */
export const takeOff = async (
  context: SeatContext,
  own: Own,
  names: readonly Who[],
  refuse: Refuse = () => undefined,
): Promise<{ promoted: number }> => {
  const { card, seat } = own
  const removed = await removeRow(context, own, names, refuse)
  const lined = seat === undefined || seat.lined
  return { promoted: lined && !removed.walkIn ? await handOn(context, card) : 0 }
}

const refuseCheckedIn = (row: Attendee | undefined): void => {
  if (row?.checkedIn) fail(CheckedIn)
}

/**
 * Takes the caller off an event, after its deadline too, until they are checked in or it is over.
 * One round trip behind the caller's, and those of everybody who is promoted in their place. Fails with 404 `Registration not found`.
 */
export const withdrawFromEvent = async (
  eventId: string,
  context: Context<'caller'>,
): Promise<{ promoted: number }> => {
  const { table, now, caller } = context
  const names = namesOf(caller)
  const own = await lookFor(table, eventId, names)
  return takeOff(context, own, names, (row) => {
    refuseCheckedIn(row)
    if (row && hasEnded(own.card, now())) fail(EventEnded)
  })
}
