import { hours, type Limit } from './limit.ts'

const daily = (max: number): Limit => ({ max, seconds: 24 * hours, count: 'mails' })

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
