import { fail } from '../../lib/contract/failure.ts'
import { type Desk, type EventCard, isForNobody } from '../events/service.ts'
import { Ended, EventNotFound, NotEnabled, NotStarted } from './failures.ts'

/** Fails with 404 for an event that does not exist, or no more. */
export const requirePresent = (card: EventCard | undefined): EventCard =>
  card && card.deletedAt === undefined ? card : fail(EventNotFound)

const wasSeen = ({ shelf, liveAt, deletedAt }: EventCard): boolean =>
  deletedAt === undefined && (shelf === 'live' || (shelf === 'past' && liveAt !== undefined))

/** An event that takes place or did, and its desk. Fails with 404 `Event not found`, 400 while check-in is not enabled. */
export const requireDesk = (
  card: EventCard | undefined,
  found: Desk | undefined,
): { readonly card: EventCard; readonly desk: Desk } => {
  if (!card || !wasSeen(card)) return fail(EventNotFound)
  return found?.enabled ? { card, desk: found } : fail(NotEnabled)
}

/** Whether only who is registered comes in: the event says so, where anybody could be, or its desk. */
export const isByRegistration = (card: EventCard, { settings }: Desk): boolean =>
  (card.registrationRequired && !isForNobody(card)) || settings.requireRegistration

/** Where early entry is allowed, doors open this long before the start. */
const earliestHours = 24

/** Whether somebody may check in at a moment: `early`, `late` or undefined for yes (events.md 2.4). */
export const outside = (card: EventCard, { settings }: Desk, at: string): 'early' | 'late' | undefined => {
  const moment = Date.parse(at)
  if (moment > Date.parse(card.end_time)) return 'late'
  const lead = settings.allowEarlyCheckIn ? earliestHours * 3600 * 1000 : 0
  return moment < Date.parse(card.start_time) - lead ? 'early' : undefined
}

/** Fails with 400 outside the time of the event, and for one that does not take place. */
export const refuseOutside = (card: EventCard, found: Desk, now: Date): void => {
  if (card.shelf === 'past') fail(Ended)
  const reason = outside(card, found, now.toISOString())
  if (reason !== undefined) fail(reason === 'late' ? Ended : NotStarted)
}
