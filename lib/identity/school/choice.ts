import type { Context } from '../../context.ts'
import { fail } from '../../contract/failure.ts'
import { SchoolNotFound, SchoolRequired } from '../../contract/failures.ts'
import { isTenantKey, schoolAt } from './schools.ts'
import { findSchool } from './tenants.ts'

/**
 * The same request at the school that its body names, on the platform host; at a school, the host has named it. 400
 * `SCHOOL_REQUIRED` when none is named there, 404 `TENANT_NOT_FOUND` for one there is not.
 */
export const atSchool = async <C extends Context>(context: C, named: string | undefined): Promise<C> => {
  const { tenant, settings, table } = context
  if (!tenant.platform) return context
  const key = (named ?? fail(SchoolRequired)).toLowerCase()
  const school = isTenantKey(key) ? await findSchool(table, key) : fail(SchoolNotFound)
  // Outside production every well-formed key will do.
  if (settings.production && !school) return fail(SchoolNotFound)
  return { ...context, tenant: schoolAt(settings, key), school, table: table.at(key) }
}
