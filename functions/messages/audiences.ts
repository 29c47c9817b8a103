import { type AudiencePager, pager, pageSize } from '../../lib/audience.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { orgFollower } from '../../lib/identity/org/records.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'

const others = (people: readonly string[], except: string | undefined): readonly string[] =>
  people.filter((id) => id !== except)

const isOneOf = async (group: 'members' | 'followers', orgId: string, userId: string, table: Table) =>
  group === 'followers'
    ? (await table.get(orgFollower, { orgId, userId })) !== undefined
    : (await table.get(orgMember, { orgId, userId }, { strong: true }))?.status === 'active'

const filterCurrent = async (
  { orgId, who }: { orgId: string; who: 'members' | 'followers' },
  ids: readonly string[],
  table: Table,
): Promise<readonly string[]> => {
  const kind = who === 'followers' ? orgFollower : orgMember
  const rows = await table.batchGet(
    ids.map((userId) => key(kind, { orgId, userId })),
    { strong: true },
  )
  return ids.filter((_, at) => {
    const row = rows[at]
    return row !== undefined && (!('status' in row) || row.status === 'active')
  })
}

/** An organization's members or followers, in the order they joined. */
const people = pager(
  'organization',
  async ({ orgId, who, except, only }, table, cursor) => {
    if (only !== undefined) return { people: (await isOneOf(who, orgId, only, table)) ? [only] : [] }
    const listing = { index: 'gsi2' as const, keyParams: { orgId }, limit: pageSize, cursor }
    if (who === 'followers') {
      const { items, cursor: next } = await table.list(orgFollower, listing)
      return {
        people: others(
          items.map(({ userId }) => userId),
          except,
        ),
        ...(next ? { next } : {}),
      }
    }
    const { items, cursor: next } = await table.list(orgMember, listing)
    // The index lags, so current rows exclude people who have just left.
    const refs = items.map(({ userId }) => key(orgMember, { orgId, userId }))
    const rows = await table.batchGet(refs, { strong: true })
    const active = rows.flatMap((row) => (row?.status === 'active' ? [row.userId] : []))
    return { people: others(active, except), ...(next ? { next } : {}) }
  },
  filterCurrent,
)

export const audiences: readonly AudiencePager[] = [people]
