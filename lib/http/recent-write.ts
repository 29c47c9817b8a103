import type { Route } from '../contract/route-match.ts'
import type { Row } from '../contract/row.ts'
import type { Caller } from '../identity/person/caller.ts'
import { rememberedSeconds } from '../own-counts.ts'
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

type MarkedRequest = Pick<Request, 'cookies' | 'headers'>

/** A marker is the time of the last write, and after `!` the person's changes of counts. */
const markersOf = ({
  cookies,
  headers,
}: MarkedRequest): readonly (readonly [at: string, changes: string])[] =>
  [headers[lastWriteHeader] ?? '', ...(cookies.get(lastWrite) ?? [])].map((marker) => {
    const [at = '', ...changes] = marker.split('!')
    return [at, changes.join('!')]
  })

/**
 * Whether the person has just changed something, according to the client. A forged marker only makes reads cost twice
 * as much.
 */
export const hasRecentWrite = (request: MarkedRequest, now: Date): boolean =>
  markersOf(request).some(([at]) => /^\d+$/.test(at) && seconds(now) - Number(at) <= markerSeconds)

/** The changes of counts that a request's markers contain, for `ownCountsFrom`. */
export const countChangesOf = (request: MarkedRequest): string =>
  markersOf(request)
    .flatMap(([, changes]) => changes || [])
    .join('!')

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

/**
 * Adds the recent write marker to the response: a cookie, or a header for clients without cookies. `changes` are those
 * of counts.
 */
export const withRecentWriteMarker = (
  { method }: Request,
  caller: Caller | undefined,
  response: Response,
  changes: string,
  { now, settings }: { now(): Date; settings: Settings },
): Response => {
  if (method === 'GET' || method === 'HEAD' || !caller) return response
  if (response.statusCode >= 300 || endsSession(response)) return response
  const at = String(seconds(now()))
  const marker = changes === '' ? at : `${at}!${changes}`
  if (caller.via !== 'cookie')
    return { ...response, headers: { ...response.headers, [lastWriteHeader]: marker } }
  const line = cookie(lastWrite, marker, changes === '' ? markerSeconds : rememberedSeconds, settings)
  return { ...response, cookies: [...(response.cookies ?? []), line] }
}
