import { randomBytes } from 'node:crypto'

/** The alphabet of ids, in sort order. */
export const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The first ten characters of a ULID: its time in milliseconds. */
export const timePart = (milliseconds: number): string => {
  let rest = milliseconds
  let text = ''
  for (let at = 0; at < 10; at += 1) {
    text = alphabet[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** The creation time of a ULID, in milliseconds. */
export const timeOf = (id: string): number =>
  [...id.slice(0, 10)].reduce((sum, sign) => sum * 32 + Math.max(0, alphabet.indexOf(sign)), 0)

/** The ULID of this time, in milliseconds, with the random part of another one. */
export const idAt = (milliseconds: number, id: string): string => timePart(milliseconds) + id.slice(10)

/** A ULID: 48 bits of time, 80 random bits, sortable as text. */
export const ulid = (milliseconds: number): string => {
  let random = ''
  for (const byte of randomBytes(16)) random += alphabet[byte % 32]
  return timePart(milliseconds) + random
}
