import type { NoticeContext } from '../../../lib/consumer.ts'
import type { Table } from '../../../lib/table/table.ts'
import { remove, update, type Write } from '../../../lib/table/write.ts'
import {
  type Attendee,
  attendee,
  belongingTo,
  type EventCard,
  eventCard,
  isLive,
  partitionsOf,
} from '../../events/index.ts'
import { nameOf } from '../person.ts'
import { registrationNotification } from '../registration/notifications.ts'
import { headsOf, type LineEntry, lineEntry, type SeatCounter } from '../repository.ts'
import { clearClaims } from './claims.ts'
import {
  changeSeat,
  freeIn,
  freeOf,
  isOverdrawn,
  seatingWrites,
  sumOf,
  type Transfer,
  transfersFor,
  transferWrites,
  unchanged,
  waitingIn,
} from './seats.ts'
import { readSeats, type SeatContext } from './snapshot.ts'

/** Somebody who fits may pass others in line who do not, but not more than these (rules/attendance 11). */
export const passed = 10

type Reason = Exclude<Attendee['reason'], undefined | 'joined_school'>

/** Turns a waiting person into an attending one; the place in line goes, and the seats are theirs. */
const turnWrites = (
  context: SeatContext,
  card: EventCard,
  entry: LineEntry,
  reason: Reason,
): readonly Write[] => {
  const { eventId, place, kind, personId, k, guestCount } = entry
  const promotedAt = context.now().toISOString()
  return [
    update(
      attendee,
      { eventId, partition: k, kind, personId },
      { set: { status: 'attending', reason, promotedAt }, add: { version: 1 }, remove: ['place'] },
      { exists: true, equals: { status: 'waiting', place, guestCount } },
    ),
    remove(lineEntry, { eventId, place }, { exists: true }),
    registrationNotification(
      context,
      'waitlist_promoted',
      card,
      entry,
      `${eventId}#${nameOf(entry)}#${place}`,
    ),
  ]
}

/** The writes of one promotion, in one transaction: it fails when a seat, or the person, is gone by then. */
export const promotionWrites = (
  context: SeatContext,
  card: EventCard,
  entry: LineEntry,
  own: SeatCounter,
  transfers: readonly Transfer[],
): readonly Write[] => [
  ...turnWrites(context, card, entry, 'organizer'),
  ...seatingWrites(own, entry.guestCount, transfers, { waiting: -1, when: { lined: true } }),
]

/**
 * The promotion of who comes next. Whoever joins the line changes a counter: while all counters are as they were read,
 * and the line was read after them, nobody with an earlier place has come.
 */
const turnInOrder = (
  context: SeatContext,
  card: EventCard,
  entry: LineEntry,
  seats: readonly SeatCounter[],
): readonly Write[] | undefined => {
  const own = seats.find(({ k }) => k === entry.k)
  const transfers = own && transfersFor(seats, entry.k, entry.guestCount)
  if (!own || !transfers) return undefined
  const others = seats.filter((seat) => seat !== own && !transfers.some(({ from }) => from === seat))
  const when = { lined: true, open: true }
  return [
    ...turnWrites(context, card, entry, 'seat_freed'),
    ...seatingWrites(own, entry.guestCount, transfers, { waiting: -1, when, asRead: true }),
    ...unchanged(others),
  ]
}

/** Seats somebody whether or not there is room: what others can spare is used first. */
export const forcedWrites = (
  context: SeatContext,
  card: EventCard,
  entry: LineEntry,
  own: SeatCounter,
  transfers: readonly Transfer[],
): readonly Write[] => {
  const add = { taken: entry.guestCount, waiting: -1, capacity: sumOf(transfers) }
  return [
    ...turnWrites(context, card, entry, 'organizer'),
    changeSeat(own, { add }, { equals: { capacity: own.capacity, lined: true } }),
    ...transferWrites(transfers),
  ]
}

/** Ends the line: nobody waits, nothing is overdrawn, at all counters in the same moment. */
export const clearingWrites = (seats: readonly SeatCounter[]): readonly Write[] =>
  seats.map((seat) =>
    changeSeat(
      seat,
      { set: { lined: false } },
      {
        equals: { waiting: 0, capacity: seat.capacity },
        ...(seat.capacity === null ? {} : { below: { taken: seat.capacity + 1 } }),
      },
    ),
  )

/** What makes good what a counter has given out too much, as far as others can spare it. */
const balancing = (seats: readonly SeatCounter[]): readonly Write[] => {
  const short = seats.find((seat) => freeOf(seat) < 0)
  const giver = seats.find((seat) => freeOf(seat) > 0)
  if (!short || !giver) return []
  const by = Math.min(-freeOf(short), freeOf(giver))
  const taking = changeSeat(short, { add: { capacity: by } }, { equals: { capacity: short.capacity } })
  return [taking, ...transferWrites([{ from: giver, by }])]
}

type Next =
  | { readonly does: 'promote'; readonly entry: LineEntry; readonly writes: readonly Write[] }
  | { readonly does: 'prepare'; readonly writes: readonly Write[] }
  | undefined

const promotion = (
  context: SeatContext,
  card: EventCard,
  { seats, before }: Line,
  heads: readonly LineEntry[],
): Next => {
  const free = freeIn(seats)
  const fitting = heads.find(({ guestCount }) => guestCount <= free)
  const entry = fitting && (before === undefined || fitting.place < before) ? fitting : undefined
  const writes = entry && turnInOrder(context, card, entry, seats)
  return writes && { does: 'promote', entry, writes }
}

/** What is to be done next with the seats as they are. */
const nextOf = (context: SeatContext, card: EventCard, line: Line, heads: readonly LineEntry[]): Next => {
  const { seats } = line
  if (!seats.some(({ lined }) => lined) || seats.some(({ open }) => !open)) return undefined
  if (isOverdrawn(seats)) {
    const writes = balancing(seats)
    return writes.length > 0 ? { does: 'prepare', writes } : undefined
  }
  if (waitingIn(seats) === 0) return { does: 'prepare', writes: clearingWrites(seats) }
  return promotion(context, card, line, heads)
}

/**
 * The counters, and the earliest place of those who are about to join the line: nobody behind it is promoted before they
 * stand in it, or have given up.
 */
type Line = { readonly seats: readonly SeatCounter[]; readonly before: string | undefined }

const isOfLine = ({ claims = {} }: SeatCounter): boolean => Object.values(claims).some(({ line }) => line)

const lineNow = async (table: Table, card: EventCard): Promise<Line> => {
  const seats = await readSeats(table, card)
  const open = (await Promise.all(seats.filter(isOfLine).map((seat) => clearClaims(table, seat)))).flat()
  const places = open.flatMap(({ claim }) => (claim.line ? [`${claim.at}#${claim.entryId}`] : []))
  return { seats, before: places.sort()[0] }
}

/** Who was promoted, and whether there may be more to do. */
export type Settled = { readonly promoted: readonly LineEntry[]; readonly more: boolean }

/** Steps that whoever frees a seat, or joins the line, takes for others; the stream takes the rest. */
export const inlineSteps = 12

/**
 * Gives free seats to the line, oldest place first, one transaction for each person, and ends the line when nobody waits.
 * It may run at any time, also twice at once. At most `most` steps; three round trips for each. Who `yields` leaves the
 * line to whoever was faster.
 */
export const settle = async (
  context: SeatContext,
  card: EventCard,
  most: number,
  { yields = false }: { readonly yields?: boolean } = {},
): Promise<Settled> => {
  const { table, now } = context
  const promoted: LineEntry[] = []
  if (!isLive(card) || Date.parse(card.end_time) <= now().getTime()) return { promoted, more: false }
  for (let step = 0; step < most; step += 1) {
    // One after the other: who is counted is in the line by then, so that nobody is overlooked or passed.
    const line = await lineNow(table, card)
    const heads = waitingIn(line.seats) > 0 ? await headsOf(table, card.eventId, passed) : []
    const next = nextOf(context, card, line, await belongingTo(table, card, heads))
    if (!next) return { promoted, more: false }
    const { ok } = await table.write(next.writes)
    if (!ok && yields) return { promoted, more: true }
    if (ok && next.does === 'promote') promoted.push(next.entry)
  }
  return { promoted, more: true }
}

/** Steps of the line that one notice takes. */
const mostSteps = 50

/** A change of its version alone asks to go on with the line. */
const asksToGoOn = (before: SeatCounter, after: SeatCounter): boolean =>
  before.lined && (['taken', 'waiting', 'capacity'] as const).every((field) => before[field] === after[field])

/** Somebody has joined the front of the line: they may fit where those before them do not, at another counter too. */
const joinsFront = (before: SeatCounter, after: SeatCounter): boolean =>
  after.waiting > before.waiting && after.waiting <= passed

/** Whether the line may move: a seat is free, somebody left the line or joined its front, or it was not finished. */
const mayMove = (before: SeatCounter, after: SeatCounter): boolean =>
  after.lined &&
  after.open &&
  (freeOf(after) > 0 ||
    joinsFront(before, after) ||
    (after.waiting < before.waiting && after.taken <= before.taken) ||
    asksToGoOn(before, after))

export const moveLine = async (eventId: string, context: NoticeContext): Promise<void> => {
  const card = await context.table.get(eventCard, { eventId }, { strong: true })
  if (!card) return
  const { more } = await settle(context, card, mostSteps)
  const [k] = partitionsOf(card)
  if (more && k !== undefined) await context.table.write([changeSeat({ eventId, k }, {})])
}

export const seatsChanged = async (
  before: SeatCounter,
  after: SeatCounter,
  context: NoticeContext,
): Promise<void> => {
  if (mayMove(before, after)) await moveLine(after.eventId, context)
}
