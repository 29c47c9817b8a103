import type { Tenant } from '../../context.ts'
import { text } from '../../contract/reply.ts'
import type { Row } from '../../contract/row.ts'
import type { Caller } from '../../identity/person/caller.ts'
import { type TenantRecord, tenantRecord } from '../../identity/person/records.ts'
import { syntheticKey, syntheticSchool } from '../../identity/school/synthetic.ts'
import { decodeUnverified } from '../../identity/token/tokens.ts'
import type { Runtime } from '../../runtime.ts'
import { meter } from '../../table/meter.ts'
import { openTable } from '../../table/table.ts'
import type { Request } from '../request.ts'
import type { RequestTrail } from '../request-log.ts'
import { keepSchool, readRequestFacts } from './facts.ts'

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

/** An error page, as an operation: it is open to everybody. */
const row: Row = { method: 'GET', path: '/', access: 'optional', reply: text('text/html') }

/**
 * The impersonation in whose session an error page is shown (rules/admins 23). With `mayRead` a session that names an
 * administrator is read. Never fails.
 */
export const impersonationInFrame = async (
  tenant: Tenant | undefined,
  request: Request,
  trail: RequestTrail,
  runtime: Runtime,
  mayRead: boolean,
): Promise<Caller['impersonation']> => {
  if (trail.caller || !tenant || !mayRead) return trail.caller?.impersonation
  const [token = ''] = request.cookies.get('accessToken') ?? []
  if (decodeUnverified(token)?.impersonatedBy === undefined) return undefined
  const { client, now } = runtime
  const table = openTable({ client, tenant: tenant.key, now, meter: meter(), strong: undefined })
  try {
    const facts = { request, row, tenant, runtime, table, params: {}, prefetch: undefined, isForPage: false }
    return (await (await readRequestFacts(facts)).caller())?.impersonation
  } catch {
    return undefined
  }
}
