import { conflicting, forbidden, invalid, missing, unsupported } from '../../lib/contract/failure.ts'

export const UserNotFound = missing('User not found', 'USER_NOT_FOUND')

export const NameRequired = invalid('Name is required', 'NAME_REQUIRED')
export const NameTooLong = invalid('A name has at most 120 characters', 'NAME_TOO_LONG')

export const UsernameRequired = invalid('Username is required', 'USERNAME_REQUIRED')
export const UsernameTooShort = invalid('A username has at least 3 characters', 'USERNAME_TOO_SHORT')
export const UsernameTooLong = invalid('A username has at most 20 characters', 'USERNAME_TOO_LONG')
export const UsernameInvalid = invalid('A username is made of letters and digits', 'USERNAME_INVALID')
export const UsernameProfane = invalid('Username does not abide by community standards', 'USERNAME_PROFANE')
export const UsernameTaken = invalid('Username is taken', 'USERNAME_TAKEN')

export const EmailChangeNotSupported = invalid(
  'The e-mail address of an account cannot be changed here',
  'EMAIL_CHANGE_NOT_SUPPORTED',
)

export const NoFile = invalid('No file uploaded')
export const UnsupportedImage = unsupported('Send a JPEG, PNG, GIF or WebP picture', 'UNSUPPORTED_IMAGE')
export const PushTokenRequired = invalid('Push token is required')

export const RecentLoginRequired = forbidden(
  'To delete this account, sign in again or send its password',
  'RECENT_LOGIN_REQUIRED',
)
export const LastPlatformAdmin = conflicting(
  'The last platform administrator cannot be removed',
  'LAST_PLATFORM_ADMIN',
)
