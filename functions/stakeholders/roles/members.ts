import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../../lib/contract/failures.ts'
import { audit } from '../../../lib/identity/audit/audit.ts'
import type { TenantUser } from '../../../lib/identity/person/records.ts'
import { lost } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { MemberNotFound, RoleNotFound, UserNotFound } from '../contract/failures.ts'
import { readAssignment, roleWrite, type StakeholderMember, stakeholderMember } from '../repository.ts'
import { joinWrites, leaveWrites } from './membership.ts'

type World = Context<'admin'>
type Named = { readonly id: string; readonly userId: string }

/** Gives somebody of the school a role; who holds it already keeps it as it is. */
export const assign = async ({ id, userId }: Named, context: World): Promise<StakeholderMember> => {
  const { table, caller } = context
  return table.retryOnConflict(async () => {
    const { role, member, user } = await readAssignment(table, id, userId)
    if (!role) return fail(RoleNotFound)
    if (!user) return fail(UserNotFound)
    if (member) return member
    const deed = { actor: caller, targetType: 'user', targetId: userId, detail: { role: id } }
    const written = await table.write([
      roleWrite(role, { ...role, activeMembers: role.activeMembers + 1 }),
      ...joinWrites(id, member, user, context),
      audit(context, { action: 'approvals.role.assign', ...deed }),
    ])
    if (written.ok)
      return (
        (await table.get(stakeholderMember, { stakeholderId: id, userId }, { strong: true })) ??
        fail(ConcurrentChange)
      )
    return lost
  })
}

/** Takes a role away: from the next request on the person decides nothing in it. */
export const unassign = async ({ id, userId }: Named, context: World): Promise<void> => {
  const { table, caller, now } = context
  await table.retryOnConflict(async () => {
    const { role, member, user } = await readAssignment(table, id, userId)
    if (!role) return fail(RoleNotFound)
    if (!member) return fail(MemberNotFound)
    const deed = { actor: caller, targetType: 'user', targetId: userId, detail: { role: id } }
    const written = await table.write([
      roleWrite(role, { ...role, activeMembers: role.activeMembers - 1 }),
      ...leaveWrites(member, user, now()),
      audit(context, { action: 'approvals.role.unassign', ...deed }),
    ])
    return written.ok || lost
  })
}

/** Whoever left the school holds nothing there any more. May be carried out again. */
export const forget = async (
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
      return written.ok || lost
    })
  }
}
