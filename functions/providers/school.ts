import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { isTenantKey, schoolAt } from '../../lib/identity/schools.ts'
import { findSchool } from '../../lib/identity/tenants.ts'
import { SchoolNotFound, SchoolRequired } from '../auth/contract.ts'

/** Whether there is a school of a key: in production the registry says so, elsewhere every well-formed key will do. */
const isSchool = async ({ table, settings }: Context, key: string): Promise<boolean> =>
  isTenantKey(key) && (!settings.production || (await findSchool(table, key)) !== undefined)

/** The same request at the school that the body names, on the platform host; at a school, the host has named it. */
export const atSchool = async <C extends Context>(context: C, named: string | undefined): Promise<C> => {
  const { tenant, settings, table } = context
  if (!tenant.platform) return context
  const key = (named ?? fail(SchoolRequired)).toLowerCase()
  if (!(await isSchool(context, key))) return fail(SchoolNotFound)
  return { ...context, tenant: schoolAt(settings, key), table: table.at(key) }
}
