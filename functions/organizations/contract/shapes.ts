import * as z from 'zod/mini'
import { FormView } from '../../answers/contract.ts'
import { EventView } from '../../events/contract.ts'
import { MemberView, RoleView, Summary } from '../../members/contract.ts'

/** An organization in a list. */
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

/** The public view of an organization (rules/organizations 21). */
export const OrganizationView = z.object({ ...OrganizationCard.shape, ...page })
export type OrganizationView = z.infer<typeof OrganizationView>

export const FollowerView = z.object({
  _id: z.string(),
  org_id: z.string(),
  user_id: Summary,
  createdAt: z.string(),
})

/** An organization's page. It holds the newest members and followers; the counters count all. */
export const Overview = z.object({
  overview: z.object({
    ...OrganizationView.shape,
    memberForm: z.nullable(FormView),
    messagingLimits: z.object({ minCharacterLimit: z.number(), maxCharacterLimit: z.number() }),
    /** Keys of features that exist here. Without them clients announce these features as coming soon. */
    betaFeatureKeys: z.array(z.string()),
    /** The school's verification tiers. */
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

/** A page of an organization's events. */
export const EventPage = { events: z.array(EventView), nextCursor: z.optional(z.string()) }
