import { conflict, invalid } from './failure.ts'
import type { Row } from './row.ts'

/** `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): the words of what can go wrong with one. */
export const BadIdempotencyKey = invalid(
  'An Idempotency-Key has 8 to 128 letters, digits or the signs . _ : -',
  'IDEMPOTENCY_KEY_INVALID',
)
export const IdempotencyInFlight = conflict(
  'A request with this Idempotency-Key is still being carried out',
  'IDEMPOTENCY_IN_FLIGHT',
)
export const IdempotencyKeyReused = conflict(
  'This Idempotency-Key was already used for another request',
  'IDEMPOTENCY_KEY_REUSED',
)

export const idempotencyFailures = [BadIdempotencyKey, IdempotencyInFlight, IdempotencyKeyReused] as const

/**
 * Whether an operation takes an `Idempotency-Key`: whatever creates something for somebody who is signed in.
 * Not what hands out tokens or secrets, which are never kept, and not what nobody can be held to.
 */
export const takesIdempotencyKey = ({ creates, access, reply }: Row): boolean =>
  creates !== undefined && reply.tokens === undefined && !reply.secret && access !== 'anyone'

/** Seconds within which the same request of one person is taken for a repetition; undefined where it never is. */
export const repeatWindowSeconds = (row: Row): number | undefined =>
  takesIdempotencyKey(row) && typeof row.creates === 'number' ? row.creates : undefined

/** What people say is said again on purpose sooner than anything else is made again. */
export const messageRepeatSeconds = 20
/** Longer than clients and people try again after a lost answer. */
export const createRepeatSeconds = 60
