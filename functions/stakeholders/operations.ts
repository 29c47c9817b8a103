import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { approvalRolesOf, isAdmin } from '../../lib/identity/person/caller.ts'
import type { Operations } from '../../lib/operation.ts'
import { DomainNotFound, RoleNotFound } from './contract/failures.ts'
import type { contract } from './contract.ts'
import { createDomain, deleteDomain, shownDomain, updateDomain } from './domains.ts'
import { addApproval, saveFlow, shownFlow, updateStepCriteria } from './flow.ts'
import { shownForm } from './form.ts'
import { listApprovalGroups } from './groups.ts'
import { assignStakeholderRole, unassignStakeholderRole } from './members.ts'
import { findPeople, listStakeholderMembers, readSetup } from './repository.ts'
import {
  createStakeholderRole,
  deactivateStakeholderRole,
  updateStakeholderRole,
  withMembers,
} from './roles.ts'
import {
  changeSettings,
  findSettings,
  getEventCreationEligibility,
  shownPage,
  shownSettings,
} from './settings.ts'

export const operations: Operations<typeof contract> = {
  async getApprovalFlow(_, { table }) {
    return shownFlow((await readSetup(table, false)).flow)
  },

  saveApprovalFlow: saveFlow,
  addApproval,
  updateApprovalFlow: saveFlow,
  updateStepCriteria,

  async listApprovalSteps(_, { table, caller }) {
    const [{ flow }, [user]] = await Promise.all([
      readSetup(table, false),
      findPeople(table, [caller.tenantUserId]),
    ])
    if (isAdmin(caller)) return flow.steps
    return flow.steps.filter(({ role }) => approvalRolesOf(caller, user).includes(role))
  },

  listApprovalGroups: (_, { table }) => listApprovalGroups(table),

  async listStakeholderRoles(_, { table }) {
    return [...(await readSetup(table, false)).roles]
  },

  async listDomainRoles({ domainId }, { table }) {
    const { domains, roles } = await readSetup(table, false)
    if (!domains.some(({ _id }) => _id === domainId)) fail(DomainNotFound)
    const own = roles.filter((role) => role.domainId === domainId)
    return Promise.all(own.map((role) => withMembers(role, table)))
  },

  async getStakeholderRole({ id }, { table }) {
    const { roles } = await readSetup(table, false)
    return withMembers(roles.find(({ stakeholderId }) => stakeholderId === id) ?? fail(RoleNotFound), table)
  },

  createStakeholderRole,
  updateStakeholderRole: ({ id, ...change }, context) => updateStakeholderRole(id, change, context),
  deactivateStakeholderRole: ({ id }, context) => deactivateStakeholderRole(id, context),

  async listStakeholderMembers({ id, ...query }, { table }) {
    const { limit, cursor } = pageOf(query)
    const { items, cursor: nextCursor } = await listStakeholderMembers(table, id, limit, cursor)
    return { members: [...items], nextCursor }
  },

  assignStakeholderRole,

  async unassignStakeholderRole(input, context) {
    await unassignStakeholderRole(input, context)
    return undefined
  },

  async listDomains(_, { table }) {
    const { domains, roles } = await readSetup(table, false)
    return domains.map((one) => shownDomain(one, roles))
  },

  async getDomain({ domainId }, { table }) {
    const { domains, roles } = await readSetup(table, false)
    return shownDomain(domains.find(({ _id }) => _id === domainId) ?? fail(DomainNotFound), roles)
  },

  createDomain,

  async updateDomain({ domainId, ...change }, context) {
    const after = await updateDomain(domainId, change, context)
    return shownDomain(after, (await readSetup(context.table, false)).roles)
  },

  async deleteDomain({ domainId }, context) {
    await deleteDomain(domainId, context)
    return undefined
  },

  async getEventSystemConfig(_, { table }) {
    const [settings, setup] = await Promise.all([findSettings(table), readSetup(table, false)])
    return shownSettings(settings, setup)
  },

  async saveEventSystemConfig(given, context) {
    const after = await changeSettings(given, context)
    return shownSettings(after, await readSetup(context.table, false))
  },

  async getEventFormConfig(_, { table }) {
    return shownForm((await findSettings(table)).formConfig)
  },

  async saveEventFormConfig(formConfig, context) {
    return shownForm((await changeSettings({ formConfig }, context)).formConfig)
  },

  async getEventPageSettings(_, { table }) {
    return shownPage(await findSettings(table))
  },

  getEventCreationEligibility: (_, context) => getEventCreationEligibility(context),
}
