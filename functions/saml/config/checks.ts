import { type FailureKind, fail } from '../../../lib/contract/failure.ts'
import { AuthenticationFailed } from '../contract/failures.ts'

/** Who has to act when a check fails. */
export type Side = 'identity provider' | 'school' | 'person' | 'platform'

export type Check = {
  readonly name: string
  readonly ok: boolean
  readonly message?: string | undefined
  readonly side?: Side | undefined
}

/** Notes every check of one message, so that a trace can tell how far it came and why it ended. */
export type Checks = {
  readonly done: Check[]
  /** Notes what ends nothing, once. */
  note(check: Check): void
  /** Notes a check and hands back what it found. Ends with `kind` when nothing was found. */
  need<T>(name: string, found: T | undefined | false, problem: string, side?: Side, kind?: FailureKind): T
}

export const checks = (): Checks => {
  const done: Check[] = []
  return {
    done,
    note(check) {
      if (!done.some(({ name }) => name === check.name)) done.push(check)
    },
    need(name, found, problem, side = 'identity provider', kind = AuthenticationFailed) {
      if (found !== undefined && found !== false) {
        if (!done.some((one) => one.name === name)) done.push({ name, ok: true })
        return found
      }
      done.push({ name, ok: false, message: problem, side })
      return fail(kind)
    },
  }
}
