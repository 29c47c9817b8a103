import { expect } from 'vitest'
import {
  type Claim,
  lineEntry,
  type SeatCounter,
  seatCounter,
} from '../../functions/attendance/repository.ts'
import { type Attendee, attendee, eventCard, partitionsOf } from '../../functions/events/index.ts'
import type { Entity, ValueOf } from '../../lib/table/entity.ts'
import type { World } from '../support/world.ts'

const all = async <E extends Entity>(
  w: World,
  of: E,
  holes: Record<string, string>,
): Promise<ValueOf<E>[]> => {
  const found: ValueOf<E>[] = []
  let cursor: string | undefined
  do {
    const page = await w.table().list(of, { holes, limit: 1000, cursor, strong: true })
    found.push(...page.items)
    cursor = page.cursor
  } while (cursor !== undefined)
  return found
}

/** Everything that is stored of the people of an event. */
export const stateOf = async (w: World, eventId: string) => {
  const card = await w.table().get(eventCard, { eventId }, { strong: true })
  if (!card) throw new Error('there is no such event')
  const names = partitionsOf(card)
  const [seats, rows, line] = await Promise.all([
    Promise.all(names.map((k) => w.table().get(seatCounter, { eventId, k }, { strong: true }))),
    Promise.all(names.map((partition) => all(w, attendee, { eventId, partition }))),
    all(w, lineEntry, { eventId }),
  ])
  return {
    card,
    seats: seats.filter((seat): seat is SeatCounter => seat !== undefined),
    rows: rows.flat() as Attendee[],
    line,
  }
}
export type State = Awaited<ReturnType<typeof stateOf>>

const sum = <V>(of: readonly V[], count: (one: V) => number): number =>
  of.reduce((whole, one) => whole + count(one), 0)

export const seatedIn = ({ rows }: State): readonly Attendee[] =>
  rows.filter(({ status, walkIn }) => status === 'attending' && !walkIn)
export const waitingIn = ({ rows }: State): readonly Attendee[] =>
  rows.filter(({ status }) => status === 'waiting')

/** What is claimed at a counter for rows that do not stand. */
export const openClaims = ({ claims = {} }: SeatCounter, { rows }: State): readonly Claim[] =>
  Object.values(claims).filter((claim) => !rows.some(({ entryId }) => entryId === claim.entryId))

/** Those who have the seats, and whose row still says that they wait. */
const promotedIn = ({ claims = {} }: SeatCounter, { rows }: State): readonly Claim[] =>
  Object.values(claims).filter(
    (claim) =>
      claim.promotes && rows.some(({ entryId, status }) => entryId === claim.entryId && status === 'waiting'),
  )

/** Counters equal recounts and what is claimed, the line equals those who wait, nobody is there twice, no seat is there that is none. */
export const expectSound = (state: State, forced = 0): void => {
  const { card, seats, line } = state
  const [seated, waiting] = [seatedIn(state), waitingIn(state)]
  for (const seat of seats) {
    const own = seated.filter(({ partition }) => partition === seat.k)
    const behind = waiting.filter(({ partition }) => partition === seat.k)
    const open = openClaims(seat, state)
    const promoted = promotedIn(seat, state)
    expect([seat.k, seat.taken, seat.waiting]).toEqual([
      seat.k,
      sum(own, ({ guestCount }) => guestCount) +
        sum(open, ({ line, seats: claimed }) => (line ? 0 : claimed)) +
        sum(promoted, ({ seats: claimed }) => claimed),
      behind.length + open.filter(({ line }) => line).length - promoted.length,
    ])
  }
  expect(new Set(seats.map(({ lined, open }) => `${lined} ${open}`)).size).toBe(1)
  if (waiting.length > 0) expect(seats.every(({ lined }) => lined)).toBe(true)
  const { maxAttendees } = card
  if (maxAttendees === null) expect(seats.every(({ capacity }) => capacity === null)).toBe(true)
  else {
    expect(sum(seats, ({ capacity }) => capacity ?? Number.NaN)).toBe(maxAttendees)
    expect(sum(seats, ({ taken }) => taken)).toBeLessThanOrEqual(maxAttendees + forced)
  }
  const places = ({
    place,
    personId,
    guestCount,
  }: {
    place?: string | undefined
    personId: string
    guestCount: number
  }) => `${place} ${personId} ${guestCount}`
  expect(line.map(places).sort()).toEqual(waiting.map(places).sort())
  const people = state.rows.map(({ globalUserId, personId }) => globalUserId ?? personId)
  expect(new Set(people).size).toBe(people.length)
}

/** What the card says is what a recount says. */
export const expectCounted = (state: State): void => {
  const { card, rows } = state
  const seated = seatedIn(state)
  const { registrationCount, seatsTaken, waitlistCount, checkedInCount, registeredInCount = 0 } = card
  expect({ registrationCount, seatsTaken, waitlistCount, checkedInCount, registeredInCount }).toEqual({
    registrationCount: seated.length,
    seatsTaken: sum(seated, ({ guestCount }) => guestCount),
    waitlistCount: waitingIn(state).length,
    checkedInCount: rows.filter(({ checkedIn }) => checkedIn).length,
    registeredInCount: seated.filter(({ checkedIn }) => checkedIn).length,
  })
  for (const [kind, shown] of [
    ['u', card.firstAttendees],
    ['g', card.firstGuests],
  ] as const) {
    const those = seated.filter((row) => row.kind === kind && !row.left)
    expect(shown).toHaveLength(Math.min(5, those.length))
    for (const { id, name, guestCount } of shown)
      expect(those.find(({ personId }) => personId === id)).toMatchObject({ name, guestCount })
  }
}
