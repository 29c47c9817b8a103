import { expect } from 'vitest'
import { type Claim, seatCounter, waitlistEntry } from '../../functions/attendance/repository.ts'
import { type Attendee, attendee, eventCard } from '../../functions/events/index.ts'
import type { Entity, ValueOf } from '../../lib/table/entity.ts'
import type { World } from '../support/world.ts'

const all = async <E extends Entity>(
  w: World,
  of: E,
  keyParams: Record<string, string>,
): Promise<ValueOf<E>[]> => {
  const found: ValueOf<E>[] = []
  let cursor: string | undefined
  do {
    const page = await w.table().list(of, { keyParams, limit: 1000, cursor, strong: true })
    found.push(...page.items)
    cursor = page.cursor
  } while (cursor !== undefined)
  return found
}

/** Everything that is stored of the people of an event. */
export const stateOf = async (w: World, eventId: string) => {
  const card = await w.table().get(eventCard, { eventId }, { strong: true })
  if (!card) throw new Error('there is no such event')
  const [counter, rows, waitlist] = await Promise.all([
    w.table().get(seatCounter, { eventId }, { strong: true }),
    all(w, attendee, { eventId }),
    all(w, waitlistEntry, { eventId }),
  ])
  return { card, counter, rows, waitlist }
}
export type State = Awaited<ReturnType<typeof stateOf>>

const sum = <V>(of: readonly V[], count: (one: V) => number): number =>
  of.reduce((whole, one) => whole + count(one), 0)

export const seatedIn = ({ rows }: State): readonly Attendee[] =>
  rows.filter(({ status, walkIn }) => status === 'attending' && !walkIn)
export const waitingIn = ({ rows }: State): readonly Attendee[] =>
  rows.filter(({ status }) => status === 'waiting')

/** The claims of an event. */
export const claimsOf = ({ counter }: State): Readonly<Record<string, Claim>> => counter?.claims ?? {}

/** Claims whose rows do not exist. */
export const openClaims = (state: State): readonly Claim[] =>
  Object.values(claimsOf(state)).filter(
    (claim) => !state.rows.some(({ entryId }) => entryId === claim.entryId),
  )

/** Claims of people who have seats, and whose row still says that they wait. */
const promotedIn = (state: State): readonly Claim[] =>
  Object.values(claimsOf(state)).filter(
    (claim) =>
      claim.promoting &&
      state.rows.some(({ entryId, status }) => entryId === claim.entryId && status === 'waiting'),
  )

/** The counter equals a recount and the claims, the waitlist equals the waiting rows, nobody is registered twice, no seat is sold twice. */
export const expectSound = (state: State, forced = 0): void => {
  const { card, counter, waitlist } = state
  const [seated, waiting] = [seatedIn(state), waitingIn(state)]
  const [open, promoted] = [openClaims(state), promotedIn(state)]
  if (counter) {
    expect([counter.taken, counter.waiting]).toEqual([
      sum(seated, ({ guestCount }) => guestCount) +
        sum(open, (claim) => (claim.waitlist ? 0 : claim.seats)) +
        sum(promoted, ({ seats }) => seats),
      waiting.length + open.filter((claim) => claim.waitlist).length - promoted.length,
    ])
    if (waiting.length > 0) expect(counter.hasWaitlist).toBe(true)
    const { maxAttendees } = card
    expect(counter.capacity).toBe(maxAttendees)
    expect(counter.taken).toBeLessThanOrEqual((maxAttendees ?? Number.POSITIVE_INFINITY) + forced)
  } else expect([seated, waiting]).toEqual([[], []])
  const places = ({
    place,
    personId,
    guestCount,
  }: {
    place?: string | undefined
    personId: string
    guestCount: number
  }) => `${place} ${personId} ${guestCount}`
  expect(waitlist.map(places).sort()).toEqual(waiting.map(places).sort())
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
