import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../gateways/gateways.ts'
import type { Table } from '../../table/table.ts'
import { type Session, signingKey } from '../person/records.ts'
import { type KeyPair, type KeyUse, keyPair, publicKeyOf, purposeSecret, retireKeys } from '../token/keys.ts'
import {
  type AccessClaims,
  decodeUnverified,
  type RefreshClaims,
  signAccess,
  signRefresh,
  type Verified,
  verifyRefresh,
} from '../token/tokens.ts'

/** Issues tokens and codes. Only functions with access to the secret can use it; the secret is read on first use. */
export type Issuer = {
  accessToken(table: Table, claims: AccessClaims, issued: Date, expires: Date, jti: string): Promise<string>
  /** A refresh token of a session's newest generation: its first, or a further issue. */
  refreshToken(session: Renewable, further?: Issue): Promise<string>
  /** A refresh token's claims, after its signature and times have been checked. */
  refreshClaims(token: string, now: Date): Promise<Verified<RefreshClaims>>
  /** Six digits derived from a nonce and the secret, so that no code is stored anywhere. */
  code(nonce: string): Promise<string>
  /** The same for a link in a mail: 128 unguessable bits. */
  linkCode(nonce: string): Promise<string>
  /** Proves that this deployment wrote a text about a device. Valid while its secret is in the ring. */
  seal(text: string): Promise<string>
  isSeal(text: string, seal: string): Promise<boolean>
}

type Ring = { readonly [K in KeyUse]: readonly KeyPair[] } & {
  readonly codes: Buffer
  readonly devices: readonly Buffer[]
}

/** The session fields behind its newest refresh token. */
export type Renewable = Pick<
  Session,
  'id' | 'globalUserId' | 'generation' | 'exchanged' | 'rotatedAt' | 'expiresAt'
> & { readonly proof?: Pick<NonNullable<Session['proof']>, 'school'> | undefined }

/** A token of the newest generation that is issued `at` a later time than the first. */
type Issue = { readonly issue: number; readonly at: Date; readonly late?: boolean }

/** When a session's newest refresh token expires. */
export const refreshExpiry = ({ rotatedAt, expiresAt }: Renewable, refreshSeconds: number): Date =>
  new Date(Math.min(Date.parse(rotatedAt) + refreshSeconds * 1000, Date.parse(expiresAt)))

const sealBy = (secret: Buffer, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest().subarray(0, 16)

/** `refreshSeconds` limits a refresh token's life; its session limits it in any case. */
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
      keys: {
        access: pairs('access'),
        refresh: pairs('refresh'),
        codes: purposeSecret(newest, 'codes'),
        devices: texts.map((secret) => purposeSecret(secret, 'devices')),
      },
    }
    return ring.keys
  }

  const codeDigest = async (text: string): Promise<Buffer> =>
    createHmac('sha256', (await load()).codes)
      .update(text)
      .digest()

  // Verifying functions read public keys from the table, so a key is stored before its first token is issued.
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
    async refreshToken(session, { issue, at, late } = { issue: 0, at: new Date(session.rotatedAt) }) {
      const { refresh } = await load()
      return signRefresh(
        {
          globalUserId: session.globalUserId,
          type: 'refresh',
          sid: session.id,
          generation: session.generation,
          ...(issue > 0 ? { issue } : {}),
          ...(session.exchanged ? { before: session.exchanged } : {}),
          ...(late ? { late } : {}),
          sessionEnds: session.expiresAt,
          ...(session.proof ? { provenBy: session.proof.school } : {}),
        },
        refresh[0] as KeyPair,
        at,
        refreshExpiry(session, refreshSeconds),
      )
    },
    async refreshClaims(token, now) {
      const kid = decodeUnverified(token)?.kid
      const key = (await load()).refresh.find((pair) => pair.kid === kid)
      return key ? verifyRefresh(token, publicKeyOf(key.x), now) : 'invalid'
    },
    async code(nonce) {
      const digest = await codeDigest(nonce)
      return String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0')
    },
    async seal(text) {
      return sealBy((await load()).devices[0] as Buffer, text).toString('base64url')
    },
    async isSeal(text, seal) {
      const actual = Buffer.from(seal, 'base64url')
      const { devices } = await load()
      return devices.some((secret) => actual.length === 16 && timingSafeEqual(sealBy(secret, text), actual))
    },
    async linkCode(nonce) {
      return (await codeDigest(`link ${nonce}`)).toString('base64url', 0, 16)
    },
  }
}
