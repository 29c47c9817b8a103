import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { claimEmailDomain, listEmailDomains, removeEmailDomain, verifyEmailDomain } from './mail-domains.ts'
import { selectSchool, showTenantStatus } from './pages.ts'
import {
  checkTenantHealth,
  createTenant,
  getManagedTenants,
  getSchoolZone,
  getTenant,
  getTenantConfig,
  listTenants,
  setSchoolZone,
  updateTenant,
  updateTenantStatuses,
} from './registry.ts'

export const operations: Operations<typeof contract> = {
  getTenantConfig,
  selectSchool,
  showTenantStatus,
  getManagedTenants,
  updateTenantStatuses,
  listTenants,
  createTenant,
  getTenant,
  updateTenant,
  checkTenantHealth,
  getSchoolZone,
  setSchoolZone,
  listEmailDomains,
  claimEmailDomain,
  verifyEmailDomain,
  removeEmailDomain,
}
