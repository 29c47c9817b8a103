import type { PlannedEvent } from './contract/planned-shapes.ts'
import { hostViewOf } from './host-view.ts'
import type { EventRecord } from './lookup.ts'
import { changesRequestedView, type EventCard } from './records/event.ts'

/** The operational status of an event by the clock. */
export const operationalStatusOf = (
  { card }: Pick<EventRecord, 'card'>,
  now: Date,
): PlannedEvent['operationalStatus'] => {
  if (now.getTime() < Date.parse(card.start_time)) return 'upcoming'
  return now.getTime() <= Date.parse(card.end_time) ? 'active' : 'completed'
}

/** The part of the planners' view that comes from the card. */
export const plannedCardView = (card: EventCard, now: Date) => {
  const { eventId, shelf: _, collaborators, ...rest } = card
  return {
    ...rest,
    _id: eventId,
    description: card.summary,
    hostingId: hostViewOf(card),
    classroom_id: card.classroom_id ?? null,
    registrationDeadline: card.registrationDeadline ?? null,
    registrationFormId: card.registrationFormId ?? null,
    headsCheckedIn: card.headsInCount ?? 0,
    attendeeVisibility: card.attendeeVisibility ?? 'signed_in',
    operationalStatus: operationalStatusOf({ card }, now),
    ...changesRequestedView(card),
    collaboratorOrgs: collaborators.map((orgId) => ({ orgId, status: 'active' as const })),
  }
}

/** Events in the past can be created, as imports are. A published one gets a warning (rules/planning 46). */
const warningsOf = ({ status, shelf, end_time, updatedAt }: EventCard): Pick<PlannedEvent, 'warnings'> => {
  const isPublished = shelf === 'live' || status === 'pending'
  if (!isPublished || end_time > updatedAt) return {}
  const message = 'This event has already ended. If that is a mistake, change its time.'
  return { warnings: [{ code: 'EVENT_OVER', message }] }
}

/** An event as its planners read it. The reply schema removes other fields. */
export const plannedView = ({ card, body }: EventRecord, now: Date): PlannedEvent => ({
  ...body,
  ...plannedCardView(card, now),
  description: body.description,
  feedbackFormId: body.feedbackFormId ?? null,
  ...warningsOf(card),
})
