import * as z from 'zod/mini'
import { jsonOfAtMost, line, prose } from '../../lib/contract/fields.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { PublicUser } from '../../lib/contract/people.ts'
import { RequestType } from '../policies/contract.ts'

export const requestStatuses = [
  'pending',
  'approved',
  'rejected',
  'conditionally_approved',
  'under_review',
  'escalated',
] as const
export const RequestStatus = z.enum(requestStatuses)
export type RequestStatus = z.infer<typeof RequestStatus>

/** Statuses that a review may set. */
export const ReviewStatus = z.enum([
  'approved',
  'rejected',
  'conditionally_approved',
  'under_review',
  'escalated',
])
export type ReviewStatus = z.infer<typeof ReviewStatus>

export const RequestPriority = z.enum(['low', 'medium', 'high', 'urgent'])
export type RequestPriority = z.infer<typeof RequestPriority>

/** An organization's request. `requestData` has at most 20 kB (rules/verification 7). */
export const NewRequest = z.object({
  orgId: z.string().check(z.minLength(1), z.maxLength(128)),
  requestType: z._default(RequestType, 'verification'),
  verificationType: z.optional(z.string().check(z.maxLength(40))),
  requestData: z.optional(z.record(z.string().check(z.maxLength(100)), z.unknown()).check(jsonOfAtMost(256))),
  priority: z.optional(RequestPriority),
  tags: z.optional(z.array(line(40)).check(z.maxLength(10))),
})
export type NewRequest = z.infer<typeof NewRequest>

export const RequestQuery = z.strictObject({
  ...PageQuery,
  status: z.optional(RequestStatus),
  requestType: z.optional(RequestType),
  priority: z.optional(RequestPriority),
  orgId: z.optional(z.string().check(z.maxLength(128))),
  sortBy: z.optional(z.enum(['submittedAt', 'priority', 'status'])),
  sortOrder: z.optional(z.enum(['asc', 'desc'])),
})
export type RequestQuery = z.infer<typeof RequestQuery>

export const Review = z.object({
  status: ReviewStatus,
  reviewNotes: z.optional(prose(4000)),
})
export type Review = z.infer<typeof Review>

export const RequestView = z.object({
  _id: z.string(),
  orgId: z.object({
    _id: z.string(),
    org_name: z.string(),
    org_description: z.string(),
    org_profile_image: z.string(),
  }),
  /** Null for a person who is not a member of the school. */
  requestedBy: z.nullable(PublicUser),
  requestType: z.string(),
  verificationType: z.string(),
  requestData: z.record(z.string(), z.unknown()),
  priority: z.string(),
  tags: z.array(z.string()),
  attachments: z.array(z.object({ filename: z.string(), url: z.string(), uploadedAt: z.string() })),
  status: RequestStatus,
  /** Number of approvals so far. */
  approvals: z.number(),
  submittedAt: z.string(),
  reviewedBy: z.nullable(PublicUser),
  reviewedAt: z.optional(z.string()),
  reviewNotes: z.optional(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type RequestView = z.infer<typeof RequestView>

export const Pagination = z.object({
  page: z.number(),
  limit: z.number(),
  /** Exact up to 500. Above that, and for filtered lists, `totalIsLowerBound` says that more may exist. */
  total: z.number(),
  totalPages: z.number(),
  totalIsLowerBound: z.boolean(),
})
