import * as z from 'zod/mini'
import { type FailureKind, fail } from '../../contract/failure.ts'
import {
  NoneOfPermissions,
  NotAnOrgMember,
  OrganizationNotFound,
  type OrgDemand,
  type OrgPermission,
  OwnerOnly,
  permissionRequired,
} from '../../contract/permissions.ts'
import { entity } from '../../table/entity.ts'
import { type Caller, isAdmin, isMember } from '../person/caller.ts'

const text = z.string()

/**
 * A role of an organization. Members carry its `_id`, which stays the same when the role is renamed. A lower `order`
 * ranks higher; see `sortByRank`.
 */
export const OrgRole = z.object({
  _id: text,
  name: text,
  displayName: text,
  permissions: z.array(text),
  isDefault: z.boolean(),
  order: z.number(),
  color: z.nullable(text),
})
export type OrgRole = z.infer<typeof OrgRole>

/** Ids and names of the two roles that every organization has and that cannot change. */
export const ownerRole = 'owner'
export const memberRole = 'member'

/**
 * An organization's owner and the permissions of its roles. Read together with the caller for every request to the
 * organization. A deleted organization keeps this item with `deletedAt` until it is purged.
 */
export const OrgRoles = z.object({
  orgId: text,
  owner: text,
  roles: z.array(OrgRole),
  deletedAt: z.optional(text),
  /** A copy from the card: the organization is inactive or refused. */
  dormant: z.boolean(),
  /** The owner has offered the ownership to a member, who has not answered yet. */
  offer: z.optional(z.object({ userId: text, by: text, at: text, expiresAt: text })),
  version: z.number(),
})
export type OrgRoles = z.infer<typeof OrgRoles>
export const orgRoles = entity('OrgRoles', OrgRoles, {
  expected: true,
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'ROLES',
})

/** A user's membership. Name, picture and address are copies for lists. */
export const OrgMember = z.object({
  orgId: text,
  userId: text,
  globalUserId: text,
  name: text,
  username: text,
  picture: z.optional(text),
  email: z.optional(text),
  /** Ids of roles. Never empty; the first is the primary role. */
  roles: z.array(text),
  status: z.enum(['active', 'inactive', 'pending', 'suspended']),
  /** Exceptions of this member; absent if there are none, to keep pages of rows small. */
  customPermissions: z.optional(z.array(text)),
  deniedPermissions: z.optional(z.array(text)),
  /** Another person made them a member, and they have not responded yet. */
  drafted: z.optional(z.boolean()),
  /** The write that made them a member also counted them; the stream counts all other members. */
  counted: z.optional(z.boolean()),
  joinedAt: text,
  assignedBy: z.optional(text),
  /** Copies of the names of the person who assigned the roles. */
  assigner: z.optional(z.object({ username: text, name: text })),
  assignedAt: z.optional(text),
  roleTermStart: z.optional(text),
  roleTermEnd: z.optional(text),
  version: z.number(),
})
export type OrgMember = z.infer<typeof OrgMember>
export const orgMember = entity('OrgMember', OrgMember, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'M#{userId}',
  gsi1: { pk: 'U#{userId}', sk: 'ORG#{orgId}' },
  gsi2: { pk: 'ORG#{orgId}#M', sk: '{joinedAt}#{userId}' },
})

/**
 * The caller's rights in one organization. The school's administrators satisfy all demands except those for the owner.
 */
export type OrgRights = {
  readonly roles: OrgRoles
  readonly member: OrgMember | undefined
  readonly isOwner: boolean
  readonly isAdmin: boolean
  /** Only the plain membership counts. */
  readonly plain: boolean
  may(permission: OrgPermission): boolean
}

export const impliedBy: Partial<Record<OrgPermission, OrgPermission>> = {
  manage_event_registrations: 'manage_events',
  view_finances: 'manage_finances',
  view_roles: 'manage_roles',
}

/** The member's roles that the organization still has, in the member's order. */
export const rolesOf = (member: Pick<OrgMember, 'roles'>, { roles }: OrgRoles): readonly OrgRole[] =>
  member.roles.flatMap((id) => roles.find(({ _id }) => _id === id) ?? [])

/** Names of a member's roles for clients, the primary one first. */
export const roleNamesOf = (member: Pick<OrgMember, 'roles'>, roles: OrgRoles): string[] => {
  const names = rolesOf(member, roles).map(({ name }) => name)
  return names.length > 0 ? names : [memberRole]
}

const permittedByRoles = (member: OrgMember, roles: OrgRoles, permission: string): boolean =>
  rolesOf(member, roles).some(
    ({ permissions }) => permissions.includes('all') || permissions.includes(permission),
  )

/** Decides about a permission, in this order: denied, custom, roles, implied. */
export const hasPermission = (member: OrgMember, roles: OrgRoles, permission: OrgPermission): boolean => {
  if (member.status !== 'active' || member.deniedPermissions?.includes(permission)) return false
  if (permission === 'view_events' || member.customPermissions?.includes(permission)) return true
  if (permittedByRoles(member, roles, permission)) return true
  const stronger = impliedBy[permission]
  return stronger !== undefined && hasPermission(member, roles, stronger)
}

const isTermOver = ({ roleTermEnd }: OrgMember, at: string | undefined): boolean =>
  at !== undefined && roleTermEnd !== undefined && Date.parse(roleTermEnd) <= Date.parse(at)

/**
 * A membership without roles whose membership term has ended by this time (ISO 8601), even if they are still stored.
 */
export const withoutExpiredRoles = (member: OrgMember, at: string | undefined): OrgMember => {
  if (!isTermOver(member, at)) return member
  const left = member.roles.filter((id) => id === ownerRole || id === memberRole)
  return { ...member, roles: left.length > 0 ? left : [memberRole] }
}

/**
 * The part of a membership that counts for the caller. In a session with only plain rights it has no roles and no
 * exceptions. Roles whose term has ended never count (rules/members 46).
 */
const effectiveMember = ({ plain, at }: Caller, member: OrgMember | undefined): OrgMember | undefined => {
  if (!member) return member
  if (!plain) return withoutExpiredRoles(member, at)
  const { customPermissions: _, ...rest } = member
  return { ...rest, roles: [memberRole] }
}

const isOrgOwner = (caller: Caller, { owner }: OrgRoles): boolean =>
  !caller.plain && isMember(caller) && caller.tenantUserId === owner

/** Permissions from the caller's own membership; administrator rights do not count here. */
export const hasOwnOrgPermission = (
  caller: Caller,
  roles: OrgRoles | undefined,
  member: OrgMember | undefined,
  permission: OrgPermission,
): boolean => {
  if (!roles || roles.deletedAt !== undefined) return false
  const own = effectiveMember(caller, member)
  return isOrgOwner(caller, roles) || (own !== undefined && hasPermission(own, roles, permission))
}

export const orgRightsOf = (
  caller: Caller,
  roles: OrgRoles | undefined,
  member: OrgMember | undefined,
): OrgRights => {
  if (!roles || roles.deletedAt !== undefined) return fail(OrganizationNotFound)
  const admin = isAdmin(caller)
  return {
    roles,
    member: member?.status === 'active' ? effectiveMember(caller, member) : undefined,
    isOwner: isOrgOwner(caller, roles),
    isAdmin: admin,
    plain: caller.plain === true,
    may: (permission) => admin || hasOwnOrgPermission(caller, roles, member, permission),
  }
}

/** The failure for a caller without the required rights, in the order that clients expect. */
export const orgRefusal = (demand: OrgDemand, rights: OrgRights): FailureKind | undefined => {
  if (demand === 'owner' || demand === 'ownerOrAdmin')
    return rights.isOwner || (demand === 'ownerOrAdmin' && rights.isAdmin) ? undefined : OwnerOnly
  if (demand === 'visitor' || rights.isAdmin || rights.isOwner) return undefined
  if (!rights.member) return NotAnOrgMember
  if (demand === 'member') return undefined
  const demanded = typeof demand === 'string' ? [demand] : demand
  if (demanded.some((permission) => rights.may(permission))) return undefined
  const [only] = demanded
  return demanded.length === 1 && only ? permissionRequired(only) : NoneOfPermissions
}

/** Refuses a caller without the required rights. */
export const refuseWithoutOrgRights = (demand: OrgDemand, rights: OrgRights): void => {
  const refusal = orgRefusal(demand, rights)
  if (refusal) fail(refusal)
}
