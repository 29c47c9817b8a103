import * as z from 'zod/mini'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { FeatureRestricted } from '../../lib/contract/org-rules.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { data, flat } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import {
  ApprovedAlready,
  InvalidTier,
  RequestDataTooLarge,
  RequestNotFound,
  RequestOpen,
  RequestReviewed,
  RequestTypeOff,
  SubmitForbidden,
  TierOutOfReach,
  VerificationOff,
} from './contract/failures.ts'
import { NewRequest, Pagination, RequestQuery, RequestView, Review } from './contract/shapes.ts'

export * from './contract/failures.ts'
export * from './contract/shapes.ts'

const at = '/org-management/verification-requests'

export const contract = declare('verification', 'What organizations ask the school for, and the answers', {
  submitVerificationRequest: {
    summary: 'Asks the school to verify an organization, or for something else; its owner and admins',
    method: 'POST',
    path: at,
    access: 'caller',
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
    summary: 'Requests, newest first: all for administrators, those of their own organizations for others',
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
    example: { as: 'root', query: { status: 'pending' } },
  },
  reviewVerificationRequest: {
    summary: 'Answers a request; an approval of the last approver verifies the organization',
    method: 'PUT',
    path: `${at}/:requestId`,
    access: 'admin',
    body: Review,
    reply: data(RequestView),
    fails: [RequestNotFound, OrganizationNotFound, RequestReviewed, ApprovedAlready, ConcurrentChange],
    example: {
      as: 'root',
      path: { requestId: 'demo-request' },
      body: { status: 'approved', reviewNotes: 'Well done' },
    },
  },
})
