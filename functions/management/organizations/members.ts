import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { OrgInactive } from '../../../lib/contract/org-rules.ts'
import { type OrgAccess, OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import { findOrgRights } from '../../../lib/identity/org/rights.ts'
import type { Input, Operation } from '../../../lib/operation.ts'
import {
  assignRole,
  listOrgMembers,
  memberViewOf,
  removeOrgMember,
  transferOwnership,
} from '../../members/index.ts'
import type { memberRows } from '../contract.ts'
import { NewOwnerRequired } from '../failures.ts'

/** Adds the rights in the named organization to the request context. Administrators rank above its roles. */
const withOrgRights = async (orgId: string, context: Context<'admin'>): Promise<Context<OrgAccess>> => {
  const org = (await findOrgRights(context, orgId)) ?? fail(OrganizationNotFound)
  return { ...context, caller: { ...context.caller, org } }
}

type Rows = typeof memberRows
type MemberRequest<N extends keyof Rows> = Input<Rows[N]>

export const listManagedMembers: Operation<Rows['listManagedMembers']> = async (input, context) =>
  listOrgMembers(input, await withOrgRights(input.orgId, context))

export const assignManagedRole = async (
  input: MemberRequest<'assignManagedRole'>,
  context: Context<'admin'>,
) => {
  const orgContext = await withOrgRights(input.orgId, context)
  if (orgContext.caller.org.roles.dormant) fail(OrgInactive)
  return { member: memberViewOf(await assignRole(input, orgContext), orgContext.caller.org.roles, true) }
}

export const addManagedMember: Operation<Rows['addManagedMember']> = async (
  { orgId, userId, role = 'member' },
  context,
) => assignManagedRole({ orgId, userId, role }, context)

export const removeManagedMember: Operation<Rows['removeManagedMember']> = async (input, context) => {
  await removeOrgMember(input, await withOrgRights(input.orgId, context))
}

export const transferManagedOrganization: Operation<Rows['transferManagedOrganization']> = async (
  { orgId, newOwnerId = '' },
  context,
) => {
  if (newOwnerId === '') fail(NewOwnerRequired, { field: 'newOwnerId' })
  const orgContext = await withOrgRights(orgId, context)
  const member = await transferOwnership({ orgId, newOwnerUserId: newOwnerId }, orgContext)
  return { member: memberViewOf(member, orgContext.caller.org.roles, true) }
}
