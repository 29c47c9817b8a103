import { type FailureKind, fail } from '../contract/failure.ts'
import { ConcurrentChange } from '../contract/failures.ts'
import { pause, type Wait } from './pause.ts'

/** What an attempt answers that was planned on something which is no longer so. */
export const conflicted: unique symbol = Symbol('lost')

/** Reads, decides and writes under conditions. `turn` counts from 0; only the first one may use what was read before. */
export type Attempt<R> = (turn: number) => Promise<R | typeof conflicted>

export type RetryOptions = {
  /** Where the usual number is not the right one: how many, with its reason beside it. */
  readonly attempts?: number
  /** What it is called here that somebody else was faster each time. */
  readonly failure?: FailureKind
}

/** Of eight who change one item at the same moment one wins every round, so that the last is through with the eighth. */
const defaultAttempts = 8

/**
 * Carries out `attempt`, and again from its first read on while it answers `lost`: at once after the first race, then
 * after random pauses that grow. Fails with 409 `CONCURRENT_CHANGE`, or with what `failure` names, when every race was
 * lost. A write that meets another one under way is no lost race: nothing has changed yet, and the verbs send it again.
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
