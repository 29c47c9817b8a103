import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { OrgInactive } from '../../../lib/contract/org-rules.ts'
import { dormancyOf } from '../../../lib/identity/org/life.ts'
import type { Input } from '../../../lib/operation.ts'
import {
  assignRoles,
  membersPage,
  memberViewOf,
  removeMember,
  transferOwnership,
} from '../../members/index.ts'
import { NewOwnerRequired } from '../contract/failures.ts'
import type { memberRows } from '../contract/member-rows.ts'
import { inOrganization } from './changes.ts'

type World = Context<'admin'>
type Rows = typeof memberRows
type Asked<N extends keyof Rows> = Input<Rows[N]>

export const listMembers = async (asked: Asked<'listManagedMembers'>, context: World) =>
  membersPage(asked, await inOrganization(asked.orgId, context))

export const assign = async (asked: Asked<'assignManagedRole'>, context: World) => {
  const inside = await inOrganization(asked.orgId, context)
  if (await dormancyOf(context.table, inside.caller.org.roles)) fail(OrgInactive)
  return { member: memberViewOf(await assignRoles(asked, inside), inside.caller.org.roles, true) }
}

export const add = (
  { orgId, userId, role = 'member' }: Asked<'addManagedMember'>,
  context: World,
): ReturnType<typeof assign> => assign({ orgId, userId, role }, context)

export const remove = async (asked: Asked<'removeManagedMember'>, context: World): Promise<void> =>
  removeMember(asked, await inOrganization(asked.orgId, context))

export const transfer = async (
  { orgId, newOwnerId = '' }: Asked<'transferManagedOrganization'>,
  context: World,
) => {
  if (newOwnerId === '') fail(NewOwnerRequired, { field: 'newOwnerId' })
  const inside = await inOrganization(orgId, context)
  const member = await transferOwnership({ orgId, newOwnerUserId: newOwnerId }, inside)
  return { member: memberViewOf(member, inside.caller.org.roles, true) }
}
