import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import type { Caller } from '../../../lib/identity/person/caller.ts'
import { type TenantUser, tenantUser } from '../../../lib/identity/person/records.ts'
import { put, remove, update, type Write } from '../../../lib/table/write.ts'
import { TooManyApprovalRoles, UserNotFound } from '../contract/failures.ts'
import {
  findUserIdNamed,
  readAssignment,
  type StakeholderMember,
  type StakeholderRole,
  stakeholderMember,
} from '../repository.ts'

type World = Pick<Context<'admin'>, 'table' | 'caller' | 'now'>

/** Roles that one person holds: they stand on the person's own record. */
const mostHeld = 50

const actorOf = ({ tenantUserId, globalUserId }: Caller): string => tenantUserId ?? globalUserId ?? 'unknown'

const rolesChange = (user: TenantUser, approvalRoles: string[], now: Date): Write =>
  update(
    tenantUser,
    { id: user.id },
    { set: { approvalRoles, updatedAt: now.toISOString() }, add: { version: 1 } },
    { equals: { version: user.version } },
  )

/** The rows of somebody who gets a role: the membership, and its name on the person. */
export const joinWrites = (
  stakeholderId: string,
  before: StakeholderMember | undefined,
  user: TenantUser,
  { caller, now }: Pick<World, 'caller' | 'now'>,
): Write[] => {
  const held = user.approvalRoles.filter((one) => one !== stakeholderId)
  if (held.length >= mostHeld) fail(TooManyApprovalRoles)
  const member: StakeholderMember = {
    stakeholderId,
    userId: user.id,
    name: user.name,
    username: user.username,
    assignedAt: now().toISOString(),
    assignedBy: actorOf(caller),
    isActive: true,
  }
  return [
    put(stakeholderMember, member, before ? { equals: { assignedAt: before.assignedAt } } : { absent: true }),
    rolesChange(user, [...held, stakeholderId], now()),
  ]
}

/** The rows of somebody who loses a role. Who has left the school has no record any more. */
export const leaveWrites = (member: StakeholderMember, user: TenantUser | undefined, now: Date): Write[] => {
  const { stakeholderId, assignedAt } = member
  const held = user?.approvalRoles.filter((one) => one !== stakeholderId) ?? []
  return [
    remove(stakeholderMember, member, { equals: { assignedAt } }),
    ...(user ? [rolesChange(user, held, now)] : []),
  ]
}

export type Joining = { readonly writes: readonly Write[]; readonly joined: number }

/** The rows of everybody of these names who does not hold the role yet. 404 when there is no such person. */
export const joiningOf = async (
  { stakeholderId }: StakeholderRole,
  usernames: readonly string[],
  { table, caller, now }: World,
): Promise<Joining> => {
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
