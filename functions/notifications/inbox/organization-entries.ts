import { pageOf } from '../../../lib/contract/paging.ts'
import type { Operation } from '../../../lib/operation.ts'
import type { contract } from '../contract.ts'
import { findOrganizationEntries } from '../repository.ts'
import { withoutDeparted } from './departed-people.ts'
import { inLanguage } from './language.ts'

type Rows = (typeof contract)['rows']

export const listOrganizationEntries: Operation<Rows['listOrganizationEntries']> = async (
  { orgId, locale, ...query },
  { table },
) => {
  const { limit, cursor } = pageOf(query)
  const page = await findOrganizationEntries(table, orgId, limit, cursor)
  const shown = await withoutDeparted(table, await inLanguage(page.items, locale))
  const data = shown.map(({ id, type, title, message, metadata = {}, createdAt }) => ({
    _id: id,
    orgId,
    type,
    title,
    message,
    metadata,
    createdAt,
  }))
  return { data, nextCursor: page.cursor }
}
