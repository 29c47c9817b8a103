import type { WholeEvent } from '../../events/index.ts'
import type { EventFacts } from '../../stakeholders/index.ts'

/** What rules and routing know of an event. */
export const factsOf = ({ card, body }: WholeEvent): EventFacts => ({
  eventId: card.eventId,
  name: card.name,
  description: body.description,
  type: card.type,
  location: card.location,
  classroom_id: card.classroom_id,
  start_time: card.start_time,
  end_time: card.end_time,
  timezone: card.timezone,
  visibility: card.visibility,
  expectedAttendance: card.expectedAttendance,
  maxAttendees: card.maxAttendees,
  contact: body.contact,
  externalLink: body.externalLink,
  tags: card.tags,
  targetAudience: body.targetAudience,
  hostingType: card.hostingType,
  hostingId: card.hostingId,
  requiresApproval: body.requiresApproval,
  registrationEnabled: card.registrationEnabled,
  registrationRequired: card.registrationRequired,
  autoBook: body.autoBook,
  customFields: body.customFields,
  recurrence: body.recurrence,
  createdBy: card.createdBy,
})
