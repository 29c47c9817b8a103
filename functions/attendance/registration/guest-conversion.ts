import type { TenantUser } from '../../../lib/identity/person/records.ts'
import { unchanged } from '../../../lib/table/condition.ts'
import { check, put, remove, type Write } from '../../../lib/table/write.ts'
import { type Attendee, attendee, type EventCard } from '../../events/index.ts'
import { attendeeCopiesOf, attendeeIdOf, rowKey } from '../attendee-key.ts'
import { seatCounter, waitlistEntry } from '../repository.ts'
import { claimOf, removeCompletedClaims } from '../seats/seat-claim.ts'
import { readCounter } from '../seats/seat-counter.ts'
import type { SeatContext } from '../seats/snapshot.ts'

/** A guest's open claim would look like one whose row was never written. */
const noClaimChecks = (guest: Attendee): readonly Write[] =>
  guest.walkIn ? [] : [check(seatCounter, guest, { withoutEntry: { claims: attendeeIdOf(guest) } })]

/**
 * Converts the registration of a guest who has joined the school to a user's, with seats, waitlist place and answers. A
 * conflict changes nothing; the caller reads again.
 */
export const convertGuest = async (
  context: SeatContext,
  card: EventCard,
  user: TenantUser,
): Promise<void> => {
  const { table } = context
  const guestKey = rowKey(card, { kind: 'g', personId: user.globalUserId })
  const [guest, counter] = await Promise.all([
    table.get(attendee, guestKey, { strong: true }),
    readCounter(table, card.eventId),
  ])
  if (!guest) return
  if (counter && claimOf(counter, guest)) await removeCompletedClaims(table, counter)
  const { sourceTenant: _, picture: __, ...kept } = guest
  const after: Attendee = {
    ...kept,
    ...attendeeCopiesOf({ user }),
    ...rowKey(card, { kind: 'u', personId: user.id }),
    reason: 'joined_school',
    version: guest.version + 1,
  }
  const { eventId, place, guestCount } = after
  const entries =
    place === undefined ? [] : [{ eventId, place, kind: 'u' as const, personId: user.id, guestCount }]
  await table.write([
    remove(attendee, guestKey, unchanged(guest)),
    put(attendee, after, { absent: true }),
    ...entries.map((entry) => put(waitlistEntry, entry, { exists: true })),
    ...noClaimChecks(guest),
  ])
}
