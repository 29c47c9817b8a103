import { platformKey } from '../../lib/identity/school/schools.ts'
import { listAccessKeys } from '../../lib/identity/token/published-keys.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { mailTrouble, probe, pulse, pulseSeen, pushTrouble, type Trouble } from './signs.ts'

const probeSeconds = 60

/** Writes an item and reads it back; false when something else came back. */
export const probeTable = async (table: Table, id: string, now: Date): Promise<boolean> => {
  const expiresAt = new Date(now.getTime() + probeSeconds * 1000).toISOString()
  await table.put(probe, { id, at: now.toISOString(), expiresAt })
  return (await table.get(probe, { id }, { strong: true }))?.expiresAt === expiresAt
}

/** Public keys of access tokens, and since when the newest has been there. */
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

/** The newest pulse of the clock, and the newest one that came through the stream. */
export const findPulses = async (table: Table) => {
  const refs = [key(pulse, { name: 'stream' }), key(pulseSeen, { name: 'stream' })] as const
  const [sent, seen] = await table.at(platformKey).batchGet(refs, { strong: true })
  return { sent, seen }
}

/** What a gateway had trouble with within the last day, at most a hundred of it. */
export const listTroubles = async (table: Table, gateway: 'mail' | 'push'): Promise<readonly Trouble[]> => {
  const page = { holes: {}, limit: 100 }
  const own = table.at(platformKey)
  return (await (gateway === 'mail' ? own.list(mailTrouble, page) : own.list(pushTrouble, page))).items
}
