import { join } from 'node:path'
import type { Mailer } from '../gateways.ts'
import { replaceFile } from '../local-file.ts'
import { checkMail } from './check.ts'

/**
 * Mail that stays on this machine: one file `outbox/<id>.json` per message, holding
 * `{id, at, to, subject, text, html, kind, headers?}` with `at` in ISO 8601 UTC. Rejects what SES would be refused too.
 */
export const localMail = (dataDir: string, now: () => Date, newId: () => string): Mailer => ({
  async send(mail) {
    checkMail(mail)
    const { to, subject, text, html, kind, headers } = mail
    const extra = headers ? { headers } : {}
    const message = { id: newId(), at: now().toISOString(), to, subject, text, html, kind, ...extra }
    await replaceFile(
      join(dataDir, 'outbox', `${message.id}.json`),
      `${JSON.stringify(message, null, 2)}\n`,
      0o600,
    )
    return { id: message.id }
  },
})
