import * as z from 'zod/mini'
import { described, text } from './fields.ts'
import { settable } from './settable.ts'

// The fields of an organization, by who sets and who reads them. The record, the request bodies, the views and the
// exports are made of these groups.

const string = z.string()

/** What an organization says about itself: its owner sets it, everybody reads it, exports contain it. */
export const orgProfile = settable({
  org_description: described(
    text(500, 0),
    'Description of the organization, up to 500 characters',
    'Chess for everybody, every Tuesday.',
  ),
})

/** Set by requests, each with a rule of its own. */
export const orgNames = { org_name: string, org_profile_image: string }
export const orgOptions = { requireApprovalForJoin: z.boolean(), unlisted: z.boolean() }

/** Set by the school and by the platform. Everybody reads it; requests of an owner that set it are refused. */
export const OrgState = z.object({
  owner: string,
  verified: z.boolean(),
  verifiedAt: z.optional(string),
  verificationType: string,
  verificationStatus: string,
  approvalStatus: z.enum(['pending', 'approved', 'rejected']),
  approvedAt: z.optional(string),
  lifecycleStatus: string,
  orgTypeKey: string,
  createdAt: string,
  updatedAt: string,
})

/** The answer of an organization to a renewal; `lapsed` if there was none in time. */
export const OrgRenewal = z.object({
  campaign: string,
  state: z.enum(['confirmed', 'lapsed']),
  at: string,
  by: z.optional(string),
  charterUrl: z.optional(string),
})
export type OrgRenewal = z.infer<typeof OrgRenewal>

/** As `OrgState`, for administrators only. */
export const orgDecisions = {
  verifiedBy: z.optional(string),
  approvedBy: z.optional(string),
  /** The latest refusal of a new organization. It stays when the owner submits the organization again. */
  refusedAt: z.optional(string),
  refusedBy: z.optional(string),
  refusalReason: z.optional(string),
  renewal: z.optional(OrgRenewal),
  lifecycleChangedAt: z.optional(string),
  lifecycleChangedBy: z.optional(string),
}

/** `eventCount`: live events that the organization hosts. */
export const orgCounts = { memberCount: z.number(), followerCount: z.number(), eventCount: z.number() }

/** Rules for messages between members and followers of an organization. */
export const messageSettings = {
  enabled: z.boolean(),
  visibility: z.enum(['members_only', 'members_and_followers', 'public']),
  /** Ids of roles, which stay the same when roles are renamed. Clients read and send names. */
  postingPermissions: z.array(string),
  allowReplies: z.boolean(),
  allowLikes: z.boolean(),
  characterLimit: z.number(),
}

export const SocialLink = z.object({
  type: z.enum(['instagram', 'youtube', 'tiktok', 'website']),
  username: z.optional(string),
  url: z.optional(string),
  title: z.optional(string),
  order: z.number(),
})
export type SocialLink = z.infer<typeof SocialLink>
