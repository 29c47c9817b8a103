import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { type AuditedAction, audit } from '../../lib/identity/audit/audit.ts'
import type { TenantRecord } from '../../lib/identity/person/records.ts'
import { zonesBefore } from '../../lib/identity/school/days.ts'
import { isTenantKey, reservedLabels } from '../../lib/identity/school/schools.ts'
import {
  changeSchool,
  findSchool,
  listSchools,
  registerSchool,
  type SchoolChange,
  touchOwnCopy,
} from '../../lib/identity/school/tenants.ts'
import type { Input, Operation } from '../../lib/operation.ts'
import type { Table } from '../../lib/table/table.ts'
import type { contract } from './contract.ts'
import { mailDomainNotifications, requireMailDomains } from './mail-domains.ts'
import {
  LastActiveTenant,
  SubdomainFixed,
  type TenantChange,
  TenantExists,
  TenantKeyFixed,
  TenantKeyInvalid,
  TenantKeyReserved,
  TenantMissing,
  TenantNamedTwice,
  TenantsRequired,
} from './shapes.ts'
import {
  lastChange,
  managedTenantOf,
  provisionedTenantOf,
  provisionedTenantsOf,
  publicTenantOf,
  setupOf,
} from './views.ts'

type RegistryContext = Context<'platformAdmin' | 'admin'>
type Rows = (typeof contract)['rows']

const changedFields = (after: TenantRecord, before: TenantRecord): Record<string, string> => {
  const fields = [
    'name',
    'location',
    'status',
    'statusMessage',
    'tenantType',
    'timezone',
    'locale',
    'currency',
    'emailDomains',
    'webOrigin',
    'webPaths',
    'color',
    'logo',
  ] as const
  const shown = (record: TenantRecord, field: (typeof fields)[number]): string =>
    typeof record[field] === 'object' && !Array.isArray(record[field])
      ? JSON.stringify(record[field])
      : String(record[field] || 'none')
  return Object.fromEntries(
    fields
      .filter((field) => shown(after, field) !== shown(before, field))
      .map((field) => [
        field,
        // Text that people wrote may name people, and the audit row is permanent.
        field === 'statusMessage' ? 'changed' : `${shown(before, field)} → ${shown(after, field)}`,
      ]),
  )
}

/** Changes one school. The audit row in its own log names the changes. */
const changeTenant = async (
  context: RegistryContext,
  tenantKey: string,
  requested: SchoolChange,
): Promise<TenantRecord> => {
  const audited: AuditedAction = {
    action: 'tenant.update',
    actor: context.caller,
    targetType: 'tenant',
    targetId: tenantKey,
  }
  const changed = await changeSchool(context.table, {
    tenantKey,
    at: context.now(),
    change: (before) => ({
      ...requested,
      ...(requested.timezone === undefined
        ? {}
        : zonesBefore(before, requested.timezone, context.now().toISOString())),
    }),
    also: (after, before) => [
      audit(context, { ...audited, detail: changedFields(after, before) }),
      ...mailDomainNotifications(context, before, after),
    ],
  })
  if (changed === 'absent') return fail(TenantMissing)
  return changed === 'last active' ? fail(LastActiveTenant) : changed
}

const requireFreeKey = (tenantKey: string): void => {
  if (reservedLabels.includes(tenantKey)) fail(TenantKeyReserved, { field: 'tenantKey' })
  if (!isTenantKey(tenantKey)) fail(TenantKeyInvalid, { field: 'tenantKey' })
}

const requireOwnSubdomain = (tenantKey: string, subdomain: string | undefined): void => {
  if (subdomain !== undefined && subdomain !== tenantKey) fail(SubdomainFixed, { field: 'subdomain' })
}

/** Registers a school under a free key. It opens when its status says so. */
export const registerTenant = async (
  context: RegistryContext,
  requested: Input<Rows['createTenant']>,
): Promise<TenantRecord> => {
  const { tenantKey, name, location, subdomain, status, statusMessage, tenantType, timezone, emailDomains } =
    requested
  const { webOrigin, webPaths, color, logo, locale, currency } = requested
  requireFreeKey(tenantKey)
  requireOwnSubdomain(tenantKey, subdomain)
  const at = context.now().toISOString()
  const school: TenantRecord = {
    tenantKey,
    name,
    location,
    subdomain: tenantKey,
    status: status ?? 'coming_soon',
    statusMessage: statusMessage ?? '',
    tenantType: tenantType ?? 'campus',
    timezone: timezone ?? context.settings.DEFAULT_TIMEZONE,
    emailDomains: requireMailDomains(emailDomains ?? []),
    ...(locale ? { locale } : {}),
    ...(currency ? { currency } : {}),
    ...(webOrigin ? { webOrigin } : {}),
    ...(webPaths ? { webPaths } : {}),
    ...(color ? { color } : {}),
    ...(logo ? { logo } : {}),
    createdAt: at,
    updatedAt: at,
    version: 1,
  }
  const audited: AuditedAction = {
    action: 'tenant.create',
    actor: context.caller,
    targetType: 'tenant',
    targetId: tenantKey,
  }
  const written = await registerSchool(context.table, school, [audit(context, audited)])
  return written.ok ? school : fail(TenantExists)
}

/** Changes the given fields only. */
export const changeFields = async (
  context: RegistryContext,
  tenantKey: string,
  { newTenantKey, subdomain, emailDomains, ...given }: TenantChange,
): Promise<TenantRecord> => {
  if (newTenantKey !== undefined && newTenantKey !== tenantKey)
    fail(TenantKeyFixed, { field: 'newTenantKey' })
  requireOwnSubdomain(tenantKey, subdomain)
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const domains = emailDomains === undefined ? {} : { emailDomains: requireMailDomains(emailDomains) }
  return changeTenant(context, tenantKey, { ...present, ...domains })
}

const regionOf = ({ timezone, locale, currency }: TenantRecord) => ({
  timezone,
  ...(locale ? { locale } : {}),
  ...(currency ? { currency } : {}),
})

/**
 * Sets the time zone for the rules of the caller's school, and its language and currency if given. Events keep their moments and
 * zones.
 */
export const setSchoolZone: Operation<Rows['setSchoolZone']> = async (
  { timezone, locale, currency },
  context,
) =>
  regionOf(
    await changeTenant(context, context.tenant.key, {
      timezone,
      ...(locale === undefined ? {} : { locale }),
      ...(currency === undefined ? {} : { currency }),
    }),
  )

type StatusChanges = Input<Rows['updateTenantStatuses']>['tenants']

/**
 * Changes the status of several schools. All changes are checked before any write. Schools that open are written first,
 * so that one can replace another as the last open school.
 */
export const changeStatuses = async (context: RegistryContext, tenants: StatusChanges): Promise<void> => {
  const drafts = tenants ?? fail(TenantsRequired, { field: 'tenants' })
  const byKey = new Map(drafts.map((one) => [one.tenantKey, one]))
  if (byKey.size < drafts.length) fail(TenantNamedTwice, { field: 'tenants' })
  const schools = await listSchools(context.table, { strong: true })
  const knownKeys = new Set(schools.map(({ tenantKey }) => tenantKey))
  if (drafts.some(({ tenantKey }) => !knownKeys.has(tenantKey))) fail(TenantMissing, { field: 'tenants' })
  const isOpen = (status: TenantRecord['status']): boolean => status === 'active'
  const staysOpen = schools.some((school) => isOpen(byKey.get(school.tenantKey)?.status ?? school.status))
  if (!staysOpen && schools.some(({ status }) => isOpen(status))) fail(LastActiveTenant)
  const opening = drafts.filter(({ status }) => status === 'active')
  const others = drafts.filter(({ status }) => status !== 'active')
  for (const { tenantKey, status, statusMessage } of [...opening, ...others]) {
    await changeTenant(context, tenantKey, {
      ...(status === undefined ? {} : { status }),
      ...(statusMessage === undefined ? {} : { statusMessage }),
    })
  }
}

const requireTenant = async (table: Table, tenantKey: string): Promise<TenantRecord> =>
  (await findSchool(table, tenantKey)) ?? fail(TenantMissing)

export const listPublicSchools = async (table: Table): Promise<readonly TenantRecord[]> =>
  (await listSchools(table)).filter(({ status }) => status !== 'hidden')

export const getTenantConfig: Operation<Rows['getTenantConfig']> = async (_, { table }) => {
  const schools = await listPublicSchools(table)
  return { tenants: schools.map(publicTenantOf), updatedAt: lastChange(schools) }
}

export const getManagedTenants: Operation<Rows['getManagedTenants']> = async (_, context) => {
  const schools = await listSchools(context.table, { strong: true })
  return {
    tenants: schools.map((school) => managedTenantOf(context, school)),
    updatedAt: lastChange(schools),
  }
}

export const updateTenantStatuses: Operation<Rows['updateTenantStatuses']> = async ({ tenants }, context) => {
  await changeStatuses(context, tenants)
  return getManagedTenants({}, context)
}

export const listTenants: Operation<Rows['listTenants']> = async (_, context) => {
  const schools = await listSchools(context.table, { strong: true })
  return { tenants: await provisionedTenantsOf(context, schools) }
}

export const createTenant: Operation<Rows['createTenant']> = async (requested, context) =>
  provisionedTenantOf(context, await registerTenant(context, requested))

export const getTenant: Operation<Rows['getTenant']> = async ({ tenantKey }, context) => {
  const school = await requireTenant(context.table, tenantKey)
  const [provisioned, setup] = await Promise.all([
    provisionedTenantOf(context, school),
    setupOf(context, school),
  ])
  return { ...provisioned, setup }
}

export const updateTenant: Operation<Rows['updateTenant']> = async ({ tenantKey, ...requested }, context) =>
  provisionedTenantOf(context, await changeFields(context, tenantKey, requested))

export const checkTenantHealth: Operation<Rows['checkTenantHealth']> = async ({ tenantKey }, context) => {
  const school = await requireTenant(context.table, tenantKey)
  await touchOwnCopy(context.table, tenantKey)
  return provisionedTenantOf(context, school)
}

export const getSchoolZone: Operation<Rows['getSchoolZone']> = async (_, { table, tenant }) =>
  regionOf(await requireTenant(table, tenant.key))
