import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { answer } from '../../lib/contract/reply.ts'
import type { TenantRecord } from '../../lib/identity/person/records.ts'
import { schoolAt } from '../../lib/identity/school/schools.ts'
import { findOwnCopy, findSchool, listSchools, touchOwnCopy } from '../../lib/identity/school/tenants.ts'
import type { Operations } from '../../lib/operation.ts'
import type { Table } from '../../lib/table/table.ts'
import type { contract } from './contract.ts'
import { claimEmailDomain, listEmailDomains, removeEmailDomain, verifyEmailDomain } from './mail-domains.ts'
import { selectSchool, showTenantStatus } from './pages.ts'
import { createTenant, setSchoolZone, updateTenant, updateTenantStatuses } from './registry.ts'
import {
  type Health,
  type ManagedTenant,
  type ManualStep,
  type ProvisionedTenant,
  type PublicTenant,
  TenantMissing,
} from './shapes.ts'

type TenantsOperationsContext = Pick<Context<'platformAdmin'>, 'table' | 'settings' | 'now'>

export const publicTenantOf = (school: TenantRecord): PublicTenant => ({
  tenantKey: school.tenantKey,
  name: school.name,
  subdomain: school.subdomain,
  location: school.location,
  status: school.status,
  statusMessage: school.statusMessage,
  tenantType: school.tenantType,
})

export const managedTenantOf = (
  { settings }: Pick<TenantsOperationsContext, 'settings'>,
  school: TenantRecord,
): ManagedTenant => ({
  ...publicTenantOf(school),
  timezone: school.timezone,
  emailDomains: school.emailDomains,
  ...(school.webOrigin ? { webOrigin: school.webOrigin } : {}),
  ...(school.webPaths ? { webPaths: school.webPaths } : {}),
  ...(school.color ? { color: school.color } : {}),
  ...(school.logo ? { logo: school.logo } : {}),
  subdomainUrl: schoolAt(settings, school.tenantKey).origin,
  createdAt: school.createdAt,
  updatedAt: school.updatedAt,
})

/** When any of these schools last changed; the beginning of time when there is none. */
export const lastChange = (schools: readonly TenantRecord[]): string =>
  schools.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), new Date(0).toISOString())

const healthOf = async ({ table, now }: TenantsOperationsContext, school: TenantRecord): Promise<Health> => {
  const began = now().getTime()
  const own = await findOwnCopy(table, school.tenantKey)
  const latencyMs = now().getTime() - began
  if (!own) return { ok: false, latencyMs, problem: 'missing' }
  return own.version === school.version
    ? { ok: true, latencyMs }
    : { ok: false, latencyMs, problem: 'differs' }
}

const step = (id: ManualStep['id'], title: string, description: string): ManualStep => ({
  id,
  title,
  description,
  completed: false,
  automated: true,
})

const stepsOf = ({ status }: TenantRecord, { problem }: Health): ManualStep[] => [
  ...(problem === undefined
    ? []
    : [step('restore', "Restore the school's own row", 'It differs from the registry')]),
  ...(status === 'coming_soon' ? [step('open', 'Open the school', 'Set its status to active')] : []),
]

/** A school with its current health. */
export const provisionedTenantOf = async (
  context: TenantsOperationsContext,
  school: TenantRecord,
): Promise<ProvisionedTenant> => {
  const health = await healthOf(context, school)
  return {
    ...managedTenantOf(context, school),
    health,
    manualSteps: stepsOf(school, health),
    provisioningComplete: health.ok,
  }
}

const batchSize = 25

/** The same for many schools, a few at a time. */
export const provisionedTenantsOf = async (
  context: TenantsOperationsContext,
  schools: readonly TenantRecord[],
): Promise<ProvisionedTenant[]> => {
  const provisioned: ProvisionedTenant[] = []
  for (let from = 0; from < schools.length; from += batchSize) {
    const batch = schools.slice(from, from + batchSize)
    provisioned.push(...(await Promise.all(batch.map((school) => provisionedTenantOf(context, school)))))
  }
  return provisioned
}

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
    return selectSchool(settings, await publicSchools(table), next)
  },

  async showTenantStatus(_, { table, tenant }) {
    return showTenantStatus(await findOwnCopy(table, tenant.key))
  },

  async getManagedTenants(_, context) {
    const schools = await listSchools(context.table, { strong: true })
    return {
      tenants: schools.map((school) => managedTenantOf(context, school)),
      updatedAt: lastChange(schools),
    }
  },

  async updateTenantStatuses({ tenants }, context) {
    await updateTenantStatuses(context, tenants)
    return operations.getManagedTenants({}, context)
  },

  async listTenants(_, context) {
    const schools = await listSchools(context.table, { strong: true })
    return { tenants: await provisionedTenantsOf(context, schools) }
  },

  async createTenant(wanted, context) {
    return provisionedTenantOf(context, await createTenant(context, wanted))
  },

  async getTenant({ tenantKey }, context) {
    return provisionedTenantOf(context, await requireTenant(context.table, tenantKey))
  },

  async updateTenant({ tenantKey, ...wanted }, context) {
    return provisionedTenantOf(context, await updateTenant(context, tenantKey, wanted))
  },

  async checkTenantHealth({ tenantKey }, context) {
    const school = await requireTenant(context.table, tenantKey)
    await touchOwnCopy(context.table, tenantKey)
    return provisionedTenantOf(context, school)
  },

  async getSchoolZone(_, { table, tenant }) {
    return { timezone: (await requireTenant(table, tenant.key)).timezone }
  },

  async setSchoolZone({ timezone }, context) {
    return { timezone: (await setSchoolZone(context, timezone)).timezone }
  },

  async listEmailDomains(_, context) {
    return { domains: await listEmailDomains(context) }
  },

  async claimEmailDomain({ domain }, context) {
    const { shown, fresh } = await claimEmailDomain(context, domain)
    return answer(shown, { status: fresh ? 201 : 200 })
  },

  async verifyEmailDomain({ domain }, context) {
    return verifyEmailDomain(context, domain)
  },

  async removeEmailDomain({ domain }, context) {
    await removeEmailDomain(context, domain)
  },
}
