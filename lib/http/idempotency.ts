import type { Failure } from '../contract/failure.ts'
import { repeatWindowSeconds, takesIdempotencyKey } from '../contract/idempotency.ts'
import { runRepeatableOnce } from './idempotency-key.ts'
import type { Call, RunOperation } from './repeatable-run.ts'
import type { Response } from './respond.ts'

const repeatSecondsOf = ({ route, repeatSeconds }: Call): number =>
  Math.min(repeatWindowSeconds(route.row) ?? 0, repeatSeconds)

/**
 * Runs an operation once for each `Idempotency-Key` of a caller. While the first request is in progress, and for
 * another request under the same key, the response is 409. A request that died frees its key after 60 seconds. Costs
 * one write before and one after.
 * Without a key, an operation that declares it (`creates`) recognizes the same request of the same person for some
 * seconds. The repetition runs under the ids of the first request, finds its puts done and returns the same response.
 * Costs one write, in parallel with the first reads (rules/http 24 to 26 and 34 to 37, rules/table 21).
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
  // Most requests create nothing, and start without loading the module.
  return runRepeatableOnce(call, caller, seconds, carryOut, refusal)
}
