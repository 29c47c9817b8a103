import { failUnavailable, isUnavailable } from '../../../lib/table/call.ts'
import type { Written } from '../../../lib/table/transact.ts'
import type { Known } from '../person.ts'
import type { Claim, SeatCounter } from '../repository.ts'
import { claimOf, handBack, isAbandoned, isOwn, isSlow } from '../seats/claims.ts'
import { claimInCrowd, clearAtTimes, isCrowded } from '../seats/crowded-claims.ts'
import { writeSeats } from '../seats/seats.ts'
import type { SeatContext } from '../seats/snapshot.ts'
import { inTurn } from '../seats/turns.ts'
import { isThere, writeRow } from './row-writes.ts'
import type { Step, Wish } from './seat-choice.ts'

/** How a step went. `seat` is the counter as the claim left it. */
export type Performed = Written & { readonly seat?: SeatCounter; readonly pending?: boolean }

/** Loaded where a claim is met that got no further: most registrations need none of it. */
const completion = () => import('./claim-completion.ts')
/** The same where it is that of somebody who left. */
const leavings = () => import('../seats/abandoned-claims.ts')

/** Goes on with what the same person has begun before, where that got no further. */
const meetOwn = async (
  context: SeatContext,
  wish: Wish,
  seat: SeatCounter,
  claim: Claim,
  known: Known,
): Promise<void> => {
  const { who, card, answered } = wish
  const now = context.now()
  if (claim.leaves && isAbandoned(claim, now)) await (await leavings()).endLeaving(context, seat, who, claim)
  else if (isAbandoned(claim, now))
    await (await completion()).completeClaim(context, card, seat, { who, claim }, known, answered)
  else if (isSlow(claim, now, true))
    await (await completion()).helpClaim(context, card, seat, { who, claim }, known, answered)
}

/** A claim, and what follows it. */
const performClaimed = async (
  step: Step,
  { seat, claim }: NonNullable<Step['claim']>,
  wish: Wish,
  known: Known,
  context: SeatContext,
): Promise<Performed> => {
  const { table, now } = context
  const claimed = await claimInCrowd(table, seat, wish.who, claim, now, async (open, turn) =>
    (await completion()).helpOne(context, wish.card, seat, open, wish.entryId, turn),
  )
  if (!claimed.ok) {
    const own = claimOf(claimed.seat, wish.who)
    if (claimed.seat && own) await meetOwn(context, wish, claimed.seat, own, known)
    else if (claimed.seat && isCrowded(claimed.seat)) return failUnavailable()
    return { ok: false, failed: [], found: [], pending: own !== undefined }
  }
  if (!isOwn(claim, now())) return failUnavailable()
  const written = await writeRow(table, step).catch(async (error) => {
    if (!isUnavailable(error)) throw error
    const { finishUnanswered } = await completion()
    return finishUnanswered(context, wish.card, seat, { who: wish.who, claim }, known, wish.answered)
  })
  if (!written) return failUnavailable()
  if (!isThere(written, claim)) {
    await handBack(table, seat, wish.who, claim)
    return written
  }
  await clearAtTimes(context, claimed.seat)
  return { ok: true, seat: claimed.seat }
}

/**
 * Carries out a step: one transaction, or a claim and what follows it. Without success nothing is taken; `pending` tells
 * that another request of the same person is under way. Where it ends between the two the claim stands, and is completed
 * for them. Fails with 503 while too many claims are open, or when the time for the row is over.
 */
export const perform = async (
  step: Step,
  wish: Wish,
  known: Known,
  context: SeatContext,
): Promise<Performed> => {
  const { table } = context
  const { claim: asked } = step
  if (!asked) return writeSeats(table, step.writes)
  const { eventId, k } = asked.seat
  return inTurn(`${table.tenant} ${eventId} ${k}`, () => performClaimed(step, asked, wish, known, context))
}
