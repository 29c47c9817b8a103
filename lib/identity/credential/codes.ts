import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Context, Device } from '../../context.ts'
import { minuteMs } from '../../contract/time.ts'
import { entity } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'
import { put, remove, type Write } from '../../table/write.ts'
import { sourceOf } from '../limit/limits.ts'

/** The purpose of a code. A code is valid only for its own purpose. */
export type CodePurpose = 'password_reset' | 'email' | 'affiliated_email' | 'own_proof' | 'registration'

/**
 * A mailed code. A subject may have several: a new one does not end the others, since an attacker could otherwise keep
 * the owner from using theirs. The row stores a nonce. The code is derived from it and a secret outside the table, so
 * a reader of the table learns no code. Tries of six digits are counted separately for the requesting browser, its
 * network source, and all others.
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

/** As long as the window for counting requests, so that a person who gets no further mail has a live code. */
export const codeMinutes = 60

export const digest = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** Key parameters of a subject's codes. */
export const codesOf = (purpose: CodePurpose, subject: string) => ({ purpose, subject: digest(subject) })

/** The sender of a request, as far as codes distinguish senders. */
export const senderOf = ({ address, browser }: Device, mark = browser?.mark) => ({
  source: digest(sourceOf(address)),
  ...(mark === undefined ? {} : { browser: digest(mark) }),
})

/** A new code for a subject. Its mail is written from the nonce. `mark` is the browser's mark. */
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

/** A subject's live codes: as many as two hours of requests allow. */
export const listLiveCodes = async (
  table: Table,
  purpose: CodePurpose,
  subject: string,
): Promise<readonly Code[]> =>
  (await table.collect([code] as const, codesOf(purpose, subject), { strong: true }))[0]

/** Removes codes, used or unused. */
export const removeCodes = (codes: readonly Code[]): Write[] =>
  codes.map(({ purpose, subject, nonce }) => remove(code, { purpose, subject, nonce }))
