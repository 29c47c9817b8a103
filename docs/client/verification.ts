// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { NewRequest, RequestQuery, RequestView, Review, VerificationPagination } from './schemas.ts'
import { operation } from './send.ts'

export type SubmitVerificationRequestInput = NewRequest
export type SubmitVerificationRequestData = RequestView
export type SubmitVerificationRequestFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'VERIFICATION_DISABLED' | 'REQUEST_TYPE_NOT_ALLOWED' | 'INVALID_VERIFICATION_TIER' | 'TIER_REQUIREMENTS' | 'REQUEST_DATA_TOO_LARGE'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'ORG_ADMIN_REQUIRED' | 'FEATURE_RESTRICTED'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'REQUEST_OPEN' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListVerificationRequestsInput = RequestQuery
export type ListVerificationRequestsData = {
  readonly data: readonly RequestView[]
  readonly pagination: VerificationPagination
  readonly nextCursor?: string | undefined
}
export type ListVerificationRequestsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ReviewVerificationRequestInput = { readonly requestId: string } & Review
export type ReviewVerificationRequestData = RequestView
export type ReviewVerificationRequestFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'REQUEST_REVIEWED'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'REQUEST_NOT_FOUND' | 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'ALREADY_APPROVED' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** What organizations ask the school for, and the answers. */
export const verification = (send: Send) => ({
  /** Asks the school to verify an organization, or for something else; its owner and admins. `POST /org-management/verification-requests` */
  submitVerificationRequest: operation<SubmitVerificationRequestInput, SubmitVerificationRequestData, SubmitVerificationRequestFailure>(
    send,
    { method: 'POST', path: '/org-management/verification-requests', body: true, reads: 'data', keyed: true },
  ),
  /** Requests, newest first: all for administrators, those of their own organizations for others. `GET /org-management/verification-requests` */
  listVerificationRequests: operation<ListVerificationRequestsInput, ListVerificationRequestsData, ListVerificationRequestsFailure>(
    send,
    { method: 'GET', path: '/org-management/verification-requests', query: ['page','limit','cursor','status','requestType','priority','orgId','sortBy','sortOrder'], reads: 'flat' },
  ),
  /** Answers a request; an approval of the last approver verifies the organization. `PUT /org-management/verification-requests/:requestId` */
  reviewVerificationRequest: operation<ReviewVerificationRequestInput, ReviewVerificationRequestData, ReviewVerificationRequestFailure>(
    send,
    { method: 'PUT', path: '/org-management/verification-requests/:requestId', body: true, reads: 'data' },
  ),
})
