import * as z from 'zod/mini'
import { Id, line, prose, text } from '../../../lib/contract/fields.ts'
import { StepKind } from '../../events/contract.ts'
import { closed } from './closed-shape.ts'
import { conditionFields } from './condition-shapes.ts'
import { Hours } from './flow-shapes.ts'

/** What a role lets its members do with events that wait for it. */
export const stakeholderPermissions = [
  'approve_events',
  'reject_events',
  'request_changes',
  'acknowledge_events',
  'view_events',
] as const
export const StakeholderPermission = z.enum(stakeholderPermissions)
export type StakeholderPermission = z.infer<typeof StakeholderPermission>

const Count = z.int().check(z.minimum(1), z.maximum(20))

export const ApprovalConfig = closed({
  requiredApprovals: z.optional(Count),
  allowSelfApproval: z.optional(z.boolean()),
  requireAllMembers: z.optional(z.boolean()),
})

/** Hours, and who is next. A step that waits is never approved by the clock. */
export const EscalationRules = closed({
  timeout: z.optional(Hours),
  autoEscalate: z.optional(z.boolean()),
  escalateTo: z.optional(z.nullable(text(100))),
  escalateToUser: z.optional(z.nullable(Id)),
})

/** Somebody who is asked in the place of a role. The name that clients send along is not kept. */
export const Backup = closed({
  userId: Id,
  /** 1 comes first. */
  priority: z._default(z.int().check(z.minimum(1), z.maximum(10)), 1),
  name: z.optional(line(200)),
  isActive: z._default(z.boolean(), true),
})
export type Backup = z.infer<typeof Backup>

export const NotificationPreferences = closed({
  in_app: z.optional(z.boolean()),
  email: z.optional(z.boolean()),
  push: z.optional(z.boolean()),
})

/** Nothing is done with requirements: only none of them can be stored. */
const NoRequirements = z.optional(z.array(z.string()).check(z.maxLength(0)))

const roleFields = {
  stakeholderName: line(100),
  stakeholderType: StepKind,
  description: prose(500),
  domainId: text(100),
  permissions: z.array(StakeholderPermission).check(z.maxLength(5)),
  approvalConfig: ApprovalConfig,
  escalationRules: EscalationRules,
  backupAssignees: z.array(Backup).check(z.maxLength(10)),
  notificationPreferences: NotificationPreferences,
}

export const RoleView = z.object({
  _id: z.string(),
  stakeholderId: z.string(),
  ...roleFields,
  domainId: z.nullable(z.string()),
  ...conditionFields,
  requirements: z.array(z.string()),
  isActive: z.boolean(),
  activeMembers: z.number(),
  createdAt: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
})
export type RoleView = z.infer<typeof RoleView>

/** Whoever is asked about an event may look at it: that cannot be taken from a role. */
const seesEvents = (permissions: readonly StakeholderPermission[]): boolean =>
  permissions.includes('view_events')

export const RoleChange = closed({
  ...z.partial(z.object(roleFields)).shape,
  permissions: z.optional(
    roleFields.permissions.check(z.refine(seesEvents, 'view_events belongs to every role')),
  ),
  ...z.partial(z.object(conditionFields)).shape,
  requirements: NoRequirements,
  isActive: z.optional(z.boolean()),
})
export type RoleChange = z.infer<typeof RoleChange>

/** Ids of roles stand in paths, and beside `org:` and `user:` for other deciders. */
export const RoleId = z
  .string()
  .check(z.trim(), z.maxLength(100), z.regex(/^(?!org:|user:)[^/%?#]+$/, 'Not an id of a role'))

export const RoleDraft = closed({
  ...RoleChange.shape,
  stakeholderId: z.optional(RoleId),
})
export type RoleDraft = z.infer<typeof RoleDraft>

export const MemberView = z.object({
  userId: z.string(),
  name: z.string(),
  username: z.string(),
  assignedAt: z.string(),
  assignedBy: z.string(),
  isActive: z.boolean(),
})
export type MemberView = z.infer<typeof MemberView>
