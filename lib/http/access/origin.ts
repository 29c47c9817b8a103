import type { Tenant } from '../../context.ts'
import { fail } from '../../contract/failure.ts'
import { CrossSiteRefused } from '../../contract/failures.ts'
import type { Row } from '../../contract/row.ts'
import { tenantListing } from '../../identity/person/records.ts'
import { isTenantKey, originOf, platformKey } from '../../identity/school/schools.ts'
import type { Runtime } from '../../runtime.ts'
import type { Settings } from '../../settings.ts'
import type { Table } from '../../table/table.ts'
import type { Request } from '../request.ts'
import type { Response } from '../respond.ts'

const loopback = /^http:\/\/((([a-z0-9-]+\.)*localhost)|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/

const isPlatform = (origin: string, { BASE_DOMAIN, production }: Settings): boolean =>
  production && (origin === `https://${BASE_DOMAIN}` || origin === `https://www.${BASE_DOMAIN}`)

const isOwn = (origin: string, tenant: Tenant, settings: Settings): boolean =>
  origin === tenant.origin ||
  (tenant.platform && isPlatform(origin, settings)) ||
  (!settings.production && loopback.test(origin))

/** The key of the school whose address has the form of this origin. The registry decides whether that school exists. */
export const tenantOfOrigin = (origin: string, settings: Settings): string | undefined => {
  const label = /^https:\/\/([a-z0-9-]+)\./.exec(origin)?.[1]
  if (label === undefined || label === platformKey || !isTenantKey(label)) return undefined
  // Its first label is not a school.
  if (origin === settings.PUBLIC_ADDRESS) return undefined
  return origin === originOf(settings, label) ? label : undefined
}

/**
 * Whether an origin may read responses with credentials: the school's own, the apex, and with `sibling` other
 * registered schools for operations that allow it. Preflight requests follow the same rule.
 */
export const isReadableFrom = (
  origin: string,
  tenant: Tenant,
  settings: Settings,
  sibling: boolean,
): boolean => isOwn(origin, tenant, settings) || isPlatform(origin, settings) || sibling

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a write that a browser sends from another site. SameSite is not enough, because sister schools are
 * same-site. Requests without Origin and Sec-Fetch-Site come from programs and pass (rules/http 13).
 */
export const refuseCrossSite = (request: Request, row: Row, tenant: Tenant, settings: Settings): void => {
  if (safe.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined) {
    const allowed =
      isOwn(origin, tenant, settings) || (row.crossSite === 'platform' && isPlatform(origin, settings))
    if (!allowed) fail(CrossSiteRefused)
  } else if (site !== undefined && site !== 'same-origin' && site !== 'none') fail(CrossSiteRefused)
}

const allowedHeaders =
  'Content-Type, Authorization, X-Client, X-Refresh-Token, X-Tenant, X-App-Version, X-Request-Id, Idempotency-Key, If-Match, X-Door-Credential, X-Last-Write'

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': allowedHeaders,
  'access-control-max-age': '600',
}

const exposedHeaders =
  'Retry-After, X-Error-Code, ETag, Content-Disposition, X-Next-Cursor, X-Counted-Until, X-Last-Write, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset'

/** CORS headers of a response; none for an origin that may not read it. */
export const crossOriginHeaders = (
  { headers: { origin } }: Request,
  tenant: Tenant | undefined,
  settings: Settings,
  sibling: boolean,
): Record<string, string> =>
  origin !== undefined && tenant && isReadableFrom(origin, tenant, settings, sibling)
    ? {
        vary: 'Origin',
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-expose-headers': exposedHeaders,
      }
    : { vary: 'Origin' }

/**
 * Answers a preflight: 204 with the allowed methods and headers, or 403 without CORS headers. `row` is the announced
 * operation, if it exists.
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
  const allowed = origin !== undefined && isReadableFrom(origin, tenant, settings, sibling)
  if (!allowed) {
    const headers = { 'cache-control': 'no-store', 'x-error-code': CrossSiteRefused.code }
    return { statusCode: 403, headers, body: '' }
  }
  return {
    statusCode: 204,
    headers: { ...crossOriginHeaders(request, tenant, settings, sibling), ...preflightHeaders },
    body: '',
  }
}
