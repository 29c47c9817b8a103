import type { ChangeContext } from '../../../lib/consumer.ts'
import { oncePerBatch } from '../../../lib/keyed-answer.ts'
import { type EventCard, eventCard, filterAffiliated, isLive } from '../../events/index.ts'
import { attendeeIdOf } from '../attendee-key.ts'
import { type Claim, firstWaiting, type SeatCounter, seatCounter, type WaitlistEntry } from '../repository.ts'
import { completePromotion, promotionClaim, writePromotedRow } from './promotion.ts'
import {
  claimOf,
  claimTime,
  maxClaims,
  mayWriteRow,
  type OpenClaim,
  releaseClaim,
  removeClaims,
  removeCompletedClaims,
} from './seat-claim.ts'
import { claimsIn, closeWaitlist, freeSeats, hasRoom, isWaitlistEmpty, readCounter } from './seat-counter.ts'
import type { SeatContext } from './snapshot.ts'

/** A person whose party fits may pass this many people whose parties do not (rules/attendance 11). */
const maxPassed = 10
/** People promoted in one step. */
const maxPromoted = 10

type Waitlist = {
  readonly counter: SeatCounter
  /** The first people who may be promoted. */
  readonly first: readonly WaitlistEntry[]
  /** People from this place on are not promoted: their claims to join, leave or be promoted are open. */
  readonly blockedFrom: string | undefined
  /** Claims have ended since the counter was read. */
  readonly isStale: boolean
}

/** Claims to handle before any promotion. */
const concernsWaitlist = ({ waitlist, leaving, promoting }: Claim): boolean =>
  (waitlist === true && !leaving) || promoting === true

/** Completes promotions that other requests started and may have abandoned. Returns true when one has ended. */
const completePromotions = async (
  context: SeatContext,
  card: EventCard,
  open: readonly OpenClaim[],
): Promise<boolean> => {
  const begun = open.filter(({ claim }) => claim.promoting)
  const ended = await Promise.all(
    begun.map(({ person, claim }) => completePromotion(context, card, person, claim)),
  )
  return ended.includes(true)
}

const readWaitlist = async (context: SeatContext, card: EventCard): Promise<Waitlist | undefined> => {
  const { table } = context
  // The counter is read first. Every person it counts is on the waitlist by then, so no person is missed or passed.
  const counter = await readCounter(table, card.eventId)
  if (!counter) return undefined
  const [open, entries] = await Promise.all([
    claimsIn(counter).some(concernsWaitlist) ? removeCompletedClaims(table, counter) : [],
    counter.waiting > 0 ? firstWaiting(table, card.eventId, maxPassed + maxPromoted) : [],
  ])
  const isStale = await completePromotions(context, card, open)
  const joining = open.flatMap(({ claim }) =>
    claim.waitlist && !claim.leaving ? [`${claimTime(claim)}#${claim.entryId}`] : [],
  )
  const waiting = entries.filter((entry) => !claimOf(counter, entry)?.promoting)
  const leaving = waiting.filter((entry) => claimOf(counter, entry)?.leaving).map(({ place }) => place)
  const first = await filterAffiliated(table, card, waiting)
  return { counter, first, blockedFrom: [...joining, ...leaving].sort()[0], isStale }
}

/** Chooses the people who get the free seats, in order. A party that fits may pass some that do not. */
const chooseNext = ({ counter, first, blockedFrom }: Waitlist): readonly WaitlistEntry[] => {
  const chosen: WaitlistEntry[] = []
  const most = Math.min(maxPromoted, maxClaims - claimsIn(counter).length)
  let free = freeSeats(counter)
  let waiting = first
  while (chosen.length < most) {
    const next = waiting.slice(0, maxPassed).find(({ guestCount }) => guestCount <= free)
    if (!next || (blockedFrom !== undefined && next.place >= blockedFrom)) break
    chosen.push(next)
    free -= next.guestCount
    waiting = waiting.filter((entry) => entry !== next)
  }
  return chosen
}

/** Takes the seats of all chosen people, on condition that the waitlist is unchanged since the counter was read. */
const claimPromotions = async (
  { table }: SeatContext,
  counter: SeatCounter,
  seats: number,
  claims: Readonly<Record<string, Claim>>,
): Promise<boolean> => {
  const names = Object.keys(claims)
  // Seats freed in the meantime do not require a new start.
  const { equals, ...room } = hasRoom(counter, seats)
  const { ok } = await table.update(
    seatCounter,
    { eventId: counter.eventId },
    { add: { taken: seats, waiting: -names.length, version: 1 }, setEntries: { claims } },
    {
      exists: true,
      equals: { ...equals, version: counter.version, hasWaitlist: true, open: true },
      ...room,
      withoutEntry: { claims: names },
    },
  )
  return ok
}

type WaitlistStep = { readonly promoted: readonly WaitlistEntry[]; readonly more: boolean }

const nothingToDo: WaitlistStep = { promoted: [], more: false }
const tryAgain: WaitlistStep = { promoted: [], more: true }

/** Claims the seats of the first people in one update, and then writes the row of each. */
const promoteNext = async (
  context: SeatContext,
  card: EventCard,
  waitlist: Waitlist,
): Promise<WaitlistStep> => {
  const { table, now } = context
  const chosen = chooseNext(waitlist)
  if (chosen.length === 0) return nothingToDo
  const claimed = chosen.map((entry) => ({ entry, claim: promotionClaim(entry, now()) }))
  const claimsOf = (some: typeof claimed) =>
    Object.fromEntries(some.map(({ entry, claim }) => [attendeeIdOf(entry), claim]))
  const seats = chosen.reduce((sum, { guestCount }) => sum + guestCount, 0)
  if (!(await claimPromotions(context, waitlist.counter, seats, claimsOf(claimed)))) return tryAgain
  const promote = async ({ entry, claim }: (typeof claimed)[number]): Promise<boolean> => {
    // After that time another request may have released the seats.
    if (!mayWriteRow(claim, now())) return false
    if (await writePromotedRow(context, card, entry, claim)) return true
    await releaseClaim(table, card, entry, claim)
    return false
  }
  const results = await Promise.all(claimed.map(promote))
  const promoted = claimed.filter((_, at) => results[at])
  if (promoted.length > 0) await removeClaims(table, card, claimsOf(promoted))
  return { promoted: promoted.map(({ entry }) => entry), more: true }
}

const takeStep = async (context: SeatContext, card: EventCard): Promise<WaitlistStep> => {
  const waitlist = await readWaitlist(context, card)
  if (!waitlist) return nothingToDo
  const { counter } = waitlist
  if (waitlist.isStale) return tryAgain
  // After forced promotions beyond the capacity, no other person is seated.
  if (!counter.hasWaitlist || !counter.open || freeSeats(counter) < 0) return nothingToDo
  if (counter.waiting > 0) return promoteNext(context, card, waitlist)
  return isWaitlistEmpty(counter) && !(await closeWaitlist(context.table, counter)) ? tryAgain : nothingToDo
}

/**
 * Gives free seats to the waitlist in order, some people at a time, and closes an empty waitlist. It may run at any
 * time, also twice at once: the slower run starts again. At most `maxSteps` steps of four round trips. `more`: people
 * may be left.
 */
export const advanceWaitlist = async (
  context: SeatContext,
  card: EventCard,
  maxSteps: number,
): Promise<WaitlistStep> => {
  const promoted: WaitlistEntry[] = []
  if (!isLive(card) || Date.parse(card.end_time) <= context.now().getTime()) return nothingToDo
  for (let count = 0; count < maxSteps; count += 1) {
    const step = await takeStep(context, card)
    promoted.push(...step.promoted)
    if (!step.more) return { promoted, more: false }
  }
  return { promoted, more: true }
}

/** Waitlist steps for one stream record. */
const maxStepsPerRecord = 50

const promotions = (counter: SeatCounter): number =>
  claimsIn(counter).filter(({ promoting }) => promoting).length

/**
 * Whether a counter change may allow a promotion or the end of the waitlist. A request may have abandoned its
 * promotions.
 */
const mayAdvance = (before: SeatCounter, after: SeatCounter): boolean =>
  after.open &&
  (after.hasWaitlist || promotions(after) > 0) &&
  (freeSeats(after) > 0 || after.waiting === 0 || promotions(after) > promotions(before))

/** Continues the waitlist of an event, once for all records of a batch, which were written before it is read. */
export const continueWaitlist = (eventId: string, context: ChangeContext): Promise<void> =>
  oncePerBatch(context, `waitlist of ${eventId}`, async () => {
    const { table } = context
    const card = await table.get(eventCard, { eventId }, { strong: true })
    if (!card) return
    const { more } = await advanceWaitlist(context, card, maxStepsPerRecord)
    // The stream record of this update continues the work.
    if (more) await table.update(seatCounter, { eventId }, { add: { version: 1 } }, { exists: true })
  })

export const continueAfterChange = async (
  before: SeatCounter,
  after: SeatCounter,
  context: ChangeContext,
): Promise<void> => {
  if (mayAdvance(before, after)) await continueWaitlist(after.eventId, context)
}
