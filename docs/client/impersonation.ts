// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { SelfUser } from './schemas.ts'
import { operation } from './send.ts'

export type ImpersonateUserInput = { readonly identifier?: string | undefined; readonly reason?: string | undefined }
export type ImpersonateUserData = { readonly user: SelfUser }
export type ImpersonateUserFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'IMPERSONATION_FORBIDDEN'>
  | Failed<404, 'USER_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>

export type StopImpersonationInput = Readonly<Record<string, never>>
export type StopImpersonationData = undefined
export type StopImpersonationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'NOT_IMPERSONATING' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>

/** Administrators acting for somebody, for an hour and on record. */
export const impersonation = (send: Send) => ({
  /** Signs an administrator in as a person of this school, without any administrator rights. `POST /admin/impersonate` */
  impersonateUser: operation<ImpersonateUserInput, ImpersonateUserData, ImpersonateUserFailure>(
    send,
    { method: 'POST', path: '/admin/impersonate', body: true, reads: 'data', tokens: 'data' },
  ),
  /** Ends acting for somebody and hands the administrator's own session back. `POST /admin/impersonate/stop` */
  stopImpersonation: operation<StopImpersonationInput, StopImpersonationData, StopImpersonationFailure>(
    send,
    { method: 'POST', path: '/admin/impersonate/stop', body: true, reads: 'done', tokens: 'top' },
  ),
})
