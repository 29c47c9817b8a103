import type { Tenant } from '../../context.ts'
import { type TenantRecord, tenantRecord } from '../../identity/person/records.ts'
import { syntheticKey, syntheticSchool } from '../../identity/school/synthetic.ts'
import type { Runtime } from '../../runtime.ts'
import { meter } from '../../table/meter.ts'
import { openTable } from '../../table/table.ts'
import type { RequestTrail } from '../request-log.ts'
import { keepSchool } from './facts.ts'

/**
 * The school for the frame of an error page: as the request read it, or as this process last read it, however long ago.
 * With `mayRead` it is read again where that is older than two seconds. Never fails: without the table, the page has the
 * last known school or none.
 */
export const schoolInFrame = async (
  tenant: Tenant | undefined,
  trail: RequestTrail,
  runtime: Runtime,
  mayRead: boolean,
): Promise<TenantRecord | undefined> => {
  const { client, now, schools } = runtime
  if (!tenant || tenant.platform) return undefined
  if (tenant.key === syntheticKey) return syntheticSchool
  const name = `at ${tenant.key}`
  const cached = schools.get(name)
  if (trail.school || !mayRead || (cached && cached.until > now().getTime()))
    return trail.school ?? cached?.record
  const table = openTable({ client, tenant: tenant.key, now, meter: meter(), strong: undefined })
  trail.table = table
  try {
    const record = await table.get(tenantRecord, {}, { strong: true })
    keepSchool(runtime, name, record)
    return record
  } catch {
    return cached?.record
  }
}
