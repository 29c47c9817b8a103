/**
 * A rate limit: at most `max` within `seconds`. What counts is the subject that the operation names
 * (an account, an address, a session). `count: 'failures'` counts refused tries only; `addresses` and `mails` count each of
 * those that one request names or sends.
 */
export type Limit = {
  readonly max: number
  readonly seconds: number
  readonly count?: 'failures' | 'addresses' | 'mails'
}

export const minutes = 60
export const hours = 3600

/**
 * How much may be guessed wrong in an hour over all accounts together, whoever sends it and from however many addresses:
 * `docs/sign-in-limits.md` says what follows. Accounts are spread over `parts` counters, so that no row of the table is
 * everybody's.
 */
export const guesses = {
  password: { parts: 6, limit: { max: 40, seconds: hours, count: 'failures' } },
  code: { parts: 4, limit: { max: 50, seconds: hours, count: 'failures' } },
} as const
