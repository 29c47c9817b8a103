import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { isPlatformRole } from '../../lib/identity/caller.ts'
import type { Person } from '../../lib/identity/person.ts'
import { isListed } from '../../lib/identity/platform-grants.ts'
import { tenantListing } from '../../lib/identity/records.ts'
import { isTenantKey, schoolAt } from '../../lib/identity/schools.ts'
import { listSchools } from '../../lib/identity/tenants.ts'
import { SchoolNotFound, SchoolRequired } from './contract.ts'

/**
 * The school that somebody signs in to: that of the host, or on the platform host the one that the body names,
 * which the registry has to know in production.
 */
const atSchool = async <C extends Context>(context: C, school: string | undefined): Promise<C> => {
  if (!context.tenant.platform) return context
  if (school === undefined) fail(SchoolRequired)
  const tenantKey = school.toLowerCase()
  const known = isTenantKey(tenantKey) && (await isRegistered(context, tenantKey))
  if (!known) fail(SchoolNotFound)
  return { ...context, tenant: schoolAt(context.settings, tenantKey), table: context.table.at(tenantKey) }
}

const isRegistered = async ({ table, settings }: Context, tenantKey: string): Promise<boolean> =>
  !settings.production || (await table.get(tenantListing, { tenantKey })) !== undefined

/**
 * Where an account is made. While there is no school at all, the addresses of the deployment's list register on the
 * platform host without one: somebody has to enrol the first.
 */
export const whereToRegister = async <C extends Context>(
  context: C,
  school: string | undefined,
  email: string,
): Promise<C> => {
  const { tenant, settings, table } = context
  const mayBeFirst = tenant.platform && school === undefined && isListed(settings, email.toLowerCase())
  const isFirst = mayBeFirst && (await listSchools(table, { strong: true })).length === 0
  return isFirst ? context : atSchool(context, school)
}

/** Where somebody signs in. A platform administrator needs no school on the platform host, and who that is shows later. */
export const whereToSignIn = <C extends Context>(
  context: C,
  school: string | undefined,
  identifier: string,
): Promise<C> =>
  context.tenant.platform && school === undefined && identifier.includes('@')
    ? Promise.resolve(context)
    : atSchool(context, school)

/** Asked after the password has been proven, so that no answer tells a stranger who administers the platform. */
export const requireSchoolOrPlatformRole = (
  { tenant, settings }: Context,
  { user, rights }: Person,
): void => {
  if (!tenant.platform || rights.platformRoles.some(isPlatformRole)) return
  if (!isListed(settings, user.email)) fail(SchoolRequired)
}
