import { orgPermissions } from '../../lib/contract/permissions.ts'
import { memberMay } from '../../lib/identity/org/organizations.ts'
import { ranked } from '../../lib/identity/org/roles.ts'
import type { Operations } from '../../lib/operation.ts'
import { approveApplication, rejectApplication } from './applications/decision.ts'
import type { contract } from './contract.ts'
import { assignOrgRole, removeOrgMember, transferOwnership } from './membership/changes.ts'
import { refuseMembership } from './membership/departure.ts'
import { mostCustomRoles, roleNamed } from './role-rules.ts'
import { memberViewOf, rolesShown, roleViewOf } from './views.ts'

// Roles are made once and read ever after: no cold start needs what makes them.
const making = () => import('./roles.ts')
// Nor what pages through people.
const lists = () => import('./lists.ts')

export const operations: Operations<typeof contract> = {
  async checkRoleManagement() {
    return { canManageRoles: true as const }
  },

  async getMyPermissions(_, { caller: { org } }) {
    const shown = org.member ? rolesShown(org.member, org.roles) : { role: null, roles: [] }
    if (org.isOwner || org.isAdmin) return { ...shown, permissions: ['all'] }
    const { member } = org
    return {
      ...shown,
      permissions: orgPermissions.filter((permission) => member && memberMay(member, org.roles, permission)),
    }
  },

  async listRoles(_, { caller: { org } }) {
    return {
      roles: ranked(org.roles.roles).map(roleViewOf),
      roleManagement: { allowCustomRoles: true, maxCustomRoles: mostCustomRoles },
    }
  },

  async createRole({ orgId: _, ...draft }, context) {
    return { role: roleViewOf(await (await making()).makeRole(draft, context)) }
  },

  async replaceRoles({ positions }, context) {
    return { roles: (await (await making()).replaceAllRoles(positions, context)).map(roleViewOf) }
  },

  async updateRole({ orgId: _, ...change }, context) {
    return { role: roleViewOf(await (await making()).changeRole(change, context)) }
  },

  async deleteRole({ roleName }, context) {
    await (await making()).removeRole(roleName, context)
    return undefined
  },

  async getRolePermissions({ roleName }, { caller: { org } }) {
    return { role: roleViewOf(roleNamed(org.roles.roles, roleName)) }
  },

  listOrgMembers: async (input, context) => (await lists()).membersPage(input, context),
  listRoleMembers: async (input, context) => (await lists()).holdersPage(input, context),

  async assignOrgRole(input, context) {
    const member = await assignOrgRole(input, context)
    const { userId, joinedAt, assignedAt = joinedAt } = member
    return { member: { userId, ...rolesShown(member, context.caller.org.roles), assignedAt } }
  },

  async refuseOrgMembership({ orgId }, context) {
    await refuseMembership(orgId, context)
    return undefined
  },

  async removeOrgMember(input, context) {
    await removeOrgMember(input, context)
    return undefined
  },

  getMemberHistory: async (input, context) => (await lists()).historyOf(input, context),

  async transferOrgOwnership(input, context) {
    const member = await transferOwnership(input, context)
    const shown = rolesShown(member, context.caller.org.roles)
    return { newOwnerMembership: { userId: member.userId, ...shown } }
  },

  listOwnApplications: async (input, context) =>
    (await import('./applications/own-applications.ts')).ownApplicationsPage(input, context),

  async withdrawApplication(input, context) {
    await (await import('./applications/own-applications.ts')).withdrawApplication(input, context)
    return undefined
  },

  listApplications: async (input, context) => (await lists()).applicationsPage(input, context),

  async approveApplication(input, context) {
    const member = await approveApplication(input, context)
    return { member: memberViewOf(member, context.caller.org.roles, true) }
  },

  async rejectApplication(input, context) {
    await rejectApplication(input, context)
    return undefined
  },
}
