import { createHash } from 'node:crypto'
import { guesses } from '../../contract/limit.ts'
import type { Bound } from './limits.ts'

/** The counter of everybody's wrong guesses that an account belongs to. */
export const sharedBound = (kind: keyof typeof guesses, account: string): Bound => {
  const { parts, limit } = guesses[kind]
  const part = createHash('sha256').update(account).digest().readUInt32BE(0) % parts
  return [`all-${kind}`, limit, String(part)]
}
