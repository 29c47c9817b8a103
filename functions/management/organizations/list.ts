import type { Context } from '../../../lib/context.ts'
import { pageOf } from '../../../lib/contract/paging.ts'
import type { NamedPerson } from '../../../lib/contract/people.ts'
import { type Organization, organization } from '../../../lib/identity/org/records.ts'
import { listLabelOf, type OrgFacts, orgFactsOf, orgWords } from '../../../lib/identity/person/names.ts'
import { addressedUserOf } from '../../../lib/identity/person/people.ts'
import { type TenantUser, tenantUser } from '../../../lib/identity/person/records.ts'
import { lastDays } from '../../../lib/identity/school/days.ts'
import type { Operation } from '../../../lib/operation.ts'
import { byText, byTime, search } from '../../../lib/search/find.ts'
import type { WordRow } from '../../../lib/search/rows.ts'
import { matchesPrefixes, nameWordsOf, wordsOf } from '../../../lib/search/words.ts'
import { key } from '../../../lib/table/entity.ts'
import { listNumbered, maxNumberedItems } from '../../../lib/table/lists/numbered.ts'
import { joinedPage } from '../../../lib/table/lists/pages.ts'
import type { Table } from '../../../lib/table/table.ts'
import { sumOf } from '../analytics.ts'
import type { contract } from '../contract.ts'
import type { OrgQuery, StaffOrg } from '../org-rows.ts'
import { campus, countIn, type OrgStat, orgSize, orgStat, shelfCount, totalRow } from '../statistics.ts'
import { orgShelf, ownShelvesFor, shelfOf } from './status-lists.ts'

type Rows = (typeof contract)['rows']

/** Ids of organizations in order, or their cards where the query has already read them. */
type OrganizationPage = {
  readonly ids: readonly string[]
  readonly cards?: readonly Organization[]
  readonly total: number
  readonly more: boolean
  readonly cursor?: string | undefined
  /** Sorts this page only, where no index has the requested order. */
  readonly order?: (one: Organization, other: Organization) => number
  readonly orderIsPartial?: boolean
}
type OrganizationIdPage = { readonly ids: readonly string[]; readonly cursor?: string | undefined }

/** Whether the card matches the filters. Lists lag; cards are current. */
const matchesFilters = ({ verified, lifecycleStatus, status }: OrgQuery, facts: OrgFacts): boolean =>
  (verified === undefined || String(facts.verified) === verified) &&
  (lifecycleStatus === undefined || facts.lifecycleStatus === lifecycleStatus) &&
  (status === undefined || facts.approvalStatus === status)

export const matchesQuery =
  (query: OrgQuery) =>
  (card: Organization): boolean =>
    card.deletedAt === undefined &&
    matchesFilters(query, card) &&
    matchesPrefixes(wordsOf(query.search ?? ''), nameWordsOf(card.org_name))

const isNarrowed = (query: OrgQuery): boolean =>
  [query.verified, query.lifecycleStatus, query.status].some((each) => each !== undefined)

const isByName = ({ sortBy }: OrgQuery): boolean => sortBy === 'name' || sortBy === 'org_name'

const isDescending = (query: OrgQuery): boolean =>
  (query.sortOrder ?? (isByName(query) ? 'asc' : 'desc')) === 'desc'

const idsOf = (items: readonly { readonly orgId: string }[]): string[] => items.map(({ orgId }) => orgId)

/**
 * Merges at most nine shelves by size. Each shelf combines all three filters and is sorted by size; they are read in
 * parallel.
 */
const bySizeAmong = async (query: OrgQuery, table: Table): Promise<OrganizationIdPage> => {
  const { items, cursor } = await joinedPage({
    lists: ownShelvesFor(query).map(
      (shelf) => (part) => table.list(orgSize, { index: 'gsi2', keyParams: { shelf }, ...part }),
    ),
    placeOf: ({ size, orgId }) => `${size}#${orgId}`,
    descending: isDescending(query),
    numbered: pageOf(query),
    scope: `sizes of ${shelfOf(query)} ${isDescending(query)}`,
  })
  return { ids: idsOf(items), cursor }
}

const ordered = async (query: OrgQuery, table: Table): Promise<OrganizationIdPage> => {
  const numbered = pageOf(query)
  const descending = isDescending(query)
  if (query.sortBy === 'memberCount') {
    if (isNarrowed(query)) return bySizeAmong(query, table)
    const bySize = { index: 'gsi1' as const, keyParams: {}, descending }
    const { items, cursor } = await listNumbered(table, orgSize, bySize, numbered)
    return { ids: idsOf(items), cursor }
  }
  const index = isByName(query) ? ('gsi2' as const) : ('gsi1' as const)
  const listing = { index, keyParams: { shelf: shelfOf(query) }, descending }
  const { items, cursor } = await listNumbered(table, orgShelf, listing, numbered)
  return { ids: idsOf(items), cursor }
}

/** All organizations, newest first, read from the cards. */
const newest = async (query: OrgQuery, table: Table) => {
  const listing = { index: 'gsi2' as const, keyParams: {}, descending: isDescending(query) }
  const { items, cursor } = await listNumbered(table, organization, listing, pageOf(query))
  return { ids: idsOf(items), cards: items, cursor }
}

const orderOf =
  (query: OrgQuery) =>
  (one: WordRow, other: WordRow): number =>
    (isByName(query) ? byText : byTime)(one, other) * (isDescending(query) ? -1 : 1)

const bySizeOf =
  (query: OrgQuery) =>
  (one: Organization, other: Organization): number =>
    (one.memberCount - other.memberCount || (one.orgId < other.orgId ? -1 : 1)) *
    (isDescending(query) ? -1 : 1)

/**
 * Finds organizations by the beginnings of words in their names. Each row shown costs 1.5 read units: the card and two
 * months. Word rows have no size, so an order by size sorts each page alone.
 */
const searchOrganizations = async (
  text: string,
  query: OrgQuery,
  table: Table,
): Promise<OrganizationPage> => {
  const { page, limit, cursor } = pageOf(query)
  const { verified, lifecycleStatus, status: approvalStatus } = query
  const isBySize = query.sortBy === 'memberCount'
  const { items, ...found } = await search(table, {
    index: orgWords.name,
    label: listLabelOf({ verified: verified === 'true', lifecycleStatus, approvalStatus }),
    typed: wordsOf(text),
    keep: (row) => matchesFilters(query, orgFactsOf(row)),
    filters: `${shelfOf(query)} ${query.sortBy} ${isDescending(query)}`,
    order: isBySize ? byText : orderOf(query),
    skip: (page - 1) * limit,
    limit,
    cursor,
    unit: 1.5,
  })
  return {
    ids: items.map(({ id }) => id),
    total: found.total,
    more: found.totalIsLowerBound,
    cursor: found.cursor,
    ...(isBySize ? { order: bySizeOf(query) } : {}),
    orderIsPartial: found.orderIsPartial || (isBySize && found.total > items.length),
  }
}

/**
 * Finds a page of organizations for administrators. Indexes provide the orders and filters, so the reads do not grow
 * with the number of organizations. `total` is exact up to 500; for a search it counts the rows examined.
 */
const findOrganizations = async (query: OrgQuery, table: Table): Promise<OrganizationPage> => {
  const text = query.search?.trim() ?? ''
  if (text !== '') return searchOrganizations(text, query, table)
  const plain = !isNarrowed(query) && (query.sortBy === undefined || query.sortBy === 'createdAt')
  const [part, counts] = await Promise.all([
    plain ? newest(query, table) : ordered(query, table),
    table.get(orgStat, { subject: campus, month: totalRow }),
  ])
  const all = isNarrowed(query)
    ? ownShelvesFor(query).reduce((sum, shelf) => sum + countIn(counts, shelfCount(shelf)), 0)
    : countIn(counts, 'orgs')
  return { ...part, total: Math.min(all, maxNumberedItems), more: all > maxNumberedItems }
}

type OrganizationsListContext = Pick<Context<'admin'>, 'table' | 'now' | 'tenant'>

const recentDays = 30

/** Month rows of the last 30 days for some organizations, with the total on request. One round trip. */
export const statsOf = async (
  ids: readonly string[],
  { table, now, tenant }: OrganizationsListContext,
  { withTotal = true } = {},
): Promise<ReadonlyMap<string, { readonly recent: number; readonly total: number }>> => {
  const days = lastDays(now(), tenant.timezone, recentDays)
  const months = [...new Set(days.map((day) => day.slice(0, 7))), ...(withTotal ? [totalRow] : [])]
  const refs = ids.flatMap((subject) => months.map((month) => key(orgStat, { subject, month })))
  const rows = await table.batchGet(refs)
  const bySubject = new Map<string, OrgStat[]>()
  for (const row of rows) if (row) bySubject.set(row.subject, [...(bySubject.get(row.subject) ?? []), row])
  return new Map(
    ids.map((orgId) => {
      const own = bySubject.get(orgId) ?? []
      const total = own.find(({ month }) => month === totalRow)
      return [orgId, { recent: sumOf(own, days, 'events'), total: countIn(total, 'events') }] as const
    }),
  )
}

/** The schema of the reply removes what only the card has. */
export const adminViewOf = (card: Organization, recentEventCount: number): StaffOrg => ({
  ...card,
  _id: card.orgId,
  recentEventCount,
})

/** The owner as administrators see them. */
export const ownerOf = (
  { owner: _id }: Pick<Organization, 'owner'>,
  user: TenantUser | undefined,
): NamedPerson => (user ? addressedUserOf(user) : { _id, name: '', username: '' })

/** Lists pending organizations with their owners. One more round trip. */
export const listPendingOrganizations: Operation<Rows['listPendingOrganizations']> = async (
  query,
  context,
) => {
  const page = await listManagedOrganizations({ ...query, status: 'pending' }, context)
  const owners = await context.table.batchGet(page.data.map(({ owner: id }) => key(tenantUser, { id })))
  return { ...page, data: page.data.map((org, at) => ({ ...org, owner: ownerOf(org, owners[at]) })) }
}

/**
 * Lists organizations for administrators, pending and unlisted ones included. Newest first by default
 * (rules/management 26). Two round trips.
 */
export const listManagedOrganizations = async (query: OrgQuery, context: OrganizationsListContext) => {
  const { page, limit } = pageOf(query)
  const { ids, cards: read, total, more, cursor, ...found } = await findOrganizations(query, context.table)
  const [cards, stats] = await Promise.all([
    read ?? context.table.batchGet(ids.map((orgId) => key(organization, { orgId }))),
    statsOf(ids, context, { withTotal: false }),
  ])
  const shown = cards.filter((card) => card !== undefined).filter(matchesQuery(query))
  if (found.order) shown.sort(found.order)
  return {
    data: shown.map((card) => adminViewOf(card, stats.get(card.orgId)?.recent ?? 0)),
    pagination: {
      page,
      limit,
      total,
      totalPages: Math.max(1, Math.ceil(total / limit)),
      totalIsLowerBound: more,
      ...(found.orderIsPartial ? { orderIsPartial: true } : {}),
    },
    nextCursor: cursor,
  }
}
