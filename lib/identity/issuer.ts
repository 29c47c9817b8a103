import { createHash, createHmac } from 'node:crypto'
import type { Secrets } from '../gateways/gateways.ts'
import type { Table } from '../table/table.ts'
import { type KeyPair, type KeyUse, keyPair, publicKeyOf, purposeSecret } from './keys.ts'
import { retireKeys } from './published-keys.ts'
import { type Session, signingKey } from './records.ts'
import {
  type AccessClaims,
  peek,
  type RefreshClaims,
  signAccess,
  signRefresh,
  type Verified,
  verifyRefresh,
} from './tokens.ts'

/** Mints tokens and codes. Only functions that are allowed to read the secret can use it; it is read on first use. */
export type Issuer = {
  accessToken(table: Table, claims: AccessClaims, issued: Date, expires: Date, jti: string): Promise<string>
  /** The newest refresh token of a session: asked twice it is the same text, as long as its key is in the ring. */
  refreshToken(session: Renewable): Promise<{ token: string; kid: string; hash: string }>
  /** What a refresh token says, once its signature and times are checked. */
  refreshClaims(token: string, now: Date): Promise<Verified<RefreshClaims>>
  /** Six digits that follow from a nonce and the secret, so that no code is stored anywhere. */
  code(nonce: string): Promise<string>
}

type Ring = { readonly [K in KeyUse]: readonly KeyPair[] } & { readonly codes: Buffer }

/** What a session's newest refresh token is made from. */
export type Renewable = Pick<
  Session,
  'id' | 'globalUserId' | 'generation' | 'kid' | 'rotatedAt' | 'expiresAt'
>

/** When the newest refresh token of a session ends. */
export const refreshExpiry = ({ rotatedAt, expiresAt }: Renewable, refreshSeconds: number): Date =>
  new Date(Math.min(Date.parse(rotatedAt) + refreshSeconds * 1000, Date.parse(expiresAt)))

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** `refreshSeconds` bounds a refresh token's life; its session bounds it in any case. */
export const issuer = (secrets: Pick<Secrets, 'ring'>, refreshSeconds: number): Issuer => {
  let ring: { readonly of: string; readonly keys: Ring } | undefined
  const published = new Set<string>()

  const load = async (): Promise<Ring> => {
    const texts = await secrets.ring()
    const of = texts.join('\n')
    if (ring?.of === of) return ring.keys
    const newest = texts[0]
    if (newest === undefined) throw new Error('there is no signing secret')
    const pairs = (use: KeyUse) => texts.map((secret) => keyPair(secret, use))
    ring = {
      of,
      keys: { access: pairs('access'), refresh: pairs('refresh'), codes: purposeSecret(newest, 'codes') },
    }
    return ring.keys
  }

  // Verifying functions learn public keys from the table, so a key is there before its first token is.
  const publish = async (table: Table, keys: Ring, at: Date): Promise<void> => {
    const fresh = [keys.access[0], keys.refresh[0]].flatMap((pair) =>
      pair && !published.has(pair.kid) ? [pair] : [],
    )
    const [newest] = fresh
    if (!newest) return
    const kids = [...keys.access, ...keys.refresh].map(({ kid }) => kid)
    await Promise.all([
      ...fresh.map(async ({ kid, use, x }) => {
        await table.put(signingKey, { kid, use, x, createdAt: at.toISOString() }, { absent: true })
        published.add(kid)
      }),
      retireKeys(table, newest.kid, kids),
    ])
  }

  return {
    async accessToken(table, claims, issued, expires, jti) {
      const keys = await load()
      await publish(table, keys, issued)
      return signAccess(claims, keys.access[0] as KeyPair, issued, expires, jti)
    },
    async refreshToken(session) {
      const { refresh } = await load()
      const key = refresh.find(({ kid }) => kid === session.kid) ?? (refresh[0] as KeyPair)
      const token = await signRefresh(
        {
          globalUserId: session.globalUserId,
          type: 'refresh',
          sid: session.id,
          generation: session.generation,
          sessionEnds: session.expiresAt,
        },
        key,
        new Date(session.rotatedAt),
        refreshExpiry(session, refreshSeconds),
      )
      return { token, kid: key.kid, hash: hashOf(token) }
    },
    async refreshClaims(token, now) {
      const kid = peek(token)?.kid
      const key = (await load()).refresh.find((pair) => pair.kid === kid)
      return key ? verifyRefresh(token, publicKeyOf(key.x), now) : 'invalid'
    },
    async code(nonce) {
      const digest = createHmac('sha256', (await load()).codes)
        .update(nonce)
        .digest()
      return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0')
    },
  }
}
