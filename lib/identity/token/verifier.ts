import { hash as digest, type KeyObject } from 'node:crypto'
import { minuteMs } from '../../contract/time.ts'
import type { SigningKey } from '../person/records.ts'
import { type KeyUse, publicKeyOf } from './keys.ts'
import {
  type AccessClaims,
  decodeUnverified,
  type RefreshClaims,
  type UnverifiedClaims,
  type Verified,
  verifyAccess,
  verifyRefresh,
} from './tokens.ts'

type KnownKey = { readonly use: KeyUse; readonly key: KeyObject; readonly until: number }

/** An access token as received: its unverified claims, and its hash for the cache. */
export type PresentedToken = {
  readonly token: string
  readonly hash: string
  readonly unproven: UnverifiedClaims | undefined
}

type VerifiedToken = {
  readonly verified: Exclude<Verified<AccessClaims>, string>
  readonly unproven: UnverifiedClaims
}

/** Verifies tokens with known public keys. One per process; it cannot issue tokens. */
export type Verifier = {
  knows(kid: string, now: Date): boolean
  learn(key: SigningKey, now: Date): void
  /** Reads an access token's claims without verification. */
  read(token: string): PresentedToken
  access(shown: PresentedToken, now: Date): Promise<Verified<AccessClaims>>
  refresh(token: string, kid: string, now: Date): Promise<Verified<RefreshClaims>>
}

// A key that was removed from the table is valid for this much longer.
const keyLife = 5 * minuteMs
const maxTokens = 2000

/**
 * A signature check costs about 50 µs, parsing about 8, and the same access token arrives many times. Therefore hashes
 * of verified tokens are cached, never tokens. Expiry is still checked every time.
 */
export const verifier = (): Verifier => {
  const keys = new Map<string, KnownKey>()
  const cachedTokens = new Map<string, VerifiedToken>()

  const keyFor = (kid: string, use: KeyUse, now: Date): KeyObject | undefined => {
    const known = keys.get(kid)
    return known && known.use === use && known.until > now.getTime() ? known.key : undefined
  }

  const remember = (hash: string, known: VerifiedToken): void => {
    if (cachedTokens.size >= maxTokens) cachedTokens.delete(cachedTokens.keys().next().value ?? '')
    cachedTokens.set(hash, known)
  }

  return {
    knows: (kid, now) => (keys.get(kid)?.until ?? 0) > now.getTime(),
    learn: ({ kid, use, x }, now) => {
      keys.set(kid, { use, key: publicKeyOf(x), until: now.getTime() + keyLife })
    },
    read(token) {
      const hash = digest('sha256', token, 'base64url')
      return { token, hash, unproven: cachedTokens.get(hash)?.unproven ?? decodeUnverified(token) }
    },
    async access({ token, hash, unproven }, now) {
      const key = unproven?.kid && keyFor(unproven.kid, 'access', now)
      if (!key) return 'invalid'
      const known = cachedTokens.get(hash)?.verified
      if (known) return known.expires * 1000 > now.getTime() ? known : 'expired'
      const verified = await verifyAccess(token, key, now)
      if (typeof verified === 'object') remember(hash, { verified, unproven })
      return verified
    },
    async refresh(token, kid, now) {
      const key = keyFor(kid, 'refresh', now)
      return key ? verifyRefresh(token, key, now) : 'invalid'
    },
  }
}
