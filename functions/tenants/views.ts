import type { Context } from '../../lib/context.ts'
import { isAdminRole } from '../../lib/identity/person/caller.ts'
import { type TenantRecord, tenantUser } from '../../lib/identity/person/records.ts'
import { schoolAt } from '../../lib/identity/school/schools.ts'
import { findOwnCopy } from '../../lib/identity/school/tenants.ts'
import type {
  Health,
  ManagedTenant,
  ManualStep,
  ProvisionedTenant,
  PublicTenant,
  TenantSetup,
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
  ...(school.locale ? { locale: school.locale } : {}),
  ...(school.currency ? { currency: school.currency } : {}),
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

const mostCounted = 20

/** What a school still needs. Eventually consistent: an administrator counts within a second. */
export const setupOf = async (
  { table }: Pick<TenantsOperationsContext, 'table'>,
  { tenantKey, door, newMembers }: TenantRecord,
): Promise<TenantSetup> => {
  const { items } = await table
    .at(tenantKey)
    .list(tenantUser, { index: 'gsi2', keyParams: {}, limit: mostCounted })
  return {
    administrators: items.filter(({ roles, accessSuspended }) => !accessSuspended && roles.some(isAdminRole))
      .length,
    hasSignInRules: door !== undefined || newMembers !== undefined,
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
