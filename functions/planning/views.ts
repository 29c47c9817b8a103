import { type EventCard, hostViewOf, type WholeEvent } from '../events/index.ts'
import type { ListedEvent, PlannedEvent } from './contract/answers.ts'

/** Where an event stands by the clock. */
const operationalStatusOf = (
  { card }: Pick<WholeEvent, 'card'>,
  now: Date,
): PlannedEvent['operationalStatus'] => {
  if (now.getTime() < Date.parse(card.start_time)) return 'upcoming'
  return now.getTime() <= Date.parse(card.end_time) ? 'active' : 'completed'
}

const cardView = (card: EventCard, now: Date) => {
  const { eventId, shelf: _, collaborators, ...rest } = card
  return {
    ...rest,
    _id: eventId,
    hostingId: hostViewOf(card),
    classroom_id: card.classroom_id ?? null,
    registrationDeadline: card.registrationDeadline ?? null,
    registrationFormId: card.registrationFormId ?? null,
    attendeeVisibility: card.attendeeVisibility ?? 'signed_in',
    operationalStatus: operationalStatusOf({ card }, now),
    collaboratorOrgs: collaborators.map((orgId) => ({ orgId, status: 'active' as const })),
  }
}

/** An event in a list of an organization that hosts it, or helps to run it. */
export const listedView = (card: EventCard, orgId: string, now: Date): ListedEvent => ({
  ...cardView(card, now),
  collaborationRole: card.hostingId === orgId ? 'hosting' : 'collaborating',
})

/** An event as those who plan it read it. */
export const plannedView = ({ card, body }: WholeEvent, now: Date): PlannedEvent => ({
  ...cardView(card, now),
  feedbackFormId: body.feedbackFormId ?? null,
  description: body.description,
  autoBook: body.autoBook,
  reservation: body.reservation,
  contact: body.contact,
  externalLink: body.externalLink,
  targetAudience: body.targetAudience,
  customFields: body.customFields,
  requiresApproval: body.requiresApproval,
  notificationSettings: body.notificationSettings,
  recurrence: body.recurrence,
  occurrenceIndex: body.occurrenceIndex,
})

/** The event once at the top of the reply and once under `data`, for clients that read it there. */
export const inBothPlaces = (whole: WholeEvent, now: Date) => {
  const event = plannedView(whole, now)
  return { event, data: { event } }
}
