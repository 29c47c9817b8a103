import * as z from 'zod/mini'
import { text } from '../../lib/contract/fields.ts'
import { FormChange, NamedAnswers } from '../forms/contract.ts'
import { NewRole, RoleDrafts } from '../members/contract.ts'

/** What the table and every address can hold: some signs take up to twelve bytes in an address. */
const fitsKeys = z.refine<string>(
  (name) => encodeURIComponent(name).length <= 900 && Buffer.byteLength(name.normalize('NFKC')) <= 600,
  'Too long a name',
)

/** At most 100 characters without the signs that an address keeps for itself. An empty one is refused by the rule. */
const name = z
  .string()
  .check(z.trim(), z.maxLength(100), z.regex(/^[^/?#%\\\p{Cc}]*$/u, 'No / ? # % or \\'), fitsKeys)
const description = z.string().check(z.trim(), z.maxLength(500))

const flag = z.union([z.boolean(), z.enum(['true', 'false'])])
/** JSON as the text of a form field. */
const json = z.string().check(z.maxLength(64 * 1024))

const number = z
  .number()
  .check(
    z.refine((given) => given === 0 || (Math.abs(given) < 1e15 && Math.abs(given) > 1e-9), 'Out of range'),
  )
const Plain = z.union([z.string().check(z.maxLength(1000)), number, z.boolean(), z.null()])

/** Time, day and place as a form, or in words: at most 2 kB. */
export const WeeklyMeeting = z
  .union([
    z.string(),
    z.record(
      z.string().check(z.minLength(1), z.maxLength(50)),
      z.union([Plain, z.array(Plain).check(z.maxLength(20))]),
    ),
    z.null(),
  ])
  .check(z.refine((value) => Buffer.byteLength(JSON.stringify(value)) <= 2048, 'At most 2 kB'))
export type WeeklyMeeting = z.infer<typeof WeeklyMeeting>

/** Roles that a new organization brings along: objects, or titles (rulings, Organizations). */
export const CustomRoles = z.array(z.union([text(50), NewRole])).check(z.maxLength(20))

const link = (max: number) => z.optional(z.string().check(z.trim(), z.maxLength(max)))

export const SocialLinkDraft = z.object({
  type: z.string().check(z.maxLength(30)),
  username: link(100),
  url: link(500),
  title: link(100),
  order: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
})
export const SocialLinkDrafts = z.array(SocialLinkDraft).check(z.maxLength(20))

export const MessageSettingsChange = z.strictObject({
  enabled: z.optional(z.boolean()),
  visibility: z.optional(z.enum(['members_only', 'members_and_followers', 'public'])),
  postingPermissions: z.optional(z.array(text(50)).check(z.maxLength(20))),
  allowReplies: z.optional(z.boolean()),
  allowLikes: z.optional(z.boolean()),
  characterLimit: z.optional(z.int().check(z.minimum(100), z.maximum(2000))),
})

/** Fields that follow from what happens. Sending one is a mistake, or a try. */
const guarded = Object.fromEntries(
  [
    '_id',
    'id',
    'owner',
    'verified',
    'verifiedAt',
    'verifiedBy',
    'verificationType',
    'verificationStatus',
    'approvalStatus',
    'approvedAt',
    'approvedBy',
    'lifecycleStatus',
    'orgTypeKey',
    'adminNotes',
    'memberCount',
    'followerCount',
    'eventCount',
    'isDeleted',
    'deletedAt',
    'deletedBy',
    'createdAt',
    'updatedAt',
    'version',
  ].map((field) => [field, z.optional(z.never())]),
)

const profile = {
  org_name: z.optional(name),
  org_description: z.optional(description),
  weekly_meeting: z.optional(WeeklyMeeting),
  requireApprovalForJoin: z.optional(flag),
  socialLinks: z.optional(z.union([json, SocialLinkDrafts])),
  memberForm: z.optional(z.union([json, FormChange, z.null()])),
}

/** Further fields are ignored: the specification describes these requests in prose (rulings, Shapes). */
export const NewOrganization = z.object({
  ...guarded,
  ...profile,
  custom_roles: z.optional(z.union([json, CustomRoles])),
})
export type NewOrganization = z.infer<typeof NewOrganization>

export const OrganizationChange = z.object({
  ...guarded,
  orgId: z.optional(z.string().check(z.maxLength(128))),
  ...profile,
  positions: z.optional(z.union([json, RoleDrafts])),
  unlisted: z.optional(flag),
  /** An empty one takes the banner away; pictures come as files. */
  org_banner_image: z.optional(z.union([z.literal(''), z.null()])),
  messageSettings: z.optional(z.union([json, MessageSettingsChange])),
})
export type OrganizationChange = z.infer<typeof OrganizationChange>

export const Joining = z.optional(z.object({ formResponse: z.optional(NamedAnswers) }))

export const NameQuestion = z.object({ orgName: z.optional(z.string().check(z.maxLength(200))) })
