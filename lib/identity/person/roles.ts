import { stored, unchanged } from '../../table/condition.ts'
import { key } from '../../table/entity.ts'
import { conflicted } from '../../table/retry.ts'
import type { Table } from '../../table/table.ts'
import { check, put, type Write } from '../../table/write.ts'
import { type SessionStrength, sessionStrengthAt } from '../school/provider-trust.ts'
import type { Caller } from './caller.ts'
import { type Access, access, type Membership, type TenantUser, tenantUser } from './records.ts'

const ranks: Readonly<Record<string, number>> = { admin: 1, root: 2 }
const platformRanks: Readonly<Record<string, number>> = { platform_admin: 3, root: 4 }

const highest = (roles: readonly string[], of: Readonly<Record<string, number>>): number =>
  Math.max(0, ...roles.map((role) => of[role] ?? 0))

/** The rank that a school role gives. */
export const rankOfRole = (role: string): number => ranks[role] ?? 0

/**
 * The caller's rank, as far as the session supports it. Platform administrators are above a school's root, who is
 * above its administrators, who are above everybody else.
 */
export const rankOf = ({
  authority,
  platformRoles,
}: Pick<Caller | SessionStrength, 'authority' | 'platformRoles'>): number =>
  Math.max(highest(authority, ranks), highest(platformRoles, platformRanks))

/** The rank by stored rights. */
export const storedRank = (rights: Access, tenantKey: string): number =>
  rankOf(sessionStrengthAt(rights, {}, tenantKey))

/** Stores rights under the version at which they were read; version 0 is a new person. */
export const accessWrite = (rights: Access): Write =>
  put(access, { ...rights, version: rights.version + 1 }, unchanged(stored(rights)))

/** Condition of a write: the person's rights have not changed since they were read. */
export const unchangedAccess = (rights: Access): Write =>
  check(access, { globalUserId: rights.globalUserId }, unchanged(rights))

/**
 * Rights after a session by a school's provider ended what it may end: the person's links at the school. `isLinkAlive`
 * checks links by epoch and `createdAt` (ISO 8601).
 */
export const withoutSchoolLinks = (rights: Access, school: string, now: Date): Access => {
  const membership = rights.memberships[school]
  if (!membership) return rights
  const ended = { ...membership, endedAt: now.toISOString() }
  return { ...rights, memberships: { ...rights.memberships, [school]: ended } }
}

type Link = { readonly epoch: number; readonly createdAt: string }

/** Whether a link that a person made at a school is still valid. */
export const isLinkAlive = (
  { epoch, createdAt }: Link,
  rights: Access | undefined,
  school: string,
): boolean => epoch === rights?.epoch && createdAt >= (rights.memberships[school]?.endedAt ?? '')

/** The start of a person's administration of the school, after a change of roles. */
const adminSince = (
  before: Membership,
  roles: readonly string[],
  at: string,
): Pick<Membership, 'adminSince'> =>
  highest(roles, ranks) > 0 && highest(before.roles, ranks) === 0 ? { adminSince: at } : {}

/** A suspension ends the person's sessions, calendar links and legacy tokens at the school. */
const endedBySuspension = (
  { version }: Access,
  { suspended }: RightsChange,
  at: string,
): Pick<Membership, 'endedAt' | 'suspendedVersion'> =>
  suspended ? { endedAt: at, suspendedVersion: version + 1 } : {}

type RightsChange = Partial<Pick<Membership, 'roles' | 'suspended'>>

/**
 * Changes a person's rights at this school. The access item holds the truth, which the next request reads; the user
 * holds a copy for lists. Both change in one transaction with `also` (the audit row). Null if the person is not a
 * member.
 */
export const changeRights = async (
  table: Table,
  globalUserId: string,
  tenantKey: string,
  change: (current: TenantUser, rights: Access) => RightsChange,
  also: (changed: TenantUser) => readonly Write[],
  now: Date,
): Promise<TenantUser | null> => {
  return table.retryOnConflict(async () => {
    const rights = await table.get(access, { globalUserId }, { strong: true })
    const membership = rights?.memberships[tenantKey]
    if (!rights || membership?.status !== 'active' || !membership.tenantUserId) return null
    const [user] = await table.batchGet([key(tenantUser, { id: membership.tenantUserId })], { strong: true })
    if (!user) return null
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
      accessWrite({
        ...rights,
        memberships: {
          ...rights.memberships,
          [tenantKey]: {
            ...membership,
            ...next,
            ...adminSince(membership, changed.roles, at),
            ...endedBySuspension(rights, next, at),
          },
        },
      }),
      put(tenantUser, changed, unchanged(user)),
      ...also(changed),
    ])
    return written.ok ? changed : conflicted
  })
}
