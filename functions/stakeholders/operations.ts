import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { createDomain, deleteDomain, getDomain, listDomains, updateDomain } from './domains.ts'
import {
  addApproval,
  getApprovalFlow,
  listApprovalSteps,
  saveApprovalFlow,
  updateStepCriteria,
} from './flow.ts'
import { listApprovalGroups } from './groups.ts'
import { assignStakeholderRole, listStakeholderMembers, unassignStakeholderRole } from './members.ts'
import {
  createStakeholderRole,
  deactivateStakeholderRole,
  getStakeholderRole,
  listDomainRoles,
  listStakeholderRoles,
  updateStakeholderRole,
} from './roles.ts'
import {
  getEventCreationEligibility,
  getEventFormConfig,
  getEventPageSettings,
  getEventSystemConfig,
  saveEventFormConfig,
  saveEventSystemConfig,
} from './settings.ts'

export const operations: Operations<typeof contract> = {
  getApprovalFlow,
  saveApprovalFlow,
  addApproval,
  updateApprovalFlow: saveApprovalFlow,
  updateStepCriteria,
  listApprovalSteps,
  listApprovalGroups,
  listStakeholderRoles,
  listDomainRoles,
  getStakeholderRole,
  createStakeholderRole,
  updateStakeholderRole,
  deactivateStakeholderRole,
  listStakeholderMembers,
  assignStakeholderRole,
  unassignStakeholderRole,
  listDomains,
  getDomain,
  createDomain,
  updateDomain,
  deleteDomain,
  getEventSystemConfig,
  saveEventSystemConfig,
  getEventFormConfig,
  saveEventFormConfig,
  getEventPageSettings,
  getEventCreationEligibility,
}
