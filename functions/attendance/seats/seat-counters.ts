import { fail } from '../../../lib/contract/failure.ts'
import { put, type Write } from '../../../lib/table/write.ts'
import { type EventCard, isLive, partitionsOf } from '../../events/index.ts'
import { CapacityBelow } from '../contract/failures.ts'
import { type SeatCounter, seatCounter } from '../repository.ts'
import { changeSeat } from './seats.ts'
import { readSeats, type SeatWorld } from './snapshot.ts'

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

const newSeats = (card: EventCard): readonly Write[] => {
  const names = partitionsOf(card)
  const shares = card.maxAttendees === null ? [] : parts(card.maxAttendees, names.length)
  const counter = {
    eventId: card.eventId,
    open: isOpen(card),
    taken: 0,
    waiting: 0,
    lined: false,
    version: 1,
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
const resized = (seat: SeatCounter, open: boolean, capacity: number | null): Write =>
  changeSeat(
    seat,
    { set: { open, capacity } },
    { equals: { capacity: seat.capacity }, ...(capacity === null ? {} : { below: { taken: capacity + 1 } }) },
  )

/**
 * What a change of an event means for its seats, for the transaction that makes it: counters when it first goes live,
 * open while it is live and takes registrations, as many seats as it has. Reads the counters only when these change; who
 * waits is promoted after it, by the stream. When one of the writes is refused somebody was seated meanwhile: ask again.
 * Fails with 409 `Capacity is below current registrations` (rules/attendance 13).
 */
export const seatWrites = async (
  { table }: Pick<SeatWorld, 'table'>,
  before: EventCard | undefined,
  after: EventCard,
): Promise<readonly Write[]> => {
  if (after.seatCounters === 0) return []
  if (!before || before.seatCounters === 0) return newSeats(after)
  const open = isOpen(after)
  const resizes = before.maxAttendees !== after.maxAttendees
  if (open === isOpen(before) && !resizes) return []
  const seats = await readSeats(table, after)
  if (!resizes) return seats.map((seat) => changeSeat(seat, { set: { open } }))
  const capacities = capacitiesFor(seats, after.maxAttendees)
  return seats.map((seat, at) => resized(seat, open, capacities[at] ?? null))
}
