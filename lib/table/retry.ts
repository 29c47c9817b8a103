import { type FailureKind, fail } from '../contract/failure.ts'
import { ConcurrentChange } from '../contract/failures.ts'
import { pause, type Wait } from './pause.ts'

/** Result of an attempt whose plan was based on outdated data. */
export const conflicted: unique symbol = Symbol('lost')

/**
 * Reads, decides and writes under conditions. `turn` counts from 0; only the first attempt may use data read before.
 */
export type Attempt<R> = (turn: number) => Promise<R | typeof conflicted>

export type RetryOptions = {
  /** Number of attempts, if the default does not fit. State the reason next to it. */
  readonly attempts?: number
  /** The failure when every attempt met a conflict. */
  readonly failure?: FailureKind
}

/** When eight requests change one item at once, one wins each round, so the last one wins the eighth. */
const defaultAttempts = 8

/**
 * Runs `attempt` again from its first read while it returns `conflicted`: at once after the first conflict, then after
 * growing random pauses. Fails with 409 `CONCURRENT_CHANGE`, or with `failure`, when every attempt met a conflict. A
 * write that meets another write in progress is no such conflict: nothing has changed yet, and the verbs send it
 * again.
 */
export const retryOnConflict = async <R extends NonNullable<unknown> | null>(
  wait: Wait,
  attempt: Attempt<R>,
  { attempts = defaultAttempts, failure = ConcurrentChange }: RetryOptions = {},
): Promise<R> => {
  for (let turn = 0; turn < attempts; turn += 1) {
    if (turn > 1) await pause(wait, turn - 2)
    const outcome = await attempt(turn)
    if (outcome !== conflicted) return outcome
  }
  return fail(failure)
}
