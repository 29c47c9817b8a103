import { conflict, invalid } from './failure.ts'
import type { Row } from './row.ts'

/** Failures of `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header). */
export const BadIdempotencyKey = invalid(
  'An Idempotency-Key must have 8 to 128 characters: letters, digits and . _ : -',
  'IDEMPOTENCY_KEY_INVALID',
)
export const IdempotencyInFlight = conflict(
  'A request with this Idempotency-Key is still in progress. Try again in a moment.',
  'IDEMPOTENCY_IN_FLIGHT',
)
export const IdempotencyKeyReused = conflict(
  'This Idempotency-Key was already used for another request. Use a new key.',
  'IDEMPOTENCY_KEY_REUSED',
)

export const idempotencyFailures = [BadIdempotencyKey, IdempotencyInFlight, IdempotencyKeyReused] as const

/**
 * Whether an operation accepts an `Idempotency-Key`: creates by signed-in callers. Tokens and secrets are excluded
 * because they are never stored, and anonymous requests because no caller identifies them.
 */
export const takesIdempotencyKey = ({ creates, access, reply }: Row): boolean =>
  creates !== undefined && reply.tokens === undefined && !reply.secret && access !== 'anyone'

/** Seconds within which one person's same request counts as a repetition; undefined if it never does. */
export const repeatWindowSeconds = (row: Row): number | undefined =>
  takesIdempotencyKey(row) && typeof row.creates === 'number' ? row.creates : undefined

/** People repeat a message on purpose sooner than they repeat other creates. */
export const messageRepeatSeconds = 20
/** Longer than clients and people retry after a lost response. */
export const createRepeatSeconds = 60
