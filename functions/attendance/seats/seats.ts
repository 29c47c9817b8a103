import { fail } from '../../../lib/contract/failure.ts'
import type { Condition } from '../../../lib/table/condition.ts'
import type { Table } from '../../../lib/table/table.ts'
import type { Written } from '../../../lib/table/transact.ts'
import { put, update, type Write } from '../../../lib/table/write.ts'
import { type EventCard, isLive, partitionsOf } from '../../events/index.ts'
import { CapacityBelow } from '../contract/failures.ts'
import { type Claim, type SeatCounter, seatCounter } from '../repository.ts'
import { readSeats, type SeatContext } from './snapshot.ts'

/** Seats that a counter still has; negative where an organizer let in more. */
export const freeOf = ({ capacity, taken }: Pick<SeatCounter, 'capacity' | 'taken'>): number =>
  capacity === null ? Number.POSITIVE_INFINITY : capacity - taken

export const freeIn = (seats: readonly SeatCounter[]): number =>
  seats.reduce((sum, seat) => sum + freeOf(seat), 0)

export const capacityIn = (seats: readonly SeatCounter[]): number =>
  seats.reduce((sum, { capacity }) => sum + (capacity ?? Number.POSITIVE_INFINITY), 0)

export const waitingIn = (seats: readonly SeatCounter[]): number =>
  seats.reduce((sum, { waiting }) => sum + waiting, 0)

/** Some counter has given out more than it has, so nobody is seated before that is made good. */
export const isOverdrawn = (seats: readonly SeatCounter[]): boolean => seats.some((seat) => freeOf(seat) < 0)

/** Capacity that one counter gives to another. */
export type Transfer = { readonly from: SeatCounter; readonly by: number }

/**
 * What others have to give so that counter `k` has `wanted` seats; undefined when all of them together have too few. A
 * giver parts with half of what it can spare, so that not everybody who follows has to ask again.
 */
export const transfersFor = (
  seats: readonly SeatCounter[],
  k: string,
  wanted: number,
): readonly Transfer[] | undefined => {
  const own = seats.find((seat) => seat.k === k)
  let needed = wanted - (own ? freeOf(own) : 0)
  const transfers: Transfer[] = []
  const givers = seats
    .filter((seat) => seat.k !== k && freeOf(seat) > 0)
    .sort((a, b) => freeOf(b) - freeOf(a))
  for (const from of givers) {
    if (needed <= 0) break
    const by = Math.min(freeOf(from), Math.max(needed, Math.floor(freeOf(from) / 2)))
    transfers.push({ from, by })
    needed -= by
  }
  return needed <= 0 ? transfers : undefined
}

type Change = {
  readonly add?: Partial<Record<'capacity' | 'taken' | 'waiting', number>>
  readonly set?: Partial<Pick<SeatCounter, 'open' | 'capacity' | 'lined' | 'claims' | 'terms'>>
  readonly setEntries?: { readonly claims: Readonly<Record<string, Claim>> }
  readonly removeEntries?: { readonly claims: readonly string[] }
}

export const changeSeat = (
  { eventId, k }: Pick<SeatCounter, 'eventId' | 'k'>,
  { add = {}, set, setEntries, removeEntries }: Change,
  condition: Condition<SeatCounter> = {},
): Write => {
  const steps = Object.fromEntries(Object.entries(add).filter(([, by]) => by !== 0))
  const change = {
    add: { ...steps, version: 1 },
    ...(set ? { set } : {}),
    ...(setEntries ? { setEntries } : {}),
    ...(removeEntries ? { removeEntries } : {}),
  }
  return update(seatCounter, { eventId, k }, change, { exists: true, ...condition })
}

/** Holds while a counter, given `more` capacity, has `seats` free. Its capacity has to be what it was read as. */
const roomFor = (
  { capacity }: SeatCounter,
  seats: number,
  more = 0,
): Pick<Condition<SeatCounter>, 'equals' | 'below'> => ({
  equals: { capacity },
  ...(capacity === null ? {} : { below: { taken: capacity + more - seats + 1 } }),
})

export const sumOf = (transfers: readonly Transfer[]): number =>
  transfers.reduce((sum, { by }) => sum + by, 0)

export const transferWrites = (transfers: readonly Transfer[]): readonly Write[] =>
  transfers.map(({ from, by }) => changeSeat(from, { add: { capacity: -by } }, roomFor(from, by)))

/**
 * Carries out changes of counters: that of one alone waits for others, in a transaction it would refuse them and be
 * refused. What a lost answer hides is refused by its own conditions, which whoever asks takes for a lost race.
 */
export const writeSeats = async (table: Table, writes: readonly Write[]): Promise<Written> => {
  const [only] = writes
  if (writes.length > 1 || only?.does !== 'update') return table.write(writes)
  const { holes, change, condition } = only
  const { ok } = await table.update(seatCounter, holes as never, change as never, condition as never)
  return ok ? { ok } : { ok, failed: [0], found: [] }
}

/** Whose claim at a counter goes along with a change of it: the one that they have, or none. */
export type Ending = { readonly name: string; readonly claim: Claim | undefined }

/** What that means for the change. */
export const endOf = (
  ending: Ending | undefined,
): { readonly change: Pick<Change, 'removeEntries'>; readonly condition: Condition<SeatCounter> } => {
  if (!ending) return { change: {}, condition: {} }
  const { name, claim } = ending
  if (!claim) return { change: {}, condition: { withoutEntry: { claims: name } } }
  return {
    change: { removeEntries: { claims: [name] } },
    condition: { entries: { claims: { [name]: claim } } },
  }
}

/** Seats people at a counter, with what others give it. Refused when there is no room by then. */
export const seatingWrites = (
  own: SeatCounter,
  seats: number,
  transfers: readonly Transfer[],
  {
    waiting = 0,
    when = {},
    ending,
  }: {
    readonly waiting?: number
    readonly when?: Partial<SeatCounter>
    readonly ending?: Ending
  } = {},
): readonly Write[] => {
  const more = sumOf(transfers)
  const { equals, ...room } = roomFor(own, seats, more)
  const add = { taken: seats, capacity: more, waiting }
  const { change, condition } = endOf(ending)
  return [
    changeSeat(own, { add, ...change }, { ...room, ...condition, equals: { ...equals, ...when } }),
    ...transferWrites(transfers),
  ]
}

/** Nobody waits, and nobody is promoted who might have to wait again. */
export const isEmpty = (seats: readonly SeatCounter[]): boolean =>
  seats.every(
    ({ waiting, claims = {} }) => waiting === 0 && !Object.values(claims).some(({ promotes }) => promotes),
  )

/** Ends a line that is empty, at all counters in the same moment: nothing is overdrawn, and nobody has joined meanwhile. */
export const clearingWrites = (seats: readonly SeatCounter[]): readonly Write[] =>
  seats.map((seat) =>
    changeSeat(
      seat,
      { set: { lined: false } },
      {
        equals: { waiting: 0, capacity: seat.capacity, version: seat.version },
        ...(seat.capacity === null ? {} : { below: { taken: seat.capacity + 1 } }),
      },
    ),
  )

/**
 * How many seat counters an event gets when it goes live, by its size: 1 up to 1,000 seats, 8 up to 5,000, else 32. The
 * number stays, whatever becomes of the size.
 */
export const seatCountersFor = ({
  maxAttendees,
  expectedAttendance,
}: Pick<EventCard, 'maxAttendees' | 'expectedAttendance'>): number => {
  const size = maxAttendees ?? expectedAttendance
  if (size <= 1000) return 1
  return size <= 5000 ? 8 : 32
}

/** `count` in whole parts that differ by at most one. */
const parts = (count: number, into: number): readonly number[] =>
  Array.from({ length: into }, (_, at) => Math.floor(count / into) + (at < count % into ? 1 : 0))

const isOpen = (card: EventCard): boolean => isLive(card) && card.registrationEnabled

const termsOf = ({ terms }: EventCard): Pick<SeatCounter, 'terms'> => (terms === undefined ? {} : { terms })

const newSeats = (card: EventCard): readonly Write[] => {
  const names = partitionsOf(card)
  const shares = card.maxAttendees === null ? [] : parts(card.maxAttendees, names.length)
  const counter = {
    eventId: card.eventId,
    open: isOpen(card),
    ...termsOf(card),
    taken: 0,
    waiting: 0,
    lined: false,
    version: 1,
    claims: {},
  }
  return names.map((k, at) =>
    put(seatCounter, { ...counter, k, capacity: shares[at] ?? null }, { absent: true }),
  )
}

/** The capacity of each counter when together they have `most`: what is taken, and an equal part of the rest. */
const capacitiesFor = (seats: readonly SeatCounter[], most: number | null): readonly (number | null)[] => {
  if (most === null) return seats.map(() => null)
  const taken = seats.reduce((sum, seat) => sum + seat.taken, 0)
  if (taken > most) return fail(CapacityBelow)
  const spare = parts(most - taken, seats.length)
  return seats.map((seat, at) => seat.taken + (spare[at] ?? 0))
}

/** The new capacity has to hold whoever is seated by then. */
const resized = (
  seat: SeatCounter,
  now: Pick<SeatCounter, 'open' | 'terms'>,
  capacity: number | null,
): Write =>
  changeSeat(
    seat,
    { set: { ...now, capacity } },
    { equals: { capacity: seat.capacity }, ...(capacity === null ? {} : { below: { taken: capacity + 1 } }) },
  )

/**
 * What a change of an event means for its seats, for the transaction that makes it: counters when it first goes live,
 * open while it is live and takes registrations, as many seats as it has, the number of its terms. Reads the counters only when these change; who
 * waits is promoted after it, by the stream. When one of the writes is refused somebody was seated meanwhile: ask again.
 * Fails with 409 `Capacity is below current registrations` (rules/attendance 13).
 */
export const seatWrites = async (
  { table }: Pick<SeatContext, 'table'>,
  before: EventCard | undefined,
  after: EventCard,
): Promise<readonly Write[]> => {
  if (after.seatCounters === 0) return []
  if (!before || before.seatCounters === 0) return newSeats(after)
  const open = isOpen(after)
  const resizes = before.maxAttendees !== after.maxAttendees
  if (open === isOpen(before) && !resizes && before.terms === after.terms) return []
  const seats = await readSeats(table, after)
  const now = { open, ...termsOf(after) }
  if (!resizes) return seats.map((seat) => changeSeat(seat, { set: now }))
  const capacities = capacitiesFor(seats, after.maxAttendees)
  return seats.map((seat, at) => resized(seat, now, capacities[at] ?? null))
}
