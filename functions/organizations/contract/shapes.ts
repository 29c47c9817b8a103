import * as z from 'zod/mini'
import {
  messageSettings,
  OrgRenewal,
  OrgState,
  orgCounts,
  orgNames,
  orgOptions,
  orgProfile,
  SocialLink,
} from '../../../lib/contract/organizations.ts'
import { EventView } from '../../events/contract.ts'
import { FormView } from '../../form-records/contract.ts'
import { MemberView, RoleView, Summary } from '../../members/contract.ts'

/** An organization in a list. */
export const OrganizationCard = z.object({
  _id: z.string(),
  ...orgNames,
  ...orgProfile.stored,
  org_banner_image: z.optional(z.nullable(z.string())),
  ...orgOptions,
  memberForm: z.nullable(z.string()),
  ...OrgState.shape,
})
export type OrganizationCard = z.infer<typeof OrganizationCard>

const page = {
  org_banner_image: z.nullable(z.string()),
  positions: z.array(RoleView),
  weekly_meeting: z.unknown(),
  socialLinks: z.array(SocialLink),
  messageSettings: z.object(messageSettings),
  memberCount: orgCounts.memberCount,
  followerCount: orgCounts.followerCount,
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
    /** For members: why the school refused the organization. */
    refusal: z.optional(z.object({ reason: z.string(), at: z.string() })),
    /** For members: the latest answer to a renewal of the school. */
    renewal: z.optional(OrgRenewal),
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
