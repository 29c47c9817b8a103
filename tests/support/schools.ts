import { type TenantRecord, tenantListing } from '../../lib/identity/person/records.ts'
import { listSchools, registerSchool } from '../../lib/identity/school/tenants.ts'
import type { Campus } from './replay.ts'
import type { World } from './world.ts'

/** The registry row of a school, active unless said otherwise. `at` is the time of its creation. */
export const schoolRecord = (
  tenantKey: string,
  at: string,
  given: Partial<TenantRecord> = {},
): TenantRecord => ({
  tenantKey,
  name: `School ${tenantKey}`,
  location: 'Springfield',
  subdomain: tenantKey,
  status: 'active',
  statusMessage: '',
  tenantType: 'campus',
  timezone: 'UTC',
  emailDomains: [],
  createdAt: at,
  updatedAt: at,
  version: 1,
  ...given,
})

/** Enrols a school in the registry. */
export const enrolSchool = async (
  w: World,
  tenantKey: string,
  given: Partial<TenantRecord> = {},
): Promise<TenantRecord> => {
  const timezone = w.runtime.settings.DEFAULT_TIMEZONE
  const school = schoolRecord(tenantKey, w.clock.now().toISOString(), { timezone, ...given })
  const written = await registerSchool(w.table(tenantKey), school)
  if (!written.ok) throw new Error(`${tenantKey} is enrolled already`)
  return school
}

/** Empties the registry, which all worlds of a file share. */
export const closeRegistry = async (w: World): Promise<void> => {
  for (const { tenantKey } of await listSchools(w.table(), { strong: true }))
    await w.table().remove(tenantListing, { tenantKey })
}

type Stage = (campus: Campus) => Promise<Readonly<Record<string, string>>>

// The only school there is, so that lists cost the same whatever was enrolled before.
const enrolled: Stage = async ({ w }) => {
  await closeRegistry(w)
  await enrolSchool(w, w.home, { emailDomains: ['demo.example.edu'] })
  return { '/tenants/demo': `/tenants/${w.home}` }
}

const claimed: Stage = async (campus) => {
  const staged = await enrolled(campus)
  const reply = await campus.people.root?.agent.claimEmailDomain({ domain: 'students.example.edu' })
  const { name, value } = reply?.body.data.record ?? {}
  campus.w.published.set(name, [value])
  return staged
}

/** What has to have happened before a sample of the tenants can succeed. */
export const schoolFixtures: Readonly<Record<string, Stage>> = {
  getTenantConfig: enrolled,
  selectSchool: enrolled,
  getManagedTenants: enrolled,
  listTenants: enrolled,
  updateTenantStatuses: async (campus) => {
    await enrolled(campus)
    return { demo: campus.w.home }
  },
  getTenant: enrolled,
  updateTenant: enrolled,
  checkTenantHealth: enrolled,
  getSchoolZone: enrolled,
  setSchoolZone: enrolled,
  getSecondFactorPolicy: enrolled,
  previewSecondFactorPolicy: enrolled,
  setSecondFactorPolicy: enrolled,
  getDoor: enrolled,
  previewDoor: enrolled,
  setDoor: enrolled,
  listEmailDomains: enrolled,
  claimEmailDomain: enrolled,
  verifyEmailDomain: claimed,
  removeEmailDomain: enrolled,
}

/** A school as letters know it, which nobody has enrolled. */
export const schoolOfLetters = {
  key: 'demo',
  name: 'Demo',
  origin: 'https://demo.quad.example',
  platform: false,
  timezone: 'UTC',
}
