import { conflict, forbidden, invalid, notFound } from '../../../lib/contract/failure.ts'

export const EventNotFound = notFound('Event not found')
export const RegistrationClosed = invalid('Registration is not enabled for this event')
export const DeadlinePassed = invalid('Registration deadline has passed')
export const EventEnded = invalid('Event has ended')
export const EventFull = conflict('Event is at capacity')
export const NotRegistered = notFound('Registration not found')
export const CheckedIn = conflict('You have already checked in')
export const BadStatus = invalid('Invalid RSVP status')
export const NotYours = forbidden(
  "You can only change your own registration. Ask the event's organizers to change another person's registration.",
)
export const ResponseNotFound = notFound('Registration response not found')
export const EntryNotFound = notFound('Waitlist entry not found. Reload the waitlist.')
export const FormMissing = notFound('This event has no registration form. Register without answers.')
export const PersonNotFound = notFound('User not found', 'USER_NOT_FOUND')
export const NotForThem = invalid(
  'This event is for members only. Add the person as a member first.',
  'NOT_AN_ACTIVE_MEMBER',
)
export const HostOnly = forbidden('Only the host organization can perform this action')
export const CapacityBelow = conflict('Capacity is below current registrations')
export const TooManyEvents = invalid('Request at most 100 events at once')
export { AuthRequired, EventNotLinked, FeedbackNotOpen, NotAttended } from '../../answers/contract.ts'
