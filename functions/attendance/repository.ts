import * as z from 'zod/mini'
import { days } from '../../lib/contract/time.ts'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, type Write } from '../../lib/table/write.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/**
 * A change of one person's row, stored at the seat counter before the row is written; see docs/decisions/070. The claim
 * of a registration has taken its seats, or a place on the waitlist (`waitlist`). It is removed once the row exists. The
 * claim of a withdrawal (`leaving`) releases them once the row is removed. The claim of a promotion (`promoting`) has
 * taken the seats and left the waitlist.
 */
export const Claim = z.object({
  /** The row's entry id. */
  entryId: text,
  seats: z.number(),
  /**
   * When the claim was made (ISO 8601), if different from the time in `entryId`. A small counter handles more requests
   * a second.
   */
  at: maybe(text),
  waitlist: maybe(z.literal(true)),
  leaving: maybe(z.literal(true)),
  /** Identifies the withdrawing request, so that two requests never confuse their claims. */
  requestId: maybe(text),
  promoting: maybe(z.literal(true)),
  /** The round of the waitlist entry to promote. */
  round: maybe(z.number()),
  /** When another request took the claim over (ISO 8601). */
  takenOverAt: maybe(text),
})
export type Claim = z.infer<typeof Claim>

/**
 * The seat counter of an event: the sum of seats and waitlist places in rows and open claims. While `hasWaitlist`, free
 * seats go to the waitlist only.
 */
export const SeatCounter = z.object({
  eventId: text,
  open: z.boolean(),
  /** Null: no limit. */
  capacity: z.nullable(z.number()),
  /** Seats: the guest counts of all seated people. */
  taken: z.number(),
  /** People on the waitlist. */
  waiting: z.number(),
  hasWaitlist: z.boolean(),
  /** Copy of the card's: outdated terms seat no person. */
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

/** A place on the waitlist. The person's row has status `waiting` and the same place. */
export const WaitlistEntry = z.object({
  eventId: text,
  /** `<gateway time>#<id>`: the order of the waitlist. */
  place: text,
  kind: z.enum(['u', 'g']),
  personId: text,
  guestCount: z.number(),
  /** Counts changes of the person's guest count. A promotion that read another round fails. */
  round: maybe(z.number()),
})
export type WaitlistEntry = z.infer<typeof WaitlistEntry>
export const waitlistEntry = entity('WaitlistEntry', WaitlistEntry, {
  scope: 'tenant',
  pk: 'EV#{eventId}#W',
  sk: '{place}',
})

/** The first people on the waitlist, strongly consistent. */
export const firstWaiting = async (
  table: Table,
  eventId: string,
  limit: number,
): Promise<readonly WaitlistEntry[]> =>
  (await table.list(waitlistEntry, { keyParams: { eventId }, limit, strong: true })).items

/**
 * Pending updates of attendee rows. The event moved (`times`) or became members-only (`narrowing`). The person was
 * renamed (`names`), left the school (`leaving`) or an organization (`parting`). Or seats were claimed for rows
 * (`claims`). Each change event handles one page and writes the row of the next; `run` distinguishes causes.
 */
export const PeopleDue = z.object({
  job: z.enum(['times', 'names', 'leaving', 'guestLeaving', 'parting', 'narrowing', 'claims']),
  /** An event, a tenant user, or a guest's global user. */
  subject: text,
  run: text,
  round: text,
  /** The organization that the person left, if any. */
  orgId: maybe(text),
  /** The end of their affiliation (ISO 8601). Later registrations remain. */
  until: maybe(text),
  /** The organization itself was deleted. */
  ended: maybe(z.boolean()),
  /** The person left by themselves and gets no notification. */
  own: maybe(z.boolean()),
  /** Start of the page. */
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
