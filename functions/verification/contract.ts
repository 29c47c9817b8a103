import * as z from 'zod/mini'
import { conflict, forbidden, invalid, notFound } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { FeatureRestricted } from '../../lib/contract/org-rules.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { data, flat } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { NewRequest, Pagination, RequestQuery, RequestView, Review } from './shapes.ts'

export const VerificationOff = invalid(
  'Verification requests are currently disabled',
  'VERIFICATION_DISABLED',
)
export const SubmitForbidden = forbidden(
  'You must be an owner or admin of the organization to submit verification requests',
  'ORG_ADMIN_REQUIRED',
)
export const RequestTypeOff = invalid(
  'This request type is not currently allowed',
  'REQUEST_TYPE_NOT_ALLOWED',
)
/** The message continues with the existing tiers. */
export const InvalidTier = invalid('Invalid verification tier.', 'INVALID_VERIFICATION_TIER')
export const TierOutOfReach = invalid(
  "The organization does not meet this tier's requirements yet",
  'TIER_REQUIREMENTS',
)
export const RequestOpen = conflict(
  'The organization already has an open request of this type. Wait for its review.',
  'REQUEST_OPEN',
)
export const RequestDataTooLarge = invalid(
  "The request's data is too large. Send at most 20 KB.",
  'REQUEST_DATA_TOO_LARGE',
)

export const RequestNotFound = notFound('Verification request not found', 'REQUEST_NOT_FOUND')
export const RequestReviewed = invalid('Request has already been reviewed', 'REQUEST_REVIEWED')
export const ApprovedAlready = conflict(
  'You have already approved this request. Another approver must decide.',
  'ALREADY_APPROVED',
)

export * from './shapes.ts'

const at = '/org-management/verification-requests'

export const contract = declare('verification', 'Requests of organizations to the school, and their review', {
  submitVerificationRequest: {
    summary:
      'Submit a request to the school, such as to verify an organization, as its owner or administrator',
    publishes: true,
    method: 'POST',
    path: at,
    creates: 'once',
    access: 'caller',
    consequence: 'none',
    body: NewRequest,
    reply: data(RequestView, 'Verification request submitted successfully', { status: 201 }),
    fails: [
      VerificationOff,
      OrganizationNotFound,
      SubmitForbidden,
      RequestTypeOff,
      InvalidTier,
      TierOutOfReach,
      FeatureRestricted,
      RequestDataTooLarge,
      RequestOpen,
      ConcurrentChange,
    ],
    costs: { depth: 4, read: 6.5, write: 24 },
    example: {
      as: 'ada',
      body: {
        orgId: 'demo-org-chess',
        requestType: 'verification',
        verificationType: 'gold',
        requestData: { description: 'We have met every week for ten years' },
      },
    },
  },
  listVerificationRequests: {
    summary:
      "List requests, newest first: all for administrators, otherwise those of the caller's organizations",
    method: 'GET',
    path: at,
    access: 'caller',
    query: RequestQuery,
    reply: flat(
      z.object({
        data: z.array(RequestView),
        pagination: Pagination,
        nextCursor: z.optional(z.string()),
      }),
    ),
    costs: { depth: 3, read: 4.5, write: 0 },
    example: { as: 'root', query: { status: 'pending' } },
  },
  reviewVerificationRequest: {
    summary: 'Review a request; the last required approval verifies the organization',
    method: 'PUT',
    path: `${at}/:requestId`,
    access: 'admin',
    body: Review,
    reply: data(RequestView),
    fails: [RequestNotFound, OrganizationNotFound, RequestReviewed, ApprovedAlready, ConcurrentChange],
    costs: { depth: 4, read: 7, write: 25 },
    example: {
      as: 'root',
      path: { requestId: 'demo-request' },
      body: { status: 'approved', reviewNotes: 'Well done' },
    },
  },
})
