import { conflicting, invalid } from './failure.ts'
import type { Row } from './row.ts'

/** `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): the words of what can go wrong with one. */
export const BadIdempotencyKey = invalid(
  'An Idempotency-Key has 8 to 128 letters, digits or the signs . _ : -',
  'IDEMPOTENCY_KEY_INVALID',
)
export const IdempotencyInFlight = conflicting(
  'A request with this Idempotency-Key is still being carried out',
  'IDEMPOTENCY_IN_FLIGHT',
)
export const IdempotencyKeyReused = conflicting(
  'This Idempotency-Key was already used for another request',
  'IDEMPOTENCY_KEY_REUSED',
)

export const idempotencyFailures = [BadIdempotencyKey, IdempotencyInFlight, IdempotencyKeyReused] as const

/**
 * Whether an operation takes an `Idempotency-Key`: whatever creates something for somebody who is signed in.
 * Not what hands out tokens, which are never kept, and not what nobody can be held to.
 */
export const takesIdempotencyKey = ({ method, access, reply }: Row): boolean =>
  method === 'POST' && reply.status === 201 && reply.tokens === undefined && access !== 'anyone'
