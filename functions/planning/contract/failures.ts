import { conflict, type FailureKind, forbidden, invalid, notFound } from '../../../lib/contract/failure.ts'

/** Clients depend on this message. */
/** `details` lists the fields. */
export const MissingFields = invalid('Missing required fields', 'MISSING_FIELDS')
export const EventOver = invalid(
  'Event has already ended. Give it a time that is still to come first.',
  'EVENT_OVER',
)
export const NotAsOrganization = forbidden(
  'you are not authorized to create an event as this organization',
  'PERMISSION_REQUIRED',
)
export const NotAsSomebodyElse = forbidden(
  'You can host events only as yourself. Leave the host out, or name an organization that you plan for.',
  'PERMISSION_REQUIRED',
)
export const HostInactive = forbidden(
  'This organization is not active. Choose another host, or ask the school to make it active again.',
  'ORG_INACTIVE',
)
export const HostPending = forbidden(
  'Your organization is pending approval and cannot create events yet.',
  'ORG_PENDING_APPROVAL',
)
export const UpdateForbidden = forbidden(
  'You are not authorized to update this event. Ask its host to do it.',
)
export const PublishForbidden = forbidden(
  'You are not authorized to publish this event. Ask its host to do it.',
)
export const DeletionForbidden = forbidden('You are not authorized to delete this event.')
export const PictureForbidden = forbidden(
  'You are not authorized to change the picture of this event. Ask its host to do it.',
)
export const StatusForbidden = forbidden(
  'Only administrators decide on events this way. Submit it for approval.',
  'FORBIDDEN',
)

/** The operation's message names both statuses. */
export const WrongMove = conflict('Cannot change status', 'WRONG_STATUS')
export const CapacityBelow = conflict('Capacity is below current registrations')
export const EventLimitReached = conflict('Event limit reached', 'EVENT_LIMIT_REACHED')
export const EventClosed = conflict(
  'An event that is over cannot be changed. Plan a new one.',
  'EVENT_CLOSED',
)

export const StatusRequired = invalid('Status is required', 'STATUS_REQUIRED')
export const InvalidStatus = invalid('Invalid status value', 'INVALID_STATUS')
export const ReasonRequired = invalid('A rejection needs a reason', 'REASON_REQUIRED')
export const EventIdsRequired = invalid('Event IDs array is required', 'EVENT_IDS_REQUIRED')
export const InvalidAction = invalid('Invalid action specified', 'INVALID_ACTION')
export const NoPicture = invalid('No file uploaded', 'NO_FILE')
export const UnsupportedPicture = invalid('Send a JPEG, PNG or WebP picture', 'UNSUPPORTED_IMAGE')
export const TypeRequired = invalid('Event type is required', 'TYPE_REQUIRED')

export const EventFormMissing = notFound('Form not found', 'FORM_NOT_FOUND')
export const FormOfOthers = invalid(
  'This form belongs to somebody else. Choose one of the host.',
  'FORM_OF_OTHERS',
)

export const TemplateNotFound = notFound('Event template not found')
export const TooManyTemplates = conflict(
  'An organization has at most 100 event templates. Delete one that you do not use.',
  'TOO_MANY_TEMPLATES',
)

export const RegistrationClosed = invalid(
  'Nobody could come: this event requires a registration and takes none. Open its registration, or do not require one.',
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
  'A series has too many events. Let it end sooner, or repeat less often.',
  'SERIES_TOO_LONG',
)
export const SeriesMade = conflict(
  'The events of this series are made, so how it repeats is settled. Change or delete its events, or plan a new series.',
  'SERIES_MADE',
)
export const HelpersForbidden = forbidden(
  'You are not authorized to change who helps with this event. Ask its host to do it.',
)
export const HostNoOrganization = invalid(
  'Only events of organizations have helping organizations. Plan it for an organization to invite others.',
  'HOST_IS_A_PERSON',
)
export const UnknownHelper = invalid(
  'There is no such organization to invite. Choose one of the list of organizations.',
  'UNKNOWN_ORGANIZATION',
)
export const HostInvited = invalid(
  'The host is not invited to its own event. Choose another organization.',
  'HOST_INVITED',
)
export const AlreadyHelping = conflict(
  'This organization already helps with the event. Nothing is left to do.',
  'ALREADY_COLLABORATING',
)
export const TooManyHelpers = conflict(
  'At most 20 organizations help with an event. End the help of one first.',
  'TOO_MANY_COLLABORATORS',
)
export const NotHelping = notFound(
  'This organization does not help with the event. Read who does again.',
  'COLLABORATOR_NOT_FOUND',
)
export const InviteNotFound = notFound(
  'Collaboration invite not found. Ask the host for a new one.',
  'INVITE_NOT_FOUND',
)
export const InviteAnswered = conflict(
  'This invitation has been answered. The host can send a new one.',
  'INVITE_ANSWERED',
)
export const InviteExpired: FailureKind = {
  status: 410,
  message: 'This invitation has expired. Ask the host for a new one.',
  code: 'INVITE_EXPIRED',
}
