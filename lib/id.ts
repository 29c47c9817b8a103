import { randomBytes } from 'node:crypto'

/** The signs of an id, in their order. */
export const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

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
