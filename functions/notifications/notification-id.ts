import { createHash } from 'node:crypto'
import { alphabet, timePart } from '../../lib/id.ts'

type Cause = { readonly cause: string; readonly template: string; readonly createdAt: string }

/**
 * The id of one person's notification from a cause. A retry creates the same id. It has the form of a ULID with the
 * time of the cause, so that inboxes sort by it.
 */
export const idFor = ({ cause, template, createdAt }: Cause, person: string): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify([cause, template, person]))
    .digest()
  const tail = [...digest.subarray(0, 16)].map((byte) => alphabet[byte % 32]).join('')
  return timePart(Date.parse(createdAt)) + tail
}
