// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { AppleAnswer, AppleProof, Begun, GoogleProof, GoogleStart, LinkProof, LinkStart, SignedIn, Ways } from './schemas.ts'
import { operation } from './send.ts'

export type GoogleLoginInput = GoogleProof
export type GoogleLoginData = SignedIn
export type GoogleLoginFailure =
  | Anywhere
  | Failed<400, 'INVALID_STATE' | 'SCHOOL_REQUIRED' | 'PROOF_MISSING' | 'REDIRECT_NOT_ALLOWED' | 'EMAIL_REQUIRED'>
  | Failed<401, 'GOOGLE_TOKEN_INVALID'>
  | Failed<403, 'CROSS_SITE' | 'TENANT_UNAVAILABLE' | 'EMAIL_NOT_VERIFIED' | 'ACCOUNT_SUSPENDED'>
  | Failed<409, 'ACCOUNT_EXISTS' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'PROVIDER_NOT_CONFIGURED' | 'PROVIDER_UNAVAILABLE' | 'TENANT_UNAVAILABLE'>

export type AppleLoginInput = AppleProof
export type AppleLoginData = SignedIn
export type AppleLoginFailure =
  | Anywhere
  | Failed<400, 'INVALID_STATE' | 'SCHOOL_REQUIRED' | 'PROOF_MISSING' | 'EMAIL_REQUIRED'>
  | Failed<401, 'APPLE_TOKEN_INVALID'>
  | Failed<403, 'CROSS_SITE' | 'TENANT_UNAVAILABLE' | 'EMAIL_NOT_VERIFIED' | 'ACCOUNT_SUSPENDED'>
  | Failed<409, 'ACCOUNT_EXISTS' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'PROVIDER_NOT_CONFIGURED' | 'PROVIDER_UNAVAILABLE' | 'TENANT_UNAVAILABLE'>

export type StartGoogleLoginInput = GoogleStart
export type StartGoogleLoginData = Begun
export type StartGoogleLoginFailure =
  | Anywhere
  | Failed<400, 'REDIRECT_NOT_ALLOWED' | 'SCHOOL_REQUIRED'>
  | Failed<403, 'CROSS_SITE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'PROVIDER_NOT_CONFIGURED' | 'PROVIDER_UNAVAILABLE'>

export type StartAppleLoginInput = { readonly path?: string | undefined }
export type StartAppleLoginData = Begun
export type StartAppleLoginFailure =
  | Anywhere
  | Failed<400, 'PATH_NOT_ALLOWED'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'PROVIDER_NOT_CONFIGURED' | 'PROVIDER_UNAVAILABLE'>

export type AppleCallbackInput = AppleAnswer
export type AppleCallbackData = string
export type AppleCallbackFailure = Anywhere | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'> | Failed<429, 'RATE_LIMITED'>

export type ListWaysInput = Readonly<Record<string, never>>
export type ListWaysData = Ways
export type ListWaysFailure = Anywhere | NotSignedIn | Failed<403, 'OWN_PROOF_REQUIRED'>

export type StartLinkInput = LinkStart
export type StartLinkData = Begun
export type StartLinkFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'REDIRECT_NOT_ALLOWED' | 'PATH_NOT_ALLOWED'>
  | Failed<403, 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'RECENT_LOGIN_REQUIRED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'PROVIDER_NOT_CONFIGURED' | 'PROVIDER_UNAVAILABLE'>

export type LinkWayInput = LinkProof
export type LinkWayData = Ways
export type LinkWayFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'INVALID_STATE' | 'PROOF_MISSING'>
  | Failed<401, 'GOOGLE_TOKEN_INVALID' | 'APPLE_TOKEN_INVALID'>
  | Failed<403, 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'RECENT_LOGIN_REQUIRED'>
  | Failed<409, 'WAY_TAKEN' | 'WAY_EXISTS' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'PROVIDER_NOT_CONFIGURED' | 'PROVIDER_UNAVAILABLE'>

export type UnlinkWayInput = { readonly wayId: string }
export type UnlinkWayData = Ways
export type UnlinkWayFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'RECENT_LOGIN_REQUIRED'>
  | Failed<404, 'NOT_FOUND'>
  | Failed<409, 'LAST_WAY' | 'CONCURRENT_CHANGE'>
  | Failed<429, 'RATE_LIMITED'>

/** Google and Apple sign-in, and the ways a person signs in. */
export const providers = (send: Send) => ({
  /** Signs in with an authorization code or an ID token of Google. `POST /google-login` */
  googleLogin: operation<GoogleLoginInput, GoogleLoginData, GoogleLoginFailure>(
    send,
    { method: 'POST', path: '/google-login', body: true, reads: 'data', open: true, tokens: 'data' },
  ),
  /** Signs in with an ID token of Apple. `POST /apple-login` */
  appleLogin: operation<AppleLoginInput, AppleLoginData, AppleLoginFailure>(
    send,
    { method: 'POST', path: '/apple-login', body: true, reads: 'data', open: true, tokens: 'data' },
  ),
  /** Begins a sign-in with Google: where to send the browser, and the state to come back with. `POST /auth/google/start` */
  startGoogleLogin: operation<StartGoogleLoginInput, StartGoogleLoginData, StartGoogleLoginFailure>(
    send,
    { method: 'POST', path: '/auth/google/start', body: true, reads: 'data', open: true },
  ),
  /** Begins a sign-in with Apple, whose answer comes to the callback. `POST /auth/apple/start` */
  startAppleLogin: operation<StartAppleLoginInput, StartAppleLoginData, StartAppleLoginFailure>(
    send,
    { method: 'POST', path: '/auth/apple/start', body: true, reads: 'data', open: true },
  ),
  /** Takes Apple's answer from the browser and leads on to the school's pages. `POST /auth/apple/callback` */
  appleCallback: operation<AppleCallbackInput, AppleCallbackData, AppleCallbackFailure>(
    send,
    { method: 'POST', path: '/auth/apple/callback', body: true, reads: 'text', open: true, tokens: 'data' },
  ),
  /** The ways the caller can sign in. `GET /auth/ways` */
  listWays: operation<ListWaysInput, ListWaysData, ListWaysFailure>(
    send,
    { method: 'GET', path: '/auth/ways', reads: 'data' },
  ),
  /** Begins to link a provider to the account of the caller, who has just signed in. `POST /auth/ways/start` */
  startLink: operation<StartLinkInput, StartLinkData, StartLinkFailure>(
    send,
    { method: 'POST', path: '/auth/ways/start', body: true, reads: 'data' },
  ),
  /** Links the provider that a sign-in was begun with, given its proof. `POST /auth/ways` */
  linkWay: operation<LinkWayInput, LinkWayData, LinkWayFailure>(
    send,
    { method: 'POST', path: '/auth/ways', body: true, reads: 'data' },
  ),
  /** Unlinks a provider and signs out the devices that came in by it; never the last way. `DELETE /auth/ways/:wayId` */
  unlinkWay: operation<UnlinkWayInput, UnlinkWayData, UnlinkWayFailure>(
    send,
    { method: 'DELETE', path: '/auth/ways/:wayId', reads: 'data' },
  ),
})
