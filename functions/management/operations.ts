import { answer } from '../../lib/contract/reply.ts'
import type { Operations } from '../../lib/operation.ts'
import { findSettings } from '../policies/index.ts'
import type { contract } from './contract.ts'

// Other domains read the school's rules here: what operations take beyond them loads with the first request.
const changing = () => import('./organizations/changes.ts')
const members = () => import('./organizations/members.ts')

export const operations: Operations<typeof contract> = {
  getOnboardingConfig: async (_, { table }) => (await findSettings(table)).userOnboarding,

  getManagementConfig: async (_, context) =>
    (await import('./configuration.ts')).getManagementConfig(context),

  updateManagementConfig: async (input, context) =>
    (await import('./configuration.ts')).updateManagementConfig(input, context),

  getOrganizationAnalytics: async ({ timeRange = '30d' }, context) =>
    (await import('./analytics.ts')).getOrganizationAnalytics(timeRange, context),

  listManagedOrganizations: async (input, context) =>
    (await import('./organizations/list.ts')).listManagedOrganizations(input, context),

  listPendingOrganizations: async (input, context) =>
    (await import('./organizations/list.ts')).listPendingOrganizations(input, context),

  async exportOrganizations(asked, context) {
    const { exportOrganizations } = await import('./export.ts')
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

  getManagedOrganization: async ({ orgId }, context) => (await changing()).readOrganization(orgId, context),

  async editManagedOrganization(input, context) {
    const { editByStaff } = await import('../organizations/index.ts')
    const { staffAudit, staffPageOf } = await changing()
    const { orgId, name = input.org_name, description = input.org_description } = input
    const detail = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description: 'changed' }),
    }
    const also = () => [staffAudit('organization.edit', orgId, detail, context)]
    return staffPageOf(await editByStaff({ ...input, name, description }, context, also), context)
  },

  changeManagedOrganization: async (input, context) => (await changing()).changeOrganization(input, context),

  approveManagedOrganization: async ({ orgId }, context) =>
    (await changing()).approveOrganization(orgId, context),

  async moveManagedOrganization(input, context) {
    const { moveLifecycle, staffPageOf } = await changing()
    return staffPageOf(await moveLifecycle(input, true, context), context)
  },

  async moveOrganizationLifecycle(input, context) {
    const { moveLifecycle } = await changing()
    const { card } = await moveLifecycle(input, context.caller.org.isAdmin, context)
    return { _id: card.orgId, lifecycleStatus: card.lifecycleStatus }
  },

  transferManagedOrganization: async (input, context) =>
    (await members()).transferManagedOrganization(input, context),
  listManagedMembers: async (input, context) => (await members()).listManagedMembers(input, context),
  addManagedMember: async (input, context) => (await members()).addManagedMember(input, context),
  assignManagedRole: async (input, context) => (await members()).assignManagedRole(input, context),

  async removeManagedMember(input, context) {
    await (await members()).removeManagedMember(input, context)
    return undefined
  },
}
