import { createPrivateKey, type KeyObject } from 'node:crypto'
import { decodeProtectedHeader, type JWK, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { Context } from '../../lib/context.ts'
import { type FailureKind, fail } from '../../lib/contract/failure.ts'
import type { PublicKey } from '../../lib/gateways/gateways.ts'
import { AppleTokenInvalid, GoogleTokenInvalid, ProviderNotConfigured } from './shapes.ts'

export type ProviderName = 'google' | 'apple'

/** A provider as configured for this deployment. The first client id is the web client's. */
export type Provider = {
  readonly name: ProviderName
  readonly issuer: string
  /** Issuers that its tokens may name. */
  readonly issuers: readonly string[]
  readonly clientIds: readonly [string, ...string[]]
  readonly invalid: FailureKind
  /** Secret that authenticates this deployment when it redeems a code; undefined when none is configured. */
  secret(): Promise<string | undefined>
}

const parseClientIds = (ids: string): Provider['clientIds'] => {
  const [first, ...others] = ids
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  return first === undefined ? fail(ProviderNotConfigured) : [first, ...others]
}

const googleProvider = ({ settings, gateways }: Context): Provider => ({
  name: 'google',
  issuer: settings.GOOGLE_ISSUER,
  // Google's tokens may omit the scheme (its page "OpenID Connect", Validating an ID token).
  issuers: [settings.GOOGLE_ISSUER, settings.GOOGLE_ISSUER.replace(/^https:\/\//, '')],
  clientIds: parseClientIds(settings.GOOGLE_CLIENT_IDS),
  invalid: GoogleTokenInvalid,
  secret: async () => settings.GOOGLE_CLIENT_SECRET ?? (await gateways.secrets.issued('googleClientSecret')),
})

const secretSeconds = 300

/** The key of a PEM text, in which line breaks may be escaped, as in settings. */
const signingKey = (pem: string): KeyObject => {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'))
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch {
    // Checked below: text that is no key fails like a key of another kind.
  }
  return fail(ProviderNotConfigured)
}

/** Apple takes no fixed secret, but a fresh statement signed with the team's registered key. */
const appleSecret = async ({ settings, gateways, now }: Context, clientId: string) => {
  const { APPLE_TEAM_ID, APPLE_KEY_ID, APPLE_ISSUER } = settings
  if (!APPLE_TEAM_ID || !APPLE_KEY_ID) return undefined
  const pem = settings.APPLE_PRIVATE_KEY ?? (await gateways.secrets.issued('applePrivateKey'))
  if (!pem) return undefined
  const key = signingKey(pem)
  const at = Math.floor(now().getTime() / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: APPLE_KEY_ID })
    .setIssuer(APPLE_TEAM_ID)
    .setSubject(clientId)
    .setAudience(APPLE_ISSUER)
    .setIssuedAt(at)
    .setExpirationTime(at + secretSeconds)
    .sign(key)
}

const appleProvider = (context: Context): Provider => {
  const { settings } = context
  const clientIds = parseClientIds(settings.APPLE_CLIENT_IDS)
  return {
    name: 'apple',
    issuer: settings.APPLE_ISSUER,
    issuers: [settings.APPLE_ISSUER],
    clientIds,
    invalid: AppleTokenInvalid,
    secret: () => appleSecret(context, clientIds[0]),
  }
}

/** The provider of a name; 503 when this deployment has no client ids for it. */
export const providerOf = (context: Context, name: ProviderName): Provider =>
  name === 'google' ? googleProvider(context) : appleProvider(context)

/** Claims of an ID token that are used. All others are ignored. */
const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.optional(z.string()),
  exp: z.number(),
  iat: z.number(),
  nonce: z.optional(z.string()),
  email: z.optional(z.string()),
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
  name: z.optional(z.string()),
  picture: z.optional(z.string()),
})
export type IdToken = z.infer<typeof Claims>

type TokenExpectation = {
  readonly issuers: readonly string[]
  readonly clientIds: readonly string[]
  /** Nonce of the request that the token answers; a token without one answers none of our requests. */
  readonly nonce: string | undefined
  readonly now: Date
}

/** Seconds that clocks may differ by, and seconds that an ID token is accepted after it was issued. */
const skew = 60
const maxTokenSeconds = 3600

/** From this moment on, an accepted token is refused. */
export const unusableFrom = ({ exp, iat }: IdToken): Date =>
  new Date((Math.min(exp, iat + maxTokenSeconds) + 2 * skew) * 1000)

/** Marks our own nonces, so that a token for one of our requests is never accepted without that request. */
export const nonceMark = 'quad.'

const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** Id of the key that a token claims to be signed with; undefined for text that is no token. */
export const keyIdOf = (token: string): string | undefined => {
  if (!compact.test(token)) return undefined
  try {
    const { kid, typ } = decodeProtectedHeader(token)
    const plain = typ === undefined || typ.toUpperCase() === 'JWT'
    return plain && typeof kid === 'string' ? kid : undefined
  } catch {
    return undefined
  }
}

const isForUs = ({ aud, azp }: IdToken, clientIds: readonly string[]): boolean => {
  const audiences = [aud].flat()
  const presenters = azp === undefined ? [] : [azp]
  if (audiences.length > 1 && presenters.length === 0) return false
  return [...audiences, ...presenters].every((id) => clientIds.includes(id))
}

const hasExpectedNonce = ({ nonce }: IdToken, expected: string | undefined): boolean =>
  expected === undefined ? !nonce?.startsWith(nonceMark) : nonce === expected

/**
 * Checks an ID token (OpenID Connect Core 3.1.3.7): signature by a key of the provider, issuer, audience, presenter,
 * times and nonce. Returns undefined when any of it is wrong.
 */
export const checkIdToken = async (
  token: string,
  keys: readonly PublicKey[],
  { issuers, clientIds, nonce, now }: TokenExpectation,
): Promise<IdToken | undefined> => {
  const kid = keyIdOf(token)
  const key = keys.find((one) => one.kid === kid)
  if (!key) return undefined
  try {
    const { payload } = await jwtVerify(token, key as JWK, {
      algorithms: ['RS256', 'ES256'],
      issuer: [...issuers],
      audience: [...clientIds],
      clockTolerance: skew,
      maxTokenAge: maxTokenSeconds,
      currentDate: now,
    })
    const claims = z.safeParse(Claims, payload)
    if (!claims.success) return undefined
    return isForUs(claims.data, clientIds) && hasExpectedNonce(claims.data, nonce) ? claims.data : undefined
  } catch {
    return undefined
  }
}
