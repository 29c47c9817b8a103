import type { Context } from '../../context.ts'
import { key } from '../../table/entity.ts'
import { type OrgRights, orgMember, orgRightsOf, orgRoles } from './organizations.ts'

/**
 * The caller's rights in an organization that the path does not name, read with strong consistency in one round trip.
 * Undefined for a missing or deleted organization.
 */
export const findOrgRights = async (
  { table, caller }: Pick<Context<'caller'>, 'table' | 'caller'>,
  orgId: string,
): Promise<OrgRights | undefined> => {
  const userId = caller.tenantUserId
  const rolesRef = key(orgRoles, { orgId })
  const [roles, member] =
    userId === null
      ? [...(await table.batchGet([rolesRef], { strong: true })), undefined]
      : await table.batchGet([rolesRef, key(orgMember, { orgId, userId })], { strong: true })
  return roles && roles.deletedAt === undefined ? orgRightsOf(caller, roles, member) : undefined
}
