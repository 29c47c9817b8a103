import { conflict, forbidden, invalid, notFound } from '../../lib/contract/failure.ts'

export const EmailRequired = invalid('Email is required', 'EMAIL_REQUIRED')
export const EmailInvalid = invalid('Invalid e-mail address', 'EMAIL_INVALID')
export const TooManyEmails = invalid('Emails must be an array with max 30 items', 'TOO_MANY_EMAILS', 'header')
export const TooManyInvites = invalid(
  'Invites must be an array with max 30 items',
  'TOO_MANY_INVITES',
  'header',
)
export const RoleNotFound = notFound('Role not found. Reload the list of roles.', 'ROLE_NOT_FOUND')
export const OwnerByTransferOnly = forbidden(
  'Owner role can only be assigned through ownership transfer',
  'OWNER_BY_TRANSFER_ONLY',
)
export const CannotAssignRole = forbidden('You cannot assign roles above your own level', 'ROLE_ABOVE_YOURS')
export const PermissionNotHeld = forbidden(
  'You can only grant permissions that you hold yourself. Leave out the others, or ask the owner.',
  'PERMISSION_NOT_HELD',
)
export const AlreadyMember = conflict('User is already a member', 'ALREADY_MEMBER')
export const AlreadyInvited = conflict('Invite already sent to this email', 'ALREADY_INVITED')
export const OrgPending = forbidden(
  'Your organization is pending approval and cannot invite members yet.',
  'ORG_PENDING_APPROVAL',
)

export const InviteNotFound = notFound('Invitation not found', 'INVITE_NOT_FOUND')
export const InviteUnknown = notFound('Invalid or expired invitation', 'INVITE_NOT_FOUND')
export const TokenRequired = invalid('Token is required', 'TOKEN_REQUIRED')
export const InviteForAnother = forbidden(
  'This invitation was sent to a different email address',
  'INVITE_EMAIL_MISMATCH',
)
export const EmailUnproven = forbidden(
  'Verify your e-mail address first, or follow the link in the mail',
  'EMAIL_NOT_VERIFIED',
)
export const InviteOver = invalid('Invitation is no longer valid', 'INVITE_OVER')
export const InviteExpired = invalid('Invitation has expired', 'INVITE_EXPIRED')
export const MembershipSuspended = forbidden(
  'This membership is suspended. Only an administrator can reactivate it.',
  'MEMBERSHIP_SUSPENDED',
)
export const TooManyMemberships = conflict(
  'A person can be a member of at most 200 organizations. Leave one of them first.',
  'TOO_MANY_MEMBERSHIPS',
)
export const InviteEmailMismatch = invalid(
  'This invitation was sent to a different email address',
  'INVITE_EMAIL_MISMATCH',
)
