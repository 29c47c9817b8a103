import { setTimeout as pause } from 'node:timers/promises'
import { listMails } from '../../../infra/local/http/pages.ts'
import type { Ledger } from './ledger.ts'

/** A delivery that died holds its mail for 10 s, and notices of a crash are brought again one after the other. */
const patienceMs = 20_000

/**
 * Addresses whose mail was asked for with an acknowledgement and has not left, also not after a while: the mail is
 * written with what caused it and sent by the consumer of the stream, so a crash may delay or repeat it, never lose it.
 */
export const missingMails = async (dataDir: string, { people }: Ledger): Promise<string[]> => {
  const due = people.filter(({ mailDue }) => mailDue).map(({ email }) => email)
  const deadline = Date.now() + patienceMs
  for (;;) {
    const sent = new Set(listMails(dataDir, Number.POSITIVE_INFINITY).map(({ to }) => to))
    const missing = due.filter((email) => !sent.has(email))
    if (missing.length === 0 || Date.now() > deadline) return missing
    await pause(250)
  }
}
