import * as z from 'zod/mini'
import { conflict, forbidden, invalid } from '../../lib/contract/failure.ts'
import {
  ConcurrentChange,
  MailboxOfSchool,
  PasswordWeak,
  SessionRevoked,
  StrongProofRequired,
} from '../../lib/contract/failures.ts'
import { Email, text } from '../../lib/contract/fields.ts'
import { guesses } from '../../lib/contract/limit.ts'
import { data, done } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { days, hours } from '../../lib/contract/time.ts'
import { WaysAfter } from '../sessions/contract.ts'

/** One response for a wrong, used, expired, dead or never requested code. */
export const InvalidCode = invalid('Invalid verification code', 'INVALID_CODE')
/** Not 401: clients would renew their tokens and try again. */
export const WrongPassword = invalid('The current password is not correct', 'INVALID_CREDENTIALS')
export const NoPassword = conflict('This account has no password yet. Set one first.', 'NO_PASSWORD')
export const PasswordExists = conflict(
  'This account already has a password. Change it instead.',
  'PASSWORD_EXISTS',
)
export const SignInAgain = forbidden('Sign in again to set a password', 'RECENT_LOGIN_REQUIRED')

/**
 * Limits on mails to a mailbox, whether it has an account or not. They count all requests, those of one network source,
 * and those of a source that has requested too many mailboxes. After a limit, the code of the last mail is still valid.
 */
export const forgotLimits = {
  account: { max: 6, seconds: hours },
  accountAndAddress: { max: 3, seconds: hours },
  accountFromBusyAddress: { max: 1, seconds: hours },
  // A whole campus may share one address.
  address: { max: 300, seconds: hours },
} as const
/** Wrong codes of all senders per hour, in addition to the five tries that a code allows each kind of sender. */
export const codeLimits = { all: guesses.code.limit } as const
/** Limit on passwords tried in a session that may be stolen. */
export const changeLimits = { account: { max: 20, seconds: days } } as const

/** Minutes since sign-in within which a session may set a first password. */
export const recentMinutes = 15

// Six digits, or the code of the mail's link. Any other text gets the response for a wrong code.
const code = text(64)
const password = z.string().check(z.maxLength(1024))

export const contract = declare('passwords', 'Password reset, change and first password', {
  forgotPassword: {
    summary:
      "Send a reset code and link to an account's address; the response is the same without an account",
    method: 'POST',
    path: '/forgot-password',
    access: 'anyone',
    host: 'both',
    duringMaintenance: true,
    body: z.strictObject({ email: Email }),
    reply: done('Password reset code sent successfully'),
    limits: forgotLimits,
    costs: { depth: 2, read: 1, write: 9 },
    example: { body: { email: 'ada@demo.example.edu' } },
  },
  verifyCode: {
    summary: 'Check a reset code without using it up',
    method: 'POST',
    path: '/verify-code',
    access: 'anyone',
    host: 'both',
    duringMaintenance: true,
    body: z.strictObject({ email: Email, code }),
    reply: done('Verification code is valid'),
    fails: [InvalidCode, MailboxOfSchool],
    limits: codeLimits,
    costs: { depth: 3, read: 4.5, write: 1 },
    example: { body: { email: 'ada@demo.example.edu', code: '000000' } },
  },
  resetPassword: {
    summary: 'Set a new password by code, end all sessions, and remove recently added sign-in methods',
    method: 'POST',
    path: '/reset-password',
    access: 'anyone',
    host: 'both',
    duringMaintenance: true,
    body: z.strictObject({ email: Email, code, newPassword: password }),
    reply: data(WaysAfter, 'Password reset successfully'),
    fails: [InvalidCode, MailboxOfSchool, PasswordWeak, ConcurrentChange],
    limits: codeLimits,
    costs: { depth: 6, read: 9.5, write: 17 },
    example: {
      body: { email: 'ada@demo.example.edu', code: '000000', newPassword: 'correct horse battery' },
    },
  },
  changePassword: {
    summary: "Change the caller's password and end all other sessions",
    method: 'POST',
    path: '/change-password',
    access: 'caller',
    proof: 'own',
    inPerson: true,
    duringMaintenance: true,
    body: z.strictObject({ currentPassword: password, newPassword: password }),
    reply: done('Password changed successfully'),
    fails: [WrongPassword, NoPassword, PasswordWeak, SessionRevoked, ConcurrentChange],
    limits: changeLimits,
    costs: { depth: 3, read: 5, write: 13 },
    example: {
      as: 'ada',
      body: { currentPassword: 'demo password', newPassword: 'correct horse battery' },
    },
  },
  setPassword: {
    summary: 'Set the first password of an account that signs in with a provider',
    method: 'POST',
    path: '/set-password',
    access: 'caller',
    proof: 'own',
    inPerson: true,
    duringMaintenance: true,
    body: z.strictObject({ newPassword: password }),
    reply: done('Password set successfully'),
    fails: [PasswordExists, SignInAgain, StrongProofRequired, PasswordWeak, SessionRevoked],
    limits: changeLimits,
    costs: { depth: 3, read: 5, write: 11 },
    example: { as: 'ada', body: { newPassword: 'correct horse battery' } },
  },
})
