import { conflict, forbidden, invalid, notFound } from '../../../lib/contract/failure.ts'

export const RoleNotFound = notFound('Role not found. Reload the list of roles.', 'ROLE_NOT_FOUND')
export const RoleExists = conflict('Role with this name already exists', 'ROLE_EXISTS')
export const RoleImmutable = invalid('This is an immutable system role', 'ROLE_IMMUTABLE')
export const RoleInUse = conflict('Cannot delete role: members currently have this role', 'ROLE_IN_USE')
export const TooManyRoles = invalid('Maximum number of custom roles reached', 'TOO_MANY_ROLES')
export const UnknownPermission = invalid('Unknown permission', 'UNKNOWN_PERMISSION')
export const RoleNameReserved = invalid(
  'The names owner and member are reserved. Choose another name.',
  'ROLE_NAME_RESERVED',
)
export const DuplicateRoles = invalid(
  'Role names must be unique. Give each role another name.',
  'DUPLICATE_ROLES',
)
export const RoleIncomplete = invalid('A role needs a name and a display name', 'ROLE_INCOMPLETE')
export const SystemRolesMissing = invalid('Owner and member roles must be preserved', 'SYSTEM_ROLES_MISSING')

export const CannotCreateRole = forbidden(
  'You cannot create roles at or above your own level',
  'ROLE_ABOVE_YOURS',
)
export const CannotEditRole = forbidden(
  'You cannot edit roles at or above your own level',
  'ROLE_ABOVE_YOURS',
)
export const CannotAssignRole = forbidden('You cannot assign roles above your own level', 'ROLE_ABOVE_YOURS')
export const CannotChangeMember = forbidden(
  'This member ranks above you. Ask the owner or someone who ranks higher.',
  'MEMBER_ABOVE_YOU',
)
export const PermissionNotHeld = forbidden(
  'You can only grant permissions that you hold yourself. Leave out the others, or ask the owner.',
  'PERMISSION_NOT_HELD',
)

export const OwnTermStays = forbidden(
  'You cannot extend your own term. Ask someone else who can manage members.',
  'ROLE_TERM_STAYS',
)

export const RoleRequired = invalid('At least one role is required', 'ROLE_REQUIRED')
export const OwnerByTransferOnly = forbidden(
  'Owner role can only be assigned through ownership transfer',
  'OWNER_BY_TRANSFER_ONLY',
)
export const UserNotFound = notFound('User not found', 'USER_NOT_FOUND')
export const MemberNotFound = notFound('Member not found', 'MEMBER_NOT_FOUND')
export const OwnerStays = invalid('Cannot remove organization owner', 'OWNER_STAYS')
export const OwnerKeepsRole = invalid(
  'The owner keeps the owner role. Transfer the ownership first.',
  'OWNER_STAYS',
)
export const AlreadyOwner = invalid('This user is already the owner. Choose another member.', 'ALREADY_OWNER')
export const NewOwnerNotMember = invalid(
  'The new owner must be an active member of the organization',
  'NOT_AN_ORG_MEMBER',
)
export const AlreadyMember = conflict('You are already a member of this organization', 'ALREADY_MEMBER')
export const ApplicantIsMember = conflict('User is already a member', 'ALREADY_MEMBER')
export const MembershipSuspended = forbidden(
  'This membership is suspended. Only an administrator can reactivate it.',
  'MEMBERSHIP_SUSPENDED',
)
export const MembershipRefused = conflict(
  'This person declined being added as a member. Send an invitation, or try again after 30 days.',
  'MEMBERSHIP_REFUSED',
)
export const NotDrafted = invalid(
  'You joined this organization yourself. Leave the organization instead.',
  'NOT_DRAFTED',
)
export const TooManyMemberships = conflict(
  'A person can be a member of at most 200 organizations. Leave one of them first.',
  'TOO_MANY_MEMBERSHIPS',
)
export const ApplicationNotFound = notFound(
  'Application not found. It may have been withdrawn. Reload the list.',
  'APPLICATION_NOT_FOUND',
)
export const ApplicationProcessed = invalid('Application has already been processed', 'APPLICATION_PROCESSED')
export const ApplicationWithdrawn = conflict(
  'The applicant has withdrawn this application. No decision is needed.',
  'APPLICATION_WITHDRAWN',
)
export const ApplicationDecided = conflict(
  'This application has been decided and cannot be withdrawn. If you became a member, you can leave the organization.',
  'APPLICATION_DECIDED',
)
export const AlreadyApplied = conflict('You have already applied to this org', 'ALREADY_APPLIED')
export const OwnerCannotLeave = invalid(
  'Organization owner cannot leave. Please transfer ownership first.',
  'OWNER_STAYS',
)
export const NoOwnershipOffer = notFound(
  'There is no open offer of the ownership. It may have been withdrawn or have expired. Ask the owner for a new one.',
  'OWNERSHIP_OFFER_NOT_FOUND',
)
export const NotAMemberToLeave = invalid('You are not a member of this organization', 'NOT_AN_ORG_MEMBER')
export const OwnsOrganizations = conflict(
  'Transfer or delete the organizations that you own first',
  'OWNS_ORGANIZATIONS',
)
