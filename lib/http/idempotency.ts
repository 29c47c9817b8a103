import type { Failure } from '../contract/failure.ts'
import { repeatWindowSeconds, takesIdempotencyKey } from '../contract/idempotency.ts'
import { runRepeatableOnce } from './idempotency-key.ts'
import type { Call, RunOperation } from './repeatable-run.ts'
import type { Response } from './respond.ts'

const repeatSecondsOf = ({ route, repeatSeconds }: Call): number =>
  Math.min(repeatWindowSeconds(route.row) ?? 0, repeatSeconds)

/**
 * Carries an operation out once for each `Idempotency-Key` of a caller: 409 while the first is under way, and for another
 * request under the same key. A request that died frees its key after 60 seconds. Costs one write before and one after.
 *
 * Without a key, an operation that says so (`creates`) knows the same request of the same person for some seconds: it is
 * carried out under the ids of the first, finds its own puts done, and answers what the first one answered. Costs one
 * write, beside the first reads (rules/http 24 to 26 and 34 to 37, rules/table 21).
 */
export const runOnce = async (
  call: Call,
  carryOut: RunOperation,
  refusal: (failure: Failure) => Response,
): Promise<Response> => {
  const { caller, request, route } = call
  const seconds = repeatSecondsOf(call)
  const isKeyed = request.headers['idempotency-key'] !== undefined && takesIdempotencyKey(route.row)
  if (!caller || (seconds === 0 && !isKeyed)) return carryOut(call)
  // Most requests make nothing, and start without it.
  return runRepeatableOnce(call, caller, seconds, carryOut, refusal)
}
