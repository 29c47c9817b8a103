import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const timePart = (milliseconds: number): string => {
  let rest = milliseconds
  let text = ''
  for (let at = 0; at < 10; at += 1) {
    text = alphabet[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** A ULID: 48 bits of time, 80 random bits, sortable as text. */
export const ulid = (milliseconds: number): string => {
  let random = ''
  for (const byte of randomBytes(16)) random += alphabet[byte % 32]
  return timePart(milliseconds) + random
}

/** The id that lies so far above another one, of the same length. */
export const idAbove = (id: string, by: bigint): string => {
  let rest = by + [...id].reduce((sum, sign) => sum * 32n + BigInt(alphabet.indexOf(sign)), 0n)
  let text = ''
  for (let at = 0; at < id.length; at += 1) {
    text = alphabet[Number(rest % 32n)] + text
    rest /= 32n
  }
  return text
}
