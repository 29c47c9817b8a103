import type { Tenant } from '../context.ts'
import { Failure } from '../contract/failure.ts'
import { NoSuchRoute, TenantUnavailable, UseTenantSubdomain } from '../contract/failures.ts'
import { languageIn } from '../contract/text/locale.ts'
import { languageParameter } from '../html/document.ts'
import type { Settings } from '../settings.ts'
import { languageCookieOf } from './cookies.ts'
import type { Request } from './request.ts'
import type { Response } from './respond.ts'

/** Whether a person with a browser sees the response as a page. Browsers report this, old ones by `Accept`. */
const isNavigation = ({ method, headers }: Request): boolean => {
  if (method !== 'GET' && method !== 'HEAD') return false
  const mode = headers['sec-fetch-mode']
  return mode === undefined ? /\btext\/html\b/.test(headers.accept ?? '') : mode === 'navigate'
}

const maxNextLength = 1024

/** The requested path, encoded again, so that it can neither end the header nor name another host. */
const addressIn = ({ path, query }: Request): string => {
  const segments = path.split('/').filter((segment) => segment !== '')
  const encoded = segments.map((segment) => encodeURIComponent(segment.toWellFormed())).join('/')
  const search = new URLSearchParams(query).toString()
  return `/${encoded}${search === '' ? '' : `?${search}`}`
}

/** The same as a parameter of another address; too long a path becomes the front page. */
const nextOf = (request: Request): string => {
  const next = addressIn(request)
  return next.length > maxNextLength ? '/' : next
}

const seeOther = (location: string): Response => ({
  statusCode: 302,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
})

/** Requests for a socket. Clients repeat them after a redirect, and follow none for an upgrade. */
const isForSocket = ({ path, headers }: Request): boolean =>
  path === '/socket.io/' || headers.upgrade !== undefined || headers['sec-websocket-key'] !== undefined

/**
 * The gateway knows each path only without a trailing slash. A path with one is redirected, method and body included.
 * Requests for a socket get 404 at once (rules/http 51).
 */
const redirectWithoutSlash = (error: Failure, request: Request): Response | undefined => {
  const { path } = request
  if (error.kind !== NoSuchRoute || path === '/' || !path.endsWith('/') || isForSocket(request))
    return undefined
  const location = nextOf(request)
  return location === '/' ? undefined : { ...seeOther(location), statusCode: 308 }
}

/**
 * A page's address with `?lang=` stores the language and leads to the page itself. The redirect stays at the request's own
 * host, whatever its path.
 */
export const languageSwitch = (request: Request, settings: Settings): Response | undefined => {
  const { [languageParameter]: chosen, ...query } = request.query
  const language = languageIn(chosen)
  if (language === undefined || request.method !== 'GET' || !isNavigation(request)) return undefined
  const response = seeOther(addressIn({ ...request, query }))
  return { ...response, cookies: [languageCookieOf(language, settings)] }
}

/**
 * Redirects people from two refusals to a page that explains them (rules/http 6), and all clients from a path with a
 * trailing slash.
 */
export const redirectFor = (
  error: unknown,
  request: Request,
  tenant: Tenant | undefined,
): Response | undefined => {
  if (!(error instanceof Failure)) return undefined
  const shorter = redirectWithoutSlash(error, request)
  if (shorter || !isNavigation(request)) return shorter
  if (error.kind.code === TenantUnavailable.code && error.kind.status === TenantUnavailable.status)
    return seeOther('/tenant-status')
  if (error.kind.code !== UseTenantSubdomain.code || !tenant?.platform) return undefined
  return seeOther(`/select-school?next=${encodeURIComponent(nextOf(request))}`)
}
