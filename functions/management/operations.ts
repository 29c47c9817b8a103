import type { Operations } from '../../lib/operation.ts'
import { getOrganizationAnalytics } from './analytics.ts'
import { getManagementConfig, getOnboardingConfig, updateManagementConfig } from './configuration.ts'
import type { contract } from './contract.ts'
import { exportOrganizations } from './export.ts'
import {
  approveManagedOrganization,
  changeManagedOrganization,
  editManagedOrganization,
  getManagedOrganization,
  moveManagedOrganization,
  moveOrganizationLifecycle,
} from './organizations/changes.ts'
import { listManagedOrganizations, listPendingOrganizations } from './organizations/list.ts'
import {
  addManagedMember,
  assignManagedRole,
  listManagedMembers,
  removeManagedMember,
  transferManagedOrganization,
} from './organizations/members.ts'
import { refuseManagedOrganization, resubmitOrganization } from './organizations/refusal.ts'
import { listDeletedOrganizations, restoreOrganization } from './organizations/restoration.ts'
import { confirmOrgRenewal, getOrgRenewal, listOrgRenewals, startOrgRenewal } from './renewal/renewal.ts'

export const operations: Operations<typeof contract> = {
  getOnboardingConfig,
  getManagementConfig,
  updateManagementConfig,
  getOrganizationAnalytics,
  listManagedOrganizations,
  listPendingOrganizations,
  exportOrganizations,
  getManagedOrganization,
  editManagedOrganization,
  changeManagedOrganization,
  approveManagedOrganization,
  refuseManagedOrganization,
  resubmitOrganization,
  listDeletedOrganizations,
  restoreOrganization,
  moveManagedOrganization,
  moveOrganizationLifecycle,
  transferManagedOrganization,
  listManagedMembers,
  addManagedMember,
  assignManagedRole,
  removeManagedMember,
  startOrgRenewal,
  getOrgRenewal,
  listOrgRenewals,
  confirmOrgRenewal,
}
