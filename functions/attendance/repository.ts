import * as z from 'zod/mini'
import { days } from '../../lib/contract/time.ts'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, type Write } from '../../lib/table/write.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/**
 * What somebody's row is about to become, said at their counter before the row is written; see
 * docs/decisions/070-seats-are-claimed-before-rows-are-written.md. A registration has taken its seats, or a place in line
 * (`line`), and its claim goes once the row stands. Whoever leaves (`leaves`) gives theirs back together with the claim, once
 * the row is gone. Whoever is promoted (`promotes`) has the seats, and is in line no more.
 */
export const Claim = z.object({
  /** Of the row. */
  entryId: text,
  seats: z.number(),
  /** When it was made (ISO 8601), unless that is the time of `entryId`: small counters take more people a second. */
  at: maybe(text),
  line: maybe(z.literal(true)),
  leaves: maybe(z.literal(true)),
  /** The request by which somebody leaves: two of them never take each other's claim for their own. */
  by: maybe(text),
  promotes: maybe(z.literal(true)),
  /** The round of the place in line of whoever is promoted. */
  round: maybe(z.number()),
  /** When somebody else took the claim over (ISO 8601). */
  since: maybe(text),
})
export type Claim = z.infer<typeof Claim>

/**
 * One of the seat counters of an event. The capacities of all of them add up to the event's; `taken` is the sum of the
 * guest counts of the people in partition `k`, `waiting` how many of them stand in line. While `lined`, seats are given
 * to the line alone.
 */
export const SeatCounter = z.object({
  eventId: text,
  k: text,
  open: z.boolean(),
  /** Null: no limit. */
  capacity: z.nullable(z.number()),
  taken: z.number(),
  waiting: z.number(),
  lined: z.boolean(),
  /** Those of the card: a seat is given on the terms that the person was judged by. */
  terms: maybe(z.number()),
  version: z.number(),
  /** By `u-<user>` or `g-<guest>`. Counters of an older making have none. */
  claims: maybe(z.record(text, Claim)),
})
export type SeatCounter = z.infer<typeof SeatCounter>
export const seatCounter = entity('SeatCounter', SeatCounter, {
  scope: 'tenant',
  pk: 'EV#{eventId}#SEAT#{k}',
  sk: 'SEAT',
})

/** A place in line. The row of the person says `waiting` and names it. */
export const LineEntry = z.object({
  eventId: text,
  /** `<gateway time>#<id>`: the order of the line. */
  place: text,
  kind: z.enum(['u', 'g']),
  personId: text,
  /** The partition of the person's row. */
  k: text,
  guestCount: z.number(),
  /** How often its person has changed how many they are: a promotion that met another number never fits again. */
  round: maybe(z.number()),
})
export type LineEntry = z.infer<typeof LineEntry>
export const lineEntry = entity('LineEntry', LineEntry, {
  scope: 'tenant',
  pk: 'EV#{eventId}#W',
  sk: '{place}',
})

/** The first people in line, as they stand now. */
export const headsOf = async (table: Table, eventId: string, limit: number): Promise<readonly LineEntry[]> =>
  (await table.list(lineEntry, { holes: { eventId }, limit, strong: true })).items

/**
 * That rows of people follow something: an event that moved (`times`) or is for members only now (`narrowing`), a person
 * who is called otherwise (`names`), who has left the school (`leaving`) or an organization of it (`parting`), seats that were claimed for rows (`claims`). One notice carries out one page and leaves the next of these rows; `run` tells causes apart.
 */
export const PeopleDue = z.object({
  job: z.enum(['times', 'names', 'leaving', 'guestLeaving', 'parting', 'narrowing', 'claims']),
  /** An event, a tenant user, or the global user of a guest. */
  subject: text,
  run: text,
  round: text,
  /** The organization that somebody parted from, if it is one. */
  orgId: maybe(text),
  /** Until when they belonged (ISO 8601); whatever they have of later is theirs. */
  until: maybe(text),
  /** The organization itself is gone. */
  ended: maybe(z.boolean()),
  /** Nobody is told of what they asked for themselves. */
  own: maybe(z.boolean()),
  /** Where the page begins. */
  k: maybe(text),
  cursor: maybe(text),
  expiresAt: text,
})
export type PeopleDue = z.infer<typeof PeopleDue>
export const peopleDue = entity('PeopleDue', PeopleDue, {
  scope: 'tenant',
  pk: 'PEOPLE#{job}#{subject}',
  sk: '{run}#{round}',
  ttl: 'expiresAt',
})

const keptSeconds = 7 * days

export const peopleDueWrite = (due: Omit<PeopleDue, 'expiresAt'>, now: Date): Write =>
  put(peopleDue, { ...due, expiresAt: new Date(now.getTime() + keptSeconds * 1000).toISOString() })
