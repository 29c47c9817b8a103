import { failUnavailable } from '../../../lib/table/call.ts'
import type { Written } from '../../../lib/table/transact.ts'
import type { Known } from '../person.ts'
import type { SeatCounter } from '../repository.ts'
import {
  claimOf,
  claimSeat,
  clearAtTimes,
  clearClaims,
  handBack,
  isAbandoned,
  isCrowded,
  isOwn,
} from '../seats/claims.ts'
import type { SeatContext } from '../seats/snapshot.ts'
import { completeClaim, isThere, writeRow } from './claim-completion.ts'
import type { Step, Wish } from './seat-choice.ts'

/** What stood in the way of a claim is dealt with as far as it may be, so that the next try fares better. */
const makeWay = async (
  { card, who, answered }: Pick<Wish, 'card' | 'who' | 'answered'>,
  seat: SeatCounter | undefined,
  known: Known,
  context: SeatContext,
): Promise<void> => {
  if (!seat) return
  const claim = claimOf(seat, who)
  if (claim && isAbandoned(claim, context.now()))
    await completeClaim(context, card, seat, { who, claim }, known, answered)
  if (isCrowded(seat)) await clearClaims(context.table, seat)
}

/** How a step went. `seat` is the counter as the claim left it. */
export type Performed = Written & { readonly seat?: SeatCounter; readonly pending?: boolean }

/**
 * Carries out a step: one transaction, or a claim and what follows it. Without success nothing is taken any more; `pending`
 * tells that requests under way have to end first, of others or of the same person. Where it ends between the two, or its time is over, the claim stands and is
 * completed for them.
 */
export const perform = async (
  step: Step,
  wish: Wish,
  known: Known,
  context: SeatContext,
): Promise<Performed> => {
  const { table, now } = context
  if (!step.claim) return table.write(step.writes)
  const { seat, claim } = step.claim
  const claimed = await claimSeat(table, seat, wish.who, claim)
  if (!claimed.ok) {
    await makeWay(wish, claimed.seat, known, context)
    const pending = claimed.seat && (isCrowded(claimed.seat) || claimOf(claimed.seat, wish.who) !== undefined)
    return { ok: false, failed: [], found: [], ...(pending ? { pending } : {}) }
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
