import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Context, Device } from '../../context.ts'
import { minuteMs } from '../../contract/time.ts'
import { entity } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
import { put, remove, type Write } from '../../table/write.ts'
import { sourceOf } from '../limit/limits.ts'

/** What a code proves. Codes of one purpose never serve another. */
export type CodePurpose = 'password_reset' | 'email' | 'affiliated_email' | 'own_proof' | 'registration'

/**
 * A code that was mailed. A subject may have several: a new one ends none of the others, or whoever asks for codes could
 * keep its owner from using theirs. Stored is a nonce, from which the code follows together with a secret that is not in
 * the table; whoever reads the table learns no code. Tries of six digits are counted apart for the browser that asked,
 * for the network source that asked, and for everybody else.
 */
const Code = z.object({
  purpose: z.string(),
  subject: z.string(),
  nonce: z.string(),
  browser: z.optional(z.string()),
  source: z.string(),
  browserTries: z.number(),
  sourceTries: z.number(),
  otherTries: z.number(),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type Code = z.infer<typeof Code>
export const code = entity('Code', Code, {
  scope: 'global',
  pk: 'CODE#{purpose}#{subject}',
  sk: '{nonce}',
  ttl: 'expiresAt',
})

/** As long as the window in which requests for codes are counted, so that whoever gets no other mail has a live code. */
export const codeMinutes = 60

export const digest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Where the codes of a subject stand. */
export const codesOf = (purpose: CodePurpose, subject: string) => ({ purpose, subject: digest(subject) })

/** Who sends something, as far as codes tell senders apart. */
export const senderOf = ({ address, browser }: Device, mark = browser?.mark) => ({
  source: digest(sourceOf(address)),
  ...(mark === undefined ? {} : { browser: digest(mark) }),
})

/** A new code for a subject. The mail that carries it is made from the nonce. `mark` is what the browser is given. */
export const newCode = (
  { now, device }: Pick<Context, 'now' | 'device'>,
  purpose: CodePurpose,
  subject: string,
  mark?: string,
) => {
  const nonce = `${purpose} ${randomBytes(16).toString('base64url')}`
  const at = now()
  const write: Write = put(code, {
    ...codesOf(purpose, subject),
    nonce,
    ...senderOf(device, mark),
    browserTries: 0,
    sourceTries: 0,
    otherTries: 0,
    createdAt: at.toISOString(),
    expiresAt: new Date(at.getTime() + codeMinutes * minuteMs).toISOString(),
  })
  return { nonce, write }
}

/** The live codes of a subject: as many as may be asked for within two hours. */
export const listLiveCodes = async (
  table: Table,
  purpose: CodePurpose,
  subject: string,
): Promise<readonly Code[]> =>
  (await table.collect([code] as const, codesOf(purpose, subject), { strong: true }))[0]

/** Removes codes, used or not. */
export const removeCodes = (codes: readonly Code[]): Write[] =>
  codes.map(({ purpose, subject, nonce }) => remove(code, { purpose, subject, nonce }))
