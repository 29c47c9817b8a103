import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Settings } from '../settings.ts'
import { entity, key } from '../table/entity.ts'
import type { Table } from '../table/table.ts'
import { put, type Write } from '../table/write.ts'
import type { Issuer } from './issuer.ts'

/** What a code proves. Codes of one purpose never serve another. */
export type CodePurpose = 'password_reset' | 'email' | 'affiliated_email'

/**
 * One live code per purpose and subject. Stored is a nonce, from which the code follows together with a secret that is
 * not in the table; whoever reads the table learns no code.
 */
const Code = z.object({
  purpose: z.string(),
  subject: z.string(),
  nonce: z.string(),
  attempts: z.number(),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export const code = entity('Code', Code, {
  scope: 'global',
  pk: 'CODE#{purpose}#{subject}',
  sk: 'CODE',
  ttl: 'expiresAt',
})

type World = { readonly table: Table; readonly issuer: Issuer; readonly settings: Settings; now(): Date }

export const codeMinutes = 30
/** Wrong tries after which a code is dead. */
export const mostAttempts = 5

const subjectOf = (subject: string): string =>
  createHash('sha256').update(subject).digest('base64url').slice(0, 22)

/** A new code for a subject, replacing the one before it. The mail that carries it is made from the nonce. */
export const newCode = ({ now }: Pick<World, 'now'>, purpose: CodePurpose, subject: string) => {
  const nonce = `${purpose} ${randomBytes(16).toString('base64url')}`
  const at = now()
  const write: Write = put(code, {
    purpose,
    subject: subjectOf(subject),
    nonce,
    attempts: 0,
    createdAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + codeMinutes * 60_000).toISOString(),
  })
  return { nonce, write }
}

const same = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The key of a live code, for the transaction that consumes it. */
export const codeKey = (purpose: CodePurpose, subject: string) =>
  key(code, { purpose, subject: subjectOf(subject) })

/**
 * Whether `given` is the live code of a subject. Each try is counted before it is compared, so that parallel guesses
 * get five tries together and no more.
 */
export const codeMatches = async (
  { table, issuer }: World,
  purpose: CodePurpose,
  subject: string,
  given: string,
): Promise<boolean> => {
  const { holes } = codeKey(purpose, subject)
  const condition = { exists: true as const, below: { attempts: mostAttempts } }
  const counted = await table.update(code, holes as never, { add: { attempts: 1 } }, condition)
  if (!counted.ok || !counted.after) return false
  return same(await issuer.code(counted.after.nonce), given)
}
