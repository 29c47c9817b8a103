import * as z from 'zod/mini'
import {
  conflict,
  forbidden,
  invalid,
  notFound,
  unauthenticated,
  unavailable,
} from '../../lib/contract/failure.ts'
import { Id, line, text } from '../../lib/contract/fields.ts'

export const ProofMissing = invalid('No authorization code or ID token provided', 'PROOF_MISSING')
export const IdTokenMissing = invalid('No ID token provided', 'PROOF_MISSING')
export const GoogleTokenInvalid = unauthenticated(
  'Google did not confirm this sign-in',
  'GOOGLE_TOKEN_INVALID',
)
export const AppleTokenInvalid = unauthenticated('Apple did not confirm this sign-in', 'APPLE_TOKEN_INVALID')
export const EmailRequired = invalid(
  'An e-mail address is required to create an account. Allow the provider to share yours.',
  'EMAIL_REQUIRED',
)
export const EmailUnproven = forbidden(
  'The provider has not verified this e-mail address. Verify it with the provider first.',
  'EMAIL_NOT_VERIFIED',
)
/** Same words as `EmailInUse` of lib/identity, which this contract may not import. */
export const EmailExists = conflict('Email already exists', 'ACCOUNT_EXISTS')
/** One response for an unknown, expired, used or foreign state, and for a state that another browser began. */
export const StateInvalid = invalid(
  'This sign-in has expired or was started in another browser. Sign in again.',
  'INVALID_STATE',
)
export const RedirectNotAllowed = invalid(
  'The redirect address does not belong to this school',
  'REDIRECT_NOT_ALLOWED',
)
export const PathNotAllowed = invalid('The path does not lead to a page of this school', 'PATH_NOT_ALLOWED')
export const ProviderNotConfigured = unavailable(
  'This sign-in method is not configured. Choose another.',
  'PROVIDER_NOT_CONFIGURED',
)
export const ProviderUnavailable = unavailable(
  'The identity provider does not respond. Try again later.',
  'PROVIDER_UNAVAILABLE',
)

export const SignInAgain = forbidden('Sign in again to change your sign-in methods', 'RECENT_LOGIN_REQUIRED')
export const WayTaken = conflict(
  'This provider account is already linked to another user. Use another one.',
  'WAY_TAKEN',
)
export const WayExists = conflict(
  'An account of this provider is already linked. Unlink it first.',
  'WAY_EXISTS',
)
export const LastWay = conflict('This is your only sign-in method. Add another first.', 'LAST_WAY')
export const WayNotFound = notFound('Sign-in method not found', 'NOT_FOUND')

/** On the platform host the body names the school; on a school's host, the host does. */
const school = z.optional(text(64))
const state = text(128)
const idToken = text(8192)
const code = text(2048)

const name = z.optional(z.nullable(line(120, 0)))

/** User data that Apple sends to the client once. Only the name is used, because the data is not signed. */
export const AppleUser = z.object({
  email: z.optional(z.nullable(z.string().check(z.maxLength(254)))),
  name: z.optional(z.nullable(z.object({ firstName: name, lastName: name }))),
})
export type AppleUser = z.infer<typeof AppleUser>

/** `url` is the redirect address for which the code was issued, `postmessage` for a pop-up. */
export const GoogleProof = z.strictObject({
  code: z.optional(code),
  idToken: z.optional(idToken),
  codeVerifier: z.optional(z.nullable(z.string().check(z.regex(/^[\w.~-]{43,128}$/)))),
  url: z.optional(text(2048)),
  state: z.optional(state),
  isRegister: z.optional(z.boolean()),
  school,
})

export const AppleProof = z.strictObject({
  idToken: z.optional(idToken),
  user: z.optional(z.nullable(AppleUser)),
  state: z.optional(state),
  school,
})

/** `url` is the address to which Google returns the browser. A native app, which only needs a nonce, omits it. */
export const GoogleStart = z.strictObject({ url: z.optional(text(2048)), school })
/** `path` is where the browser ends up, at the school's own address. */
export const AppleStart = z.optional(z.strictObject({ path: z.optional(text(1024)) }))

/** Apple also posts this when a person cancels. Other fields are ignored. */
export const AppleAnswer = z.object({
  state: z.optional(z.string().check(z.maxLength(512))),
  code: z.optional(z.string().check(z.maxLength(2048))),
  id_token: z.optional(z.string().check(z.maxLength(8192))),
  user: z.optional(z.string().check(z.maxLength(2048))),
  error: z.optional(z.string().check(z.maxLength(256))),
})
export type AppleAnswer = z.infer<typeof AppleAnswer>

export const Begun = z.object({
  /** Address for the browser; absent for a native app. */
  authorizationUrl: z.optional(z.string()),
  state: z.string(),
  nonce: z.string(),
  expiresAt: z.string(),
})

export const Way = z.object({
  id: Id,
  kind: z.enum(['password', 'google', 'apple', 'saml']),
  /** For `saml`: the school of the identity provider. */
  school: z.optional(z.string()),
  /** When it was linked, or the password last set (ISO 8601). */
  since: z.string(),
  /**
   * False when the school has changed its identity provider since. It signs the person in again once it is linked
   * again.
   */
  active: z.boolean(),
  removable: z.boolean(),
})
export type Way = z.infer<typeof Way>
export const Ways = z.object({ ways: z.array(Way) })

export const LinkStart = z.strictObject({
  provider: z.enum(['google', 'apple']),
  url: z.optional(text(2048)),
  path: z.optional(text(1024)),
})
export const LinkProof = z.strictObject({
  state,
  code: z.optional(code),
  idToken: z.optional(idToken),
})
