import type { OrgPermission } from '../../lib/contract/permissions.ts'
import { orgRoleHolder } from '../../lib/identity/org-records.ts'
import { memberMay, type OrgStanding } from '../../lib/identity/organizations.ts'
import type { Table } from '../../lib/table/table.ts'

/** Holders of one role that are looked at. */
const mostLookedAt = 25

/**
 * Whether nobody else in the organization holds a permission. The owner holds every one, so only the owner can be alone
 * with it. Permissions that single members have beside their roles are not looked for: nothing gives them.
 */
export const isOnlyHolder = async (
  table: Table,
  { roles, isOwner }: OrgStanding,
  permission: OrgPermission,
  userId: string,
): Promise<boolean> => {
  if (!isOwner) return false
  const { orgId } = roles
  const granting = roles.roles.filter(
    ({ permissions }) =>
      permissions.includes('all') ||
      permissions.includes(permission) ||
      (permission === 'view_finances' && permissions.includes('manage_finances')) ||
      (permission === 'view_roles' && permissions.includes('manage_roles')),
  )
  const pages = await Promise.all(
    granting.map(({ _id: roleId }) =>
      table.list(orgRoleHolder, { holes: { orgId, roleId }, limit: mostLookedAt, strong: true }),
    ),
  )
  const holders = pages.flatMap(({ items }) => items)
  return !holders.some((holder) => holder.userId !== userId && memberMay(holder, roles, permission))
}
