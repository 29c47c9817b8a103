import type { Condition } from '../../../lib/table/condition.ts'
import { remove, update, type Write } from '../../../lib/table/write.ts'
import { type Attendee, attendee, type EventCard } from '../../events/index.ts'
import { nameOf, type Who } from '../person.ts'
import { registrationNotification } from '../registration/notifications.ts'
import { type Claim, type LineEntry, lineEntry, type SeatCounter } from '../repository.ts'
import { dropClaim, handBack, isAbandoned, isOf } from './claims.ts'
import type { SeatContext } from './snapshot.ts'

type Reason = Exclude<Attendee['reason'], undefined | 'joined_school'>

/** A place ends in the id of its row. */
const idOf = (place: string): string => place.slice(place.indexOf('#') + 1)

/** Nobody has changed how many they are since they were promoted: what was refused once is refused for ever. */
const sameRound = ({ round }: Pick<Claim, 'round'>): Condition<LineEntry> =>
  round === undefined ? { exists: true, without: ['round'] } : { exists: true, equals: { round } }

/**
 * Turns a waiting person into an attending one; the place in line goes, and the seats are theirs. `seen`: the claim by
 * which they have them.
 */
export const turnWrites = (
  context: SeatContext,
  card: EventCard,
  entry: LineEntry,
  reason: Reason,
  seen?: Pick<Claim, 'round'>,
): readonly Write[] => {
  const { eventId, place, kind, personId, k, guestCount } = entry
  const promotedAt = context.now().toISOString()
  const entryId = idOf(place)
  return [
    update(
      attendee,
      { eventId, partition: k, kind, personId },
      { set: { status: 'attending', reason, promotedAt, entryId }, add: { version: 1 }, remove: ['place'] },
      { exists: true, equals: { status: 'waiting', place, guestCount } },
    ),
    remove(lineEntry, { eventId, place }, seen ? sameRound(seen) : { exists: true }),
    registrationNotification(
      context,
      'waitlist_promoted',
      card,
      entry,
      `${eventId}#${nameOf(entry)}#${place}`,
    ),
  ]
}

/** The claim of somebody who is promoted. */
export const promotionClaim = ({ place, guestCount, round }: LineEntry, now: Date): Claim => ({
  entryId: idOf(place),
  seats: guestCount,
  at: now.toISOString(),
  promotes: true,
  ...(round === undefined ? {} : { round }),
})

/** Where a waiting row stands in line. */
export const entryOf = (row: Attendee): LineEntry | undefined => {
  const { eventId, kind, personId, partition: k, guestCount, place, status } = row
  return status === 'waiting' && place !== undefined
    ? { eventId, kind, personId, k, guestCount, place }
    : undefined
}

type Place = Pick<SeatCounter, 'eventId' | 'k'>

/** Writes the row of somebody who has the seats already. False where they come with another number by now. */
export const turnClaimed = async (
  context: SeatContext,
  card: EventCard,
  entry: LineEntry,
  claim: Claim,
): Promise<boolean> => {
  const { table } = context
  const written = await table.write(turnWrites(context, card, entry, 'seat_freed', claim))
  if (written.ok) return true
  const { eventId, k: partition, kind, personId } = entry
  const row = await table.get(attendee, { eventId, partition, kind, personId }, { strong: true })
  return isOf(row, claim) && row.status === 'attending'
}

/**
 * Completes a promotion that somebody else has begun. What cannot be completed is given back once nobody goes on with it:
 * whoever waits is in line again. False while it stands.
 */
export const finishPromotion = async (
  context: SeatContext,
  card: EventCard,
  place: Place,
  { kind, personId }: Who,
  claim: Claim,
): Promise<boolean> => {
  const { table, now } = context
  const who = { kind, personId }
  const { eventId, k: partition } = place
  const row = await table.get(attendee, { eventId, partition, ...who }, { strong: true })
  const entry = isOf(row, claim) ? entryOf(row) : undefined
  const isTurned =
    entry?.guestCount === claim.seats
      ? await turnClaimed(context, card, entry, claim)
      : isOf(row, claim) && row.status === 'attending'
  if (isTurned) await dropClaim(table, place, who, claim)
  else if (isAbandoned(claim, now())) await handBack(table, place, who, claim)
  else return false
  return true
}
