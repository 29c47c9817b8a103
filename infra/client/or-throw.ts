import type { Done, Refusal } from './outcome.ts'

/** The error of `orThrow`: the failure's message, status and code. `cause` is the whole failure. */
export type QuadError = Error & {
  readonly status: number
  readonly code: string | undefined
  readonly cause: Refusal
}

/**
 * The data of a call. Throws a `QuadError` when the call fails.
 *
 *     const { event } = await orThrow(api.events.getEvent({ event_id }))
 */
export const orThrow = async <T>(call: Promise<Done<T> | Refusal>): Promise<T> => {
  const outcome = await call
  if (outcome.ok) return outcome.data
  const { message, status, code } = outcome
  throw Object.assign(new Error(message, { cause: outcome }), { name: 'QuadError', status, code })
}
