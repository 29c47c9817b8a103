import { type Organization, organization, orgWord } from '../../lib/identity/org-records.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { orgNameKey, wordsOf } from '../organizations/service.ts'
import { type Budget, listOfOrg } from './repository.ts'

/** Organizations that one search looks at, and budgets of each: a hundred rows. */
const most = 10

export type Found = {
  readonly budgets: readonly Budget[]
  readonly cards: readonly (Organization | undefined)[]
  /** There may be budgets beyond these. */
  readonly more: boolean
  readonly cursor: string | undefined
}

const longest = (words: readonly string[]): string =>
  words.reduce((best, word) => (word.length > best.length ? word : best), '')

/** Every word that was typed begins a word of the name. */
const fits = (typed: readonly string[], card: Organization | undefined): boolean =>
  card !== undefined &&
  typed.every((beginning) => wordsOf(card.nameKey).some((word) => word.startsWith(beginning)))

/** The newest budgets of organizations whose name has words that begin as those of `text`. Two round trips. */
export const search = async (table: Table, text: string, cursor: string | undefined): Promise<Found> => {
  const typed = wordsOf(orgNameKey(text))
  const beginning = longest(typed)
  const words = await table.list(orgWord, {
    holes: {},
    from: beginning,
    to: `${beginning}\u{10FFFF}`,
    filters: `budgets ${beginning}`,
    limit: most,
    cursor,
  })
  const orgIds = [...new Set(words.items.map(({ orgId }) => orgId))]
  if (orgIds.length === 0) return { budgets: [], cards: [], more: false, cursor: words.cursor }
  const [cards, pages] = await Promise.all([
    table.batchGet(orgIds.map((orgId) => key(organization, { orgId }))),
    Promise.all(orgIds.map((orgId) => listOfOrg(table, orgId, { page: 1, limit: most }))),
  ])
  const named = cards.filter((card) => fits(typed, card))
  const kept = new Set(named.map((card) => card?.orgId))
  const budgets = pages.flatMap(({ items }) => items).filter(({ orgId }) => kept.has(orgId))
  const more = words.cursor !== undefined || pages.some((page) => page.cursor !== undefined)
  return { budgets, cards: named, more, cursor: words.cursor }
}
