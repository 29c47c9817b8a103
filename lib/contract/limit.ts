import { days, hours } from './time.ts'

/**
 * A rate limit: at most `max` within `seconds`. Counts are per subject that the operation names (an account, an
 * address, a session). `count: 'failures'` counts only refused tries; `addresses` and `mails` count each one that a
 * request names or sends.
 */
export type Limit = {
  readonly max: number
  readonly seconds: number
  readonly count?: 'failures' | 'addresses' | 'mails'
}

/**
 * Wrong guesses per hour over all accounts, from any number of senders and addresses: `docs/sign-in-limits.md` lists
 * the consequences. Accounts are spread over `parts` counters, so that no single row takes all writes.
 */
export const guesses = {
  password: { parts: 6, limit: { max: 40, seconds: hours, count: 'failures' } },
  code: { parts: 4, limit: { max: 50, seconds: hours, count: 'failures' } },
} as const

const daily = (max: number): Limit => ({ max, seconds: days, count: 'mails' })

/**
 * Daily limits for mails that people cause, by kind of receiver: typed addresses; participants, as members of an
 * organization or with a seat at an event; people of a school, from its administrators. Each mail counts for the
 * sender, the organization and the school, and the first exhausted limit stops it. Mails of a school's organizations
 * do not use up the school's own announcements.
 */
export const mailLimits = {
  typed: { person: daily(200), organization: daily(500), school: daily(5_000) },
  participants: { person: daily(20_000), organization: daily(50_000), school: daily(500_000) },
  people: { person: daily(250_000), school: daily(1_000_000) },
} as const
export type Receivers = keyof typeof mailLimits
