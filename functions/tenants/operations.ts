import { fail } from '../../lib/contract/failure.ts'
import { answer } from '../../lib/contract/reply.ts'
import type { TenantRecord } from '../../lib/identity/person/records.ts'
import { findOwnCopy, findSchool, listSchools, touchOwnCopy } from '../../lib/identity/school/tenants.ts'
import { zoneOfSchool } from '../../lib/identity/school/zone.ts'
import type { Operations } from '../../lib/operation.ts'
import type { Table } from '../../lib/table/table.ts'
import type { contract } from './contract.ts'
import { TenantMissing } from './failures.ts'
import { claimMailDomain, listMailDomains, removeMailDomain, verifyMailDomain } from './mail-domains.ts'
import { schoolsPage, statusPage } from './pages.ts'
import { changeZone, createSchool, updateSchool, updateStatuses } from './registry.ts'
import {
  lastChange,
  managedTenantOf,
  provisionedTenantOf,
  provisionedTenantsOf,
  publicTenantOf,
} from './shapes.ts'

const requireTenant = async (table: Table, tenantKey: string): Promise<TenantRecord> =>
  (await findSchool(table, tenantKey)) ?? fail(TenantMissing)

const publicSchools = async (table: Table): Promise<readonly TenantRecord[]> =>
  (await listSchools(table)).filter(({ status }) => status !== 'hidden')

export const operations: Operations<typeof contract> = {
  async getTenantConfig(_, { table }) {
    const schools = await publicSchools(table)
    return { tenants: schools.map(publicTenantOf), updatedAt: lastChange(schools) }
  },

  async selectSchool({ next }, { table, settings }) {
    return schoolsPage(settings, await publicSchools(table), next)
  },

  async showTenantStatus(_, { table, tenant }) {
    return statusPage(await findOwnCopy(table, tenant.key))
  },

  async getManagedTenants(_, context) {
    const schools = await listSchools(context.table, { strong: true })
    return {
      tenants: schools.map((school) => managedTenantOf(context, school)),
      updatedAt: lastChange(schools),
    }
  },

  async updateTenantStatuses({ tenants }, context) {
    await updateStatuses(context, tenants)
    return operations.getManagedTenants({}, context)
  },

  async listTenants(_, context) {
    const schools = await listSchools(context.table, { strong: true })
    return { tenants: await provisionedTenantsOf(context, schools) }
  },

  async createTenant(wanted, context) {
    return provisionedTenantOf(context, await createSchool(context, wanted))
  },

  async getTenant({ tenantKey }, context) {
    return provisionedTenantOf(context, await requireTenant(context.table, tenantKey))
  },

  async updateTenant({ tenantKey, ...wanted }, context) {
    return provisionedTenantOf(context, await updateSchool(context, tenantKey, wanted))
  },

  async checkTenantHealth({ tenantKey }, context) {
    const school = await requireTenant(context.table, tenantKey)
    await touchOwnCopy(context.table, tenantKey)
    return provisionedTenantOf(context, school)
  },

  async getSchoolZone(_, { table, tenant, settings }) {
    return { timezone: zoneOfSchool(await requireTenant(table, tenant.key), settings) }
  },

  async setSchoolZone({ timezone }, context) {
    return { timezone: zoneOfSchool(await changeZone(context, timezone), context.settings) }
  },

  async listEmailDomains(_, context) {
    return { domains: await listMailDomains(context) }
  },

  async claimEmailDomain({ domain }, context) {
    const { shown, fresh } = await claimMailDomain(context, domain)
    return answer(shown, { status: fresh ? 201 : 200 })
  },

  async verifyEmailDomain({ domain }, context) {
    return verifyMailDomain(context, domain)
  },

  async removeEmailDomain({ domain }, context) {
    await removeMailDomain(context, domain)
  },
}
