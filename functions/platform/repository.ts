import * as z from 'zod/mini'
import { platformKey } from '../../lib/identity/school/schools.ts'
import { listAccessKeys } from '../../lib/identity/token/keys.ts'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'

/** A mail, or a page of notifications, that its gateway refused lately: dropped, or still being retried. */
export const Trouble = z.object({
  id: z.string(),
  state: z.enum(['dropped', 'retried']),
  at: z.string(),
  expiresAt: z.string(),
})
export type Trouble = z.infer<typeof Trouble>
export const mailTrouble = entity('MailTrouble', Trouble, {
  scope: 'tenant',
  pk: 'MAILTROUBLE',
  sk: '{id}',
  ttl: 'expiresAt',
})

export const pushTrouble = entity('PushTrouble', Trouble, {
  scope: 'tenant',
  pk: 'PUSHTROUBLE',
  sk: '{id}',
  ttl: 'expiresAt',
})

/** Proves that the table stores an item and returns it. */
export const Probe = z.object({ id: z.string(), at: z.string(), expiresAt: z.string() })
export const probe = entity('Probe', Probe, { scope: 'tenant', pk: 'PROBE', sk: '{id}', ttl: 'expiresAt' })

const probeSeconds = 60

/** Writes an item and reads it back; false when the result differs. */
export const probeTable = async (table: Table, id: string, now: Date): Promise<boolean> => {
  const expiresAt = new Date(now.getTime() + probeSeconds * 1000).toISOString()
  await table.put(probe, { id, at: now.toISOString(), expiresAt })
  return (await table.get(probe, { id }, { strong: true }))?.expiresAt === expiresAt
}

/** Number of public keys for access tokens, and when the newest was created. */
export const findKeys = async (table: Table): Promise<{ count: number; newest: string | undefined }> => {
  const keys = await listAccessKeys(table)
  return {
    count: keys.length,
    newest: keys
      .map(({ createdAt }) => createdAt)
      .sort()
      .at(-1),
  }
}

/** Troubles of a gateway within the last day, at most a hundred. */
export const listTroubles = async (table: Table, gateway: 'mail' | 'push'): Promise<readonly Trouble[]> => {
  const page = { keyParams: {}, limit: 100 }
  const platformTable = table.at(platformKey)
  return (
    await (gateway === 'mail' ? platformTable.list(mailTrouble, page) : platformTable.list(pushTrouble, page))
  ).items
}
