import { type AudiencePager, pager, pageSize } from '../../lib/audience.ts'
import { key } from '../../lib/table/entity.ts'
import { findStakeholderMembers, stakeholderMember } from './repository.ts'

/** Holders of a stakeholder role. */
const ofRole = pager(
  'approvalRole',
  async ({ role }, table, cursor) => {
    const { items, cursor: next } = await findStakeholderMembers(table, role, pageSize, cursor)
    const people = items.flatMap(({ userId, isActive }) => (isActive ? [userId] : []))
    return next === undefined ? { people } : { people, next }
  },
  async ({ role: stakeholderId }, people, table) => {
    const rows = await table.batchGet(
      people.map((userId) => key(stakeholderMember, { stakeholderId, userId })),
      { strong: true },
    )
    return people.filter((_, at) => rows[at]?.isActive)
  },
)

export const audiences: readonly AudiencePager[] = [ofRole]
