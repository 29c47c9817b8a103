import { conflicting, forbidden, invalid, missing, unavailable } from '../../lib/contract/failure.ts'

/** The rest of the sentence names the field, the operator or the number that is wrong. */
export const InvalidFlow = invalid('The approval flow is not valid', 'INVALID_APPROVAL_FLOW')
export const RoleInFlow = invalid('Role already exists in approval flow', 'ROLE_IN_FLOW')
export const InvalidStepIndex = invalid('Invalid step index', 'INVALID_STEP_INDEX')
export const RoleFieldsMissing = invalid(
  'Missing required fields: stakeholderId, stakeholderName, stakeholderType, domainId',
  'MISSING_FIELDS',
)
export const RoleExists = invalid('A stakeholder role with this id already exists', 'ROLE_EXISTS')
export const RoleNotFound = missing('Stakeholder role not found', 'STAKEHOLDER_ROLE_NOT_FOUND')
export const RoleInUse = conflicting('The approval flow needs this role', 'ROLE_IN_USE')
export const TooManyRoles = conflicting(
  'A school has at most 200 stakeholder roles',
  'TOO_MANY_STAKEHOLDER_ROLES',
)
export const UserNotFound = missing('User not found', 'USER_NOT_FOUND')
export const MemberNotFound = missing('This person does not hold the role', 'MEMBER_NOT_FOUND')
export const TooManyApprovalRoles = conflicting(
  'A person holds at most 50 stakeholder roles',
  'TOO_MANY_APPROVAL_ROLES',
)
export const DomainNotFound = missing('Domain not found', 'DOMAIN_NOT_FOUND')
export const DomainInUse = conflicting('This domain still has stakeholder roles', 'DOMAIN_IN_USE')
export const TooManyDomains = conflicting('A school has at most 100 domains', 'TOO_MANY_DOMAINS')

export const ApprovalRoutingUnavailable = unavailable(
  'Approvals cannot be determined at the moment. Nothing was saved.',
  'APPROVAL_ROUTING_UNAVAILABLE',
)
export const EventTypeNotAllowed = invalid('Event type is not allowed', 'EVENT_TYPE_NOT_ALLOWED')
export const EventInBlackout = invalid('Event falls in a blackout period', 'EVENT_IN_BLACKOUT')
export const EventLimitReached = conflicting('Event limit reached', 'EVENT_LIMIT_REACHED')
export const EventTooEarly = invalid('Event starts too soon to be booked', 'EVENT_TOO_SOON')
export const EventTooFarAhead = invalid('Event lies too far ahead to be booked', 'EVENT_TOO_FAR_AHEAD')
export const IndividualHostingOff = forbidden(
  'Only organizations can host events at this school',
  'INDIVIDUAL_HOSTING_OFF',
)
export const BookingRuleBroken = invalid('The place does not take this event', 'BOOKING_RULE')
export const CustomFieldInvalid = invalid('A field of the event form is not valid', 'CUSTOM_FIELD_INVALID')
