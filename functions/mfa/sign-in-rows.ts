import * as z from 'zod/mini'
import {
  AccountSuspended,
  ConcurrentChange,
  SchoolNotFound,
  SchoolRequired,
} from '../../lib/contract/failures.ts'
import { EmptyBody, text } from '../../lib/contract/fields.ts'
import { SignedIn } from '../../lib/contract/people.ts'
import { data, done } from '../../lib/contract/reply.ts'
import type { Rows } from '../../lib/contract/row.ts'
import { admissionRefusals, signInPolicyRefusals } from '../../lib/contract/sign-in-policy.ts'
import {
  code,
  codeLimits,
  demoAssertion,
  mfaToken,
  Options,
  PasskeyNotFound,
  PasskeyRefused,
  passkeyLimits,
  RecoveryNotFound,
  RecoveryNotReady,
  SecondStepOver,
  TooManyWrongCodes,
  UsedCredential,
  WrongSecondCode,
} from './shapes.ts'

const stepping = { access: 'anyone', host: 'both', duringMaintenance: true } as const
const signInFailures = [
  ...signInPolicyRefusals,
  ...admissionRefusals,
  AccountSuspended,
  ConcurrentChange,
] as const

const pendingCookies = ['__Host-second-step=demo-second-step']

/** Operations for the second step of a sign-in, and for a sign-in by passkey alone. */
export const signInRows = {
  getPendingSignIn: {
    summary: "Get this browser's sign-in that waits for its second step",
    method: 'GET',
    path: '/mfa/pending',
    ...stepping,
    reply: data(z.object({ requiresMfa: z.boolean(), methods: z.array(z.enum(['passkey', 'totp'])) })),
    fails: [SecondStepOver],
    costs: { depth: 2, read: 2, write: 0 },
    example: { cookies: pendingCookies },
  },
  verifyTotp: {
    summary: 'Complete a sign-in with an authenticator app code or a recovery code',
    method: 'POST',
    path: '/mfa/verify-totp',
    ...stepping,
    body: z.strictObject({ code, mfaToken }),
    reply: data(SignedIn, 'Logged in successfully', { tokens: 'data' }),
    fails: [...signInFailures, SecondStepOver, WrongSecondCode, TooManyWrongCodes],
    limits: codeLimits,
    costs: { depth: 7, read: 6, write: 13 },
    example: { cookies: pendingCookies, body: { code: '123456' } },
  },
  startPasskeyStep: {
    summary: 'Start the passkey step of a sign-in: get the options for the browser',
    method: 'POST',
    path: '/mfa/passkey/authentication-options',
    ...stepping,
    body: z.optional(z.strictObject({ mfaToken })),
    reply: data(Options),
    fails: [SecondStepOver, PasskeyNotFound],
    costs: { depth: 3, read: 3, write: 1 },
    example: { cookies: pendingCookies },
  },
  verifyPasskey: {
    summary: 'Complete a sign-in with a passkey',
    method: 'POST',
    path: '/mfa/verify-passkey',
    ...stepping,
    body: z.strictObject({ credential: UsedCredential, mfaToken }),
    reply: data(SignedIn, 'Logged in successfully', { tokens: 'data' }),
    fails: [...signInFailures, SecondStepOver, PasskeyRefused],
    costs: { depth: 4, read: 6, write: 12 },
    example: { cookies: pendingCookies, body: { credential: demoAssertion } },
  },
  startFactorRecovery: {
    summary:
      'Start a factor recovery: a three-day wait that a holder of a factor, or the mailbox, can cancel',
    method: 'POST',
    path: '/mfa/recovery',
    ...stepping,
    body: z.optional(z.strictObject({ mfaToken })),
    reply: data(z.object({ readyAt: z.string() }), 'We sent a mail to your address'),
    fails: [SecondStepOver, ConcurrentChange],
    costs: { depth: 4, read: 5, write: 8 },
    example: { cookies: pendingCookies },
  },
  completeFactorRecovery: {
    summary: 'Complete a factor recovery after the wait: remove every factor and sign in',
    method: 'POST',
    path: '/mfa/recovery/complete',
    ...stepping,
    body: z.optional(z.strictObject({ mfaToken })),
    reply: data(SignedIn, 'Logged in successfully', { tokens: 'data' }),
    fails: [...signInFailures, SecondStepOver, RecoveryNotFound, RecoveryNotReady],
    costs: { depth: 6, read: 11, write: 24 },
    example: { cookies: pendingCookies },
  },
  cancelFactorRecovery: {
    summary: 'Cancel a factor recovery with the code from its email',
    method: 'POST',
    path: '/mfa/recovery/cancel',
    ...stepping,
    body: z.strictObject({ id: text(64), code: text(64) }),
    reply: done('The wait has ended. Nothing was changed.'),
    fails: [RecoveryNotFound],
    costs: { depth: 2, read: 1, write: 1 },
    example: { body: { id: 'demo-global-ada', code: 'demo-cancel-code' } },
  },
  startPasskeySignIn: {
    summary: 'Start a sign-in by passkey only: get the options for the browser',
    method: 'POST',
    path: '/passkeys/sign-in/options',
    ...stepping,
    body: EmptyBody,
    reply: data(Options),
    limits: passkeyLimits,
    costs: { depth: 2, read: 0, write: 2 },
    example: {},
  },
  signInByPasskey: {
    summary: 'Sign in by passkey only, without a username',
    method: 'POST',
    path: '/passkeys/sign-in',
    ...stepping,
    body: z.strictObject({ credential: UsedCredential, school: z.optional(text(64)) }),
    reply: data(SignedIn, 'Logged in successfully', { tokens: 'data' }),
    fails: [...signInFailures, SchoolRequired, SchoolNotFound, PasskeyRefused],
    limits: passkeyLimits,
    costs: { depth: 3, read: 5, write: 11 },
    example: { body: { credential: demoAssertion } },
  },
} as const satisfies Rows
