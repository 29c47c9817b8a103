import type { OrgPermission } from '../../contract/permissions.ts'
import {
  memberRole,
  type OrgMember,
  type OrgRights,
  type OrgRole,
  type OrgRoles,
  ownerRole,
} from './organizations.ts'

/** The role added to an organization that becomes an approval group. */
export const approverRole = 'approver'

/** Ids of the roles that every new organization has or that the school adds; all others are custom roles. */
export const firstRoles: readonly string[] = [ownerRole, 'admin', 'officer', memberRole, approverRole]

/** Every organization has these two roles unchanged. */
export const isSystemRole = ({ _id }: Pick<OrgRole, '_id'>): boolean =>
  _id === ownerRole || _id === memberRole

const orderOf = ({ _id, order }: OrgRole): number => {
  if (_id === ownerRole) return Number.NEGATIVE_INFINITY
  return _id === memberRole ? Number.POSITIVE_INFINITY : order
}

/** From highest to lowest: the owner, the others by `order` and then by position, the member last. */
export const sortByRank = (roles: readonly OrgRole[]): readonly OrgRole[] =>
  [...roles].sort((a, b) => orderOf(a) - orderOf(b) || 0)

/** Ranks count from 0, the highest. Unknown roles, or no roles, rank below every role. */
export const rankOf = ({ roles }: Pick<OrgRoles, 'roles'>, ids: readonly string[]): number => {
  const order = sortByRank(roles)
  const ranks = ids.map((id) => order.findIndex(({ _id }) => _id === id)).filter((rank) => rank >= 0)
  return Math.min(order.length, ...ranks)
}

/** The rank at which the caller acts. Owner and administrators rank above all roles. */
export const actingRank = ({ isOwner, isAdmin, member, roles }: OrgRights): number =>
  isOwner || isAdmin ? -1 : rankOf(roles, member?.roles ?? [])

/** A member's rank. The recorded owner has the highest one, whatever the row says. */
export const memberRank = (roles: OrgRoles, member: Pick<OrgMember, 'userId' | 'roles'>): number =>
  member.userId === roles.owner ? 0 : rankOf(roles, member.roles)

/**
 * Whether the caller may grant these permissions: only permissions that they hold; `all` only as owner or
 * administrator.
 */
export const canGrant = (rights: OrgRights, permissions: readonly string[]): boolean =>
  rights.isOwner ||
  rights.isAdmin ||
  permissions.every((permission) => permission !== 'all' && rights.may(permission as OrgPermission))

/** All permissions of these roles together. Unknown ids permit nothing. */
export const permissionsOf = (
  { roles }: Pick<OrgRoles, 'roles'>,
  ids: readonly string[],
): readonly string[] => roles.filter(({ _id }) => ids.includes(_id)).flatMap(({ permissions }) => permissions)
