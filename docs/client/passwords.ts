// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import { operation } from './send.ts'

export type ForgotPasswordInput = { readonly email: string }
export type ForgotPasswordData = undefined
export type ForgotPasswordFailure =
  | Anywhere
  | Failed<403, 'CROSS_SITE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>

export type VerifyCodeInput = { readonly email: string; readonly code: string }
export type VerifyCodeData = undefined
export type VerifyCodeFailure =
  | Anywhere
  | Failed<400, 'INVALID_CODE'>
  | Failed<403, 'CROSS_SITE' | 'OWN_PROOF_REQUIRED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>

export type ResetPasswordInput = { readonly email: string; readonly code: string; readonly newPassword: string }
export type ResetPasswordData = undefined
export type ResetPasswordFailure =
  | Anywhere
  | Failed<400, 'INVALID_CODE' | 'PASSWORD_WEAK'>
  | Failed<403, 'CROSS_SITE' | 'OWN_PROOF_REQUIRED'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>

export type ChangePasswordInput = { readonly currentPassword: string; readonly newPassword: string }
export type ChangePasswordData = undefined
export type ChangePasswordFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'INVALID_CREDENTIALS' | 'PASSWORD_WEAK'>
  | Failed<403, 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'NO_PASSWORD' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>

export type SetPasswordInput = { readonly newPassword: string }
export type SetPasswordData = undefined
export type SetPasswordFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'PASSWORD_WEAK'>
  | Failed<403, 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'RECENT_LOGIN_REQUIRED'>
  | Failed<409, 'PASSWORD_EXISTS'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>

/** Forgotten, changed and first passwords. */
export const passwords = (send: Send) => ({
  /** Sends a code and a link to an address, if an account has it; the answer is the same if none has. `POST /forgot-password` */
  forgotPassword: operation<ForgotPasswordInput, ForgotPasswordData, ForgotPasswordFailure>(
    send,
    { method: 'POST', path: '/forgot-password', body: true, reads: 'done', open: true },
  ),
  /** Says whether a code is right, without using it up. `POST /verify-code` */
  verifyCode: operation<VerifyCodeInput, VerifyCodeData, VerifyCodeFailure>(
    send,
    { method: 'POST', path: '/verify-code', body: true, reads: 'done', open: true },
  ),
  /** Sets a new password by code and signs the account out everywhere. `POST /reset-password` */
  resetPassword: operation<ResetPasswordInput, ResetPasswordData, ResetPasswordFailure>(
    send,
    { method: 'POST', path: '/reset-password', body: true, reads: 'done', open: true },
  ),
  /** Replaces the password of the caller and signs all other devices out. `POST /change-password` */
  changePassword: operation<ChangePasswordInput, ChangePasswordData, ChangePasswordFailure>(
    send,
    { method: 'POST', path: '/change-password', body: true, reads: 'done' },
  ),
  /** Gives an account that signs in by a provider its first password. `POST /set-password` */
  setPassword: operation<SetPasswordInput, SetPasswordData, SetPasswordFailure>(
    send,
    { method: 'POST', path: '/set-password', body: true, reads: 'done' },
  ),
})
