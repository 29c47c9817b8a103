import {
  conflicting,
  forbidden,
  invalid,
  missing,
  unauthenticated,
  unavailable,
} from '../../lib/contract/failure.ts'

export const ProofMissing = invalid('No authorization code or ID token provided', 'PROOF_MISSING')
export const IdTokenMissing = invalid('No ID token provided', 'PROOF_MISSING')
export const GoogleTokenInvalid = unauthenticated(
  'Google did not confirm this sign-in',
  'GOOGLE_TOKEN_INVALID',
)
export const AppleTokenInvalid = unauthenticated('Apple did not confirm this sign-in', 'APPLE_TOKEN_INVALID')
export const EmailRequired = invalid('Share an e-mail address to create an account', 'EMAIL_REQUIRED')
export const EmailUnproven = forbidden(
  'The provider has not verified this e-mail address',
  'EMAIL_NOT_VERIFIED',
)
/** Words of `EmailInUse` of lib/identity, which this contract may not import. */
export const EmailExists = conflicting('Email already exists', 'ACCOUNT_EXISTS')
/** One answer for an unknown, expired, used or foreign state, and for one that another browser began. */
export const StateInvalid = invalid(
  'This sign-in has expired or was begun elsewhere. Begin again.',
  'INVALID_STATE',
)
export const RedirectNotAllowed = invalid('No redirect address of this school', 'REDIRECT_NOT_ALLOWED')
export const PathNotAllowed = invalid('No path of this school', 'PATH_NOT_ALLOWED')
export const ProviderNotConfigured = unavailable(
  'This way to sign in is not set up here',
  'PROVIDER_NOT_CONFIGURED',
)
export const ProviderUnavailable = unavailable(
  'The identity provider does not answer. Try again later.',
  'PROVIDER_UNAVAILABLE',
)

export const SignInAgain = forbidden('Sign in again to change how you sign in', 'RECENT_LOGIN_REQUIRED')
export const WayTaken = conflicting('This account signs somebody else in', 'WAY_TAKEN')
export const WayExists = conflicting('Unlink the other account of this provider first', 'WAY_EXISTS')
export const LastWay = conflicting('This is the only way you can sign in', 'LAST_WAY')
export const WayNotFound = missing('Way to sign in not found', 'NOT_FOUND')
