import { createHmac, type KeyObject, sign } from 'node:crypto'
import { type KeyPair, keyPair } from '../../../lib/identity/token/keys.ts'
import { testSecret } from '../../support/world.ts'

/** The key that the platform under test signs with, for tokens that are right but for one thing. */
export const platformKey = (use: KeyPair['use']): KeyPair => keyPair(testSecret, use)

export const strangersKey = (use: KeyPair['use']): KeyPair => keyPair('a secret of another platform', use)

const encode = (part: unknown): string =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')

type Parts = { readonly header: Record<string, unknown>; readonly payload: Record<string, unknown> }

export const partsOf = (token: string): Parts => {
  const [header, payload] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  return { header, payload }
}

/** A token of any shape: signed by a private key, by a secret (HMAC), or not at all. */
export const mint = (
  { header, payload }: { header: unknown; payload: unknown },
  key: KeyObject | string | Buffer | undefined,
): string => {
  const input = `${encode(header)}.${encode(payload)}`
  if (key === undefined) return `${input}.`
  const signature =
    typeof key === 'string' || Buffer.isBuffer(key)
      ? createHmac('sha256', key).update(input).digest()
      : sign(null, Buffer.from(input), key)
  return `${input}.${signature.toString('base64url')}`
}

/** The token with some of its header or claims changed (undefined takes one away), signed rightly again. */
export const resigned = (
  token: string,
  { header = {}, payload = {} }: Partial<Parts>,
  use: KeyPair['use'] = 'access',
): string => {
  const parts = partsOf(token)
  const changed = { header: { ...parts.header, ...header }, payload: { ...parts.payload, ...payload } }
  return mint(changed, platformKey(use).privateKey)
}
