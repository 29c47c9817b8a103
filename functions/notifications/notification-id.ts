import { createHash } from 'node:crypto'
import { ulid } from '../../lib/id.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

type Cause = { readonly cause: string; readonly template: string; readonly createdAt: string }

/**
 * The id that a cause gives the notification of one person: whoever makes it again makes the same. It has the form of a
 * ULID of the time of the cause, so that inboxes sort by it.
 */
export const idFor = ({ cause, template, createdAt }: Cause, person: string): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify([cause, template, person]))
    .digest()
  const tail = [...digest.subarray(0, 16)].map((byte) => alphabet[byte % 32]).join('')
  return ulid(Date.parse(createdAt)).slice(0, 10) + tail
}

/** When a notification was made, which its id says. */
export const madeAt = (id: string): string => {
  const time = [...id.slice(0, 10)].reduce((sum, sign) => sum * 32 + Math.max(0, alphabet.indexOf(sign)), 0)
  return new Date(time).toISOString()
}
