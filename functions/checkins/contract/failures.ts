import { forbidden, invalid, missing } from '../../../lib/contract/failure.ts'
import { permissionRequired } from '../../../lib/contract/permissions.ts'

export const EventNotFound = missing('Event not found')
export const NotEnabled = invalid('Check-in is not enabled for this event')
export const NotStarted = invalid('Check-in has not started')
export const Ended = invalid('Check-in has ended')
export const BadLink = forbidden('Invalid or expired check-in link')
export const RegistrationRequired = forbidden('Registration is required to check in')
export const NotRegistered = missing('Registration not found')
export const HostOnly = forbidden('Only the host organization can perform this action')
export const NotPermitted = permissionRequired('manage_events')
export const NotOnPage = forbidden(
  'Check-in on the page of the event is not enabled. Use the link or the code at the door.',
)
export const NoLink = invalid(
  'Check-in by link is not enabled for this event. Show its QR code, or change the settings of its check-in.',
)
export const NoScreen = invalid(
  'Check-in by QR code is not enabled for this event. Use its link, or change the settings of its check-in.',
)
export const BadDoor = forbidden(
  'Invalid or expired door credential. Ask the organizers for a new one.',
  'DOOR_CREDENTIAL_INVALID',
)
export const DoorNotFound = missing('There is no such door credential. Read the list of them again.')
export const SearchTooShort = invalid('Search for at least two characters')
