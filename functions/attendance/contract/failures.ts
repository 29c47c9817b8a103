import { conflict, forbidden, invalid, notFound } from '../../../lib/contract/failure.ts'

export const EventNotFound = notFound('Event not found', 'EVENT_NOT_FOUND', 'header')
export const RegistrationClosed = invalid(
  'Registration is not enabled for this event',
  'REGISTRATION_CLOSED',
  'header',
)
export const DeadlinePassed = invalid(
  'Registration deadline has passed',
  'REGISTRATION_DEADLINE_PASSED',
  'header',
)
export const EventEnded = invalid('Event has ended', 'EVENT_ENDED', 'header')
export const EventFull = conflict('Event is at capacity', 'EVENT_FULL', 'header')
export const NotRegistered = notFound('Registration not found', 'NOT_REGISTERED', 'header')
export const CheckedIn = conflict('You have already checked in', 'ALREADY_CHECKED_IN', 'header')
export const BadStatus = invalid('Invalid RSVP status', 'INVALID_RSVP_STATUS', 'header')
export const NotYours = forbidden(
  "You can only change your own registration. Ask the event's organizers to change another person's registration.",
  'NOT_YOUR_REGISTRATION',
  'header',
)
export const ResponseNotFound = notFound('Registration response not found', 'RESPONSE_NOT_FOUND', 'header')
export const EntryNotFound = notFound(
  'Waitlist entry not found. Reload the waitlist.',
  'WAITLIST_ENTRY_NOT_FOUND',
  'header',
)
export const FormMissing = notFound(
  'This event has no registration form. Register without answers.',
  'NO_REGISTRATION_FORM',
  'header',
)
export const PersonNotFound = notFound('User not found', 'USER_NOT_FOUND')
export const NotForThem = invalid(
  'This event is for members only. Add the person as a member first.',
  'NOT_AN_ACTIVE_MEMBER',
)
export const HostOnly = forbidden('Only the host organization can perform this action', 'HOST_ONLY', 'header')
export const CapacityBelow = conflict(
  'Capacity is below current registrations',
  'CAPACITY_BELOW_REGISTRATIONS',
  'header',
)
export const TooManyEvents = invalid('Request at most 100 events at once', 'TOO_MANY_EVENTS', 'header')
export { AuthRequired, EventNotLinked, FeedbackNotOpen, NotAttended } from '../../form-records/contract.ts'
