import * as z from 'zod/mini'
import { addressable, described, jsonOfAtMost, line, text } from '../../../lib/contract/fields.ts'
import { OrgState, orgCounts, orgDecisions, orgProfile } from '../../../lib/contract/organizations.ts'
import { FormChange, NamedAnswers } from '../../form-records/contract.ts'
import { NewRole, RoleDrafts } from '../../members/contract.ts'

/** A rule rejects an empty name, not the schema. */
const name = addressable(100, 0)

const flag = z.union([z.boolean(), z.enum(['true', 'false'])])
/** JSON as text in a form field. */
const json = z.string().check(z.maxLength(64 * 1024))

const number = z
  .number()
  .check(
    z.refine((given) => given === 0 || (Math.abs(given) < 1e15 && Math.abs(given) > 1e-9), 'Out of range'),
  )
const Plain = z.union([z.string().check(z.maxLength(1000)), number, z.boolean(), z.null()])

/** Time, day and place as an object or as text, at most 2 kB. */
export const WeeklyMeeting = z
  .union([
    z.string(),
    z.record(
      z.string().check(z.minLength(1), z.maxLength(50)),
      z.union([Plain, z.array(Plain).check(z.maxLength(20))]),
    ),
    z.null(),
  ])
  .check(jsonOfAtMost(2))
export type WeeklyMeeting = z.infer<typeof WeeklyMeeting>

/** Roles of a new organization: objects or titles (rules/organizations 8). */
export const CustomRoles = z.array(z.union([line(50), NewRole])).check(z.maxLength(20))

const link = (max: number) => z.optional(line(max, 0))

export const SocialLinkDraft = z.object({
  type: line(30, 0),
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

/** Computed fields. A request that sets one is a mistake or an attack. */
const guarded = Object.fromEntries(
  [
    ...Object.keys({ ...OrgState.shape, ...orgDecisions, ...orgCounts }),
    '_id',
    'id',
    'adminNotes',
    'isDeleted',
    'deletedAt',
    'deletedBy',
    'deletionReason',
    'version',
  ].map((field) => [field, z.optional(z.never())]),
)

const profile = {
  org_name: z.optional(name),
  ...orgProfile.sent,
  weekly_meeting: z.optional(WeeklyMeeting),
  requireApprovalForJoin: z.optional(flag),
  socialLinks: z.optional(z.union([json, SocialLinkDrafts])),
  memberForm: z.optional(z.union([json, FormChange, z.null()])),
}

/** Unknown fields are ignored (rules/organizations 9). */
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
  /** An empty value removes the banner; the current address keeps it. Pictures come as files. */
  org_banner_image: z.optional(z.nullable(text(2048, 0))),
  removeLogo: z.optional(
    described(flag, 'True: removes the logo, so that the organization has the default one; a new file wins'),
  ),
  messageSettings: z.optional(z.union([json, MessageSettingsChange])),
})
export type OrganizationChange = z.infer<typeof OrganizationChange>

export const Joining = z.optional(z.object({ formResponse: z.optional(NamedAnswers) }))

export const NameQuestion = z.object({ orgName: z.optional(z.string().check(z.maxLength(200))) })
