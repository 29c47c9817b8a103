import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'

export type KeyUse = 'access' | 'refresh'
export type KeyPair = {
  readonly kid: string
  readonly use: KeyUse
  readonly x: string
  readonly privateKey: KeyObject
}

// PKCS #8 of an Ed25519 private key is this prefix and the 32 bytes of its seed (RFC 8410).
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'quad', purpose, 32))

/** The signing key that a secret stands for. Deriving it means that a deployment needs no step that makes keys. */
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

/** A secret of its own for one purpose, such as the codes in mails. */
export const purposeSecret = (secret: string, purpose: string): Buffer => derive(secret, purpose)
