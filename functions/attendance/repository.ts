import * as z from 'zod/mini'
import { days } from '../../lib/contract/time.ts'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, type Write } from '../../lib/table/write.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/**
 * A change of one person's row, stored at the seat counter before the row is written; see
 * docs/decisions/070-seats-are-claimed-before-rows-are-written.md. The claim of a registration has taken its seats, or a
 * place on the waitlist (`waitlist`), and is removed once the row exists. The claim of a withdrawal (`leaving`) gives them
 * back once the row is gone. The claim of a promotion (`promoting`) has taken the seats and left the waitlist.
 */
export const Claim = z.object({
  /** Of the row. */
  entryId: text,
  seats: z.number(),
  /** When it was made (ISO 8601), unless that is the time of `entryId`: small counters take more people a second. */
  at: maybe(text),
  waitlist: maybe(z.literal(true)),
  leaving: maybe(z.literal(true)),
  /** Identifies the withdrawing request, so that two of them never take each other's claim for their own. */
  requestId: maybe(text),
  promoting: maybe(z.literal(true)),
  /** The round of the waitlist entry that is promoted. */
  round: maybe(z.number()),
  /** When another request took the claim over (ISO 8601). */
  takenOverAt: maybe(text),
})
export type Claim = z.infer<typeof Claim>

/**
 * The seat counter of an event: the seats and waitlist places that its rows and open claims add up to. While
 * `hasWaitlist`, only the waitlist is given seats.
 */
export const SeatCounter = z.object({
  eventId: text,
  open: z.boolean(),
  /** Null: no limit. */
  capacity: z.nullable(z.number()),
  /** Seats: the guest counts of everybody seated. */
  taken: z.number(),
  /** People on the waitlist. */
  waiting: z.number(),
  hasWaitlist: z.boolean(),
  /** Copy of the card's: nobody is seated by terms that are over. */
  terms: maybe(z.number()),
  version: z.number(),
  /** By `u-<user>` or `g-<guest>`. */
  claims: z.record(text, Claim),
})
export type SeatCounter = z.infer<typeof SeatCounter>
export const seatCounter = entity('SeatCounter', SeatCounter, {
  scope: 'tenant',
  pk: 'EV#{eventId}#SEAT',
  sk: 'SEAT',
})

/** A place on the waitlist. The person's row says `waiting` and names it. */
export const WaitlistEntry = z.object({
  eventId: text,
  /** `<gateway time>#<id>`: the order of the waitlist. */
  place: text,
  kind: z.enum(['u', 'g']),
  personId: text,
  guestCount: z.number(),
  /** How often the person changed their guest count. A promotion that read another round never succeeds. */
  round: maybe(z.number()),
})
export type WaitlistEntry = z.infer<typeof WaitlistEntry>
export const waitlistEntry = entity('WaitlistEntry', WaitlistEntry, {
  scope: 'tenant',
  pk: 'EV#{eventId}#W',
  sk: '{place}',
})

/** The first people on the waitlist, read strongly. */
export const firstWaiting = async (
  table: Table,
  eventId: string,
  limit: number,
): Promise<readonly WaitlistEntry[]> =>
  (await table.list(waitlistEntry, { keyParams: { eventId }, limit, strong: true })).items

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
