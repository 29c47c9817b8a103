import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { OrgInactive } from '../../../lib/contract/org-rules.ts'
import { type OrgAccess, OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import { findOrgRights } from '../../../lib/identity/org/rights.ts'
import type { Input } from '../../../lib/operation.ts'
import {
  assignOrgRole,
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

export const listManagedMembers = async (
  asked: MemberRequest<'listManagedMembers'>,
  context: Context<'admin'>,
) => listOrgMembers(asked, await withOrgRights(asked.orgId, context))

export const assignManagedRole = async (
  asked: MemberRequest<'assignManagedRole'>,
  context: Context<'admin'>,
) => {
  const orgContext = await withOrgRights(asked.orgId, context)
  if (orgContext.caller.org.roles.dormant) fail(OrgInactive)
  return { member: memberViewOf(await assignOrgRole(asked, orgContext), orgContext.caller.org.roles, true) }
}

export const addManagedMember = (
  { orgId, userId, role = 'member' }: MemberRequest<'addManagedMember'>,
  context: Context<'admin'>,
): ReturnType<typeof assignManagedRole> => assignManagedRole({ orgId, userId, role }, context)

export const removeManagedMember = async (
  asked: MemberRequest<'removeManagedMember'>,
  context: Context<'admin'>,
): Promise<void> => removeOrgMember(asked, await withOrgRights(asked.orgId, context))

export const transferManagedOrganization = async (
  { orgId, newOwnerId = '' }: MemberRequest<'transferManagedOrganization'>,
  context: Context<'admin'>,
) => {
  if (newOwnerId === '') fail(NewOwnerRequired, { field: 'newOwnerId' })
  const orgContext = await withOrgRights(orgId, context)
  const member = await transferOwnership({ orgId, newOwnerUserId: newOwnerId }, orgContext)
  return { member: memberViewOf(member, orgContext.caller.org.roles, true) }
}
