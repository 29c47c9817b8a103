import { conflict, type FailureKind, forbidden, invalid, notFound } from '../../../lib/contract/failure.ts'
import { unsupportedPicture } from '../../../lib/contract/picture.ts'

/** Clients depend on this message. */
/** `details` lists the fields. */
export const MissingFields = invalid('Missing required fields', 'MISSING_FIELDS')
export const EventOver = invalid(
  'This event has already ended. Change its time to a future time first.',
  'EVENT_OVER',
)
export const PastNotCancelled = conflict(
  'This event is over, so it cannot be cancelled. Archive it to remove it from your lists, or correct its attendance.',
  'EVENT_ENDED',
)
export const NotAsOrganization = forbidden(
  'you are not authorized to create an event as this organization',
  'PERMISSION_REQUIRED',
)
export const NotAsSomebodyElse = forbidden(
  'You can host events only as yourself or as an organization whose events you manage. Omit the host, or choose such an organization.',
  'PERMISSION_REQUIRED',
)
export const HostInactive = forbidden(
  'This organization is not active. Choose another host, or ask the school to reactivate it.',
  'ORG_INACTIVE',
)
export const HostPending = forbidden(
  'Your organization is pending approval and cannot create events yet.',
  'ORG_PENDING_APPROVAL',
)
export const UpdateForbidden = forbidden(
  "You are not authorized to update this event. Ask the event's host.",
  'UPDATE_FORBIDDEN',
  'header',
)
export const PublishForbidden = forbidden(
  "You are not authorized to publish this event. Ask the event's host.",
  'PUBLISH_FORBIDDEN',
  'header',
)
export const DeletionForbidden = forbidden(
  'You are not authorized to delete this event.',
  'DELETION_FORBIDDEN',
  'header',
)
export const PictureForbidden = forbidden(
  "You are not authorized to change this event's picture. Ask the event's host.",
  'PICTURE_FORBIDDEN',
  'header',
)
export const StatusForbidden = forbidden(
  'Only administrators can set this status. Submit the event for approval.',
  'FORBIDDEN',
)

/** The operation's message names both statuses. */
export const WrongMove = conflict('Cannot change status', 'WRONG_STATUS')
export const CapacityBelow = conflict(
  'Capacity is below current registrations',
  'CAPACITY_BELOW_REGISTRATIONS',
  'header',
)
export const EventOvertaken = conflict(
  'The event has changed since the state that your change is based on. Load it again and repeat your change.',
  'EVENT_OVERTAKEN',
)
export const EventLimitReached = conflict('Event limit reached', 'EVENT_LIMIT_REACHED')
export const EventClosed = conflict(
  'This event has ended and cannot be changed. Create a new event.',
  'EVENT_CLOSED',
)

export const StatusRequired = invalid('Status is required', 'STATUS_REQUIRED')
export const InvalidStatus = invalid('Invalid status value', 'INVALID_STATUS')
export const ReasonRequired = invalid('A reason is required to reject an event', 'REASON_REQUIRED')
export const EventIdsRequired = invalid('Event IDs array is required', 'EVENT_IDS_REQUIRED')
export const InvalidAction = invalid('Invalid action specified', 'INVALID_ACTION')
export const NoPicture = invalid('No file uploaded', 'NO_FILE')
export const UnsupportedPicture = invalid(unsupportedPicture, 'UNSUPPORTED_IMAGE')
export const TypeRequired = invalid('Event type is required', 'TYPE_REQUIRED')

export const EventFormMissing = notFound('Form not found', 'FORM_NOT_FOUND')
export const FormOfOthers = invalid(
  "This form belongs to another owner. Choose one of the host's forms.",
  'FORM_OF_OTHERS',
)

export const TemplateNotFound = notFound('Event template not found', 'TEMPLATE_NOT_FOUND', 'header')
export const TooManyTemplates = conflict(
  'An organization has at most 100 event templates. Delete one that you do not use.',
  'TOO_MANY_TEMPLATES',
)

export const RegistrationClosed = invalid(
  'This event requires registration, but registration is closed, so nobody could attend. Open registration, or do not require it.',
  'REGISTRATION_CLOSED',
)

/** Failures of events, rooms and the school's rules that this contract also declares. */
export { CheckInNotOffered, EventChanged, EventNotFound, HostOnly } from '../../events/contract.ts'
export { BadRange, ReservationConflict as RoomTaken, RoomTooSmall } from '../../rooms/contract.ts'
export {
  ApprovalRoutingUnavailable,
  BookingRuleBroken,
  CustomFieldInvalid,
  EventInBlackout,
  EventTooEarly,
  EventTooFarAhead,
  EventTypeNotAllowed,
  IndividualHostingOff,
} from '../../stakeholders/contract.ts'

export const SeriesTooLong = invalid(
  'This series has too many events. End it sooner, or repeat it less often.',
  'SERIES_TOO_LONG',
)
export const SeriesMade = conflict(
  'The events of this series already exist, so its schedule cannot change. Edit or delete its events, or create a new series.',
  'SERIES_MADE',
)
export const HelpersForbidden = forbidden(
  "You are not authorized to change this event's collaborators. Ask the event's host.",
  'COLLABORATORS_FORBIDDEN',
  'header',
)
export const HostNoOrganization = invalid(
  "Only an organization's event can have collaborators. Host the event as an organization to invite others.",
  'HOST_IS_A_PERSON',
)
export const UnknownHelper = invalid(
  'Organization not found. Choose one from the list of organizations.',
  'UNKNOWN_ORGANIZATION',
)
export const HostInvited = invalid(
  'The host cannot be invited to its own event. Choose another organization.',
  'HOST_INVITED',
)
export const AlreadyHelping = conflict(
  'This organization is already a collaborator on the event',
  'ALREADY_COLLABORATING',
)
export const TooManyHelpers = conflict(
  'An event has at most 20 collaborators. Remove one first.',
  'TOO_MANY_COLLABORATORS',
)
export const NotHelping = notFound(
  'This organization is not a collaborator on the event. Reload the list of collaborators.',
  'COLLABORATOR_NOT_FOUND',
)
export const InviteNotFound = notFound(
  'Collaboration invite not found. Ask the host for a new one.',
  'INVITE_NOT_FOUND',
)
export const InviteAnswered = conflict(
  'This invitation was already answered. Ask the host for a new one.',
  'INVITE_ANSWERED',
)
export const InviteExpired: FailureKind = {
  status: 410,
  message: 'This invitation has expired. Ask the host for a new one.',
  code: 'INVITE_EXPIRED',
}
