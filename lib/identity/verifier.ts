import { hash as digest, type KeyObject } from 'node:crypto'
import { type KeyUse, publicKeyOf } from './keys.ts'
import type { SigningKey } from './records.ts'
import {
  type AccessClaims,
  type RefreshClaims,
  type Verified,
  verifyAccess,
  verifyRefresh,
} from './tokens.ts'

type KnownKey = { readonly use: KeyUse; readonly key: KeyObject; readonly until: number }

/** Verifies tokens with the public keys it has learnt. One per process; nothing in it can mint. */
export type Verifier = {
  knows(kid: string, now: Date): boolean
  learn(key: SigningKey, now: Date): void
  access(token: string, kid: string, now: Date): Promise<Verified<AccessClaims>>
  refresh(token: string, kid: string, now: Date): Promise<Verified<RefreshClaims>>
}

// A key that was taken out of the table stops counting after this long.
const keyLife = 5 * 60_000
const mostTokens = 2000

/**
 * Signature checks cost about 50 µs; the same access token comes again many times. Remembered are hashes of tokens,
 * never tokens, and expiry is still checked every time.
 */
export const verifier = (): Verifier => {
  const keys = new Map<string, KnownKey>()
  const seen = new Map<string, Verified<AccessClaims>>()

  const keyFor = (kid: string, use: KeyUse, now: Date): KeyObject | undefined => {
    const known = keys.get(kid)
    return known && known.use === use && known.until > now.getTime() ? known.key : undefined
  }

  const remember = (hash: string, verified: Verified<AccessClaims>): void => {
    if (seen.size >= mostTokens) seen.delete(seen.keys().next().value ?? '')
    seen.set(hash, verified)
  }

  return {
    knows: (kid, now) => (keys.get(kid)?.until ?? 0) > now.getTime(),
    learn: ({ kid, use, x }, now) => {
      keys.set(kid, { use, key: publicKeyOf(x), until: now.getTime() + keyLife })
    },
    async access(token, kid, now) {
      const key = keyFor(kid, 'access', now)
      if (!key) return 'invalid'
      const hash = digest('sha256', token, 'base64url')
      const known = seen.get(hash)
      if (known && typeof known === 'object') return known.expires * 1000 > now.getTime() ? known : 'expired'
      const verified = await verifyAccess(token, key, now)
      if (typeof verified === 'object') remember(hash, verified)
      return verified
    },
    async refresh(token, kid, now) {
      const key = keyFor(kid, 'refresh', now)
      return key ? verifyRefresh(token, key, now) : 'invalid'
    },
  }
}
