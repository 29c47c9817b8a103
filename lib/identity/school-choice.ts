import type { Context } from '../context.ts'
import { fail } from '../contract/failure.ts'
import { SchoolNotFound, SchoolRequired } from '../contract/failures.ts'
import { isTenantKey, schoolAt } from './schools.ts'
import { findSchool } from './tenants.ts'

/** Whether there is a school of a key: in production the registry says so, elsewhere every well-formed key will do. */
const isSchool = async ({ table, settings }: Context, key: string): Promise<boolean> =>
  isTenantKey(key) && (!settings.production || (await findSchool(table, key)) !== undefined)

/**
 * The same request at the school that its body names, on the platform host; at a school, the host has named it. 400
 * `SCHOOL_REQUIRED` when none is named there, 404 `TENANT_NOT_FOUND` for one there is not (identity.md section 1).
 */
export const atSchool = async <C extends Context>(context: C, named: string | undefined): Promise<C> => {
  const { tenant, settings, table } = context
  if (!tenant.platform) return context
  const key = (named ?? fail(SchoolRequired)).toLowerCase()
  if (!(await isSchool(context, key))) return fail(SchoolNotFound)
  return { ...context, tenant: schoolAt(settings, key), table: table.at(key) }
}
