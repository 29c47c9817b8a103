import { type AudiencePager, pager, pageSize } from '../../lib/audience.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'

const named = pager('users', async ({ ids }, _, cursor) => {
  const from = Number(cursor ?? 0)
  const to = from + pageSize
  return { people: ids.slice(from, to), ...(to < ids.length ? { next: String(to) } : {}) }
})

const allUsers = pager('tenant', async (_, table, cursor) => {
  const page = { index: 'gsi1' as const, keyParams: {}, limit: pageSize }
  const { items, cursor: next } = await table.list(tenantUser, { ...page, cursor })
  return { people: items.map(({ id }) => id), ...(next ? { next } : {}) }
})

export const audiences: readonly AudiencePager[] = [named, allUsers]
