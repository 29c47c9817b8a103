import { fail } from '../../lib/contract/failure.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { approvalRolesOf, isAdmin } from '../../lib/identity/person/caller.ts'
import type { Operations } from '../../lib/operation.ts'
import { DomainNotFound } from './contract/failures.ts'
import type { contract } from './contract.ts'
import { createDomain, deleteDomain, requireDomain, updateDomain } from './domains.ts'
import { addApproval, saveFlow, updateStepCriteria } from './flow.ts'
import { assignStakeholderRole, unassignStakeholderRole } from './members.ts'
import { findOrgCards, findPeople, listStakeholderMembers, readSetup } from './repository.ts'
import { createStakeholderRole, deactivateStakeholderRole, updateStakeholderRole } from './roles.ts'
import { changeSettings, findSettings, getEventCreationEligibility } from './settings.ts'

export const operations: Operations<typeof contract> = {
  async getApprovalFlow(_, { table }) {
    return (await readSetup(table, false)).flow
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

  async listApprovalGroups(_, { table }) {
    const { flow } = await readSetup(table, false)
    const ids = new Set(flow.steps.flatMap(({ orgId }) => orgId ?? []))
    return (await findOrgCards(table, [...ids])).map(({ orgId, org_name }) => ({ _id: orgId, org_name }))
  },

  async listStakeholderRoles(_, { table }) {
    return [...(await readSetup(table, false)).roles]
  },

  async listDomainRoles({ domainId }, { table }) {
    const { domains, roles } = await readSetup(table, false)
    if (!domains.some(({ _id }) => _id === domainId)) fail(DomainNotFound)
    return roles.filter((role) => role.domainId === domainId)
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
    return [...(await readSetup(table, false)).domains]
  },

  getDomain: ({ domainId }, context) => requireDomain(domainId, context),
  createDomain,
  updateDomain: ({ domainId, ...change }, context) => updateDomain(domainId, change, context),

  async deleteDomain({ domainId }, context) {
    await deleteDomain(domainId, context)
    return undefined
  },

  getEventSystemConfig: (_, { table }) => findSettings(table),
  saveEventSystemConfig: changeSettings,

  async getEventFormConfig(_, { table }) {
    return (await findSettings(table)).formConfig
  },

  async saveEventFormConfig(formConfig, context) {
    return (await changeSettings({ formConfig }, context)).formConfig
  },

  async getEventPageSettings(_, { table }) {
    return (await findSettings(table)).pageSettings
  },

  getEventCreationEligibility: (_, context) => getEventCreationEligibility(context),
}
