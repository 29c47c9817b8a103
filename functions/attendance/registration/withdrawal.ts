import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { key, type Ref } from '../../../lib/table/entity.ts'
import { lost } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { remove, type Write } from '../../../lib/table/write.ts'
import { type Attendee, attendee, type EventCard, eventCard, partitionOf } from '../../events/index.ts'
import { CheckedIn, EventEnded, EventNotFound, NotRegistered } from '../contract/failures.ts'
import { rowKey, type Who, whoOf } from '../person.ts'
import { lineEntry, type SeatCounter, seatCounter } from '../repository.ts'
import { inlineSteps, settle } from '../seats/promotion.ts'
import { changeSeat } from '../seats/seats.ts'
import { counterNumbers, type SeatContext } from '../seats/snapshot.ts'
import { hasEnded } from './admission.ts'
import { unanswered } from './answers.ts'

/** Everything that goes when somebody leaves an event: row, seats or place in line, answers. The row comes first. */
export const removalWrites = (row: Attendee): readonly Write[] => {
  const { eventId, partition: k, place, guestCount, status, walkIn, version } = row
  const counted = status === 'waiting' ? { waiting: -1 } : { taken: -guestCount }
  return [
    remove(attendee, row, { equals: { version } }),
    ...(walkIn ? [] : [changeSeat({ eventId, k }, { add: counted })]),
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

/** The event, the rows of one person and the counter: everywhere they could stand, since the card says where they do. */
export const lookFor = async (table: Table, eventId: string, names: readonly Who[]): Promise<Own> => {
  const places = names.flatMap((who) =>
    [...new Set(counterNumbers.map((seatCounters) => partitionOf({ seatCounters }, who.personId)))].map(
      (partition) => ({ who, partition }),
    ),
  )
  const refs: Ref[] = [
    key(eventCard, { eventId }),
    ...places.map(({ who, partition }) => key(attendee, { eventId, partition, ...who })),
    ...places.map(({ partition: k }) => key(seatCounter, { eventId, k })),
  ]
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
): Promise<Attendee | undefined> => {
  const rows = await table.batchGet(
    names.map((who) => key(attendee, rowKey(card, who))),
    { strong: true },
  )
  return rows.find((row) => row !== undefined) as Attendee | undefined
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
  card: Pick<EventCard, 'eventId' | 'seatCounters'>,
  names: readonly Who[],
  first: Attendee | undefined,
  refuse: Refuse,
): Promise<Attendee> => {
  const { table } = context
  let row = isRefused(first, refuse) ? await rowNow(table, card, names) : first
  return table.retryOnConflict(async () => {
    refuse(row)
    if (!row) return fail(NotRegistered)
    const written = await table.write(removalWrites(row))
    if (written.ok) return row
    row = await rowNow(table, card, names)
    return lost
  })
}

/** What is free now goes to the line; what cannot be done now the stream does. */
export const handOn = async (context: SeatContext, card: EventCard): Promise<number> =>
  (await settle(context, card, inlineSteps).catch(() => ({ promoted: [] }))).promoted.length

/** Takes somebody off an event, and hands their seats on where there is a line. */
export const takeOff = async (
  context: SeatContext,
  { card, row, seat }: Own,
  names: readonly Who[],
  refuse: Refuse = () => undefined,
): Promise<{ promoted: number }> => {
  const removed = await removeRow(context, card, names, row, refuse)
  const lined = seat === undefined || seat.lined
  return { promoted: lined && !removed.walkIn ? await handOn(context, card) : 0 }
}

const refuseCheckedIn = (row: Attendee | undefined): void => {
  if (row?.checkedIn) fail(CheckedIn)
}

/**
 * Takes the caller off an event, after its deadline too, until they are checked in or it is over.
 * Two round trips, and those of everybody who is promoted in their place. Fails with 404 `Registration not found`.
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
