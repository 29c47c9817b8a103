import type { Context } from '../../lib/context.ts'
import { fail, failureText, withText } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { orgPermissions } from '../../lib/contract/permissions.ts'
import { roleOffer } from '../../lib/identity/org/invites.ts'
import {
  hasPermission,
  memberRole,
  type OrgRights,
  type OrgRole,
  type OrgRoles,
  orgRoles,
  ownerRole,
} from '../../lib/identity/org/organizations.ts'
import { type OrgRoleCount, orgRoleCount } from '../../lib/identity/org/records.ts'
import { isSystemRole, sortByRank } from '../../lib/identity/org/roles.ts'
import type { Operation } from '../../lib/operation.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, replace, type Write } from '../../lib/table/write.ts'
import { DuplicateRoles, RoleIncomplete, RoleInUse, SystemRolesMissing } from './contract/failures.ts'
import type { NewRole, RoleChange, RoleDraft } from './contract/shapes.ts'
import type { contract } from './contract.ts'
import { openOffer } from './membership/ownership-offer.ts'
import {
  changedRoleOf,
  maxRolesPerOrg,
  newRoleOf,
  refuseChangedAbove,
  refuseTooMany,
  refuseUnheld,
  requireEditableRole,
  requireRoleNamed,
  withChangedRole,
  withNewRole,
} from './role-rules.ts'
import { roleNamesView, roleViewOf } from './views.ts'

type Rows = (typeof contract)['rows']

type Roles = readonly OrgRole[]
type Ids = { newId(): string }

const refuseDuplicates = (roles: Roles): void => {
  const names = roles.map(({ name }) => name.toLowerCase())
  if (new Set(names).size < names.length) fail(DuplicateRoles)
}

/** Orders count from 1 by rank. The owner's is 0; the member's is the last. */
const renumber = (roles: Roles): OrgRole[] => sortByRank(roles).map((role, order) => ({ ...role, order }))

const findExisting = (roles: Roles, { _id, name }: RoleDraft): OrgRole | undefined =>
  roles.find((role) =>
    _id === undefined ? role.name.toLowerCase() === name?.toLowerCase() : role._id === _id,
  )

const requireComplete = ({ name, displayName, permissions = [], ...rest }: RoleDraft): NewRole =>
  name === undefined || displayName === undefined
    ? fail(RoleIncomplete)
    : { ...rest, name, displayName, permissions }

const roleFromDraft = (draft: RoleDraft, at: number, roles: Roles, { newId }: Ids): OrgRole => {
  const positioned = { ...draft, order: draft.order ?? at }
  const before = findExisting(roles, draft)
  if (!before) return newRoleOf(newId(), requireComplete(positioned), roles)
  return isSystemRole(before) ? before : changedRoleOf(before, positioned)
}

/** The roles after a complete list replaces them. Roles that are missing from the list are deleted. */
const rolesFromDrafts = (drafts: readonly RoleDraft[], roles: Roles, ids: Ids): OrgRole[] => {
  const rolesAfter = drafts.map((draft, at) => roleFromDraft(draft, at, roles, ids))
  const present = new Set(rolesAfter.map(({ _id }) => _id))
  if (!present.has(ownerRole) || !present.has(memberRole)) fail(SystemRolesMissing)
  if (present.size < rolesAfter.length) fail(DuplicateRoles)
  refuseDuplicates(rolesAfter)
  refuseTooMany(rolesAfter)
  return renumber(rolesAfter)
}

/**
 * The same within the caller's rights: no change at or above the caller's rank, no grant of permissions the caller
 * lacks.
 */
export const requireAllowedRoles = (drafts: readonly RoleDraft[], rights: OrgRights, ids: Ids): OrgRole[] => {
  const { roles } = rights.roles
  const after = rolesFromDrafts(drafts, roles, ids)
  refuseChangedAbove(rights, after)
  for (const role of after)
    refuseUnheld(
      rights,
      roles.find(({ _id }) => _id === role._id),
      role,
    )
  return after
}

const defaultRole = (
  name: string,
  order: number,
  displayName: string,
  color: string,
  permissions: string[],
): OrgRole => ({
  _id: name,
  name,
  displayName,
  permissions,
  isDefault: name === memberRole,
  order,
  color,
})

/** The roles of a new organization. */
export const firstRoles: Roles = [
  defaultRole(ownerRole, 0, 'Owner', '#dc2626', ['all']),
  defaultRole('admin', 1, 'Admin', '#a855f7', [
    'manage_members',
    'manage_events',
    'view_analytics',
    'view_events',
    'send_announcements',
  ]),
  defaultRole('officer', 2, 'Officer', '#2563eb', ['manage_events', 'view_events', 'send_announcements']),
  defaultRole(memberRole, 3, 'Member', '#6b7280', ['view_events']),
]

const slug = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '_')
    .replace(/[/?#%\\\p{Cc}]/gu, '')

/** A role made from a title alone (rules/organizations 8). */
export const roleFromTitle = (title: string): NewRole => ({
  name: slug(title),
  displayName: title.trim(),
  permissions: ['view_events'],
})

/** The roles of a new organization that sends its own. One named admin or officer replaces that default role. */
export const initialRoles = (custom: readonly NewRole[], { newId }: Ids): OrgRole[] => {
  const own = custom.map((draft, at) => {
    const replaced = firstRoles.find(({ name }) => name === draft.name.toLowerCase())
    const id = replaced && !isSystemRole(replaced) ? replaced._id : newId()
    const order = replaced?.order ?? firstRoles.length + (draft.order ?? at)
    return newRoleOf(id, { ...draft, order }, firstRoles)
  })
  refuseDuplicates(own)
  const kept = firstRoles.filter(({ _id }) => !own.some((role) => role._id === _id))
  const all = [...kept, ...own]
  refuseTooMany(all)
  return renumber(all)
}

/** Open invitations that are counted one by one. */
const maxCounted = 100

const idsOf = (roles: Roles): ReadonlySet<string> => new Set(roles.map(({ _id }) => _id))

/** A role's counter and the number of open invitations that offer it. */
const usageOf = async (table: Table, orgId: string, roleId: string, now: Date) => {
  const open = { keyParams: { orgId, roleId }, from: now.toISOString(), limit: maxCounted, strong: true }
  const [counter, { items }] = await Promise.all([
    table.get(orgRoleCount, { orgId, roleId }, { strong: true }),
    table.list(roleOffer, open),
  ])
  return { counter, held: (counter?.count ?? 0) + items.length }
}

/** Fails while members may hold the role, and when an invitation was sent after the counter was read. */
const roleCountRemoval = ({ orgId, roleId, offers }: OrgRoleCount): Write =>
  remove(
    orgRoleCount,
    { orgId, roleId },
    offers === undefined ? { equals: { count: 0 }, without: ['offers'] } : { equals: { count: 0, offers } },
  )

/**
 * Writes that store a list of roles under the version it was read at. One round trip before, when roles are removed.
 * Fails with ROLE_IN_USE while members hold a removed role, or open invitations offer it (rules/members 24).
 */
export const rolesWrites = async (
  table: Table,
  before: OrgRoles,
  roles: Roles,
  now: Date,
): Promise<readonly Write[]> => {
  const { orgId } = before
  const [had, has] = [idsOf(before.roles), idsOf(roles)]
  const removedRoles = [...had].filter((roleId) => !has.has(roleId))
  const usages = await Promise.all(removedRoles.map((roleId) => usageOf(table, orgId, roleId, now)))
  const held = usages.find((usage) => usage.held > 0)?.held
  if (held !== undefined)
    fail(
      withText(
        RoleInUse,
        failureText('Cannot delete role: {held} member(s) currently have this role', { held }),
      ),
    )
  return [
    replace(orgRoles, before, { ...before, roles: [...roles] }),
    ...[...has]
      .filter((roleId) => !had.has(roleId))
      .map((roleId) => put(orgRoleCount, { orgId, roleId, count: 0 }, { absent: true })),
    ...usages.flatMap(({ counter }) => (counter ? [roleCountRemoval(counter)] : [])),
  ]
}

/**
 * Stores a list of roles. The write fails when a removed role was assigned or offered meanwhile; it then checks again.
 * Fails with ROLE_IN_USE or CONCURRENT_CHANGE.
 */
const saveRoles = async (table: Table, before: OrgRoles, roles: Roles, now: Date): Promise<void> => {
  await table.retryOnConflict(async () => {
    const written = await table.write(await rolesWrites(table, before, roles, now))
    if (written.ok) return true
    if (written.failed.includes(0)) fail(ConcurrentChange)
    return conflicted
  })
}

type OrgContext = Context<OrgAccess>

const save = ({ table, caller, now }: OrgContext, roles: readonly OrgRole[]): Promise<void> =>
  saveRoles(table, caller.org.roles, roles, now())

export const makeRole = async (draft: NewRole, context: OrgContext): Promise<OrgRole> => {
  const { roles: known } = context.caller.org.roles
  const named = (id: string) => known.find(({ _id }) => _id === id)
  let id = context.newId()
  // A repeated request finds its role. A role of another name was created earlier and renamed since.
  while ((named(id)?.name ?? draft.name) !== draft.name) id = context.newId()
  const made = named(id)
  if (made) return made
  const { role, roles } = withNewRole(context.caller.org, id, draft)
  await save(context, roles)
  return role
}

export const changeRole = async (
  { roleName, ...change }: { roleName: string } & RoleChange,
  context: OrgContext,
): Promise<OrgRole> => {
  const { role, roles } = withChangedRole(context.caller.org, roleName, change)
  await save(context, roles)
  return role
}

/** Replaces all roles. Fails with 409 when `version` is not the stored one (rules/members 54). */
export const replaceAllRoles = async (
  drafts: readonly RoleDraft[],
  context: OrgContext,
  version?: number,
): Promise<readonly OrgRole[]> => {
  if (version !== undefined && version !== context.caller.org.roles.version) fail(ConcurrentChange)
  const roles = requireAllowedRoles(drafts, context.caller.org, context)
  await save(context, roles)
  return roles
}

/** Fails while members hold the role, or open invitations offer it. The role's counter is the condition. */
export const removeRole = async (roleName: string, context: OrgContext): Promise<void> => {
  const { org } = context.caller
  const gone = requireEditableRole(org, roleName)
  await save(
    context,
    org.roles.roles.filter(({ _id }) => _id !== gone._id),
  )
}

export const checkRoleManagement: Operation<Rows['checkRoleManagement']> = async () => ({
  canManageRoles: true as const,
})

/** The open offer of the ownership, for its two sides (rules/members 52). */
const offerFor = ({ member, isOwner, isAdmin, roles }: OrgRights, now: Date) => {
  const offer = openOffer(roles, now)
  if (!offer || !(isOwner || isAdmin || offer.userId === member?.userId)) return {}
  return { ownershipOffer: { userId: offer.userId, expiresAt: offer.expiresAt } }
}

export const getMyPermissions: Operation<Rows['getMyPermissions']> = async (_, { caller: { org }, now }) => {
  const shown = {
    ...(org.member ? roleNamesView(org.member, org.roles) : { role: null, roles: [] }),
    ...(org.member?.drafted ? { addedByOthers: true as const } : {}),
    ...offerFor(org, now()),
  }
  if (org.isOwner || org.isAdmin) return { ...shown, permissions: ['all'] }
  const { member } = org
  return {
    ...shown,
    permissions: orgPermissions.filter(
      (permission) => member && hasPermission(member, org.roles, permission),
    ),
  }
}

export const listRoles: Operation<Rows['listRoles']> = async (_, { caller: { org } }) => ({
  roles: sortByRank(org.roles.roles).map(roleViewOf),
  roleManagement: { allowCustomRoles: true, maxCustomRoles: maxRolesPerOrg },
  version: org.roles.version,
})

export const createRole: Operation<Rows['createRole']> = async ({ orgId: _, ...draft }, context) => ({
  role: roleViewOf(await makeRole(draft, context)),
})

export const replaceRoles: Operation<Rows['replaceRoles']> = async ({ positions, version }, context) => ({
  roles: (await replaceAllRoles(positions, context, version)).map(roleViewOf),
})

export const updateRole: Operation<Rows['updateRole']> = async ({ orgId: _, ...change }, context) => ({
  role: roleViewOf(await changeRole(change, context)),
})

export const deleteRole: Operation<Rows['deleteRole']> = async ({ roleName }, context) => {
  await removeRole(roleName, context)
  return undefined
}

export const getRolePermissions: Operation<Rows['getRolePermissions']> = async (
  { roleName },
  { caller: { org } },
) => ({ role: roleViewOf(requireRoleNamed(org.roles.roles, roleName)) })
