import { type AudiencePager, pager, pageSize } from '../../lib/audience.ts'
import { listMembers } from './repository.ts'

/** Whoever holds a stakeholder role. */
const ofRole = pager('approvalRole', async ({ role }, table, cursor) => {
  const { items, cursor: next } = await listMembers(table, role, pageSize, cursor)
  const people = items.flatMap(({ userId, isActive }) => (isActive ? [userId] : []))
  return next === undefined ? { people } : { people, next }
})

export const audiences: readonly AudiencePager[] = [ofRole]
