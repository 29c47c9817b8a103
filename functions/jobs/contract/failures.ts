import { conflict, type FailureKind, forbidden, invalid, notFound } from '../../../lib/contract/failure.ts'

/** Clients depend on this message; there is no code. */
export const AssignmentNotFound = notFound('Assignment not found', 'ASSIGNMENT_NOT_FOUND', 'header')
export const AssignmentNotDeleted: FailureKind = {
  status: 500,
  message: 'Error deleting assignment',
  code: 'ASSIGNMENT_NOT_DELETED',
  codeIn: 'header',
}

export const EventNotFound = notFound('Event not found', 'EVENT_NOT_FOUND', 'header')
export const EventChanged = conflict('Event was changed by someone else', 'CONCURRENT_CHANGE')

export const TemplateNotFound = notFound('Org event role not found', 'ORG_EVENT_ROLE_NOT_FOUND')
export const RoleNameTaken = conflict('An event role with this name already exists', 'EVENT_ROLE_EXISTS')
export const JobNotFound = notFound('Event role not found', 'EVENT_ROLE_NOT_FOUND')
export const RoleNameRequired = invalid('Role name is required', 'ROLE_NAME_REQUIRED')
export const TooManyJobs = conflict('An event has at most 100 roles. Delete one first.', 'TOO_MANY_ROLES')
export const UnknownAgendaItem = invalid(
  "agendaItemIds has an item that is not on this event's agenda",
  'AGENDA_ITEM_UNKNOWN',
)
export const BelowFilled = conflict(
  'More people are assigned to this role than requiredCount allows. Remove assignments first, or set a higher number.',
  'BELOW_FILLED_COUNT',
)
/** The operation's message names the problem with the two times. */
export const BadShift = invalid('shiftEnd must be after shiftStart', 'INVALID_SHIFT')

export const AlreadyAssigned = invalid('Member is already assigned to this role', 'ALREADY_ASSIGNED')
export const NotActiveMember = invalid(
  'This person is not an active member of an organization of this event. Choose an active member.',
  'NOT_AN_ACTIVE_MEMBER',
)
export const RoleFull = conflict('Role is already full', 'ROLE_FULL')
export const ShiftOverlap = conflict(
  'This member has another shift at this time. Choose another time or member.',
  'SHIFT_OVERLAP',
)
export const TooManyShifts = conflict(
  'This member has too many shifts on this day. Choose another day or member.',
  'TOO_MANY_SHIFTS',
)
export const OwnAnswerOnly = forbidden('You can only confirm or decline your own assignment', 'FORBIDDEN')

export const SignupNotFound = notFound('Volunteer signup not found', 'SIGNUP_NOT_FOUND')
export const AlreadySignedUp = invalid('You have already signed up for this role', 'ALREADY_SIGNED_UP')
export const SignupOverlap = invalid(
  'This shift conflicts with another role you have signed up for',
  'SHIFT_OVERLAP',
)
export const SignupDecided = conflict('This signup has already been decided', 'SIGNUP_DECIDED')
export const OwnSignupOnly = forbidden('You can only cancel your own signup', 'FORBIDDEN')
