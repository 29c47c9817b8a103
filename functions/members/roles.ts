import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import type { OrgRole } from '../../lib/identity/organizations.ts'
import { RoleInUse } from './failures.ts'
import { type RolesSaved, saveRoles } from './repository.ts'
import { listAllowed } from './role-list.ts'
import { touchableRole, withChangedRole, withNewRole } from './role-rules.ts'
import type { NewRole, RoleChange, RoleDraft } from './shapes.ts'

type InOrg = Context<OrgAccess>

/** Says what keeping a list of roles came to; fails with ROLE_IN_USE or CONCURRENT_CHANGE. */
export const requireSaved = (outcome: RolesSaved): void => {
  if (outcome === 'lost') fail(ConcurrentChange)
  if (outcome !== 'saved') {
    const message = `Cannot delete role: ${outcome.held} member(s) currently have this role`
    fail({ ...RoleInUse, message })
  }
}

const save = async ({ table, caller }: InOrg, roles: readonly OrgRole[]): Promise<void> =>
  requireSaved(await saveRoles(table, caller.org.roles, roles))

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

/** Refused while members hold the role: the counter beside it is the condition (specification, Organization roles). */
export const removeRole = async (roleName: string, context: InOrg): Promise<void> => {
  const { org } = context.caller
  const gone = touchableRole(org, roleName)
  await save(
    context,
    org.roles.roles.filter(({ _id }) => _id !== gone._id),
  )
}
