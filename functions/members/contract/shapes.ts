import * as z from 'zod/mini'
import { addressable, described, line, Timestamp, text } from '../../../lib/contract/fields.ts'
import { ResponseView } from '../../form-records/contract.ts'

const color = z.nullable(
  z.string().check(z.regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'Expected a colour such as #a855f7')),
)

const roleName = addressable(50)
const displayName = line(50)
const permissions = z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100))
const order = z.int().check(z.minimum(0), z.maximum(1000))
const reason = z.optional(text(500, 0))

/** A role in responses (rules/members 27). */
export const RoleView = z.object({
  _id: z.string(),
  name: z.string(),
  displayName: z.string(),
  permissions: z.array(z.string()),
  isDefault: z.boolean(),
  canManageMembers: z.boolean(),
  canManageRoles: z.boolean(),
  canManageEvents: z.boolean(),
  canViewAnalytics: z.boolean(),
  order: z.number(),
  color: z.nullable(z.string()),
})
export type RoleView = z.infer<typeof RoleView>

/** A role to create. Derived flags that clients send back are ignored. */
export const NewRole = z.object({
  name: roleName,
  displayName,
  permissions: z._default(permissions, []),
  color: z.optional(color),
  order: z.optional(order),
})
export type NewRole = z.infer<typeof NewRole>

export const RoleChange = z.object({
  name: z.optional(roleName),
  displayName: z.optional(displayName),
  permissions: z.optional(permissions),
  color: z.optional(color),
  order: z.optional(order),
})
export type RoleChange = z.infer<typeof RoleChange>

/**
 * One entry of the complete list of roles. An entry with no `_id`, or an unknown one, creates a role unless its name
 * exists.
 */
export const RoleDraft = z.object({ _id: z.optional(z.string().check(z.maxLength(64))), ...RoleChange.shape })
export type RoleDraft = z.infer<typeof RoleDraft>

export const RoleDrafts = z.array(RoleDraft).check(z.maxLength(50))

export const RoleManagement = z.object({ allowCustomRoles: z.boolean(), maxCustomRoles: z.number() })

/** An open offer of the ownership. Only the owner, administrators and the offered member read it. */
export const OwnershipOffer = z.object({
  userId: described(z.string(), 'Id of the member who is offered the ownership'),
  expiresAt: described(z.string(), 'Time when the offer expires, ISO 8601'),
})

/** A person as other people of the school see them. Only managers see the address. */
export const Summary = z.object({
  _id: z.string(),
  username: z.string(),
  name: z.string(),
  picture: z.optional(z.string()),
  email: z.optional(z.string()),
})

export const MemberView = z.object({
  _id: z.string(),
  org_id: z.string(),
  user_id: Summary,
  /** The primary role. */
  role: z.string(),
  roles: z.array(z.string()),
  status: z.enum(['active', 'inactive', 'pending', 'suspended']),
  joinedAt: z.string(),
  assignedBy: z.optional(
    z.object({ _id: z.string(), username: z.optional(z.string()), name: z.optional(z.string()) }),
  ),
  assignedAt: z.optional(z.string()),
  roleTermStart: z.optional(z.string()),
  roleTermEnd: z.optional(z.string()),
})
export type MemberView = z.infer<typeof MemberView>

/** `formResponse` holds the answers to the member form. The list of applications has the full form. */
export const ApplicationView = z.object({
  _id: z.string(),
  org_id: z.string(),
  user_id: Summary,
  status: z.enum(['pending', 'approved', 'rejected']),
  reason: z.string(),
  formResponse: z.optional(z.union([ResponseView, z.string()])),
  approvedBy: z.optional(z.string()),
  approvedAt: z.optional(z.string()),
  createdAt: z.string(),
})
export type ApplicationView = z.infer<typeof ApplicationView>

/** `organization` is null after it was deleted. `reason` explains the decision; the person who decided is not shown. */
export const OwnApplicationView = z.object({
  _id: z.string(),
  org_id: z.string(),
  organization: z.nullable(
    z.object({ _id: z.string(), org_name: z.string(), org_profile_image: z.string() }),
  ),
  status: z.enum(['pending', 'approved', 'rejected', 'withdrawn']),
  createdAt: z.string(),
  decidedAt: z.optional(z.string()),
  reason: z.optional(z.string()),
  withdrawnAt: z.optional(z.string()),
})

const roleRef = z.string().check(z.trim(), z.minLength(1), z.maxLength(64))

const wantedRoles = {
  role: z.optional(roleRef),
  /** Takes precedence over `role`. */
  roles: z.optional(z.array(roleRef).check(z.maxLength(20))),
  reason,
}

/** A term ends all roles except owner and member: at a moment, or with a day of the school, which it includes. */
export const Assignment = z.object({
  ...wantedRoles,
  roleTermStart: z.optional(z.nullable(Timestamp)),
  roleTermEnd: z.optional(z.nullable(Timestamp)),
})
export type Assignment = z.infer<typeof Assignment>

export const Approval = z.optional(z.object(wantedRoles))
export const Rejection = z.optional(z.object({ reason }))
export const Removal = z.optional(z.object({ reason }))

const HistoryEntry = z.object({
  at: z.string(),
  action: z.string(),
  fromStatus: z.optional(z.string()),
  toStatus: z.optional(z.string()),
  role: z.string(),
  actorUserId: z.string(),
  reason: z.optional(z.string()),
})

export const HistoryView = z.object({
  membershipHistory: z.array(HistoryEntry),
  roleHistory: z.array(
    z.object({
      role: z.string(),
      assignedBy: z.string(),
      assignedAt: z.string(),
      reason: z.optional(z.string()),
    }),
  ),
  /** Absent after the end of the membership. */
  member: z.optional(MemberView),
  roleTermStart: z.optional(z.string()),
  roleTermEnd: z.optional(z.string()),
  removedAudits: z.array(HistoryEntry),
})
