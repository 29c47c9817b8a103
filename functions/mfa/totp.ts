import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Seconds for which one code is valid (RFC 6238, the default of every authenticator app). */
const periodSeconds = 30
/** Periods that a clock may be off in either direction. */
const drift = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 without padding (RFC 4648). */
export const base32 = (bytes: Uint8Array): string => {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

const bytesOf = (text: string): Buffer => {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

/** A secret of 160 bits for an authenticator app, in Base32. */
export const newSecret = (): string => base32(randomBytes(20))

/** The six digits of one period (RFC 4226, 5.3). */
export const codeOf = (secret: string, period: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(period))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const at = (digest[19] ?? 0) & 15
  return String((digest.readUInt32BE(at) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
}

const isSameSecret = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** The period of a code, within the allowed drift of a moment; undefined for a wrong code. */
export const periodOf = (secret: string, given: string, now: Date): number | undefined => {
  const current = Math.floor(now.getTime() / 1000 / periodSeconds)
  const periods = Array.from({ length: 2 * drift + 1 }, (_, at) => current - drift + at)
  // All periods are compared, so that the duration reveals nothing.
  return periods.filter((period) => isSameSecret(codeOf(secret, period), given)).at(-1)
}

/** The address that an authenticator app reads, as text or as a QR code. */
export const otpauthUrl = (secret: string, issuer: string, account: string): string => {
  const label = encodeURIComponent(`${issuer}:${account}`)
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
