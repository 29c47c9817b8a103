import { type Session, session } from '../../lib/identity/person/records.ts'
import type { Table } from '../../lib/table/table.ts'

/** Live sessions of a person: thirty, or some more after sign-ins at the same moment; one page holds them. */
export const listOwnSessions = async (table: Table, globalUserId: string): Promise<readonly Session[]> => {
  const { items } = await table.list(session, { holes: { globalUserId }, limit: 100, strong: true })
  return items
}

/** False when there is no such session of this person, or another proof opened it. The owner is part of the key. */
export const removeSession = async (
  table: Table,
  globalUserId: string,
  id: string,
  proof: Session['proof'],
): Promise<boolean> => {
  const condition = { exists: true as const, ...(proof === undefined ? {} : { equals: { proof } }) }
  return (await table.remove(session, { globalUserId, id }, condition)).ok
}

/** One by one at once: a transaction costs twice, and asking again after a failure ends the rest. */
export const removeSessions = async (table: Table, sessions: readonly Session[]): Promise<void> => {
  await Promise.all(sessions.map(({ globalUserId, id }) => table.remove(session, { globalUserId, id })))
}
