import type { Route } from '../contract/route-match.ts'
import type { Row } from '../contract/row.ts'
import type { Caller } from '../identity/person/caller.ts'
import type { Settings } from '../settings.ts'
import type { CallContext } from '../table/call.ts'
import { cookie } from './cookies.ts'
import type { Request } from './request.ts'
import type { Response } from './respond.ts'

const lastWrite = 'lastWrite'
/** Where clients without cookies are told the same, and tell it. */
const lastWriteHeader = 'x-last-write'
/** Longer than a read is ever late. */
const markerSeconds = 10

const seconds = (now: Date): number => Math.floor(now.getTime() / 1000)

/** Whether the person has changed something just now, as their client remembers. Whoever forges it reads at twice the price. */
export const hasRecentWrite = (
  { cookies, headers }: Pick<Request, 'cookies' | 'headers'>,
  now: Date,
): boolean =>
  [...(cookies.get(lastWrite) ?? []), headers[lastWriteHeader] ?? ''].some(
    (at) => /^\d+$/.test(at) && seconds(now) - Number(at) <= markerSeconds,
  )

/** What a response tells a client without cookies. */
export const recentWriteHeaders = ({ headers }: Response): Record<string, string> => {
  const at = headers[lastWriteHeader]
  return at === undefined ? {} : { [lastWriteHeader]: at }
}

/** Rights to change something, rather than to look. */
const needsRight = ({ access }: Row): boolean =>
  typeof access === 'object'
    ? access.org !== 'visitor' && access.org !== 'member'
    : access === 'admin' || access === 'platformAdmin'

/**
 * What the request reads strongly (rules/table 20): everything after a change of one's own, and to say that something is
 * as it was; items by their keys where somebody looks at what is theirs to change. Nobody changes figures.
 */
export const consistencyOf = (
  request: Pick<Request, 'cookies' | 'headers'>,
  { row, domain }: Route,
  now: Date,
): CallContext['strong'] => {
  if (request.headers['if-none-match'] !== undefined || hasRecentWrite(request, now)) return 'all'
  return row.method === 'GET' && domain !== 'analytics' && needsRight(row) ? 'keys' : undefined
}

/** Whether a browser is signed out by it. */
export const endsSession = (response: Response): boolean =>
  response.cookies?.some((one) => one.startsWith('accessToken=;')) === true

/** The response with a cookie, or a header for clients without, that says when the person has last changed something. */
export const withRecentWriteMarker = (
  { method }: Request,
  caller: Caller | undefined,
  response: Response,
  { now, settings }: { now(): Date; settings: Settings },
): Response => {
  if (method === 'GET' || method === 'HEAD' || !caller) return response
  if (response.statusCode >= 300 || endsSession(response)) return response
  const at = String(seconds(now()))
  if (caller.via !== 'cookie') return { ...response, headers: { ...response.headers, [lastWriteHeader]: at } }
  const marker = cookie(lastWrite, at, markerSeconds, settings)
  return { ...response, cookies: [...(response.cookies ?? []), marker] }
}
