import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import type { Caller } from '../../lib/identity/person/caller.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import type { Operation } from '../../lib/operation.ts'
import { unchanged } from '../../lib/table/condition.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, update, type Write } from '../../lib/table/write.ts'
import { MemberNotFound, RoleNotFound, TooManyApprovalRoles, UserNotFound } from './contract/failures.ts'
import type { contract } from './contract.ts'
import {
  findStakeholderMembers,
  findUserIdNamed,
  readAssignment,
  roleWrite,
  type StakeholderMember,
  type StakeholderRole,
  stakeholderMember,
} from './repository.ts'

type Rows = (typeof contract)['rows']

type JoinContext = Pick<Context<'admin'>, 'table' | 'caller' | 'now'>

/** Roles of one person; the limit keeps their record small. */
const maxHeldRoles = 50

const actorIdOf = ({ tenantUserId, globalUserId }: Caller): string =>
  tenantUserId ?? globalUserId ?? 'unknown'

const rolesChange = (user: TenantUser, approvalRoles: string[], now: Date): Write =>
  update(
    tenantUser,
    { id: user.id },
    { set: { approvalRoles, updatedAt: now.toISOString() }, add: { version: 1 } },
    unchanged(user),
  )

/** Adds a person to a role: the membership, and the role's name on the person's record. */
const joinWrites = (
  stakeholderId: string,
  before: StakeholderMember | undefined,
  user: TenantUser,
  { caller, now }: Pick<JoinContext, 'caller' | 'now'>,
): Write[] => {
  const held = user.approvalRoles.filter((one) => one !== stakeholderId)
  if (held.length >= maxHeldRoles) fail(TooManyApprovalRoles)
  const member: StakeholderMember = {
    stakeholderId,
    userId: user.id,
    name: user.name,
    username: user.username,
    assignedAt: now().toISOString(),
    assignedBy: actorIdOf(caller),
    isActive: true,
  }
  return [
    put(stakeholderMember, member, before ? { equals: { assignedAt: before.assignedAt } } : { absent: true }),
    rolesChange(user, [...held, stakeholderId], now()),
  ]
}

/** Removes a person from a role. A person who has left the school has no record. */
const leaveWrites = (member: StakeholderMember, user: TenantUser | undefined, now: Date): Write[] => {
  const { stakeholderId, assignedAt } = member
  const held = user?.approvalRoles.filter((one) => one !== stakeholderId) ?? []
  return [
    remove(stakeholderMember, member, { equals: { assignedAt } }),
    ...(user ? [rolesChange(user, held, now)] : []),
  ]
}

export type RoleJoin = { readonly writes: readonly Write[]; readonly joined: number }

/** Plans the writes for all named people who do not hold the role. Fails with 404 for an unknown person. */
export const planRoleJoin = async (
  { stakeholderId }: StakeholderRole,
  usernames: readonly string[],
  { table, caller, now }: JoinContext,
): Promise<RoleJoin> => {
  const found = await Promise.all(
    [...new Set(usernames)].map(async (username) => {
      const userId = (await findUserIdNamed(table, username)) ?? fail(UserNotFound)
      return readAssignment(table, stakeholderId, userId)
    }),
  )
  const news = found.filter(({ member }) => !member)
  const writes = news.flatMap(({ user }) =>
    joinWrites(stakeholderId, undefined, user ?? fail(UserNotFound), { caller, now }),
  )
  return { writes, joined: news.length }
}

type RoleMemberRef = { readonly id: string; readonly userId: string }

/** Assigns a role to a person of the school. A holder remains unchanged. */
export const assignStakeholderRole = async (
  { id, userId }: RoleMemberRef,
  context: Context<'admin'>,
): Promise<StakeholderMember> => {
  const { table, caller } = context
  return table.retryOnConflict(async () => {
    const { role, member, user } = await readAssignment(table, id, userId)
    if (!role) return fail(RoleNotFound)
    if (!user) return fail(UserNotFound)
    if (member) return member
    const audited = { actor: caller, targetType: 'user', targetId: userId, detail: { role: id } }
    const written = await table.write([
      roleWrite(role, { ...role, activeMembers: role.activeMembers + 1 }),
      ...joinWrites(id, member, user, context),
      audit(context, { action: 'approvals.role.assign', ...audited }),
    ])
    if (written.ok)
      return (
        (await table.get(stakeholderMember, { stakeholderId: id, userId }, { strong: true })) ??
        fail(ConcurrentChange)
      )
    return conflicted
  })
}

/** Removes a role from a person. From the next request on they have none of its rights. */
export const unassignStakeholderRole = async (
  { id, userId }: RoleMemberRef,
  context: Context<'admin'>,
): Promise<undefined> => {
  const { table, caller, now } = context
  await table.retryOnConflict(async () => {
    const { role, member, user } = await readAssignment(table, id, userId)
    if (!role) return fail(RoleNotFound)
    if (!member) return fail(MemberNotFound)
    const audited = { actor: caller, targetType: 'user', targetId: userId, detail: { role: id } }
    const written = await table.write([
      roleWrite(role, { ...role, activeMembers: role.activeMembers - 1 }),
      ...leaveWrites(member, user, now()),
      audit(context, { action: 'approvals.role.unassign', ...audited }),
    ])
    return written.ok || conflicted
  })
}

/** Removes a departed person from all roles; safe to repeat. */
export const removeFromRoles = async (
  table: Table,
  { id: userId, approvalRoles }: TenantUser,
  now: Date,
): Promise<void> => {
  for (const id of approvalRoles) {
    await table.retryOnConflict(async () => {
      const { role, member, user } = await readAssignment(table, id, userId)
      if (!role || !member || user) return true
      const written = await table.write([
        roleWrite(role, { ...role, activeMembers: role.activeMembers - 1 }),
        ...leaveWrites(member, user, now),
      ])
      return written.ok || conflicted
    })
  }
}

export const listStakeholderMembers: Operation<Rows['listStakeholderMembers']> = async (
  { id, ...query },
  { table },
) => {
  const { limit, cursor } = pageOf(query)
  const { items, cursor: nextCursor } = await findStakeholderMembers(table, id, limit, cursor)
  return { members: [...items], nextCursor }
}
