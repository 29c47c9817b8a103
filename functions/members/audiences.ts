import { type AudiencePager, pager, pageSize } from '../../lib/audience.ts'
import { orgRoles, ownerRole } from '../../lib/identity/org/organizations.ts'
import { orgRoleHolder } from '../../lib/identity/org/records.ts'

/** Which role is read, and where in it: `<number>` or `<number> <cursor>`. */
const placeOf = (cursor = '0'): { at: number; within: string | undefined } => {
  const [at, within] = cursor.split(' ')
  return { at: Number(at), within }
}

/** Whoever holds one role of an organization. */
const ofRole = pager('role', async ({ orgId, roleId, except }, table, cursor) => {
  const { items, cursor: next } = await table.list(orgRoleHolder, {
    holes: { orgId, roleId },
    limit: pageSize,
    cursor,
    strong: true,
  })
  const active = items.flatMap(({ userId, status }) => (status === 'active' ? [userId] : []))
  return { people: active.filter((id) => id !== except), ...(next ? { next } : {}) }
})

/** Whoever holds a permission of an organization by a role: role by role, so somebody may appear twice. */
const holders = pager('permission', async ({ orgId, permission, except }, table, cursor) => {
  const found = await table.get(orgRoles, { orgId })
  const roles = found?.deletedAt === undefined ? (found?.roles ?? []) : []
  const granting = roles
    .filter(
      ({ _id, permissions }) =>
        _id === ownerRole || permissions.includes('all') || permissions.includes(permission),
    )
    .map(({ _id }) => _id)
  const { at, within } = placeOf(cursor)
  const roleId = granting[at]
  if (roleId === undefined) return { people: [] }
  const holding = { holes: { orgId, roleId }, limit: pageSize, cursor: within, strong: true }
  const page = await table.list(orgRoleHolder, holding)
  const people = page.items
    .filter(({ status, userId }) => status === 'active' && userId !== except)
    .map(({ userId }) => userId)
  const next = page.cursor === undefined ? String(at + 1) : `${at} ${page.cursor}`
  return page.cursor === undefined && at + 1 >= granting.length ? { people } : { people, next }
})

export const audiences: readonly AudiencePager[] = [ofRole, holders]
