import * as z from 'zod/mini'
import { FormView } from '../../answers/contract.ts'
import { EventView } from '../../events/contract.ts'
import { MemberView, RoleView, Summary } from '../../members/contract.ts'

/** What lists show of an organization. */
export const OrganizationCard = z.object({
  _id: z.string(),
  org_name: z.string(),
  org_description: z.string(),
  org_profile_image: z.string(),
  org_banner_image: z.optional(z.nullable(z.string())),
  owner: z.string(),
  requireApprovalForJoin: z.boolean(),
  memberForm: z.nullable(z.string()),
  unlisted: z.boolean(),
  verified: z.boolean(),
  verifiedAt: z.optional(z.string()),
  verificationType: z.string(),
  verificationStatus: z.string(),
  approvalStatus: z.enum(['pending', 'approved']),
  approvedAt: z.optional(z.string()),
  lifecycleStatus: z.string(),
  orgTypeKey: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type OrganizationCard = z.infer<typeof OrganizationCard>

export const SocialLink = z.object({
  type: z.string(),
  username: z.optional(z.string()),
  url: z.optional(z.string()),
  title: z.optional(z.string()),
  order: z.number(),
})

const page = {
  org_banner_image: z.nullable(z.string()),
  positions: z.array(RoleView),
  weekly_meeting: z.unknown(),
  socialLinks: z.array(SocialLink),
  messageSettings: z.object({
    enabled: z.boolean(),
    visibility: z.string(),
    postingPermissions: z.array(z.string()),
    allowReplies: z.boolean(),
    allowLikes: z.boolean(),
    characterLimit: z.number(),
  }),
  memberCount: z.number(),
  followerCount: z.number(),
}

/** An organization as anybody may read it (rules/organizations 21). */
export const OrganizationView = z.object({ ...OrganizationCard.shape, ...page })
export type OrganizationView = z.infer<typeof OrganizationView>

export const FollowerView = z.object({
  _id: z.string(),
  org_id: z.string(),
  user_id: Summary,
  createdAt: z.string(),
})

/** The page of an organization. Members and followers are the newest ones; the counters count all. */
export const Overview = z.object({
  overview: z.object({
    ...OrganizationView.shape,
    memberForm: z.nullable(FormView),
    messagingLimits: z.object({ minCharacterLimit: z.number(), maxCharacterLimit: z.number() }),
    /** What organizations can do here that clients would otherwise announce as coming soon. */
    betaFeatureKeys: z.array(z.string()),
    /** What the school verifies organizations as. */
    verificationTiers: z.record(
      z.string(),
      z.object({ name: z.string(), description: z.string(), benefits: z.array(z.string()) }),
    ),
  }),
  members: z.array(MemberView),
  followers: z.array(FollowerView),
  isMember: z.boolean(),
  isFollower: z.boolean(),
  isPending: z.boolean(),
})

/** Of the events of an organization. */
export const EventPage = { events: z.array(EventView), nextCursor: z.optional(z.string()) }
