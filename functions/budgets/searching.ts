import { orgWords } from '../../lib/identity/name-words.ts'
import { type Organization, organization } from '../../lib/identity/org-records.ts'
import { search as searchWords } from '../../lib/search/find.ts'
import { begins, wordsOf } from '../../lib/search/words.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { type Budget, listOfOrg } from './repository.ts'

/** Organizations that one search looks at, and budgets of each: a hundred rows. */
const most = 10

export type Found = {
  readonly budgets: readonly Budget[]
  readonly cards: readonly (Organization | undefined)[]
  readonly next: string | undefined
}

/** The newest budgets of organizations whose name has words that begin as those of `text`. Two round trips. */
export const search = async (table: Table, text: string, cursor: string | undefined): Promise<Found> => {
  const typed = wordsOf(text)
  const found = await searchWords(table, {
    index: orgWords.name,
    typed,
    filters: 'budgets',
    skip: 0,
    limit: most,
    cursor,
    unit: 2,
  })
  const orgIds = found.items.map(({ id }) => id)
  const { cursor: next } = found
  if (orgIds.length === 0) return { budgets: [], cards: [], next }
  const [cards, pages] = await Promise.all([
    table.batchGet(orgIds.map((orgId) => key(organization, { orgId }))),
    Promise.all(orgIds.map((orgId) => listOfOrg(table, orgId, { page: 1, limit: most }))),
  ])
  const named = cards.filter((card) => card !== undefined && begins(typed, wordsOf(card.org_name)))
  const kept = new Set(named.map((card) => card?.orgId))
  const budgets = pages.flatMap(({ items }) => items).filter(({ orgId }) => kept.has(orgId))
  return { budgets, cards: named, next }
}
