import type { OwnCounts } from '../../../lib/own-counts.ts'
import { type Attendee, type EventCard, eventCountNames } from '../../events/index.ts'

/** The seats that one row takes. A person without a registration takes none. */
export const seatCountsOf = (row: Attendee | undefined) => {
  const registered = row !== undefined && !row.walkIn
  const seated = registered && row.status === 'attending'
  return {
    registrationCount: seated ? 1 : 0,
    seatsTaken: seated ? row.guestCount : 0,
    waitlistCount: registered && !seated ? 1 : 0,
  }
}

/** The counts of an event's card that are derived from its rows. */
export type Counts = Readonly<Record<(typeof eventCountNames)[number], number>>

/** People of one row who are inside: those who came, or all who come on the registration. */
export const headsInOf = ({ checkedIn, guestCount, headsCheckedIn = guestCount }: Attendee): number =>
  checkedIn ? Math.min(headsCheckedIn, guestCount) : 0

/** Counts of one row. */
export const countsOf = (row: Attendee | undefined): Counts => {
  const seats = seatCountsOf(row)
  return {
    ...seats,
    checkedInCount: row?.checkedIn ? 1 : 0,
    correctedCount: row?.correction ? 1 : 0,
    registeredInCount: seats.registrationCount === 1 && row?.checkedIn ? 1 : 0,
    headsInCount: row ? headsInOf(row) : 0,
  }
}

/** Counts of all rows of an event. */
export const countsOfAll = (rows: readonly Attendee[]): Counts => {
  const each = rows.map(countsOf)
  const sum = (name: keyof Counts): number => each.reduce((total, one) => total + one[name], 0)
  return Object.fromEntries(eventCountNames.map((name) => [name, sum(name)])) as Counts
}

/** A change of one registration, or of one person's presence, by the caller. */
export type RegistrationChange = {
  readonly before?: Attendee | undefined
  readonly after?: Attendee | undefined
  /** Other people from the waitlist who got seats. */
  readonly promoted?: readonly { readonly guestCount: number }[]
}

/**
 * Records a change for the caller's next pages; the card counts it only later. Freed seats and those that other people got
 * for them are recorded one after the other: the card may have counted only the first.
 */
export const countForCaller = (
  { counts }: { readonly counts: OwnCounts },
  card: EventCard,
  { before, after, promoted = [] }: RegistrationChange,
): void => {
  const { eventId, registrationCount, seatsTaken, waitlistCount } = card
  const { checkedInCount, registeredInCount = 0, headsInCount = 0 } = card
  const [was, is] = [countsOf(before), countsOf(after)]
  const promotedSeats = promoted.reduce((sum, { guestCount }) => sum + guestCount, 0)
  counts.change('registrations', eventId, registrationCount, is.registrationCount - was.registrationCount)
  counts.change('registrations', eventId, registrationCount, promoted.length)
  counts.change('seats', eventId, seatsTaken, is.seatsTaken - was.seatsTaken)
  counts.change('seats', eventId, seatsTaken, promotedSeats)
  counts.change('waitlist', eventId, waitlistCount, is.waitlistCount - was.waitlistCount - promoted.length)
  counts.change('checkedIn', eventId, checkedInCount, is.checkedInCount - was.checkedInCount)
  counts.change('registeredIn', eventId, registeredInCount, is.registeredInCount - was.registeredInCount)
  counts.change('headsIn', eventId, headsInCount, is.headsInCount - was.headsInCount)
}
