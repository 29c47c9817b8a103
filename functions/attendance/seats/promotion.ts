import { fail } from '../../../lib/contract/failure.ts'
import type { Condition } from '../../../lib/table/condition.ts'
import { remove, update, type Write } from '../../../lib/table/write.ts'
import { type Attendee, attendee, type EventCard } from '../../events/index.ts'
import { type AttendeeKey, attendeeIdOf } from '../attendee-key.ts'
import { EventFull } from '../contract/failures.ts'
import { registrationNotification } from '../registration/notifications.ts'
import { type Claim, type SeatCounter, type WaitlistEntry, waitlistEntry } from '../repository.ts'
import { claimOf, isAbandoned, isRowOf, releaseClaim, removeClaim } from './seat-claim.ts'
import { changeCounter, freeSeats, hasRoom } from './seat-counter.ts'
import type { SeatContext } from './snapshot.ts'

type PromotionReason = Exclude<Attendee['reason'], undefined | 'joined_school'>

/** A place ends with the entry id of its row. */
const entryIdOf = (place: string): string => place.slice(place.indexOf('#') + 1)

/** The guest count is unchanged since the promotion was claimed. A promotion refused once is refused for good. */
const isSameRound = ({ round }: Pick<Claim, 'round'>): Condition<WaitlistEntry> =>
  round === undefined ? { exists: true, without: ['round'] } : { exists: true, equals: { round } }

/** Seats a waiting person and removes the waitlist entry. `claim` holds the seats, if there is one. */
const rowWrites = (
  context: SeatContext,
  card: EventCard,
  entry: WaitlistEntry,
  reason: PromotionReason,
  claim?: Claim,
): readonly Write[] => {
  const { eventId, place, kind, personId, guestCount } = entry
  const promotedAt = context.now().toISOString()
  const entryId = entryIdOf(place)
  return [
    update(
      attendee,
      { eventId, kind, personId },
      { set: { status: 'attending', reason, promotedAt, entryId }, add: { version: 1 }, remove: ['place'] },
      { exists: true, equals: { status: 'waiting', place, guestCount } },
    ),
    remove(waitlistEntry, { eventId, place }, claim ? isSameRound(claim) : { exists: true }),
    registrationNotification(
      context,
      'waitlist_promoted',
      card,
      entry,
      `${eventId}#${attendeeIdOf(entry)}#${place}`,
    ),
  ]
}

export const promotionClaim = ({ place, guestCount, round }: WaitlistEntry, now: Date): Claim => ({
  entryId: entryIdOf(place),
  seats: guestCount,
  at: now.toISOString(),
  promoting: true,
  ...(round === undefined ? {} : { round }),
})

export const waitlistEntryOf = (row: Attendee): WaitlistEntry | undefined => {
  const { eventId, kind, personId, guestCount, place, status } = row
  return status === 'waiting' && place !== undefined
    ? { eventId, kind, personId, guestCount, place }
    : undefined
}

/** Writes the row of a promoted person whose seats are claimed. Returns false when the guest count has changed. */
export const writePromotedRow = async (
  context: SeatContext,
  card: EventCard,
  entry: WaitlistEntry,
  claim: Claim,
): Promise<boolean> => {
  const { table } = context
  const written = await table.write(rowWrites(context, card, entry, 'seat_freed', claim))
  if (written.ok) return true
  const { eventId, kind, personId } = entry
  const row = await table.get(attendee, { eventId, kind, personId }, { strong: true })
  return isRowOf(row, claim) && row.status === 'attending'
}

/**
 * Completes a promotion that another request started. An abandoned promotion that cannot be completed is released, and
 * the person waits again. Returns false while the claim is open.
 */
export const completePromotion = async (
  context: SeatContext,
  card: EventCard,
  { kind, personId }: AttendeeKey,
  claim: Claim,
): Promise<boolean> => {
  const { table, now } = context
  const person = { kind, personId }
  const row = await table.get(attendee, { eventId: card.eventId, ...person }, { strong: true })
  const entry = isRowOf(row, claim) ? waitlistEntryOf(row) : undefined
  const isPromoted =
    entry?.guestCount === claim.seats
      ? await writePromotedRow(context, card, entry, claim)
      : isRowOf(row, claim) && row.status === 'attending'
  if (isPromoted) await removeClaim(table, card, person, claim)
  else if (isAbandoned(claim, now())) await releaseClaim(table, card, person, claim)
  else return false
  return true
}

/**
 * The claim left behind by a registration ends with the promotion. A person with an open withdrawal is not promoted.
 */
const claimEnding = (entry: WaitlistEntry, counter: SeatCounter) => {
  const name = attendeeIdOf(entry)
  const claim = claimOf(counter, entry)
  return claim
    ? {
        change: { removeEntries: { claims: [name] } },
        condition: { entries: { claims: { [name]: claim } } },
      }
    : { change: {}, condition: { withoutEntry: { claims: name } } }
}

/**
 * Plans a promotion by an organizer before the person's turn, for one transaction. The transaction fails when the seats
 * or the person are gone by then. `force` needs no free seats. Fails with 409 `Event is at capacity`.
 */
export const organizerPromotionWrites = (
  context: SeatContext,
  card: EventCard,
  entry: WaitlistEntry,
  counter: SeatCounter,
  force: boolean,
): readonly Write[] => {
  const { guestCount } = entry
  const isRoom = freeSeats(counter) >= guestCount
  if (!isRoom && !force) return fail(EventFull)
  const { change, condition } = claimEnding(entry, counter)
  const { equals, ...room } = hasRoom(counter, guestCount)
  return [
    ...rowWrites(context, card, entry, 'organizer'),
    changeCounter(
      counter,
      { add: { taken: guestCount, waiting: -1 }, ...change },
      { ...(isRoom ? room : {}), ...condition, equals: { ...equals, hasWaitlist: true } },
    ),
  ]
}
