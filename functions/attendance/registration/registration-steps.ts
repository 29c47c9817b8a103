import { settleInOrder } from '../../../lib/contract/failure.ts'
import { failUnavailable, isUnavailable } from '../../../lib/table/call.ts'
import type { WriteResult } from '../../../lib/table/transact.ts'
import type { AttendeeRecords } from '../attendee-key.ts'
import type { Claim, SeatCounter } from '../repository.ts'
import { recoverLeaving } from '../seats/claim-recovery.ts'
import { runQueued } from '../seats/request-queue.ts'
import {
  claimOf,
  claimSeat,
  hasMaxClaims,
  isAbandoned,
  isSlow,
  mayWriteRow,
  releaseClaim,
  tidyClaims,
} from '../seats/seat-claim.ts'
import type { SeatContext } from '../seats/snapshot.ts'
import { completeClaim, helpClaim, helpSlowClaim, resolveUnanswered } from './claim-completion.ts'
import type { RegistrationRequest, RegistrationStep } from './registration-plan.ts'
import { isWritten, writeRow } from './row-writes.ts'

/**
 * The result of a step. `counter` is the state after the claim, or the state that refused it. `isPending`: another
 * request of the person is running.
 */
export type StepResult = WriteResult & { readonly counter?: SeatCounter; readonly isPending?: boolean }

/** Continues an unfinished claim of the same person. */
const continueOwnClaim = async (
  context: SeatContext,
  { person, card, answers }: RegistrationRequest,
  counter: SeatCounter,
  claim: Claim,
  known: AttendeeRecords,
): Promise<void> => {
  const now = context.now()
  if (claim.leaving && isAbandoned(claim, now)) await recoverLeaving(context, counter, person, claim)
  else if (isAbandoned(claim, now))
    await completeClaim(context, card, counter, { person, claim }, known, answers)
  else if (isSlow(claim, now, true)) await helpClaim(context, card, { person, claim }, known, answers)
}

const claimAndWrite = async (
  step: RegistrationStep,
  { counter, claim }: NonNullable<RegistrationStep['claim']>,
  request: RegistrationRequest,
  known: AttendeeRecords,
  context: SeatContext,
): Promise<StepResult> => {
  const { table, now } = context
  const { person, card, answers, entryId } = request
  const claimed = await claimSeat(table, counter, person, claim, now, async (open, turn) =>
    helpSlowClaim(context, card, open, entryId, turn),
  )
  if (!claimed.ok) {
    const own = claimOf(claimed.counter, person)
    if (claimed.counter && own) await continueOwnClaim(context, request, claimed.counter, own, known)
    else if (claimed.counter && hasMaxClaims(claimed.counter)) return failUnavailable()
    const refusal = { ok: false, failed: [], found: [] } as const
    return own ? { ...refusal, isPending: true } : { ...refusal, counter: claimed.counter }
  }
  if (!mayWriteRow(claim, now())) return failUnavailable()
  const row = writeRow(table, step).catch(async (error) => {
    if (!isUnavailable(error)) throw error
    return resolveUnanswered(context, card, { person, claim }, known, answers)
  })
  // Completed claims are those of others, so their check does not wait for the row.
  const [written] = await settleInOrder([row, tidyClaims(table, claimed.counter)])
  if (!written) return failUnavailable()
  if (!isWritten(written, claim)) {
    await releaseClaim(table, counter, person, claim)
    return written
  }
  return { ok: true, counter: claimed.counter }
}

/**
 * Runs a step: one transaction, or a claim and the writes after it. A failed step takes no seats. A request that ends
 * between claim and row leaves the claim, which recovery completes. `begin` starts what runs beside the first write,
 * which may be after a wait for other requests. Fails with 503 while the maximum of claims is open, or when the row would
 * be too late.
 */
export const runStep = async <B>(
  { claim, ...step }: RegistrationStep,
  request: RegistrationRequest,
  known: AttendeeRecords,
  context: SeatContext,
  begin: () => Promise<B>,
): Promise<readonly [StepResult, B]> => {
  const { table } = context
  const act = () => (claim ? claimAndWrite(step, claim, request, known, context) : table.write(step.writes))
  const both = () => Promise.all([act(), begin()])
  return claim ? runQueued(table, request.card, both) : both()
}
