import { type AudiencePager, pager, pageSize } from '../../lib/audience.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'

/** Administrators of the school, by their index. */
const administrators = pager('administrators', async (_, table, cursor) => {
  const page = await table.list(tenantUser, { index: 'gsi2', holes: {}, limit: pageSize, cursor })
  const people = page.items.map(({ id }) => id)
  return page.cursor === undefined ? { people } : { people, next: page.cursor }
})

export const audiences: readonly AudiencePager[] = [administrators]
