import * as z from 'zod/mini'
import { Id, text } from '../../../lib/contract/fields.ts'
import { closed } from './fields.ts'
import { ApprovalConfig, RoleChange, RoleId, RoleView, roleFields } from './flow-shapes.ts'

/** A role as existing clients send it, with its holders and derived fields. */
export const RoleDraft = closed({
  ...RoleChange.shape,
  permissions: z.optional(roleFields.permissions),
  approvalConfig: z.optional(
    closed({ ...ApprovalConfig.shape, totalMembers: z.optional(z.int().check(z.minimum(0))) }),
  ),
  members: z.optional(
    z
      .array(
        closed({
          userId: Id,
          assignedAt: z.optional(text(40)),
          assignedBy: z.optional(text(128)),
          isActive: z.optional(z.boolean()),
        }),
      )
      .check(z.maxLength(20)),
  ),
  stakeholderId: z.optional(RoleId),
})
export type RoleDraft = z.infer<typeof RoleDraft>

/** The same for an existing role. The path has its id, and its permission to view events cannot be removed. */
export const RoleEdit = closed({ ...RoleDraft.shape, permissions: RoleChange.shape.permissions })
export type RoleEdit = z.infer<typeof RoleEdit>

export const MemberView = z.object({
  userId: z.string(),
  name: z.string(),
  username: z.string(),
  assignedAt: z.string(),
  assignedBy: z.string(),
  isActive: z.boolean(),
})
export type MemberView = z.infer<typeof MemberView>

export const RoleWithMembers = z.object({ ...RoleView.shape, members: z.array(MemberView) })

/** An organization that decides. Settings are null when it decides only in a step of the flow. */
export const GroupView = z.object({
  _id: z.string(),
  org_name: z.string(),
  org_description: z.string(),
  org_profile_image: z.string(),
  owner: z.string(),
  positions: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      displayName: z.string(),
      permissions: z.array(z.string()),
      order: z.number(),
    }),
  ),
  approvalSettings: z.nullable(z.object({ escalationTimeout: z.number(), autoEscalate: z.boolean() })),
})
