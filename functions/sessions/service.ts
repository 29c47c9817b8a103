import { fail } from '../../lib/contract/failure.ts'
import { answer } from '../../lib/contract/reply.ts'
import { identityOf } from '../../lib/identity/caller.ts'
import type { Operations } from '../../lib/operation.ts'
import { type contract, SessionNotFound } from './contract.ts'
import { listOwnSessions, removeSession, removeSessions } from './repository.ts'

export const operations: Operations<typeof contract> = {
  async listSessions(_, { caller, table }) {
    const sessions = await listOwnSessions(table, identityOf(caller))
    const epoch = sessions.find(({ id }) => id === caller.sid)?.epoch
    const newest = sessions
      .filter((one) => one.epoch === epoch)
      .sort((a, b) => (a.lastUsed < b.lastUsed ? 1 : -1))
    return { sessions: newest.map((session) => ({ ...session, isCurrent: session.id === caller.sid })) }
  },

  async revokeSession({ sessionId }, { caller, table }) {
    if (!(await removeSession(table, identityOf(caller), sessionId))) fail(SessionNotFound)
    return answer(undefined, { clearCookies: sessionId === caller.sid })
  },

  async revokeAllOtherSessions(_, { caller, table }) {
    const sessions = await listOwnSessions(table, identityOf(caller))
    await removeSessions(
      table,
      sessions.filter(({ id }) => id !== caller.sid),
    )
  },
}
