import type { OwnCounts } from '../../../lib/own-counts.ts'
import type { Attendee, EventCard } from '../../events/index.ts'

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

/** A change of one registration by the caller. */
export type RegistrationChange = {
  readonly before?: Attendee | undefined
  readonly after?: Attendee | undefined
  /** People from the waitlist who got the freed seats. */
  readonly promoted?: number
}

/**
 * Records a change for the caller's next pages; the card counts it only later. Seats that were given to other people
 * remain counted.
 */
export const countForCaller = (
  { counts }: { readonly counts: OwnCounts },
  card: EventCard,
  { before, after, promoted = 0 }: RegistrationChange,
): void => {
  const { eventId, registrationCount, seatsTaken, waitlistCount } = card
  const [was, is] = [seatCountsOf(before), seatCountsOf(after)]
  if (promoted === 0) {
    counts.change('registrations', eventId, registrationCount, is.registrationCount - was.registrationCount)
    counts.change('seats', eventId, seatsTaken, is.seatsTaken - was.seatsTaken)
  }
  counts.change('waitlist', eventId, waitlistCount, is.waitlistCount - was.waitlistCount - promoted)
}
