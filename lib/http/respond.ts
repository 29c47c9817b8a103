import { createHash } from 'node:crypto'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { parse } from 'zod/mini'
import type { Device, FailureTexts } from '../context.ts'
import { bodyCodeOf, Failure } from '../contract/failure.ts'
import { InternalError, StoreUnavailable, ValidationError } from '../contract/failures.ts'
import { type Answer, answer, isAnswer, matchesTag, type Tokens } from '../contract/reply.ts'
import type { Row } from '../contract/row.ts'
import { mergeDeviceProofs } from '../identity/session/known-device.ts'
import type { Settings } from '../settings.ts'
import {
  clearedCookies,
  confirmationCookieOf,
  deviceCookieOf,
  deviceHeader,
  helperCookieOf,
  markCookieOf,
  secondStepCookieOf,
  tokenCookies,
} from './cookies.ts'
import type { Request } from './request.ts'
import { firstFault, firstFaultText } from './validation-summary.ts'

export type Response = APIGatewayProxyStructuredResultV2 & {
  readonly statusCode: number
  readonly headers: Record<string, string>
}

const json = 'application/json; charset=utf-8'

const bodyTokens = ({ accessToken, refreshToken }: Tokens) => ({
  accessToken,
  ...(refreshToken === undefined ? {} : { refreshToken }),
})

const envelope = (row: Row, result: Answer<unknown>, tokens: object): unknown => {
  const { reply } = row
  const checkedData = reply.schema ? parse(reply.schema, result.data) : undefined
  const head = { success: result.success ?? true, ...messageOf(result.message ?? reply.message) }
  if (reply.kind === 'bare') return checkedData
  const top = reply.tokens === 'top' ? tokens : {}
  if (reply.kind === 'done') return { ...head, ...top }
  if (reply.kind === 'flat') return { ...head, ...(checkedData as object), ...top }
  return {
    ...head,
    ...top,
    data: reply.tokens === 'data' ? { ...(checkedData as object), ...tokens } : checkedData,
  }
}

// The table returns integers beyond 2^53 as bigints, which JSON cannot represent.
const jsonOf = (value: unknown): string => {
  try {
    return JSON.stringify(value)
  } catch {
    return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? Number(part) : part))
  }
}

const messageOf = (message: string | undefined) => (message === undefined ? {} : { message })

const pageOf = (
  body: string,
  statusCode: number,
  cookies: string[],
  headers: Readonly<Record<string, string>> = {},
): Response => ({
  statusCode,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers },
  ...(cookies.length > 0 ? { cookies } : {}),
  body,
})

const cacheControlOf = ({ reply }: Row): string => {
  if (reply.cache) return `public, max-age=${reply.cache}`
  return reply.revalidate ? 'private, no-cache' : 'no-store'
}

/** The response of a successful operation: only fields that its row declares are sent. */
export const respond = (
  row: Row,
  value: unknown,
  {
    device,
    settings,
    countedUntil,
  }: { device: Device; settings: Settings; countedUntil?: string | undefined },
): Response => {
  const result = isAnswer(value) ? value : answer(value)
  const tokens = result.tokens && device.delivery === 'body' ? bodyTokens(result.tokens) : {}
  const fresh = result.tokens?.deviceProof ?? result.deviceProof
  const proofs = result.forgetsDevice ? '' : fresh && mergeDeviceProofs(fresh, device.proofs ?? [])
  const cookies = [
    ...(result.tokens && device.delivery === 'cookies' ? tokenCookies(result.tokens, settings) : []),
    ...(proofs !== undefined && !device.native ? [deviceCookieOf(proofs, settings)] : []),
    ...(result.clearCookies ? clearedCookies(settings) : []),
    ...(result.mark && !device.native ? [markCookieOf(result.mark)] : []),
    ...(result.secondStep === undefined || device.native ? [] : [secondStepCookieOf(result.secondStep)]),
    ...(result.confirmation === undefined || device.native
      ? []
      : [confirmationCookieOf(result.confirmation, settings)]),
    ...(result.helperLink && !device.native ? [helperCookieOf(result.helperLink, settings)] : []),
  ]
  const text = row.reply.kind === 'text'
  if (result.page !== undefined)
    return pageOf(result.page, result.status ?? row.reply.status, cookies, result.headers)
  return {
    statusCode: result.status ?? row.reply.status,
    headers: {
      'content-type': text ? (row.reply.type ?? 'text/plain; charset=utf-8') : json,
      'cache-control': cacheControlOf(row),
      ...(proofs !== undefined && device.native ? { [deviceHeader]: proofs } : {}),
      ...(countedUntil === undefined ? {} : { 'x-counted-until': countedUntil }),
      ...result.headers,
    },
    ...(cookies.length > 0 ? { cookies } : {}),
    body: text ? String(result.data) : jsonOf(envelope(row, result, tokens)),
  }
}

/** The header with a refusal's code, also where the body has none. */
export const errorCodeHeader = 'x-error-code'

/** The one place that turns errors into a status and a message. Texts of exceptions are never sent. */
export const refuse = (
  error: unknown,
  row: Row | undefined,
  requestId: string,
  settings: Settings,
): Response => {
  const failure = error instanceof Failure ? error : undefined
  const { status, code } = failure?.kind ?? InternalError
  const cookies = failure?.extras.clearCookies ? clearedCookies(settings) : []
  return {
    statusCode: status,
    headers: {
      'content-type': json,
      'cache-control': 'no-store',
      [errorCodeHeader]: code,
      ...failure?.extras.headers,
    },
    ...(cookies.length > 0 ? { cookies } : {}),
    body: JSON.stringify(
      row?.errors === 'plants' ? plantError(failure, status) : errorBody(failure, requestId),
    ),
  }
}

const plantError = (failure: Failure | undefined, status: number) => ({
  error: status,
  message: failure?.kind.message ?? InternalError.message,
})

/** A request that fits no schema gets its first fault as the message (rules/http 56). */
const failureMessage = ({ kind, extras }: Failure): string =>
  (kind === ValidationError ? firstFault(extras.details) : undefined) ?? kind.message

/** The messages of a failure's response with their values apart. */
export const failureTexts = ({ kind, extras: { details, texts = [] } }: Failure): FailureTexts => ({
  message: (kind === ValidationError ? firstFaultText(details, texts) : undefined) ?? kind.text,
  details: texts,
})

const errorBody = (failure: Failure | undefined, requestId: string) => {
  const { kind, extras } = failure ?? new Failure(InternalError)
  const code = bodyCodeOf(kind)
  return {
    ...extras.top,
    success: false,
    message: failureMessage(failure ?? new Failure(InternalError)),
    ...(code === undefined ? {} : { code }),
    ...(extras.field === undefined ? {} : { field: extras.field }),
    ...(extras.details === undefined ? {} : { details: extras.details }),
    ...(extras.data === undefined ? {} : { data: extras.data }),
    ...(kind === StoreUnavailable || kind.status === 500
      ? { error: `${kind.message}. Request ${requestId}` }
      : {}),
  }
}

/** Headers of every response. JSON needs no script, frame or referrer, so all are disabled. */
export const securityHeaders = ({ production }: Settings): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-site',
  ...(production ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
})

const tagOf = (body: string): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`

/**
 * Cacheable responses get an entity tag. A client that already has this tag gets 304 (RFC 9110, 13). A person who may
 * just have changed the data gets the full response, since an index may lag.
 */
export const withEntityTag = (request: Request, row: Row, response: Response, changed: boolean): Response => {
  const isCacheable = row.reply.cache || row.reply.revalidate
  if (!isCacheable || response.statusCode !== 200) return response
  const etag = tagOf(response.body ?? '')
  const headers: Record<string, string> = { ...response.headers, etag }
  const ifNoneMatch = request.headers['if-none-match']
  if (changed || ifNoneMatch === undefined || !matchesTag(ifNoneMatch, etag)) return { ...response, headers }
  const { 'content-type': _, ...rest } = headers
  return { ...response, statusCode: 304, headers: rest, body: '' }
}
