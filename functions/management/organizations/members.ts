import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { OrgInactive } from '../../../lib/contract/org-rules.ts'
import { type OrgAccess, OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import { dormancyOf } from '../../../lib/identity/org/dormancy.ts'
import { findStanding } from '../../../lib/identity/org/rights.ts'
import type { Input } from '../../../lib/operation.ts'
import {
  assignOrgRole,
  membersPage,
  memberViewOf,
  removeOrgMember,
  transferOwnership,
} from '../../members/index.ts'
import type { memberRows } from '../contract.ts'
import { NewOwnerRequired } from '../failures.ts'

type World = Context<'admin'>

/** The same request as somebody who stands in the organization that it names: administrators stand above its roles. */
const inOrganization = async (orgId: string, context: World): Promise<Context<OrgAccess>> => {
  const org = (await findStanding(context, orgId)) ?? fail(OrganizationNotFound)
  return { ...context, caller: { ...context.caller, org } }
}

type Rows = typeof memberRows
type Asked<N extends keyof Rows> = Input<Rows[N]>

export const listManagedMembers = async (asked: Asked<'listManagedMembers'>, context: World) =>
  membersPage(asked, await inOrganization(asked.orgId, context))

export const assignManagedRole = async (asked: Asked<'assignManagedRole'>, context: World) => {
  const inside = await inOrganization(asked.orgId, context)
  if (await dormancyOf(context.table, inside.caller.org.roles)) fail(OrgInactive)
  return { member: memberViewOf(await assignOrgRole(asked, inside), inside.caller.org.roles, true) }
}

export const addManagedMember = (
  { orgId, userId, role = 'member' }: Asked<'addManagedMember'>,
  context: World,
): ReturnType<typeof assignManagedRole> => assignManagedRole({ orgId, userId, role }, context)

export const removeManagedMember = async (
  asked: Asked<'removeManagedMember'>,
  context: World,
): Promise<void> => removeOrgMember(asked, await inOrganization(asked.orgId, context))

export const transferManagedOrganization = async (
  { orgId, newOwnerId = '' }: Asked<'transferManagedOrganization'>,
  context: World,
) => {
  if (newOwnerId === '') fail(NewOwnerRequired, { field: 'newOwnerId' })
  const inside = await inOrganization(orgId, context)
  const member = await transferOwnership({ orgId, newOwnerUserId: newOwnerId }, inside)
  return { member: memberViewOf(member, inside.caller.org.roles, true) }
}
