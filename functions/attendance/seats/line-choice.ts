import type { Claim, LineEntry, SeatCounter } from '../repository.ts'
import { mostClaims } from './claims.ts'
import { freeIn, transfersFor } from './seats.ts'

/** Somebody who fits may pass others in line who do not, but not more than these (rules/attendance 11). */
export const passed = 10
/** Heads of the line that are promoted in one step. */
export const mostHeads = 10

/**
 * The counters and the first people in line. Nobody from `before` on is promoted: somebody with that place is about to join
 * the line, or to leave it, or has given up.
 */
export type Line = {
  readonly seats: readonly SeatCounter[]
  readonly heads: readonly LineEntry[]
  readonly before: string | undefined
  /** Claims have ended since the counters were read. */
  readonly isOlder: boolean
}

export const claimsIn = (seats: readonly SeatCounter[]): readonly Claim[] =>
  seats.flatMap(({ claims = {} }) => Object.values(claims))

/** The counters after somebody was seated, with what others lend; undefined where all together have too little. */
const seating = (seats: readonly SeatCounter[], { k, guestCount }: LineEntry): SeatCounter[] | undefined => {
  const transfers = transfersFor(seats, k, guestCount)
  if (!transfers || !seats.some((seat) => seat.k === k)) return undefined
  const more = transfers.reduce((sum, { by }) => sum + by, 0)
  return seats.map((seat) => {
    const { capacity, taken, waiting } = seat
    const by = transfers.find(({ from }) => from.k === seat.k)?.by ?? 0
    const lent = { ...seat, capacity: capacity === null ? null : capacity - by }
    if (seat.k !== k) return lent
    return {
      ...seat,
      capacity: capacity === null ? null : capacity + more,
      taken: taken + guestCount,
      waiting: waiting - 1,
    }
  })
}

export type Chosen = { readonly entries: readonly LineEntry[]; readonly seats: readonly SeatCounter[] }

/** Who gets the free seats, in the order of the line: whoever fits may pass some who do not. */
export const chosenOf = ({ seats: now, heads, before }: Line): Chosen => {
  const entries: LineEntry[] = []
  let seats = now
  let waiting = heads
  const room = mostClaims - Math.max(0, ...now.map((seat) => claimsIn([seat]).length))
  while (entries.length < Math.min(mostHeads, room)) {
    const free = freeIn(seats)
    const entry = waiting.slice(0, passed).find(({ guestCount }) => guestCount <= free)
    if (!entry || (before !== undefined && entry.place >= before)) break
    const after = seating(seats, entry)
    if (!after) break
    entries.push(entry)
    seats = after
    waiting = waiting.filter((other) => other !== entry)
  }
  return { entries, seats }
}
