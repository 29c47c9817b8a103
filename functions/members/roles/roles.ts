import type { Context } from '../../../lib/context.ts'
import type { OrgAccess } from '../../../lib/contract/permissions.ts'
import type { OrgRole } from '../../../lib/identity/org/organizations.ts'
import type { NewRole, RoleChange, RoleDraft } from '../contract/shapes.ts'
import { listAllowed } from './list.ts'
import { saveRoles } from './record.ts'
import { touchableRole, withChangedRole, withNewRole } from './rules.ts'

type InOrg = Context<OrgAccess>

const save = ({ table, caller, now }: InOrg, roles: readonly OrgRole[]): Promise<void> =>
  saveRoles(table, caller.org.roles, roles, now())

export const makeRole = async (draft: NewRole, context: InOrg): Promise<OrgRole> => {
  const { role, roles } = withNewRole(context.caller.org, context.newId(), draft)
  await save(context, roles)
  return role
}

export const changeRole = async (
  { roleName, ...change }: { roleName: string } & RoleChange,
  context: InOrg,
): Promise<OrgRole> => {
  const { role, roles } = withChangedRole(context.caller.org, roleName, change)
  await save(context, roles)
  return role
}

export const replaceAllRoles = async (
  drafts: readonly RoleDraft[],
  context: InOrg,
): Promise<readonly OrgRole[]> => {
  const roles = listAllowed(drafts, context.caller.org, context)
  await save(context, roles)
  return roles
}

/** Refused while members hold the role, or open invitations offer it: the counter beside it is the condition. */
export const removeRole = async (roleName: string, context: InOrg): Promise<void> => {
  const { org } = context.caller
  const gone = touchableRole(org, roleName)
  await save(
    context,
    org.roles.roles.filter(({ _id }) => _id !== gone._id),
  )
}
