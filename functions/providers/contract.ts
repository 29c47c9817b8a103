import { AccountSuspended, ConcurrentChange, SessionRevoked } from '../../lib/contract/failures.ts'
import { minutes } from '../../lib/contract/limit.ts'
import { data, text } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { SchoolNotFound, SchoolRequired } from '../auth/contract.ts'
import {
  AppleTokenInvalid,
  EmailExists,
  EmailRequired,
  EmailUnproven,
  GoogleTokenInvalid,
  IdTokenMissing,
  LastWay,
  PathNotAllowed,
  ProofMissing,
  ProviderNotConfigured,
  ProviderUnavailable,
  RedirectNotAllowed,
  SignInAgain,
  StateInvalid,
  WayExists,
  WayNotFound,
  WayTaken,
} from './failures.ts'
import {
  AppleAnswer,
  AppleProof,
  AppleStart,
  Begun,
  GoogleProof,
  GoogleStart,
  LinkProof,
  LinkStart,
  SignedIn,
  Ways,
} from './shapes.ts'

/** Per network address, which may be a whole campus: sign-ins that are begun, and proofs that are none. */
export const startLimits = { address: { max: 3000, seconds: 15 * minutes } } as const
export const proofLimits = { address: { max: 300, seconds: 15 * minutes, count: 'failures' } } as const
export const wayLimits = { account: { max: 20, seconds: 15 * minutes } } as const

/** How old a session may be that changes how its owner signs in. */
export const recentMinutes = 15

const outside = [ProviderNotConfigured, ProviderUnavailable, StateInvalid] as const
const entering = [...outside, EmailUnproven, EmailExists, AccountSuspended, ConcurrentChange] as const
const chosen = [SchoolRequired, SchoolNotFound] as const

export const contract = declare('providers', 'Google and Apple sign-in, and the ways a person signs in', {
  googleLogin: {
    summary: 'Signs in with an authorization code or an ID token of Google',
    method: 'POST',
    path: '/google-login',
    access: 'anyone',
    host: 'both',
    duringMaintenance: true,
    body: GoogleProof,
    reply: data(SignedIn, 'Google login successful', { tokens: 'data' }),
    fails: [...entering, ...chosen, ProofMissing, GoogleTokenInvalid, RedirectNotAllowed, EmailRequired],
    limits: proofLimits,
    example: { body: { idToken: 'demo-id-token-of-google' } },
  },
  appleLogin: {
    summary: 'Signs in with an ID token of Apple',
    method: 'POST',
    path: '/apple-login',
    access: 'anyone',
    host: 'both',
    duringMaintenance: true,
    body: AppleProof,
    reply: data(SignedIn, 'Apple login successful', { tokens: 'data' }),
    fails: [...entering, ...chosen, IdTokenMissing, AppleTokenInvalid, EmailRequired],
    limits: proofLimits,
    example: {
      body: {
        idToken: 'demo-id-token-of-apple',
        user: { name: { firstName: 'Ada', lastName: 'Lovelace' } },
      },
    },
  },
  startGoogleLogin: {
    summary: 'Begins a sign-in with Google: where to send the browser, and the state to come back with',
    method: 'POST',
    path: '/auth/google/start',
    access: 'anyone',
    host: 'both',
    duringMaintenance: true,
    body: GoogleStart,
    reply: data(Begun),
    fails: [ProviderNotConfigured, ProviderUnavailable, RedirectNotAllowed, ...chosen],
    limits: startLimits,
    example: { body: { url: 'http://demo.localhost/login' } },
  },
  startAppleLogin: {
    summary: 'Begins a sign-in with Apple, whose answer comes to the callback',
    method: 'POST',
    path: '/auth/apple/start',
    access: 'anyone',
    duringMaintenance: true,
    body: AppleStart,
    reply: data(Begun),
    fails: [ProviderNotConfigured, ProviderUnavailable, PathNotAllowed],
    limits: startLimits,
    example: { body: { path: '/events-dashboard' } },
  },
  appleCallback: {
    summary: "Takes Apple's answer from the browser and leads on to the school's pages",
    method: 'POST',
    path: '/auth/apple/callback',
    access: 'anyone',
    host: 'both',
    duringMaintenance: true,
    crossSite: 'any',
    urlencoded: true,
    body: AppleAnswer,
    reply: text('text/html; charset=utf-8', { tokens: 'data' }),
    limits: proofLimits,
    example: {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      cookies: ['__Host-sign-in=demo-sign-in-mark'],
      body: { state: 'demo-sign-in-state', id_token: 'demo-id-token-of-apple' },
    },
  },
  listWays: {
    summary: 'The ways the caller can sign in',
    method: 'GET',
    path: '/auth/ways',
    access: 'caller',
    host: 'both',
    inPerson: true,
    duringMaintenance: true,
    reply: data(Ways),
    fails: [SessionRevoked],
    example: { as: 'ada' },
  },
  startLink: {
    summary: 'Begins to link a provider to the account of the caller, who has just signed in',
    method: 'POST',
    path: '/auth/ways/start',
    access: 'caller',
    inPerson: true,
    duringMaintenance: true,
    body: LinkStart,
    reply: data(Begun),
    fails: [
      ProviderNotConfigured,
      ProviderUnavailable,
      RedirectNotAllowed,
      PathNotAllowed,
      SignInAgain,
      SessionRevoked,
    ],
    limits: wayLimits,
    example: { as: 'ada', body: { provider: 'google', url: 'http://demo.localhost/settings' } },
  },
  linkWay: {
    summary: 'Links the provider that a sign-in was begun with, given its proof',
    method: 'POST',
    path: '/auth/ways',
    access: 'caller',
    inPerson: true,
    duringMaintenance: true,
    body: LinkProof,
    reply: data(Ways, 'Linked'),
    fails: [
      ...outside,
      ProofMissing,
      GoogleTokenInvalid,
      AppleTokenInvalid,
      WayTaken,
      WayExists,
      SignInAgain,
      SessionRevoked,
      ConcurrentChange,
    ],
    limits: wayLimits,
    example: {
      as: 'ada',
      cookies: ['__Host-sign-in=demo-sign-in-mark'],
      body: { state: 'demo-sign-in-state', idToken: 'demo-id-token-of-google' },
    },
  },
  unlinkWay: {
    summary: 'Unlinks a provider and signs out the devices that came in by it; never the last way',
    method: 'DELETE',
    path: '/auth/ways/:wayId',
    access: 'caller',
    inPerson: true,
    duringMaintenance: true,
    reply: data(Ways, 'Unlinked'),
    fails: [WayNotFound, LastWay, SignInAgain, SessionRevoked, ConcurrentChange],
    limits: wayLimits,
    example: { as: 'ada', path: { wayId: 'demo-way' } },
  },
})
