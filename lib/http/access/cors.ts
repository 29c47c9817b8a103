import type { Tenant } from '../../context.ts'
import type { Row } from '../../contract/row.ts'
import { tenantListing } from '../../identity/person/records.ts'
import type { Runtime } from '../../runtime.ts'
import type { Settings } from '../../settings.ts'
import type { Table } from '../../table/table.ts'
import type { Request } from '../request.ts'
import type { Response } from '../respond.ts'
import { mayRead, tenantOfOrigin } from './origin.ts'

const allowedHeaders =
  'Content-Type, Authorization, X-Client, X-Refresh-Token, X-Tenant, X-App-Version, X-Request-Id, Idempotency-Key, If-Match, X-Door-Credential'

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': allowedHeaders,
  'access-control-max-age': '600',
}

const exposed =
  'Retry-After, ETag, Content-Disposition, X-Next-Cursor, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'

/** CORS headers of an answer; none for an origin that may not read it. */
export const crossOriginHeaders = (
  { headers: { origin } }: Request,
  tenant: Tenant | undefined,
  settings: Settings,
  sibling: boolean,
): Record<string, string> =>
  origin !== undefined && tenant && mayRead(origin, tenant, settings, sibling)
    ? {
        vary: 'Origin',
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': exposed,
      }
    : { vary: 'Origin' }

/**
 * Answers a preflight: 204 with what is allowed, 403 without CORS headers for everybody else. `row` is the operation that
 * it is about, where there is one.
 */
export const preflight = async (
  request: Request,
  row: Row | undefined,
  tenant: Tenant,
  { settings }: Runtime,
  table: Table,
): Promise<Response> => {
  const { origin } = request.headers
  const label = origin && row?.siblings ? tenantOfOrigin(origin, settings) : undefined
  const sibling = label !== undefined && (await table.get(tenantListing, { tenantKey: label })) !== undefined
  const allowed = origin !== undefined && mayRead(origin, tenant, settings, sibling)
  if (!allowed) return { statusCode: 403, headers: { 'cache-control': 'no-store' }, body: '' }
  return {
    statusCode: 204,
    headers: { ...crossOriginHeaders(request, tenant, settings, sibling), ...preflightHeaders },
    body: '',
  }
}
