import { decodeProtectedHeader, type JWK, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { PublicKey } from '../../lib/gateways/gateways.ts'

/** What an ID token says that matters here. Everything else in it is ignored. */
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

export type Expected = {
  readonly issuers: readonly string[]
  readonly clientIds: readonly string[]
  /** Of the request that the token answers; without one the token answers none of ours. */
  readonly nonce: string | undefined
  readonly now: Date
}

/** Seconds that clocks may differ by, and that an ID token is taken for after it was made. */
const skew = 60
const oldest = 3600

/** The moment from which on a token that has passed here passes no more. */
export const uselessFrom = ({ exp, iat }: IdToken): Date =>
  new Date((Math.min(exp, iat + oldest) + 2 * skew) * 1000)

/** Our own nonces say so, so that a token made for one of our requests never passes without that request. */
export const nonceMark = 'quad.'

const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/

/** The key that a token claims to be signed with; undefined when it is no token at all. */
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

const isAsked = ({ nonce }: IdToken, expected: string | undefined): boolean =>
  expected === undefined ? !nonce?.startsWith(nonceMark) : nonce === expected

/**
 * Checks an ID token (OpenID Connect Core 3.1.3.7): signature by a key of the provider, issuer, audience, presenter, times
 * and nonce. Undefined when any of it is wrong.
 */
export const checkIdToken = async (
  token: string,
  keys: readonly PublicKey[],
  { issuers, clientIds, nonce, now }: Expected,
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
      maxTokenAge: oldest,
      currentDate: now,
    })
    const claims = z.safeParse(Claims, payload)
    if (!claims.success) return undefined
    return isForUs(claims.data, clientIds) && isAsked(claims.data, nonce) ? claims.data : undefined
  } catch {
    return undefined
  }
}
