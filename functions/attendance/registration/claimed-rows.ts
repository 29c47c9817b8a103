import { failUnavailable } from '../../../lib/table/call.ts'
import type { Written } from '../../../lib/table/transact.ts'
import type { Known } from '../person.ts'
import type { SeatCounter } from '../repository.ts'
import { claimOf, handBack, isAbandoned, isOwn, isSlow } from '../seats/claims.ts'
import { claimInCrowd, clearAtTimes, isCrowded } from '../seats/crowded-claims.ts'
import { writeSeats } from '../seats/seats.ts'
import type { SeatContext } from '../seats/snapshot.ts'
import { inTurn } from '../seats/turns.ts'
import { completeClaim, helpClaim, helpOne, isThere, writeRow } from './claim-completion.ts'
import type { Step, Wish } from './seat-choice.ts'

/** How a step went. `seat` is the counter as the claim left it. */
export type Performed = Written & { readonly seat?: SeatCounter; readonly pending?: boolean }

/** Loaded where somebody left before and their process ended: most registrations need none of it. */
const leavings = () => import('../seats/abandoned-claims.ts')

/** A claim, and what follows it. */
const performClaimed = async (
  step: Step,
  { seat, claim }: NonNullable<Step['claim']>,
  wish: Wish,
  known: Known,
  context: SeatContext,
): Promise<Performed> => {
  const { table, now } = context
  const claimed = await claimInCrowd(table, seat, wish.who, claim, now, (open, turn) =>
    helpOne(context, wish.card, seat, open, wish.entryId, turn),
  )
  if (!claimed.ok) {
    const own = claimOf(claimed.seat, wish.who)
    if (claimed.seat && own?.leaves && isAbandoned(own, now()))
      await (await leavings()).endLeaving(context, claimed.seat, wish.who, own)
    else if (claimed.seat && own && isAbandoned(own, now()))
      await completeClaim(context, wish.card, claimed.seat, { ...wish, claim: own }, known, wish.answered)
    else if (claimed.seat && own && isSlow(own, now(), true))
      await helpClaim(context, wish.card, claimed.seat, { ...wish, claim: own }, known, wish.answered)
    else if (claimed.seat && !own && isCrowded(claimed.seat)) return failUnavailable()
    return { ok: false, failed: [], found: [], pending: own !== undefined }
  }
  if (!isOwn(claim, now())) return failUnavailable()
  const written = await writeRow(table, step)
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
