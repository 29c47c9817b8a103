import { type Session, session } from '../../lib/identity/records.ts'
import type { Table } from '../../lib/table/table.ts'
import { remove } from '../../lib/table/write.ts'

/** Live sessions of a person: at most a handful more than thirty, so one page holds them. */
export const listOwnSessions = async (table: Table, globalUserId: string): Promise<readonly Session[]> => {
  const { items } = await table.list(session, { holes: { globalUserId }, limit: 100, strong: true })
  return items
}

/** False when there is no such session of this person. The owner is part of the key. */
export const removeSession = async (table: Table, globalUserId: string, id: string): Promise<boolean> =>
  (await table.remove(session, { globalUserId, id }, { exists: true })).ok

export const removeSessions = async (table: Table, sessions: readonly Session[]): Promise<void> => {
  if (sessions.length === 0) return
  await table.write(sessions.map(({ globalUserId, id }) => remove(session, { globalUserId, id })))
}
