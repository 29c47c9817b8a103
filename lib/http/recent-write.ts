import type { Route } from '../contract/route-match.ts'
import type { Row } from '../contract/row.ts'
import type { Caller } from '../identity/person/caller.ts'
import type { Settings } from '../settings.ts'
import type { CallContext } from '../table/call.ts'
import { cookie } from './cookies.ts'
import type { Request } from './request.ts'
import type { Response } from './respond.ts'

const lastWrite = 'lastWrite'
/** The same marker as a header, for clients without cookies. */
const lastWriteHeader = 'x-last-write'
/** Longer than reads ever lag. */
const markerSeconds = 10

const seconds = (now: Date): number => Math.floor(now.getTime() / 1000)

/**
 * Whether the person has just changed something, according to the client. A forged marker only makes reads cost twice
 * as much.
 */
export const hasRecentWrite = (
  { cookies, headers }: Pick<Request, 'cookies' | 'headers'>,
  now: Date,
): boolean =>
  [...(cookies.get(lastWrite) ?? []), headers[lastWriteHeader] ?? ''].some(
    (at) => /^\d+$/.test(at) && seconds(now) - Number(at) <= markerSeconds,
  )

/** The recent write marker for a client without cookies. */
export const recentWriteHeaders = ({ headers }: Response): Record<string, string> => {
  const at = headers[lastWriteHeader]
  return at === undefined ? {} : { [lastWriteHeader]: at }
}

/** Whether the operation requires a right to change something, rather than to read. */
const needsRight = ({ access }: Row): boolean =>
  typeof access === 'object'
    ? access.org !== 'visitor' && access.org !== 'member'
    : access === 'admin' || access === 'platformAdmin'

/**
 * Which reads of a request are strongly consistent (rules/table 20). All of them, after the person's own change and
 * for a response of 304. Reads by key, for viewers with a right to change what they see. Figures cannot be changed, so
 * they are exempt.
 */
export const consistencyOf = (
  request: Pick<Request, 'cookies' | 'headers'>,
  { row, domain }: Route,
  now: Date,
): CallContext['strong'] => {
  if (request.headers['if-none-match'] !== undefined || hasRecentWrite(request, now)) return 'all'
  return row.method === 'GET' && domain !== 'analytics' && needsRight(row) ? 'keys' : undefined
}

/** Whether the response signs a browser out. */
export const endsSession = (response: Response): boolean =>
  response.cookies?.some((one) => one.startsWith('accessToken=;')) === true

/** Adds the recent write marker to the response: a cookie, or a header for clients without cookies. */
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
