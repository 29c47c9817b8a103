import type { FailureTexts, OperationResult, OtherOperations } from '../context.ts'
import { Failure, fail } from '../contract/failure.ts'
import { NoSuchRoute, TenantNotFound } from '../contract/failures.ts'
import { type Contract, isForm, type Row } from '../contract/row.ts'
import { mustShowFactor } from '../identity/factor/strength.ts'
import { isAdmin } from '../identity/person/caller.ts'
import { zoneOfSchool } from '../identity/school/zone.ts'
import { confirmationCookie, helperCookie, sessionMark, sessionMarkOf } from './cookies.ts'
import { consistencyOf, endsSession, recentWriteHeaders } from './recent-write.ts'
import type { Body, Request, UploadedFiles } from './request.ts'
import { defectLine, type RequestTrail } from './request-log.ts'
import {
  type DomainOperations,
  isInvalidKeyPart,
  type RoutedRequest,
  runPipeline,
} from './request-pipeline.ts'
import { failureTexts, type Response, refuse } from './respond.ts'

/** Runs one request, together with other operations that it calls. */
export type InProcessRunner = (routed: RoutedRequest, perform: DomainOperations) => Promise<Response>

/** Loads a domain's operations, by the domain's name, when they are first called. */
export type DomainLoaders = Readonly<
  Record<string, () => Promise<{ readonly contract: Contract; readonly operations: object }>>
>

type CookieJar = Map<string, readonly string[]>

const nameOf = (cookie: string): string => cookie.slice(0, cookie.indexOf('='))

/** Applies a set cookie as a browser would: replaces all cookies of that name, or removes them. */
const storeCookie = (jar: CookieJar, cookie: string): void => {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
  if (value === '') jar.delete(name)
  else jar.set(name, [value])
}

/**
 * Signing out on a page removes all data from the browser for its next user: check-in lists and scans included
 * (rules/http 41).
 */
const clearSiteData = { 'clear-site-data': '"cache", "storage"' } as const

/** Headers that concern only the page itself. */
const pageOnlyHeaders = new Set([
  'if-none-match',
  'if-match',
  'idempotency-key',
  'content-type',
  'content-length',
])

const renewal = 'refreshToken'
const viewCounts: readonly string[] = ['trackEventView', 'trackAnonymousView']

/** A link from another site may renew the session and count the view of a page. It has no other effect. */
const worksAcrossSites = ({ method, device }: Request, operation: string): boolean =>
  operation === renewal ||
  (method === 'GET' && device.browser?.navigates === true && viewCounts.includes(operation))

const headersFor = (received: Request, operation: string): Record<string, string> => {
  const isFromAnySite = worksAcrossSites(received, operation)
  return Object.fromEntries(
    Object.entries(received.headers).filter(
      ([name]) =>
        !pageOnlyHeaders.has(name) && !(isFromAnySite && (name === 'origin' || name === 'sec-fetch-site')),
    ),
  )
}

/** The cookie with the browser's new session mark; empty if the mark does not change. */
const sessionMarkFor = (
  { received, runtime }: RoutedRequest,
  jar: CookieJar,
  sid: string | undefined,
  isOver: boolean,
): readonly string[] => {
  const known = received.cookies.get(sessionMark)?.[0]
  const has = jar.has('accessToken') || jar.has('refreshToken')
  if (!has || isOver) return known ? [sessionMarkOf(undefined, runtime.settings)] : []
  const mark = sid === undefined ? '' : sessionMarkOf(sid, runtime.settings)
  return mark === '' || mark.startsWith(`${sessionMark}=${known};`) ? [] : [mark]
}

/** An input split as a client would send it. */
const partsOf = (row: Row, input: Readonly<Record<string, unknown>>) => {
  const inPath = new Set([...row.path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  const fields = Object.entries(input).filter(([, value]) => value !== undefined)
  const rest = Object.fromEntries(fields.filter(([name]) => !inPath.has(name)))
  const params = Object.fromEntries([...inPath].map((name = '') => [name, String(input[name] ?? '')]))
  if (row.body && isForm(row.body)) {
    const { files = {}, ...fields } = rest
    return { params, query: {}, body: { kind: 'form' as const, fields, files: files as UploadedFiles } }
  }
  if (row.body || row.method !== 'GET')
    return { params, query: {}, body: { kind: 'json' as const, value: rest } }
  const query = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  return { params, query, body: { kind: 'none' as const } }
}

/**
 * Lets one domain's operations call those of `loaders` as the request's person, as if by a separate request: same
 * rows, steps, limits and refusals, same host, device and cookies. Cookies that they set are sent with the response. A
 * session with an expired access token is renewed on the way.
 */
export const runInProcess =
  (loaders: DomainLoaders): InProcessRunner =>
  async (routed, perform) => {
    const { received, tenant, table, runtime, trail: outer } = routed
    const jar: CookieJar = new Map(received.cookies)
    const set = new Map<string, string>()
    let written: Record<string, string> = {}
    let unknownSchool: Failure | undefined
    const visit: { -readonly [K in keyof OtherOperations['visit']]: OtherOperations['visit'][K] } = {
      timezone: tenant.timezone,
    }

    const requestFor = (row: Row, query: Request['query'], body: Body, operation: string): Request => {
      const { refreshToken: _, ...device } = received.device
      const carried = jar.get('refreshToken')?.[0]
      // A helper link that is being opened presents its own credential, whatever the browser has stored.
      const helper = received.query.helper ?? jar.get(helperCookie)?.[0]
      return {
        ...received,
        method: row.method,
        query,
        headers: headersFor(received, operation),
        cookies: jar,
        body,
        device: {
          ...device,
          ...(helper ? { doorCredential: helper.slice(0, 200) } : {}),
          browser: { ...device.browser, candid: device.browser?.candid ?? false, navigates: false },
          ...(carried ? { refreshToken: carried, refreshShown: false } : {}),
        },
      }
    }

    const runOperation = async (
      domain: string,
      operation: string,
      input: object,
    ): Promise<OperationResult> => {
      const { contract, operations } = (await loaders[domain]?.()) ?? fail(NoSuchRoute)
      const row = contract.rows[operation] ?? fail(NoSuchRoute)
      const { params, query, body } = partsOf(row, input as Record<string, unknown>)
      const request = requestFor(row, query, body, operation)
      const route = { domain, operation, row, path: row.path }
      const now = runtime.now()
      const strong = consistencyOf({ cookies: jar, headers: { ...received.headers, ...written } }, route, now)
      const trail: RequestTrail = { route, row, tenant, table }
      let response: Response
      let texts: FailureTexts | undefined
      try {
        if (Object.values(params).some((param) => param === '' || isInvalidKeyPart(param))) fail(NoSuchRoute)
        response = await runPipeline(
          {
            ...{ received: request, route, params, tenant, table: table.reading(strong), runtime, trail },
            isForPage: true,
          },
          operations as DomainOperations,
        )
      } catch (error) {
        response = refuse(error as Failure, row, received.device.requestId, runtime.settings)
        if (error instanceof Failure) texts = failureTexts(error)
        if (error instanceof Failure && error.kind === TenantNotFound) unknownSchool = error
        if (response.statusCode === 500) runtime.log(defectLine(received, trail, error))
      }
      written = { ...written, ...recentWriteHeaders(response) }
      if (response.statusCode < 300 && endsSession(response)) written = { ...written, ...clearSiteData }
      for (const cookie of response.cookies ?? []) {
        storeCookie(jar, cookie)
        set.set(nameOf(cookie), cookie)
      }
      if (trail.school)
        Object.assign(visit, { school: trail.school, timezone: zoneOfSchool(trail.school, runtime.settings) })
      visit.caller ??= trail.caller
      visit.isAdministrator = visit.caller !== undefined && isAdmin(visit.caller)
      if (visit.caller?.impersonation) visit.impersonation = visit.caller.impersonation
      const until = response.headers['x-counted-until']
      if (until !== undefined && until < (visit.countedUntil ?? '9')) visit.countedUntil = until
      outer.caller ??= trail.caller
      const type = response.headers['content-type'] ?? ''
      const text = response.body ?? ''
      const value = type.startsWith('application/json') && text !== '' ? JSON.parse(text) : text
      return { status: response.statusCode, body: value, kind: row.reply.kind, ...(texts ? { texts } : {}) }
    }

    let wasUnauthenticated = false
    let renewing: Promise<unknown> | undefined
    const renew = (): Promise<unknown> => {
      renewing ??= runOperation('auth', renewal, {})
      return renewing
    }

    const call = async (domain: string, operation: string, input: object = {}): Promise<OperationResult> => {
      const over = !jar.has('accessToken') && jar.has('refreshToken')
      if (over || renewing !== undefined) await renew()
      const fresh = renewing !== undefined
      const result = await runOperation(domain, operation, input)
      wasUnauthenticated ||= result.status === 401
      const expired = result.status === 401 && (result.body as { code?: string }).code === 'TOKEN_EXPIRED'
      // Another call of the page may have renewed the session meanwhile. A call that began before it runs again.
      if (!expired || fresh || !jar.has('refreshToken')) return result
      await renew()
      return runOperation(domain, operation, input)
    }

    const within: OtherOperations = {
      call,
      visit,
      requiresProof: (consequence) => mustShowFactor({ consequence }, visit.caller, visit.school),
      request: pageRequestOf(received),
    }
    const response = await runPipeline({ ...routed, within: () => within }, perform)
    // Pages go on where nobody is signed in, but no page belongs to an address without a school.
    if (unknownSchool) throw unknownSchool
    // A person who has just signed in is known to the next page.
    const isNew = renewing === undefined && set.has('accessToken')
    const mark = sessionMarkFor(
      routed,
      jar,
      visit.caller?.sid,
      isNew || (wasUnauthenticated && visit.caller === undefined),
    )
    const cookies = [...(response.cookies ?? []), ...set.values(), ...mark]
    const headers = { ...response.headers, ...written }
    return { ...response, headers, ...(cookies.length > 0 ? { cookies } : {}) }
  }

/** What a page may know of its own request. */
const pageRequestOf = ({
  method,
  path,
  query,
  headers,
  cookies,
  body,
  device,
}: Request): OtherOperations['request'] => ({
  path: `${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`,
  method,
  fields: () =>
    body.kind === 'bytes' && body.type.startsWith('application/x-www-form-urlencoded')
      ? [...new URLSearchParams(new TextDecoder().decode(body.bytes))]
      : [],
  carriesSession: cookies.has('accessToken') || cookies.has('refreshToken'),
  confirmation: cookies.get(confirmationCookie)?.[0],
  helperLinkId: cookies.get(helperCookie)?.[0]?.split('.')[0] || undefined,
  languages: device.browser?.languages,
  isCrossSite: headers['sec-fetch-site'] === 'cross-site',
  referrer: headers.referer || undefined,
})
