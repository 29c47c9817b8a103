import { forbidden, invalid, missing } from '../../lib/contract/failure.ts'
import { permissionRequired } from '../../lib/contract/permissions.ts'

/** Words of events.md, section 3.4. */
export const EventNotFound = missing('Event not found')
export const NotEnabled = invalid('Check-in is not enabled for this event')
export const NotStarted = invalid('Check-in has not started')
export const Ended = invalid('Check-in has ended')
export const BadLink = forbidden('Invalid or expired check-in link')
export const RegistrationRequired = forbidden('Registration is required to check in')
export const NotRegistered = missing('Registration not found')
export const HostOnly = forbidden('Only the host organization can perform this action')
export const NotPermitted = permissionRequired('manage_events')
export const NotOnPage = forbidden('Check-in on the page of the event is not enabled')
export const NoLink = invalid('Check-in by link is not enabled for this event')
export const NoScreen = invalid('Check-in by QR code is not enabled for this event')
export const BadDoor = forbidden('Invalid or expired door credential', 'DOOR_CREDENTIAL_INVALID')
export const DoorNotFound = missing('Door credential not found')
export const SearchTooShort = invalid('Search for at least two characters')
