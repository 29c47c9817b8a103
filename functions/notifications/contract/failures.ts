import { conflict, invalid, notFound } from '../../../lib/contract/failure.ts'

export const NotificationNotFound = notFound('Notification not found', 'NOTIFICATION_NOT_FOUND')
export const ActionNotFound = notFound('Action not found', 'ACTION_NOT_FOUND')
export const ActionDone = conflict('This action has already been carried out', 'ACTION_DONE')
export const RecipientNotFound = notFound('User not found', 'USER_NOT_FOUND')
export const RoleNotFound = notFound('Role not found. Read the list of roles again.', 'ROLE_NOT_FOUND')
export const WordsRequired = invalid('A title and a message, or a template, is required', 'WORDS_REQUIRED')
export const UnknownOperation = invalid(
  'An action names an operation that does not exist',
  'UNKNOWN_OPERATION',
)
export const SecurityNotMutable = invalid('Security notices cannot be turned off', 'SECURITY_NOT_MUTABLE')
export const BadPosition = invalid('This cursor does not belong to this list', 'INVALID_CURSOR')
export const UnsubscribeInvalid = notFound('This link is not valid any more', 'UNSUBSCRIBE_INVALID')
