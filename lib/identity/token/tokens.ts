import type { KeyObject } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import type { KeyPair, KeyUse } from './keys.ts'

/** Claims of an access token, which lives for `ACCESS_TOKEN_TTL`, including its session and school. */
export type AccessClaims = {
  readonly globalUserId: string
  readonly tenantUserId?: string
  readonly platformRoles?: readonly string[]
  readonly roles: readonly string[]
  readonly sid: string
  /** Generation and issue of the refresh token issued with it. */
  readonly pair?: readonly [generation: number, issue: number]
  readonly school: string
  /** The impersonating administrator, and the session in which the impersonation began. */
  readonly impersonatedBy?: string
  readonly impersonatorSid?: string
  /** The school whose identity provider opened the session; its row is read with the session. */
  readonly provenBy?: string
}

/** Claims of a refresh token. `generation` counts the exchanges of the session. */
export type RefreshClaims = {
  readonly globalUserId: string
  readonly type: 'refresh'
  readonly sid: string
  readonly generation: number
  /** Distinguishes tokens of one generation, and names the exchanged token of the generation before; absent is 0. */
  readonly issue?: number
  readonly before?: number
  /** Issued to a request that two exchanges had overtaken. */
  readonly late?: true
  /** When the session ends (ISO 8601): no successor outlives it. */
  readonly sessionEnds: string
  /** As in the access token. */
  readonly provenBy?: string
  /** Seconds: the issue time. */
  readonly iat?: number
}

export type LegacyClaims = {
  readonly userId: string
  readonly roles: readonly string[]
  /** Seconds: the issue time, if present. */
  readonly iat: number | undefined
}

const audiences: Record<KeyUse, string> = { access: 'quad:access', refresh: 'quad:refresh' }
const headers: Record<KeyUse, string> = { access: 'at+jwt', refresh: 'rt+jwt' }
const tokenIssuer = 'quad'

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1000)

const sign = (
  claims: Record<string, unknown>,
  key: KeyPair,
  issued: Date,
  expires: Date,
  jti: string,
): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', kid: key.kid, typ: headers[key.use] })
    .setIssuer(tokenIssuer)
    .setAudience(audiences[key.use])
    .setIssuedAt(seconds(issued))
    .setExpirationTime(seconds(expires))
    .setJti(jti)
    .sign(key.privateKey)

export const signAccess = (
  claims: AccessClaims,
  key: KeyPair,
  issued: Date,
  expires: Date,
  jti: string,
): Promise<string> => sign({ ...claims, typ: 'access' }, key, issued, expires, jti)

export const signRefresh = (
  claims: RefreshClaims,
  key: KeyPair,
  issued: Date,
  expires: Date,
): Promise<string> =>
  sign({ ...claims }, key, issued, expires, `${claims.sid}.${claims.generation}.${claims.issue ?? 0}`)

/** Claims of a token before verification. */
export type UnverifiedClaims = {
  readonly alg: string
  readonly kid: string | undefined
  readonly globalUserId: string | undefined
  readonly tenantUserId: string | undefined
  readonly school: string | undefined
  readonly sid: string | undefined
  readonly impersonatedBy: string | undefined
  readonly impersonatorSid: string | undefined
  readonly provenBy: string | undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= 128 ? value : undefined

/** Three parts of base64url without padding (RFC 7515), so that each token has only one spelling. */
const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/

export const decodeUnverified = (token: string): UnverifiedClaims | undefined => {
  if (token.length > 4096 || !compact.test(token)) return undefined
  try {
    const { alg, kid } = decodeProtectedHeader(token)
    const { globalUserId, tenantUserId, school, sid, ...further } = decodeJwt(token)
    return {
      alg: String(alg),
      kid: textOf(kid),
      globalUserId: textOf(globalUserId),
      tenantUserId: textOf(tenantUserId),
      school: textOf(school),
      sid: textOf(sid),
      impersonatedBy: textOf(further.impersonatedBy),
      impersonatorSid: textOf(further.impersonatorSid),
      provenBy: textOf(further.provenBy),
    }
  } catch {
    return undefined
  }
}

export type Verified<C> = { readonly claims: C; readonly expires: number } | 'expired' | 'invalid'

const outcomeOf = (error: unknown): 'expired' | 'invalid' =>
  error instanceof errors.JWTExpired ? 'expired' : 'invalid'

const verify = async (token: string, use: KeyUse, key: KeyObject, now: Date) => {
  const { payload } = await jwtVerify(token, key, {
    algorithms: ['EdDSA'],
    issuer: tokenIssuer,
    audience: audiences[use],
    typ: headers[use],
    currentDate: now,
    requiredClaims: ['exp', 'iat', 'sid', 'globalUserId'],
  })
  return payload
}

export const verifyAccess = async (
  token: string,
  key: KeyObject,
  now: Date,
): Promise<Verified<AccessClaims>> => {
  try {
    const payload = await verify(token, 'access', key, now)
    if (payload.typ !== 'access' || !Array.isArray(payload.roles)) return 'invalid'
    return { claims: payload as unknown as AccessClaims, expires: payload.exp ?? 0 }
  } catch (error) {
    return outcomeOf(error)
  }
}

export const verifyRefresh = async (
  token: string,
  key: KeyObject,
  now: Date,
): Promise<Verified<RefreshClaims>> => {
  try {
    const payload = await verify(token, 'refresh', key, now)
    if (payload.type !== 'refresh' || typeof payload.generation !== 'number') return 'invalid'
    if (typeof payload.sessionEnds !== 'string') return 'invalid'
    return { claims: payload as unknown as RefreshClaims, expires: payload.exp ?? 0 }
  } catch (error) {
    return outcomeOf(error)
  }
}

/**
 * Tokens from before global identities: verified while a secret is configured, never issued, and only until a fixed
 * date.
 */
export const verifyLegacy = async (
  token: string,
  secret: string,
  now: Date,
): Promise<Verified<LegacyClaims>> => {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      currentDate: now,
      requiredClaims: ['userId', 'exp'],
    })
    if ('type' in payload || 'typ' in payload || 'globalUserId' in payload) return 'invalid'
    const userId = textOf(payload.userId)
    return userId ? { claims: { userId, roles: [], iat: payload.iat }, expires: payload.exp ?? 0 } : 'invalid'
  } catch (error) {
    return outcomeOf(error)
  }
}
