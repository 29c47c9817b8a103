import * as z from 'zod/mini'
import { addressable, prose, text } from '../../../lib/contract/fields.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { PublicUser } from '../../../lib/contract/people.ts'
import { LifecycleStatus } from './config-shapes.ts'

const truth = z.enum(['true', 'false'])

/** What administrators look for. `status` is that of the approval. */
export const OrgQuery = z.strictObject({
  ...PageQuery,
  search: z.optional(z.string().check(z.maxLength(100))),
  verified: z.optional(truth),
  lifecycleStatus: z.optional(LifecycleStatus),
  status: z.optional(z.enum(['pending', 'approved'])),
  sortBy: z.optional(z.enum(['createdAt', 'org_name', 'name', 'memberCount'])),
  sortOrder: z.optional(z.enum(['asc', 'desc'])),
})
export type OrgQuery = z.infer<typeof OrgQuery>

/** What lists of administrators show. `recentEventCount`: events made within the last 30 days. */
export const StaffOrg = z.object({
  _id: z.string(),
  org_name: z.string(),
  org_description: z.string(),
  org_profile_image: z.string(),
  owner: z.string(),
  unlisted: z.boolean(),
  requireApprovalForJoin: z.boolean(),
  verified: z.boolean(),
  verifiedAt: z.optional(z.string()),
  verifiedBy: z.optional(z.string()),
  verificationType: z.string(),
  verificationStatus: z.string(),
  approvalStatus: z.string(),
  approvedAt: z.optional(z.string()),
  approvedBy: z.optional(z.string()),
  lifecycleStatus: z.string(),
  lifecycleChangedAt: z.optional(z.string()),
  lifecycleChangedBy: z.optional(z.string()),
  orgTypeKey: z.string(),
  memberCount: z.number(),
  followerCount: z.number(),
  recentEventCount: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type StaffOrg = z.infer<typeof StaffOrg>

export const StaffOrgPage = z.object({
  ...StaffOrg.shape,
  org_banner_image: z.nullable(z.string()),
  adminNotes: z.optional(z.string()),
  ownerUser: z.nullable(PublicUser),
  totalEventCount: z.number(),
})
export type StaffOrgPage = z.infer<typeof StaffOrgPage>

export const OrgPagination = z.object({
  page: z.number(),
  limit: z.number(),
  /** Exact to 500, then 500 with `totalIsLowerBound`. */
  total: z.number(),
  totalPages: z.number(),
  totalIsLowerBound: z.boolean(),
  /** Of a search: only parts of what was found are in the order that was asked for. */
  orderIsPartial: z.optional(z.boolean()),
})

export const OrgChange = z.object({
  verified: z.optional(z.boolean()),
  notes: z.optional(prose(4000)),
  orgTypeKey: z.optional(z.string().check(z.maxLength(40))),
})
export type OrgChange = z.infer<typeof OrgChange>

export const OrgProfile = z.object({
  name: z.optional(addressable(100, 0)),
  description: z.optional(text(500, 0)),
})

export const LifecycleChange = z.object({ lifecycleStatus: LifecycleStatus })
