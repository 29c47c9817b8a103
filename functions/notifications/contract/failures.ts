import { conflict, invalid, notFound } from '../../../lib/contract/failure.ts'

export const NotificationNotFound = notFound('Notification not found', 'NOTIFICATION_NOT_FOUND')
export const ActionNotFound = notFound('Action not found', 'ACTION_NOT_FOUND')
export const ActionDone = conflict('This action has already been completed', 'ACTION_DONE')
export const RecipientNotFound = notFound('User not found', 'USER_NOT_FOUND')
export const RoleNotFound = notFound('Role not found. Reload the list of roles.', 'ROLE_NOT_FOUND')
export const WordsRequired = invalid('Send a title and a message, or a template', 'WORDS_REQUIRED')
export const UnknownOperation = invalid(
  'An action refers to an operation that does not exist',
  'UNKNOWN_OPERATION',
)
export const SecurityNotMutable = invalid(
  'Security notifications cannot be turned off',
  'SECURITY_NOT_MUTABLE',
)
export const EssentialNotMutable = invalid(
  'Notifications about your own registrations and account cannot be turned off',
  'ESSENTIAL_NOT_MUTABLE',
)
export const TooManyMutedOrganizations = conflict(
  'You have muted 100 organizations individually. Mute the kind instead, or unmute an organization first.',
  'TOO_MANY_MUTED_ORGANIZATIONS',
)
export const BadPosition = invalid(
  'This cursor is not valid for this list. Start again without a cursor.',
  'INVALID_CURSOR',
)
export const UnsubscribeInvalid = notFound('This link is no longer valid', 'UNSUBSCRIBE_INVALID')
