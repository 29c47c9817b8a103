import { orgPermissions } from '../../lib/contract/permissions.ts'
import { hasPermission } from '../../lib/identity/org/organizations.ts'
import { sortByRank } from '../../lib/identity/org/roles.ts'
import type { Operations } from '../../lib/operation.ts'
import { approveApplication, rejectApplication } from './applications/decision.ts'
import { ownApplicationsPage, withdrawApplication } from './applications/own-applications.ts'
import type { contract } from './contract.ts'
import { getMemberHistory, listApplications, listOrgMembers, listRoleMembers } from './lists.ts'
import { assignOrgRole, removeOrgMember, transferOwnership } from './membership/changes.ts'
import { refuseMembership } from './membership/departure.ts'
import { maxRolesPerOrg, requireRoleNamed } from './role-rules.ts'
import { changeRole, makeRole, removeRole, replaceAllRoles } from './roles.ts'
import { memberViewOf, rolesShown, roleViewOf } from './views.ts'

// Role changes are rare, so no cold start loads their code. Nor the code that lists people.

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
      permissions: orgPermissions.filter(
        (permission) => member && hasPermission(member, org.roles, permission),
      ),
    }
  },

  async listRoles(_, { caller: { org } }) {
    return {
      roles: sortByRank(org.roles.roles).map(roleViewOf),
      roleManagement: { allowCustomRoles: true, maxCustomRoles: maxRolesPerOrg },
    }
  },

  async createRole({ orgId: _, ...draft }, context) {
    return { role: roleViewOf(await makeRole(draft, context)) }
  },

  async replaceRoles({ positions }, context) {
    return { roles: (await replaceAllRoles(positions, context)).map(roleViewOf) }
  },

  async updateRole({ orgId: _, ...change }, context) {
    return { role: roleViewOf(await changeRole(change, context)) }
  },

  async deleteRole({ roleName }, context) {
    await removeRole(roleName, context)
    return undefined
  },

  async getRolePermissions({ roleName }, { caller: { org } }) {
    return { role: roleViewOf(requireRoleNamed(org.roles.roles, roleName)) }
  },

  listOrgMembers: async (input, context) => listOrgMembers(input, context),
  listRoleMembers: async (input, context) => listRoleMembers(input, context),

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

  getMemberHistory: async (input, context) => getMemberHistory(input, context),

  async transferOrgOwnership(input, context) {
    const member = await transferOwnership(input, context)
    const shown = rolesShown(member, context.caller.org.roles)
    return { newOwnerMembership: { userId: member.userId, ...shown } }
  },

  listOwnApplications: async (input, context) => ownApplicationsPage(input, context),

  async withdrawApplication(input, context) {
    await withdrawApplication(input, context)
    return undefined
  },

  listApplications: async (input, context) => listApplications(input, context),

  async approveApplication(input, context) {
    const member = await approveApplication(input, context)
    return { member: memberViewOf(member, context.caller.org.roles, true) }
  },

  async rejectApplication(input, context) {
    await rejectApplication(input, context)
    return undefined
  },
}
