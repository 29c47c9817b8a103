import { type Session, session } from '../../lib/identity/records.ts'
import type { Table } from '../../lib/table/table.ts'

/** Live sessions of a person: thirty, or some more after sign-ins at the same moment; one page holds them. */
export const listOwnSessions = async (table: Table, globalUserId: string): Promise<readonly Session[]> => {
  const { items } = await table.list(session, { holes: { globalUserId }, limit: 100, strong: true })
  return items
}

/** False when there is no such session of this person. The owner is part of the key. */
export const removeSession = async (table: Table, globalUserId: string, id: string): Promise<boolean> =>
  (await table.remove(session, { globalUserId, id }, { exists: true })).ok

/** One by one at once: a transaction costs twice, and asking again after a failure ends the rest. */
export const removeSessions = async (table: Table, sessions: readonly Session[]): Promise<void> => {
  await Promise.all(sessions.map(({ globalUserId, id }) => table.remove(session, { globalUserId, id })))
}
