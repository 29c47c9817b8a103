import { join } from 'node:path'
import type { Push } from '../gateways.ts'
import { replaceFile } from '../local-file.ts'

/**
 * Push messages that stay on this machine: one file `push/<id>.json` each, holding `{id, at, to, title, body, data}`
 * with `at` in ISO 8601 UTC. Every receipt says that the message arrived.
 */
export const localPush = (dataDir: string, now: () => Date, newId: () => string): Push => ({
  async send(messages) {
    return Promise.all(
      messages.map(async (message) => {
        const id = newId()
        const content = { id, at: now().toISOString(), ...message }
        await replaceFile(join(dataDir, 'push', `${id}.json`), `${JSON.stringify(content, null, 2)}\n`, 0o600)
        return { outcome: 'sent' as const, id }
      }),
    )
  },
  async receipts(ids) {
    return Object.fromEntries(ids.map((id) => [id, 'delivered' as const]))
  },
})
