import { fail } from '../../contract/failure.ts'
import { ConcurrentChange } from '../../contract/failures.ts'
import { key } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
import { put, type Write } from '../../table/write.ts'
import { type Access, access, type Membership, type TenantUser, tenantUser } from './records.ts'
import { putAccess } from './rights.ts'

type Standing = Partial<Pick<Membership, 'roles' | 'suspended'>>

const attempts = 8

/**
 * Changes what a person is at this school: the truth in the access item, which the next request reads, and the copy on
 * the user that lists show, in one transaction with `also` (the audit row). Undefined when the person is no member.
 */
export const changeStanding = async (
  table: Table,
  globalUserId: string,
  tenantKey: string,
  change: (current: TenantUser, rights: Access) => Standing,
  also: (changed: TenantUser) => readonly Write[],
  now: Date,
): Promise<TenantUser | undefined> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const rights = await table.get(access, { globalUserId }, { strong: true })
    const membership = rights?.memberships[tenantKey]
    if (!rights || membership?.status !== 'active' || !membership.tenantUserId) return undefined
    const [user] = await table.batchGet([key(tenantUser, { id: membership.tenantUserId })], { strong: true })
    if (!user) return undefined
    const next = change(user, rights)
    const at = now.toISOString()
    const changed: TenantUser = {
      ...user,
      roles: next.roles ?? user.roles,
      accessSuspended: next.suspended ?? user.accessSuspended,
      ...(next.suspended === undefined ? {} : { accessSuspendedAt: next.suspended ? at : undefined }),
      updatedAt: at,
      version: user.version + 1,
    }
    const written = await table.write([
      putAccess({
        ...rights,
        memberships: { ...rights.memberships, [tenantKey]: { ...membership, ...next } },
      }),
      put(tenantUser, changed, { equals: { version: user.version } }),
      ...also(changed),
    ])
    if (written.ok) return changed
  }
  return fail(ConcurrentChange)
}
