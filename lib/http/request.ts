import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Browser, Device } from '../context.ts'
import { type Failure, fail } from '../contract/failure.ts'
import { InvalidToken } from '../contract/failures.ts'
import { languageIn } from '../contract/text/locale.ts'
import { deviceProofsIn } from '../identity/session/known-device.ts'
import { decodeUnverified } from '../identity/token/tokens.ts'
import type { UploadedFile } from '../operation.ts'
import { deviceCookie, deviceHeader, languageCookie, markCookie, secondStepCookie } from './cookies.ts'

/** The request as the steps read it. `parsed` is the JSON body or `malformed`; other bodies stay bytes. */
export type Request = {
  readonly method: string
  readonly path: string
  readonly host: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: ReadonlyMap<string, readonly string[]>
  readonly body: Body
  readonly device: Device
}

export type UploadedFiles = Readonly<Record<string, UploadedFile>>

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'refused'; readonly failure: Failure }
  | { readonly kind: 'oversize' }
  /** Text larger than most operations accept. */
  | { readonly kind: 'large'; readonly size: number; read(): Body }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly type: string }
  /** A form with files that a page has already parsed, for an operation in the same process. */
  | { readonly kind: 'form'; readonly fields: unknown; readonly files: UploadedFiles }

const cookiesOf = (lines: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const jar = new Map<string, string[]>()
  for (const pair of lines.flatMap((line) => line.split(';'))) {
    const at = pair.indexOf('=')
    if (at < 1) continue
    const name = pair.slice(0, at).trim()
    const value = pair
      .slice(at + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1')
    const values = jar.get(name)
    if (values) values.push(value)
    else jar.set(name, [value])
  }
  return jar
}

export const hasDuplicateCookie = ({ cookies }: Pick<Request, 'cookies'>, name: string): boolean =>
  (cookies.get(name)?.length ?? 0) > 1

/** The only value of a cookie. Two cookies of one name mean that one was planted: 401 (rules/http 10). */
export const cookieOf = ({ cookies }: Pick<Request, 'cookies'>, name: string): string | undefined => {
  if (hasDuplicateCookie({ cookies }, name)) fail(InvalidToken)
  return cookies.get(name)?.[0] || undefined
}

const singleCookieOf = (cookies: Request['cookies'], name: string): string | undefined => {
  const [value, ...planted] = cookies.get(name) ?? []
  return planted.length === 0 ? value : undefined
}

const bearer = (headers: Readonly<Record<string, string>>): string | undefined =>
  /^Bearer +([^\s,]+)$/i.exec(headers.authorization ?? '')?.[1]

// What a script sends, in either header, when it has no token.
const emptyCredential = /^(?:Bearer(?= |$))? *"?(?:null|undefined)?"?$/i

const isEmptyCredential = (header: string): boolean => emptyCredential.test(header.trimEnd())

/**
 * Removes an empty bearer token where cookies identify the caller: an existing client sends one. Without cookies it
 * stays, and is refused.
 */
const withoutEmptyCredential = (
  headers: Record<string, string>,
  cookies: Request['cookies'],
): Record<string, string> => {
  const hasTokenCookie = ['accessToken', 'refreshToken'].some((name) =>
    cookies.get(name)?.some((value) => value !== ''),
  )
  if (!hasTokenCookie || !isEmptyCredential(headers.authorization ?? '')) return headers
  const { authorization: _, ...others } = headers
  return others
}

export const bearerOf = ({ headers }: Pick<Request, 'headers'>): string | undefined => bearer(headers)

/** Only browsers send these headers, and no script can remove them. */
const isPage = (headers: Readonly<Record<string, string>>): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined

/** Session ids in access cookies. They are unverified. */
const sidsOf = (tokens: readonly string[] = []): string[] =>
  tokens.flatMap((token) => decodeUnverified(token)?.sid || [])

/**
 * Clients without a cookie jar send `X-Client: mobile`. They send the refresh token in `X-Refresh-Token`, or as the
 * bearer token of a refresh. A page never counts as a native client, whatever it sends. Otherwise a script could
 * complete a sign-in with the person's cookies and read the tokens from the body.
 */
const deviceOf = (
  invocation: APIGatewayProxyEventV2,
  headers: Readonly<Record<string, string>>,
  cookies: Request['cookies'],
): Device => {
  const native = headers['x-client']?.toLowerCase() === 'mobile' && !isPage(headers)
  const cookie = singleCookieOf(cookies, 'refreshToken')
  const sent = headers['x-refresh-token'] ?? ''
  const shown = !isEmptyCredential(sent) ? sent : native && !cookie ? bearer(headers) : undefined
  const carried = shown ?? cookie
  const secondStep = singleCookieOf(cookies, secondStepCookie)
  const accessSids = cookie ? sidsOf(cookies.get('accessToken')) : []
  return {
    address: invocation.requestContext.http.sourceIp,
    userAgent: (headers['user-agent'] ?? '').slice(0, 512),
    native,
    requestId: invocation.requestContext.requestId,
    rawQuery: invocation.rawQueryString ?? '',
    browser: browserOf(headers, cookies),
    proofs: deviceProofsIn([...(cookies.get(deviceCookie) ?? []), headers[deviceHeader] ?? '']),
    ...(headers['if-match'] ? { ifMatch: headers['if-match'].slice(0, 500) } : {}),
    ...(headers['x-door-credential'] ? { doorCredential: headers['x-door-credential'].slice(0, 200) } : {}),
    ...(carried ? { refreshToken: carried, refreshShown: shown !== undefined } : {}),
    ...(accessSids.length > 0 ? { accessSids } : {}),
    ...(secondStep ? { secondStep } : {}),
  }
}

const browserOf = (headers: Readonly<Record<string, string>>, cookies: Request['cookies']): Browser => {
  const mode = headers['sec-fetch-mode']
  const mark = singleCookieOf(cookies, markCookie)
  const chosen = languageIn(singleCookieOf(cookies, languageCookie))
  return {
    navigates: mode === undefined ? /\btext\/html\b/.test(headers.accept ?? '') : mode === 'navigate',
    candid: mode === 'navigate' || isPage(headers),
    ...(mark ? { mark } : {}),
    languages: { accepted: headers['accept-language'] ?? '', ...(chosen ? { chosen } : {}) },
  }
}

const lowerCased = (headers: APIGatewayProxyEventV2['headers']): Record<string, string> => {
  const lower: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers ?? {})) lower[name.toLowerCase()] = value ?? ''
  return lower
}

export const receive = (invocation: APIGatewayProxyEventV2, body: Body): Request => {
  const sent = lowerCased(invocation.headers)
  const cookies = cookiesOf(invocation.cookies ?? (sent.cookie ? [sent.cookie] : []))
  const headers = withoutEmptyCredential(sent, cookies)
  return {
    method: invocation.requestContext.http.method.toUpperCase(),
    path: invocation.rawPath,
    host: invocation.requestContext.domainName ?? '',
    query: Object.fromEntries(
      Object.entries(invocation.queryStringParameters ?? {}).map(([name, value]) => [name, value ?? '']),
    ),
    headers,
    cookies,
    body,
    device: deviceOf(invocation, headers, cookies),
  }
}
