import type { OrgPermission } from '../../contract/permissions.ts'
import {
  memberRole,
  type OrgMember,
  type OrgRights,
  type OrgRole,
  type OrgRoles,
  ownerRole,
} from './organizations.ts'

/** The role that an organization gets which becomes an approval group. */
export const approverRole = 'approver'

/** Ids of the roles that an organization is made with, or gets from the school; any other is a custom role. */
export const firstRoles: readonly string[] = [ownerRole, 'admin', 'officer', memberRole, approverRole]

/** Every organization has these two as they are. */
export const isSystemRole = ({ _id }: Pick<OrgRole, '_id'>): boolean =>
  _id === ownerRole || _id === memberRole

const orderOf = ({ _id, order }: OrgRole): number => {
  if (_id === ownerRole) return Number.NEGATIVE_INFINITY
  return _id === memberRole ? Number.POSITIVE_INFINITY : order
}

/** From the highest to the lowest: the owner, the rest by `order` and then by position, the member last. */
export const sortByRank = (roles: readonly OrgRole[]): readonly OrgRole[] =>
  [...roles].sort((a, b) => orderOf(a) - orderOf(b) || 0)

/** Ranks count from 0, the highest. Nobody's role, or none at all, ranks below every role. */
export const rankOf = ({ roles }: Pick<OrgRoles, 'roles'>, ids: readonly string[]): number => {
  const order = sortByRank(roles)
  const ranks = ids.map((id) => order.findIndex(({ _id }) => _id === id)).filter((rank) => rank >= 0)
  return Math.min(order.length, ...ranks)
}

/** The rank at which somebody acts. Owner and administrators stand above all roles. */
export const actingRank = ({ isOwner, isAdmin, member, roles }: OrgRights): number =>
  isOwner || isAdmin ? -1 : rankOf(roles, member?.roles ?? [])

/** The rank of a member: the record owner's is the highest whatever the row says. */
export const memberRank = (roles: OrgRoles, member: Pick<OrgMember, 'userId' | 'roles'>): number =>
  member.userId === roles.owner ? 0 : rankOf(roles, member.roles)

/**
 * Whether somebody may hand permissions on: only those that they hold, and everything at once only as owner or
 * administrator.
 */
export const canGrant = (rights: OrgRights, permissions: readonly string[]): boolean =>
  rights.isOwner ||
  rights.isAdmin ||
  permissions.every((permission) => permission !== 'all' && rights.may(permission as OrgPermission))

/** What some roles permit together. Ids that are no role's permit nothing. */
export const permissionsOf = (
  { roles }: Pick<OrgRoles, 'roles'>,
  ids: readonly string[],
): readonly string[] => roles.filter(({ _id }) => ids.includes(_id)).flatMap(({ permissions }) => permissions)
