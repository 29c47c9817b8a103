import * as z from 'zod/mini'
import {
  messageSettings,
  OrgState,
  orgCounts,
  orgDecisions,
  orgNames,
  orgOptions,
  orgProfile,
  SocialLink,
} from '../../contract/organizations.ts'
import { entity } from '../../table/entity.ts'
import { OrgMember } from './organizations.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/**
 * An organization's card: the part that lists show. Counters change by `add` and raise `version`, so that a put of the
 * whole card under its version loses no count.
 */
export const Organization = z.object({
  orgId: text,
  ...orgNames,
  /** The name in its compared form: see `orgNameKey`. */
  nameKey: text,
  /** The key that guards the name's look: see `lookKey`. */
  look: text,
  ...orgProfile.stored,
  /** A copy of the body's banner, for lists; absent if there never was one. */
  org_banner_image: maybe(z.nullable(text)),
  ...orgOptions,
  memberForm: maybe(text),
  ...OrgState.shape,
  ...orgDecisions,
  ...orgCounts,
  /** The version of the host's tally that `eventCount` was copied from. */
  eventsCounted: maybe(z.number()),
  /** Active members who were made members by others. */
  draftedCount: maybe(z.number()),
  deletedAt: maybe(text),
  deletedBy: maybe(text),
  /** The reason that its members were given for the deletion. */
  deletionReason: maybe(text),
  version: z.number(),
})
export type Organization = z.infer<typeof Organization>

type ListedFields = Pick<Organization, 'deletedAt' | 'unlisted' | 'approvalStatus'>

export const organization = entity('Organization', Organization, {
  expected: true,
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'ORG',
  gsi1: {
    pk: 'ORGS',
    sk: '{nameKey}#{orgId}',
    when: ({ deletedAt, unlisted, approvalStatus }: ListedFields) =>
      deletedAt === undefined && !unlisted && approvalStatus === 'approved',
  },
  gsi2: {
    pk: 'ORGS#ALL',
    sk: '{createdAt}#{orgId}',
    when: ({ deletedAt }: ListedFields) => deletedAt === undefined,
  },
})

export const MessageSettings = z.object(messageSettings)
export type MessageSettings = z.infer<typeof MessageSettings>

export const defaultMessageSettings: MessageSettings = {
  enabled: true,
  visibility: 'members_and_followers',
  postingPermissions: ['owner', 'admin', 'officer'],
  allowReplies: true,
  allowLikes: true,
  characterLimit: 500,
}

/** The part of an organization that only its page shows. */
export const OrganizationBody = z.object({
  orgId: text,
  org_banner_image: z.nullable(text),
  weekly_meeting: z.unknown(),
  socialLinks: z.array(SocialLink),
  messageSettings: MessageSettings,
  adminNotes: maybe(text),
  version: z.number(),
})
export type OrganizationBody = z.infer<typeof OrganizationBody>
export const organizationBody = entity('OrganizationBody', OrganizationBody, {
  expected: true,
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'BODY',
})

/** A name belongs to one organization of a school, and points to it. */
export const OrgName = z.object({ nameKey: text, orgId: text })
export const orgName = entity('OrgName', OrgName, {
  scope: 'tenant',
  pk: 'ORGNAME#{nameKey}',
  sk: 'GUARD',
})

/** A copy of a member's row under each of its roles. */
export const OrgRoleHolder = z.object({ ...OrgMember.shape, roleId: text })
export const orgRoleHolder = entity('OrgRoleHolder', OrgRoleHolder, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'MR#{roleId}#{userId}',
})

/**
 * The number of members who hold a role. It exists exactly as long as the role, so a role in use cannot be deleted.
 * `offers` counts all invitations that ever offered the role. A deletion thereby detects an invitation made at the
 * same time.
 */
export const OrgRoleCount = z.object({
  orgId: text,
  roleId: text,
  count: z.number(),
  offers: z.optional(z.number()),
})
export type OrgRoleCount = z.infer<typeof OrgRoleCount>
export const orgRoleCount = entity('OrgRoleCount', OrgRoleCount, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'RC#{roleId}',
})

/**
 * A change of a membership, with its actor. Append-only; it outlives the membership. All rows of an organization share
 * one partition, so that they can be found when it is deleted.
 */
export const OrgHistory = z.object({
  orgId: text,
  userId: text,
  id: text,
  at: text,
  action: z.enum(['joined', 'role_change', 'status_change', 'removed', 'left', 'org_deleted']),
  fromStatus: maybe(text),
  toStatus: maybe(text),
  /** Names of the roles at that time. */
  roles: z.array(text),
  actorUserId: text,
  reason: maybe(text),
  /** The membership that ended with the organization, for its restoration. `roles` are ids. */
  membership: maybe(
    z.object({
      roles: z.array(text),
      status: OrgMember.shape.status,
      drafted: maybe(z.boolean()),
      customPermissions: maybe(z.array(text)),
      deniedPermissions: maybe(z.array(text)),
      roleTermStart: maybe(text),
      roleTermEnd: maybe(text),
    }),
  ),
})
export type OrgHistory = z.infer<typeof OrgHistory>
export const orgHistory = entity('OrgHistory', OrgHistory, {
  scope: 'tenant',
  pk: 'ORG#{orgId}#H',
  sk: '{userId}#{id}',
})

/** A person who was made a member and refused: for thirty days no one can make them a member again. */
export const OrgRefusal = z.object({ orgId: text, userId: text, at: text, expiresAt: text })
export type OrgRefusal = z.infer<typeof OrgRefusal>
export const orgRefusal = entity('OrgRefusal', OrgRefusal, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'REF#{userId}',
  gsi1: { pk: 'U#{userId}', sk: 'REF#{orgId}' },
  ttl: 'expiresAt',
})

/** Partitions with an organization's items. They are purged with it, in this order: everything needs the card. */
export const orgPartitions = [
  'ORG#{orgId}#H',
  'ORG#{orgId}#MSG',
  'ORG#{orgId}#MSGGONE',
  'ORG#{orgId}#FEED',
  'ORG#{orgId}#TPL',
  'ORG#{orgId}#TASKS',
  'ORG#{orgId}',
] as const

export const OrgFollower = z.object({
  /** Identifies this row: following again creates another one. */
  entryId: text,
  orgId: text,
  userId: text,
  name: text,
  username: text,
  picture: maybe(text),
  at: text,
})
export type OrgFollower = z.infer<typeof OrgFollower>
export const orgFollower = entity('OrgFollower', OrgFollower, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'F#{userId}',
  gsi1: { pk: 'U#{userId}', sk: 'FOL#{orgId}' },
  gsi2: { pk: 'ORG#{orgId}#F', sk: '{at}#{userId}' },
})

/** An application to join. `approvedBy` and `approvedAt` also record a rejection. */
export const OrgApplication = z.object({
  /** `<userId>.<ulid>`: it contains the key of the person's pending application. */
  id: text,
  orgId: text,
  userId: text,
  name: text,
  username: text,
  picture: maybe(text),
  email: maybe(text),
  status: z.enum(['pending', 'approved', 'rejected']),
  reason: text,
  /** The answers to the join form, and the form. */
  formResponse: maybe(text),
  formId: maybe(text),
  approvedBy: maybe(text),
  approvedAt: maybe(text),
  createdAt: text,
})
export type OrgApplication = z.infer<typeof OrgApplication>

const byStatus = { pk: 'ORG#{orgId}#APP#{status}', sk: '{createdAt}#{id}' }

/** A person's only pending application. */
export const orgApplication = entity('OrgApplication', OrgApplication, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'APP#{userId}',
  gsi1: { pk: 'U#{userId}', sk: 'APP#{createdAt}#{id}' },
  gsi2: byStatus,
})
/** A decided application. */
export const decidedApplication = entity('DecidedApplication', OrgApplication, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'APPX#{id}',
  gsi1: { pk: 'U#{userId}', sk: 'APPX#{createdAt}#{id}' },
  gsi2: byStatus,
})
