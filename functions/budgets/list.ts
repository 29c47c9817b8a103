import type { Context } from '../../lib/context.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import { orgWords } from '../../lib/identity/person/names.ts'
import { search as searchWords } from '../../lib/search/find.ts'
import { matchesPrefixes, nameWordsOf, wordsOf } from '../../lib/search/words.ts'
import { key } from '../../lib/table/entity.ts'
import type { Page } from '../../lib/table/lists/list.ts'
import { maxNumberedItems, type Numbered } from '../../lib/table/lists/numbered.ts'
import { windowPage } from '../../lib/table/lists/pages.ts'
import type { Table } from '../../lib/table/table.ts'
import type { BudgetStatus } from './contract/shapes.ts'
import {
  type Budget,
  type BudgetCount,
  budgetCount,
  listByStatus,
  listOfOrg,
  listPlaces,
  placed,
  readActivity,
} from './repository.ts'
import { financeRowOf, listedOf } from './views.ts'

type Paging = Parameters<typeof pageOf>[0]

/** Budgets on one page with activity, and the number of entries shown for each. */
const maxWithActivity = 20

/** Rounds of ten organizations that one page of a search reads. */
const maxPageReads = 3

/** Lists an organization's budgets, last changed first (rules/budgets 26). */
export const listBudgets = async (
  { orgId, ...query }: Paging & { readonly orgId: string },
  { table }: Context<OrgAccess>,
) => {
  const numbered = pageOf(query)
  const limit = Math.min(maxWithActivity, numbered.limit)
  const { items, cursor } = await listOfOrg(table, orgId, { ...numbered, limit })
  const ids = items.map(({ id }) => id)
  const activity = await readActivity(table, ids, maxWithActivity)
  const none = { comments: [], deeds: [] }
  return { data: items.map((found, at) => listedOf(found, activity[at] ?? none)), nextCursor: cursor }
}

/** Budgets with their organizations. Leaves out those whose organization was just deleted. */
const withOrganizations = (budgets: readonly Budget[], cards: readonly (Organization | undefined)[]) => {
  const live = new Map(cards.flatMap((card) => (card && !card.deletedAt ? [[card.orgId, card]] : [])))
  return budgets.flatMap((found) => {
    const org = live.get(found.orgId)
    return org ? [financeRowOf(found, org)] : []
  })
}

const cardsOf = (orgIds: readonly string[]) =>
  [...new Set(orgIds)].map((orgId) => key(organization, { orgId }))

/** One page of the budgets of all organizations, last changed first. */
export const listAllBudgets = async (table: Table, numbered: Numbered) => {
  const { items, cursor } = await listPlaces(table, numbered)
  if (items.length === 0) return { rows: [], cursor }
  const [budgets, cards] = await Promise.all([
    table.batchGet(items.map(placed)),
    table.batchGet(cardsOf(items.map(({ orgId }) => orgId))),
  ])
  const found = budgets.filter((each) => each !== undefined)
  return { rows: withOrganizations(found, cards), cursor }
}

const readStatus = async (table: Table, status: BudgetStatus, numbered: Numbered) => {
  const { items, cursor }: Page<Budget> = await listByStatus(table, status, numbered)
  if (items.length === 0) return { rows: [], cursor }
  return {
    rows: withOrganizations(items, await table.batchGet(cardsOf(items.map(({ orgId }) => orgId)))),
    cursor,
  }
}

const totalIn = (count: BudgetCount = {}, status: BudgetStatus | undefined): number =>
  status ? (count[status] ?? 0) : Object.values(count).reduce((sum, each) => sum + each, 0)

const pagination = (
  { page, limit }: Numbered,
  total: number,
  isMore: boolean,
  nextCursor: string | undefined,
) => ({
  page,
  limit,
  total,
  totalPages: Math.max(1, Math.ceil(total / limit)),
  totalIsLowerBound: isMore,
  nextCursor,
})

type FinanceBudgetQuery = Paging & {
  readonly status?: BudgetStatus | undefined
  readonly search?: string | undefined
}

/**
 * Lists budgets of all organizations, last changed first (rules/budgets 26). A search reads the newest budgets of ten
 * organizations at a time and sorts those.
 */
export const listFinanceBudgets = async (
  { status, search, ...query }: FinanceBudgetQuery,
  { table }: Context<'admin'>,
) => {
  const numbered = pageOf({ ...query, limit: query.limit ?? '30' })
  const { page, limit, cursor: given } = numbered
  const text = search?.trim() ?? ''
  if (text !== '') {
    const { total, totalIsLowerBound, ...found } = await windowPage({
      read: async (at) => {
        const { budgets, cards, next } = await searchBudgets(table, text, at)
        const matching = budgets.filter((each) => status === undefined || each.status === status)
        return { items: withOrganizations(matching, cards), at: at ?? '', next }
      },
      order: (a, b) => (a.updatedAt < b.updatedAt ? 1 : -1),
      skip: (page - 1) * limit,
      limit,
      cursor: given,
      scope: JSON.stringify(['budgets', status, text]),
      looks: maxPageReads,
    })
    return {
      data: [...found.items],
      pagination: pagination(numbered, total, totalIsLowerBound, found.cursor),
    }
  }
  const [{ rows, cursor }, count] = await Promise.all([
    status ? readStatus(table, status, numbered) : listAllBudgets(table, numbered),
    table.get(budgetCount, {}),
  ])
  const total = totalIn(count, status)
  const shown = Math.min(maxNumberedItems, total)
  return { data: rows, pagination: pagination(numbered, shown, total > shown, cursor) }
}

/** Organizations per search round, and budgets of each: a hundred rows. */
const maxOrganizations = 10

export type BudgetSearchPage = {
  readonly budgets: readonly Budget[]
  readonly cards: readonly (Organization | undefined)[]
  readonly next: string | undefined
}

/** Finds the newest budgets of organizations by the beginnings of words in their names. Two round trips. */
export const searchBudgets = async (
  table: Table,
  text: string,
  cursor: string | undefined,
): Promise<BudgetSearchPage> => {
  const typed = wordsOf(text)
  const found = await searchWords(table, {
    index: orgWords.name,
    typed,
    filters: 'budgets',
    skip: 0,
    limit: maxOrganizations,
    cursor,
    unit: 2,
  })
  const orgIds = found.items.map(({ id }) => id)
  const { cursor: next } = found
  if (orgIds.length === 0) return { budgets: [], cards: [], next }
  const [cards, pages] = await Promise.all([
    table.batchGet(orgIds.map((orgId) => key(organization, { orgId }))),
    Promise.all(orgIds.map((orgId) => listOfOrg(table, orgId, { page: 1, limit: maxOrganizations }))),
  ])
  const named = cards.filter(
    (card) => card !== undefined && matchesPrefixes(typed, nameWordsOf(card.org_name)),
  )
  const matchingIds = new Set(named.map((card) => card?.orgId))
  const budgets = pages.flatMap(({ items }) => items).filter(({ orgId }) => matchingIds.has(orgId))
  return { budgets, cards: named, next }
}
