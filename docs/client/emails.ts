// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import { operation } from './send.ts'

export type CheckEmailInput = { readonly email: string }
export type CheckEmailData = { readonly result: 'deliverable' | 'undeliverable' }
export type CheckEmailFailure =
  | Anywhere
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>

export type RequestEmailCodeInput = Readonly<Record<string, never>>
export type RequestEmailCodeData = undefined
export type RequestEmailCodeFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'CROSS_SITE'>
  | Failed<409, 'ALREADY_VERIFIED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ConfirmEmailInput = { readonly code: string }
export type ConfirmEmailData = undefined
export type ConfirmEmailFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'INVALID_CODE'>
  | Failed<403, 'CROSS_SITE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RequestOwnProofInput = Readonly<Record<string, never>>
export type RequestOwnProofData = undefined
export type RequestOwnProofFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'CROSS_SITE' | 'OWN_PROOF_REQUIRED'>
  | Failed<409, 'EMAIL_NOT_VERIFIED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>

export type GiveOwnProofInput = { readonly code: string }
export type GiveOwnProofData = undefined
export type GiveOwnProofFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'INVALID_CODE'>
  | Failed<403, 'CROSS_SITE' | 'OWN_PROOF_REQUIRED'>
  | Failed<409, 'EMAIL_NOT_VERIFIED' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>

export type RequestAffiliatedEmailCodeInput = { readonly email: string }
export type RequestAffiliatedEmailCodeData = undefined
export type RequestAffiliatedEmailCodeFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'EMAIL_INVALID' | 'EMAIL_TAKEN'>
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type VerifyAffiliatedEmailInput = { readonly email: string; readonly code: string }
export type VerifyAffiliatedEmailData = undefined
export type VerifyAffiliatedEmailFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'INVALID_CODE' | 'EMAIL_TAKEN'>
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UnlinkAffiliatedEmailInput = Readonly<Record<string, never>>
export type UnlinkAffiliatedEmailData = undefined
export type UnlinkAffiliatedEmailFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Proof that an e-mail address belongs to its owner. */
export const emails = (send: Send) => ({
  /** Whether mail to an address could arrive, by its form alone. `POST /verify-email` */
  checkEmail: operation<CheckEmailInput, CheckEmailData, CheckEmailFailure>(
    send,
    { method: 'POST', path: '/verify-email', body: true, reads: 'data', open: true },
  ),
  /** Sends a code to the caller's own address. `POST /verify-email/request` */
  requestEmailCode: operation<RequestEmailCodeInput, RequestEmailCodeData, RequestEmailCodeFailure>(
    send,
    { method: 'POST', path: '/verify-email/request', body: true, reads: 'done' },
  ),
  /** Proves the caller's own address by the code. `POST /verify-email/confirm` */
  confirmEmail: operation<ConfirmEmailInput, ConfirmEmailData, ConfirmEmailFailure>(
    send,
    { method: 'POST', path: '/verify-email/confirm', body: true, reads: 'done' },
  ),
  /** Sends a code to the caller's proven address, by which this session counts as the person's own. `POST /auth/proof/request` */
  requestOwnProof: operation<RequestOwnProofInput, RequestOwnProofData, RequestOwnProofFailure>(
    send,
    { method: 'POST', path: '/auth/proof/request', body: true, reads: 'done' },
  ),
  /** Makes this session one that the person's own proof opened, by the code. `POST /auth/proof` */
  giveOwnProof: operation<GiveOwnProofInput, GiveOwnProofData, GiveOwnProofFailure>(
    send,
    { method: 'POST', path: '/auth/proof', body: true, reads: 'done', tokens: 'top' },
  ),
  /** Sends a code to a .edu address that the caller wants to link. `POST /verify-affiliated-email/request` */
  requestAffiliatedEmailCode: operation<RequestAffiliatedEmailCodeInput, RequestAffiliatedEmailCodeData, RequestAffiliatedEmailCodeFailure>(
    send,
    { method: 'POST', path: '/verify-affiliated-email/request', body: true, reads: 'done' },
  ),
  /** Links the .edu address to the caller who asked for its code. `POST /verify-affiliated-email/verify` */
  verifyAffiliatedEmail: operation<VerifyAffiliatedEmailInput, VerifyAffiliatedEmailData, VerifyAffiliatedEmailFailure>(
    send,
    { method: 'POST', path: '/verify-affiliated-email/verify', body: true, reads: 'done' },
  ),
  /** Unlinks the caller's .edu address. `POST /verify-affiliated-email/unlink` */
  unlinkAffiliatedEmail: operation<UnlinkAffiliatedEmailInput, UnlinkAffiliatedEmailData, UnlinkAffiliatedEmailFailure>(
    send,
    { method: 'POST', path: '/verify-affiliated-email/unlink', body: true, reads: 'done' },
  ),
})
