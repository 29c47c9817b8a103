import { fail, failureText, withText } from '../../lib/contract/failure.ts'
import { orgPermissions } from '../../lib/contract/permissions.ts'
import { memberRole, type OrgRights, type OrgRole, ownerRole } from '../../lib/identity/org/organizations.ts'
import {
  actingRank,
  canGrant,
  firstRoles,
  isSystemRole,
  rankOf,
  sortByRank,
} from '../../lib/identity/org/roles.ts'
import {
  CannotCreateRole,
  CannotEditRole,
  PermissionNotHeld,
  RoleExists,
  RoleImmutable,
  RoleNameReserved,
  RoleNotFound,
  TooManyRoles,
  UnknownPermission,
} from './contract/failures.ts'
import type { NewRole, RoleChange } from './contract/shapes.ts'

/** Limit of roles beyond those that every organization starts with. */
export const maxRolesPerOrg = 10

const newColor = '#a855f7'

type Roles = readonly OrgRole[]

const known = new Set<string>(orgPermissions)

const foldedName = (name: string): string => name.toLowerCase()

/** Permissions without duplicates. Fails with UNKNOWN_PERMISSION, which names the first unknown one. */
const knownPermissions = (permissions: readonly string[]): string[] => {
  const unknown = permissions.find((permission) => !known.has(permission))
  if (unknown !== undefined)
    fail(withText(UnknownPermission, failureText('Unknown permission: {name}', { name: unknown })), {
      field: 'permissions',
    })
  return [...new Set(permissions)]
}

export const requireRoleNamed = (roles: Roles, name: string): OrgRole =>
  roles.find((role) => foldedName(role.name) === foldedName(name)) ?? fail(RoleNotFound)

/** Only the two system roles may have their names. */
const refuseReservedName = (name: string): void => {
  if ([ownerRole, memberRole].includes(foldedName(name))) fail(RoleNameReserved, { field: 'name' })
}

const refuseTakenName = (roles: Roles, name: string, own?: OrgRole): void => {
  const taken = roles.some((role) => role._id !== own?._id && foldedName(role.name) === foldedName(name))
  if (taken) fail(RoleExists, { field: 'name' })
}

/** Callers cannot grant permissions that they lack. Only the owner and administrators may grant all of them. */
export const refuseUnheld = (rights: OrgRights, before: OrgRole | undefined, after: OrgRole): void => {
  const added = after.permissions.filter((permission) => !before?.permissions.includes(permission))
  if (!canGrant(rights, added)) fail(PermissionNotHeld)
}

export const refuseTooMany = (roles: Roles): void => {
  const custom = roles.filter(({ _id }) => !firstRoles.includes(_id))
  if (custom.length > maxRolesPerOrg) fail(TooManyRoles)
}

const lowestOrder = (roles: Roles): number =>
  Math.max(0, ...roles.filter((role) => !isSystemRole(role)).map(({ order }) => order))

/** A new role. It ranks last above the members unless the request sets its order. */
export const newRoleOf = (id: string, { name, displayName, ...rest }: NewRole, roles: Roles): OrgRole => {
  refuseReservedName(name)
  return {
    _id: id,
    name,
    displayName,
    permissions: knownPermissions(rest.permissions),
    isDefault: false,
    order: rest.order ?? lowestOrder(roles) + 1,
    color: rest.color === undefined ? newColor : rest.color,
  }
}

/** A role with the changed fields replaced. */
export const changedRoleOf = (role: OrgRole, change: RoleChange): OrgRole => {
  const { name = role.name, displayName = role.displayName, color = role.color, order = role.order } = change
  if (name !== role.name) refuseReservedName(name)
  const permissions = change.permissions ? knownPermissions(change.permissions) : role.permissions
  return { ...role, name, displayName, permissions, color, order }
}

/** The list with a new role. Fails unless the role ranks below the caller (rules/members 29). */
export const withNewRole = (rights: OrgRights, id: string, draft: NewRole) => {
  const { roles } = rights.roles
  const role = newRoleOf(id, draft, roles)
  refuseTakenName(roles, role.name)
  const after = [...roles, role]
  refuseTooMany(after)
  if (rankOf({ roles: after }, [id]) <= actingRank(rights)) fail(CannotCreateRole)
  refuseUnheld(rights, undefined, role)
  return { role, roles: after }
}

/** Finds a role by name. Fails for a system role and for one that does not rank below the caller. */
export const requireEditableRole = (rights: OrgRights, name: string): OrgRole => {
  const role = requireRoleNamed(rights.roles.roles, name)
  if (isSystemRole(role))
    fail(withText(RoleImmutable, failureText('{role} is an immutable system role', { role: role.name })))
  if (rankOf(rights.roles, [role._id]) <= actingRank(rights)) fail(CannotEditRole)
  return role
}

export const withChangedRole = (rights: OrgRights, name: string, change: RoleChange) => {
  const before = requireEditableRole(rights, name)
  const role = changedRoleOf(before, change)
  const { roles } = rights.roles
  refuseTakenName(roles, role.name, before)
  const after = roles.map((each) => (each._id === role._id ? role : each))
  if (rankOf({ roles: after }, [role._id]) <= actingRank(rights)) fail(CannotEditRole)
  refuseUnheld(rights, before, role)
  return { role, roles: after }
}

const contentOf = ({ order: _, ...role }: OrgRole): string => JSON.stringify(role)

/** Roles at or above the caller's rank must keep their content and order. */
export const refuseChangedAbove = (rights: OrgRights, after: Roles): void => {
  const untouchable = actingRank(rights) + 1
  const [old, now] = [sortByRank(rights.roles.roles), sortByRank(after)].map((list) =>
    list.slice(0, untouchable).map(contentOf),
  )
  if (JSON.stringify(old) !== JSON.stringify(now)) fail(CannotEditRole)
}
