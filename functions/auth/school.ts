import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { tenantListing } from '../../lib/identity/records.ts'
import { isTenantKey, schoolAt } from '../../lib/identity/schools.ts'
import { SchoolNotFound, SchoolRequired } from './contract.ts'

/**
 * The school that somebody signs in to: that of the host, or on the platform host the one that the body names,
 * which the registry has to know in production.
 */
export const atSchool = async <C extends Context>(context: C, school: string | undefined): Promise<C> => {
  if (!context.tenant.platform) return context
  if (school === undefined) fail(SchoolRequired)
  const tenantKey = school.toLowerCase()
  const known = isTenantKey(tenantKey) && (await isRegistered(context, tenantKey))
  if (!known) fail(SchoolNotFound)
  return { ...context, tenant: schoolAt(context.settings, tenantKey), table: context.table.at(tenantKey) }
}

const isRegistered = async ({ table, settings }: Context, tenantKey: string): Promise<boolean> =>
  !settings.production || (await table.get(tenantListing, { tenantKey })) !== undefined
