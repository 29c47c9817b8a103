import { days, hours } from './time.ts'

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

/**
 * How much may be guessed wrong in an hour over all accounts together, whoever sends it and from however many addresses:
 * `docs/sign-in-limits.md` says what follows. Accounts are spread over `parts` counters, so that no row of the table is
 * everybody's.
 */
export const guesses = {
  password: { parts: 6, limit: { max: 40, seconds: hours, count: 'failures' } },
  code: { parts: 4, limit: { max: 50, seconds: hours, count: 'failures' } },
} as const

const daily = (max: number): Limit => ({ max, seconds: days, count: 'mails' })

/**
 * Mails that go to others because somebody said so, by receiver and day: to addresses that somebody typed, to people
 * who take part, as members of an organization or with a seat at an event, and to people of a school by its
 * administrators. Each counts for the person, for the organization that it is of, and for the school; whichever is used
 * up first ends it. What a school has to say is not kept back by what its organizations have said.
 */
export const mailLimits = {
  typed: { person: daily(200), organization: daily(500), school: daily(5_000) },
  participants: { person: daily(20_000), organization: daily(50_000), school: daily(500_000) },
  people: { person: daily(250_000), school: daily(1_000_000) },
} as const
export type Receivers = keyof typeof mailLimits
