import { type AudiencePager, pager, pageSize } from '../../lib/audience.ts'
import { type OrgRoles, orgMember, orgRoles, ownerRole } from '../../lib/identity/org/organizations.ts'
import { orgRoleHolder } from '../../lib/identity/org/records.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'

/** The role to read and the cursor within it: `<number>` or `<number> <cursor>`. */
const positionOf = (cursor = '0'): { at: number; within: string | undefined } => {
  const [at, within] = cursor.split(' ')
  return { at: Number(at), within }
}

/** Filters people to the active members of an organization who hold one of some roles. */
const filterHolders = async (
  table: Table,
  orgId: string,
  roleIds: readonly string[],
  people: readonly string[],
): Promise<readonly string[]> => {
  const rows = await table.batchGet(
    people.map((userId) => key(orgMember, { orgId, userId })),
    { strong: true },
  )
  return people.filter(
    (_, at) => rows[at]?.status === 'active' && rows[at].roles.some((role) => roleIds.includes(role)),
  )
}

/** Holders of one role in an organization. */
const roleAudience = pager(
  'role',
  async ({ orgId, roleId, except }, table, cursor) => {
    const { items, cursor: next } = await table.list(orgRoleHolder, {
      keyParams: { orgId, roleId },
      limit: pageSize,
      cursor,
      strong: true,
    })
    const active = items.flatMap(({ userId, status }) => (status === 'active' ? [userId] : []))
    return { people: active.filter((id) => id !== except), ...(next ? { next } : {}) }
  },
  ({ orgId, roleId }, people, table) => filterHolders(table, orgId, [roleId], people),
)

/** Roles that grant a permission; none when the organization is deleted. */
const rolesGranting = (found: OrgRoles | undefined, permission: string): readonly string[] =>
  (found?.deletedAt === undefined ? (found?.roles ?? []) : [])
    .filter(
      ({ _id, permissions }) =>
        _id === ownerRole || permissions.includes('all') || permissions.includes(permission),
    )
    .map(({ _id }) => _id)

/** Holders of a permission through a role. It reads role by role, so a person may appear twice. */
const permissionAudience = pager(
  'permission',
  async ({ orgId, permission, except }, table, cursor) => {
    const roleIds = rolesGranting(await table.get(orgRoles, { orgId }), permission)
    const { at, within } = positionOf(cursor)
    const roleId = roleIds[at]
    if (roleId === undefined) return { people: [] }
    const listing = { keyParams: { orgId, roleId }, limit: pageSize, cursor: within, strong: true }
    const page = await table.list(orgRoleHolder, listing)
    const people = page.items
      .filter(({ status, userId }) => status === 'active' && userId !== except)
      .map(({ userId }) => userId)
    const next = page.cursor === undefined ? String(at + 1) : `${at} ${page.cursor}`
    return page.cursor === undefined && at + 1 >= roleIds.length ? { people } : { people, next }
  },
  async ({ orgId, permission }, people, table) => {
    const roles = await table.get(orgRoles, { orgId }, { strong: true })
    return filterHolders(table, orgId, rolesGranting(roles, permission), people)
  },
)

export const audiences: readonly AudiencePager[] = [roleAudience, permissionAudience]
