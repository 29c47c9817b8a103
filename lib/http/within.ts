import type { OperationResult, OtherOperations } from '../context.ts'
import { type Failure, fail } from '../contract/failure.ts'
import { NoSuchRoute } from '../contract/failures.ts'
import type { Contract, Row } from '../contract/row.ts'
import { mustShowFactor } from '../identity/factor/strength.ts'
import { zoneOfSchool } from '../identity/school/zone.ts'
import { sessionMark, sessionMarkOf } from './cookies.ts'
import { endsSession, recentWriteHeaders, consistencyOf } from './freshness.ts'
import type { Request } from './request.ts'
import { defectLine, type RequestTrail } from './request-log.ts'
import { type Response, refuse } from './respond.ts'
import { type RoutedRequest, isInvalidKeyPart, type DomainOperations, runPipeline } from './steps.ts'

/** Carries one request out, with what else it needs on the way. */
export type InProcessRunner = (asked: RoutedRequest, perform: DomainOperations) => Promise<Response>

/** Where the operations of a domain are, by its name; loaded when first asked for. */
export type DomainLoaders = Readonly<
  Record<string, () => Promise<{ readonly contract: Contract; readonly operations: object }>>
>

type Jar = Map<string, readonly string[]>

const nameOf = (cookie: string): string => cookie.slice(0, cookie.indexOf('='))

/** What a browser makes of a cookie that is set: it has it, or none of that name any more. */
const keep = (jar: Jar, cookie: string): void => {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
  if (value === '') jar.delete(name)
  else jar.set(name, [value])
}

/** Who signs out by a page leaves nothing behind in the browser, whoever has it next: no list of a door, no scan (rules/http 41). */
const nothingKept = { 'clear-site-data': '"cache", "storage"' } as const

/** What of the headers was meant for the page alone. */
const forPage = new Set(['if-none-match', 'if-match', 'idempotency-key', 'content-type', 'content-length'])

const headersFor = (headers: Request['headers'], renews: boolean): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      // Whoever only follows a link from elsewhere may have the session renewed: nothing else comes of it.
      ([name]) => !forPage.has(name) && !(renews && (name === 'origin' || name === 'sec-fetch-site')),
    ),
  )

/** The mark of the session that the browser has from now on, where it has another one or none. */
const markFor = (
  { received, runtime }: RoutedRequest,
  jar: Jar,
  sid: string | undefined,
  isOver: boolean,
): readonly string[] => {
  const known = received.cookies.get(sessionMark)?.[0]
  const has = jar.has('accessToken') || jar.has('refreshToken')
  if (!has || isOver) return known ? [sessionMarkOf(undefined, runtime.settings)] : []
  const mark = sid === undefined ? '' : sessionMarkOf(sid, runtime.settings)
  return mark === '' || mark.startsWith(`${sessionMark}=${known};`) ? [] : [mark]
}

/** The parts of an input as a client would send them. */
const partsOf = (row: Row, input: Readonly<Record<string, unknown>>) => {
  const inPath = new Set([...row.path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  const rest = Object.fromEntries(given.filter(([name]) => !inPath.has(name)))
  const params = Object.fromEntries([...inPath].map((name = '') => [name, String(input[name] ?? '')]))
  if (row.body || row.method !== 'GET') return { params, query: {}, body: rest }
  const query = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  return { params, query, body: undefined }
}

const renewal = 'refreshToken'

/**
 * Lets the operations of one domain ask for those behind `doors` as the person of the request would by a request of their
 * own: the same rows, steps, limits and refusals, the same host, device and cookies. Cookies that they set go to the
 * browser with the answer. A session whose access token is over is renewed on the way.
 */
export const runInProcess =
  (doors: DomainLoaders): InProcessRunner =>
  async (asked, perform) => {
    const { received, tenant, table, runtime, trail: outer } = asked
    const jar: Jar = new Map(received.cookies)
    const set = new Map<string, string>()
    let written: Record<string, string> = {}
    const seen: { -readonly [K in keyof OtherOperations['visit']]: OtherOperations['visit'][K] } = { timezone: tenant.timezone }

    const requestFor = (row: Row, query: Request['query'], body: unknown, renews: boolean): Request => {
      const { refreshToken: _, ...device } = received.device
      const carried = jar.get('refreshToken')?.[0]
      return {
        ...received,
        method: row.method,
        query,
        headers: headersFor(received.headers, renews),
        cookies: jar,
        body: body === undefined ? { kind: 'none' } : { kind: 'json', value: body },
        device: {
          ...device,
          browser: { ...device.browser, candid: device.browser?.candid ?? false, navigates: false },
          ...(carried ? { refreshToken: carried, refreshShown: false } : {}),
        },
      }
    }

    const performed = async (domain: string, operation: string, input: object): Promise<OperationResult> => {
      const renews = operation === renewal
      const { contract, operations } = (await doors[domain]?.()) ?? fail(NoSuchRoute)
      const row = contract.rows[operation] ?? fail(NoSuchRoute)
      const { params, query, body } = partsOf(row, input as Record<string, unknown>)
      const request = requestFor(row, query, body, renews)
      const route = { domain, operation, row, path: row.path }
      const now = runtime.now()
      const strong = consistencyOf({ cookies: jar, headers: { ...received.headers, ...written } }, route, now)
      const trail: RequestTrail = { route, row, tenant, table }
      let response: Response
      try {
        if (Object.values(params).some((param) => param === '' || isInvalidKeyPart(param))) fail(NoSuchRoute)
        response = await runPipeline(
          { received: request, route, params, tenant, table: table.reading(strong), runtime, trail },
          operations as DomainOperations,
        )
      } catch (error) {
        response = refuse(error as Failure, row, received.device.requestId, runtime.settings)
        if (response.statusCode === 500) runtime.log(defectLine(received, trail, error))
      }
      written = { ...written, ...recentWriteHeaders(response) }
      if (response.statusCode < 300 && endsSession(response)) written = { ...written, ...nothingKept }
      for (const cookie of response.cookies ?? []) {
        keep(jar, cookie)
        set.set(nameOf(cookie), cookie)
      }
      if (trail.school)
        Object.assign(seen, { school: trail.school, timezone: zoneOfSchool(trail.school, runtime.settings) })
      seen.caller ??= trail.caller
      const until = response.headers['x-counted-until']
      if (until !== undefined && until < (seen.countedUntil ?? '9')) seen.countedUntil = until
      outer.caller ??= trail.caller
      outer.enrolled ||= trail.enrolled === true
      const type = response.headers['content-type'] ?? ''
      const text = response.body ?? ''
      const value = type.startsWith('application/json') && text !== '' ? JSON.parse(text) : text
      return { status: response.statusCode, body: value, kind: row.reply.kind }
    }

    let turnedAway = false
    let renewing: Promise<unknown> | undefined
    const renew = (): Promise<unknown> => {
      renewing ??= performed('auth', renewal, {})
      return renewing
    }

    const ask = async (domain: string, operation: string, input: object = {}): Promise<OperationResult> => {
      const over = !jar.has('accessToken') && jar.has('refreshToken')
      if (over || renewing !== undefined) await renew()
      const fresh = renewing !== undefined
      const told = await performed(domain, operation, input)
      turnedAway ||= told.status === 401
      const expired = told.status === 401 && (told.body as { code?: string }).code === 'TOKEN_EXPIRED'
      // Others of the page may have begun to renew meanwhile: what was asked for before that is asked for once more.
      if (!expired || fresh || !jar.has('refreshToken')) return told
      await renew()
      return performed(domain, operation, input)
    }

    const within: OtherOperations = {
      ask,
      visit: seen,
      requiresProof: (consequence) => mustShowFactor({ consequence }, seen.caller, seen.school),
      request: pageRequestOf(received),
    }
    const response = await runPipeline({ ...asked, within: () => within }, perform)
    // Who has just signed in is known by the next page.
    const isNew = renewing === undefined && set.has('accessToken')
    const mark = markFor(asked, jar, seen.caller?.sid, isNew || (turnedAway && seen.caller === undefined))
    const cookies = [...(response.cookies ?? []), ...set.values(), ...mark]
    const headers = { ...response.headers, ...written }
    return { ...response, headers, ...(cookies.length > 0 ? { cookies } : {}) }
  }

/** What a page may know of the request that asked for it. */
const pageRequestOf = ({ method, path, query, headers, cookies, body }: Request): OtherOperations['request'] => ({
  path: `${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`,
  method,
  fields: () =>
    body.kind === 'bytes' && body.type.startsWith('application/x-www-form-urlencoded')
      ? [...new URLSearchParams(new TextDecoder().decode(body.bytes))]
      : [],
  carriesSession: cookies.has('accessToken') || cookies.has('refreshToken'),
  fromElsewhere: headers['sec-fetch-site'] === 'cross-site',
})
