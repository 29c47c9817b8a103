import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { SchoolRequired } from '../../lib/contract/failures.ts'
import { normalAddress } from '../../lib/contract/fields.ts'
import { isPlatformRole } from '../../lib/identity/person/caller.ts'
import type { Person } from '../../lib/identity/person/person.ts'
import { isListed } from '../../lib/identity/platform/promised-addresses.ts'
import { atSchool } from '../../lib/identity/school/choice.ts'
import { listSchools } from '../../lib/identity/school/tenants.ts'

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
  const mayBeFirst = tenant.platform && school === undefined && isListed(settings, normalAddress(email))
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
