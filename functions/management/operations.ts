import { answer } from '../../lib/contract/reply.ts'
import type { Operations } from '../../lib/operation.ts'
import { editAsAdmin } from '../organizations/index.ts'
import { findSettings } from '../policies/index.ts'
import { getOrganizationAnalytics } from './analytics.ts'
import { getManagementConfig, updateManagementConfig } from './configuration.ts'
import type { contract } from './contract.ts'
import { exportOrganizations } from './export.ts'
import {
  adminPageOf,
  approveManagedOrganization,
  auditAdminChange,
  changeManagedOrganization,
  getManagedOrganization,
  moveLifecycle,
} from './organizations/changes.ts'
import { listManagedOrganizations, listPendingOrganizations } from './organizations/list.ts'
import {
  addManagedMember,
  assignManagedRole,
  listManagedMembers,
  removeManagedMember,
  transferManagedOrganization,
} from './organizations/members.ts'

// Other domains read the school's rules here. Code that only operations need loads with the first request.

export const operations: Operations<typeof contract> = {
  getOnboardingConfig: async (_, { table }) => (await findSettings(table)).userOnboarding,

  getManagementConfig: async (_, context) => getManagementConfig(context),

  updateManagementConfig: async (input, context) => updateManagementConfig(input, context),

  getOrganizationAnalytics: async ({ timeRange = '30d' }, context) =>
    getOrganizationAnalytics(timeRange, context),

  listManagedOrganizations: async (input, context) => listManagedOrganizations(input, context),

  listPendingOrganizations: async (input, context) => listPendingOrganizations(input, context),

  async exportOrganizations(asked, context) {
    const { format, orgs, text, cursor } = await exportOrganizations(asked, context)
    const part = { data: orgs, nextCursor: cursor }
    if (format === 'json') return part
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="organizations.csv"',
      ...(cursor === undefined ? {} : { 'x-next-cursor': cursor }),
    }
    return answer(part, { page: text, headers })
  },

  getManagedOrganization: async ({ orgId }, context) => getManagedOrganization(orgId, context),

  async editManagedOrganization(input, context) {
    const { orgId, name = input.org_name, description = input.org_description } = input
    const detail = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description: 'changed' }),
    }
    const also = () => [auditAdminChange('organization.edit', orgId, detail, context)]
    return adminPageOf(await editAsAdmin({ ...input, name, description }, context, also), context)
  },

  changeManagedOrganization: async (input, context) => changeManagedOrganization(input, context),

  approveManagedOrganization: async ({ orgId }, context) => approveManagedOrganization(orgId, context),

  async moveManagedOrganization(input, context) {
    return adminPageOf(await moveLifecycle(input, true, context), context)
  },

  async moveOrganizationLifecycle(input, context) {
    const { card } = await moveLifecycle(input, context.caller.org.isAdmin, context)
    return { _id: card.orgId, lifecycleStatus: card.lifecycleStatus }
  },

  transferManagedOrganization: async (input, context) => transferManagedOrganization(input, context),
  listManagedMembers: async (input, context) => listManagedMembers(input, context),
  addManagedMember: async (input, context) => addManagedMember(input, context),
  assignManagedRole: async (input, context) => assignManagedRole(input, context),

  async removeManagedMember(input, context) {
    await removeManagedMember(input, context)
    return undefined
  },
}
