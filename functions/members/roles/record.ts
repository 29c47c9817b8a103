import { fail } from '../../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { roleOffer } from '../../../lib/identity/org/invites.ts'
import { type OrgRole, type OrgRoles, orgRoles } from '../../../lib/identity/org/organizations.ts'
import { type OrgRoleCount, orgRoleCount } from '../../../lib/identity/org/records.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put, remove, type Write } from '../../../lib/table/write.ts'
import { RoleInUse } from '../contract/failures.ts'

/** Open invitations that are counted one by one. */
const mostCounted = 100

type Roles = readonly OrgRole[]

const idsOf = (roles: Roles): ReadonlySet<string> => new Set(roles.map(({ _id }) => _id))

/** The counter of a role, and how many open invitations offer it. */
const usageOf = async (table: Table, orgId: string, roleId: string, now: Date) => {
  const open = { holes: { orgId, roleId }, from: now.toISOString(), limit: mostCounted, strong: true }
  const [counter, { items }] = await Promise.all([
    table.get(orgRoleCount, { orgId, roleId }, { strong: true }),
    table.list(roleOffer, open),
  ])
  return { counter, held: (counter?.count ?? 0) + items.length }
}

/** Refuses while nobody may hold the role, and when an invitation was sent since the counter was read. */
const roleGone = ({ orgId, roleId, offers }: OrgRoleCount): Write =>
  remove(
    orgRoleCount,
    { orgId, roleId },
    offers === undefined ? { equals: { count: 0 }, without: ['offers'] } : { equals: { count: 0, offers } },
  )

/**
 * The writes that keep a list of roles under the version it was read at; one round trip before where roles go. Fails with
 * ROLE_IN_USE while members hold one of them, or open invitations offer it (rules/members 24).
 */
export const rolesWrites = async (
  table: Table,
  before: OrgRoles,
  roles: Roles,
  now: Date,
): Promise<readonly Write[]> => {
  const { orgId, version } = before
  const [had, has] = [idsOf(before.roles), idsOf(roles)]
  const going = [...had].filter((roleId) => !has.has(roleId))
  const usages = await Promise.all(going.map((roleId) => usageOf(table, orgId, roleId, now)))
  const held = usages.find((usage) => usage.held > 0)?.held
  if (held !== undefined)
    fail({ ...RoleInUse, message: `Cannot delete role: ${held} member(s) currently have this role` })
  return [
    put(orgRoles, { ...before, roles: [...roles], version: version + 1 }, { equals: { version } }),
    ...[...has]
      .filter((roleId) => !had.has(roleId))
      .map((roleId) => put(orgRoleCount, { orgId, roleId, count: 0 }, { absent: true })),
    ...usages.flatMap(({ counter }) => (counter ? [roleGone(counter)] : [])),
  ]
}

const attempts = 4

/**
 * Keeps a list of roles. The counter of a role that goes refuses when somebody was given, or offered, the role meanwhile:
 * then it is looked at again. Fails with ROLE_IN_USE or CONCURRENT_CHANGE.
 */
export const saveRoles = async (table: Table, before: OrgRoles, roles: Roles, now: Date): Promise<void> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const written = await table.write(await rolesWrites(table, before, roles, now))
    if (written.ok) return
    if (written.failed.includes(0)) fail(ConcurrentChange)
  }
  fail(ConcurrentChange)
}
