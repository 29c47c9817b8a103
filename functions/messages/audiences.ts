import { type AudiencePager, pager, pageSize } from '../../lib/audience.ts'
import { orgFollower } from '../../lib/identity/org-records.ts'
import { orgMember } from '../../lib/identity/organizations.ts'

const others = (people: readonly string[], except: string | undefined): readonly string[] =>
  people.filter((id) => id !== except)

/** Members, or followers, of an organization, in the order in which they came. */
const people = pager('organization', async ({ orgId, who, except }, table, cursor) => {
  const listing = { index: 'gsi2' as const, holes: { orgId }, limit: pageSize, cursor }
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
  const active = items.flatMap(({ userId, status }) => (status === 'active' ? [userId] : []))
  return { people: others(active, except), ...(next ? { next } : {}) }
})

export const audiences: readonly AudiencePager[] = [people]
