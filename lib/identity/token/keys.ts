import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { Table } from '../../table/table.ts'
import { type SigningKey, signingKey } from '../person/records.ts'

export type KeyUse = 'access' | 'refresh'
export type KeyPair = {
  readonly kid: string
  readonly use: KeyUse
  readonly x: string
  readonly privateKey: KeyObject
}

// PKCS #8 of an Ed25519 private key consists of this prefix and the 32 bytes of its seed (RFC 8410).
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'quad', purpose, 32))

/** The signing key derived from a secret, so that a deployment needs no step to create keys. */
export const keyPair = (secret: string, use: KeyUse): KeyPair => {
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, derive(secret, `sign:${use}`)]),
    format: 'der',
    type: 'pkcs8',
  })
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  return {
    kid: `${use}-${createHash('sha256').update(x).digest('base64url').slice(0, 16)}`,
    use,
    x,
    privateKey,
  }
}

export const publicKeyOf = (x: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })

/** A separate secret for one purpose, such as the codes in mails. */
export const purposeSecret = (secret: string, purpose: string): Buffer => derive(secret, purpose)

/** Public keys that may verify access tokens. There are never more than a handful. */
export const listAccessKeys = async (table: Table): Promise<SigningKey[]> => {
  const { items } = await table.list(signingKey, { keyParams: {}, limit: 100 })
  return items.filter(({ use }) => use === 'access')
}

/**
 * Removes the keys whose secret has left the ring, so that a leaked old secret can no longer sign. Keys newer than
 * `newest` stay, since this process may not know of a rotation yet.
 */
export const retireKeys = async (table: Table, newest: string, ring: readonly string[]): Promise<void> => {
  const { items } = await table.list(signingKey, { keyParams: {}, limit: 100, strong: true })
  const since = items.find(({ kid }) => kid === newest)?.createdAt ?? ''
  const left = items.filter(({ kid, createdAt }) => createdAt < since && !ring.includes(kid))
  await Promise.all(left.map(({ kid }) => table.remove(signingKey, { kid })))
}
