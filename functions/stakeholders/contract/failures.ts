import { conflict, forbidden, invalid, notFound, unavailable } from '../../../lib/contract/failure.ts'

/** The operation's message adds the invalid field, operator or number. */
export const InvalidFlow = invalid('The approval flow is not valid', 'INVALID_APPROVAL_FLOW')
export const RoleInFlow = invalid('Role already exists in approval flow', 'ROLE_IN_FLOW')
export const DefaultRegistrationClosed = invalid(
  'Registration would be required but closed, so nobody could attend. Set rsvpEnabled too, or do not set rsvpRequired.',
  'DEFAULT_REGISTRATION_CLOSED',
)
export const InvalidStepIndex = invalid('Invalid step index', 'INVALID_STEP_INDEX')
export const RoleFieldsMissing = invalid(
  'Missing required fields: stakeholderId, stakeholderName, stakeholderType, domainId',
  'MISSING_FIELDS',
)
export const RoleExists = invalid(
  'A stakeholder role with this id already exists. Choose another id, or change that role.',
  'ROLE_EXISTS',
)
export const RoleNotFound = notFound(
  'Stakeholder role not found. Reload the list of roles.',
  'STAKEHOLDER_ROLE_NOT_FOUND',
)
export const RoleInUse = conflict(
  'The approval flow uses this role. Remove it from the flow first.',
  'ROLE_IN_USE',
)
export const TooManyRoles = conflict(
  'A school has at most 200 stakeholder roles. Delete one that is not used.',
  'TOO_MANY_STAKEHOLDER_ROLES',
)
export const UserNotFound = notFound('User not found', 'USER_NOT_FOUND')
export const MemberNotFound = notFound(
  'This person does not hold the role. Reload the list of holders.',
  'MEMBER_NOT_FOUND',
)
export const TooManyApprovalRoles = conflict(
  'A person can hold at most 50 stakeholder roles. Remove one first.',
  'TOO_MANY_APPROVAL_ROLES',
)
export const DomainNotFound = notFound('Domain not found. Reload the list of domains.', 'DOMAIN_NOT_FOUND')
export const DomainInUse = conflict(
  'This domain still has stakeholder roles. Move or delete these first.',
  'DOMAIN_IN_USE',
)
export const TooManyDomains = conflict(
  'A school has at most 100 domains. Delete one that is not used.',
  'TOO_MANY_DOMAINS',
)

export const ApprovalRoutingUnavailable = unavailable(
  'The required approvals cannot be determined at the moment. Nothing was saved. Try again in a few minutes.',
  'APPROVAL_ROUTING_UNAVAILABLE',
)
export const EventTypeNotAllowed = invalid('Event type is not allowed', 'EVENT_TYPE_NOT_ALLOWED')
export const EventInBlackout = invalid('Event falls in a blackout period', 'EVENT_IN_BLACKOUT')
export const EventLimitReached = conflict('Event limit reached', 'EVENT_LIMIT_REACHED')
export const EventTooEarly = invalid('The event starts too soon. Choose a later time.', 'EVENT_TOO_SOON')
export const EventTooFarAhead = invalid(
  'The event is too far in the future. Choose an earlier time.',
  'EVENT_TOO_FAR_AHEAD',
)
export const IndividualHostingOff = forbidden(
  'Only organizations can host events at this school. Choose one whose events you manage.',
  'INDIVIDUAL_HOSTING_OFF',
)
export const BookingRuleBroken = invalid(
  'The booking rules of this location do not allow the event',
  'BOOKING_RULE',
)
export const CustomFieldInvalid = invalid('A field of the event form is not valid', 'CUSTOM_FIELD_INVALID')
