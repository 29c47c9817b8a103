import type { Context } from '../../lib/context.ts'
import type { TenantRecord } from '../../lib/identity/person/records.ts'
import { schoolAt } from '../../lib/identity/school/schools.ts'
import { findOwnCopy } from '../../lib/identity/school/tenants.ts'
import { zoneOfSchool } from '../../lib/identity/school/zone.ts'
import type { Health, ManagedTenant, ProvisionedTenant, PublicTenant } from './bodies.ts'

type World = Pick<Context<'platformAdmin'>, 'table' | 'settings' | 'now'>

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
  { settings }: Pick<World, 'settings'>,
  school: TenantRecord,
): ManagedTenant => ({
  ...publicTenantOf(school),
  timezone: zoneOfSchool(school, settings),
  emailDomains: school.emailDomains,
  subdomainUrl: schoolAt(settings, school.tenantKey).origin,
  createdAt: school.createdAt,
  updatedAt: school.updatedAt,
})

/** When one of these schools changed last; the beginning of time when there is none. */
export const lastChange = (schools: readonly TenantRecord[]): string =>
  schools.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), new Date(0).toISOString())

const healthOf = async ({ table, now }: World, school: TenantRecord): Promise<Health> => {
  const began = now().getTime()
  const own = await findOwnCopy(table, school.tenantKey)
  const latencyMs = now().getTime() - began
  if (!own) return { ok: false, latencyMs, problem: 'missing' }
  return own.version === school.version
    ? { ok: true, latencyMs }
    : { ok: false, latencyMs, problem: 'differs' }
}

const stepsOf = ({ status }: TenantRecord, { problem }: Health): string[] => [
  ...(problem === undefined ? [] : ["Restore the school's own row: it is not what the registry says"]),
  ...(status === 'coming_soon' ? ['Open the school: set its status to active'] : []),
]

/** A school with its health as it is at this moment. */
export const provisionedTenantOf = async (world: World, school: TenantRecord): Promise<ProvisionedTenant> => {
  const health = await healthOf(world, school)
  return {
    ...managedTenantOf(world, school),
    health,
    manualSteps: stepsOf(school, health),
    provisioningComplete: health.ok,
  }
}

const atOnce = 25

/** The same for many, a few at a time. */
export const provisionedTenantsOf = async (
  world: World,
  schools: readonly TenantRecord[],
): Promise<ProvisionedTenant[]> => {
  const shown: ProvisionedTenant[] = []
  for (let from = 0; from < schools.length; from += atOnce) {
    const some = schools.slice(from, from + atOnce)
    shown.push(...(await Promise.all(some.map((school) => provisionedTenantOf(world, school)))))
  }
  return shown
}
