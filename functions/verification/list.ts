import type { Context } from '../../lib/context.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { isAdmin } from '../../lib/identity/person/caller.ts'
import type { Listing } from '../../lib/table/lists/list.ts'
import { listNumbered, maxNumberedItems } from '../../lib/table/lists/numbered.ts'
import { windowPage } from '../../lib/table/lists/pages.ts'
import type { Table } from '../../lib/table/table.ts'
import {
  findCounts,
  type VerificationCount,
  type VerificationRequest,
  verificationRequest,
} from './repository.ts'
import { type RequestQuery, requestStatuses } from './shapes.ts'
import { isOrgAdmin } from './submission.ts'
import { viewsOf } from './views.ts'

type Rows = readonly VerificationRequest[]

/** A page of a list: its rows, the total as far as known, and the cursor. */
type RequestPage = {
  readonly rows: Rows
  readonly total: number
  readonly more: boolean
  readonly cursor?: string | undefined
}

/** Rows that one page of a filtered list examines, and rows of one organization. */
const maxExamined = 100
const maxPageReads = 3
/** Limit of organizations whose requests a caller without administrator rights reads. */
const maxOwnedOrgs = 25

const urgency = ['low', 'medium', 'high', 'urgent']

const matchesQuery =
  ({ status, requestType, priority, orgId }: RequestQuery) =>
  (row: VerificationRequest): boolean =>
    (status === undefined || row.status === status) &&
    (requestType === undefined || row.requestType === requestType) &&
    (priority === undefined || row.priority === priority) &&
    (orgId === undefined || row.orgId === orgId)

const orderOf =
  ({ sortBy, sortOrder }: RequestQuery) =>
  (one: VerificationRequest, other: VerificationRequest): number => {
    const direction = sortOrder === 'asc' ? 1 : -1
    const by =
      sortBy === 'priority'
        ? urgency.indexOf(one.priority) - urgency.indexOf(other.priority)
        : sortBy === 'status'
          ? requestStatuses.indexOf(one.status) - requestStatuses.indexOf(other.status)
          : 0
    if (by !== 0) return by * direction
    return (one.submittedAt + one.id < other.submittedAt + other.id ? -1 : 1) * direction
  }

const pageIn = (rows: Rows, query: RequestQuery, more: boolean): RequestPage => {
  const { page, limit } = pageOf(query)
  const sorted = [...rows].sort(orderOf(query))
  return { rows: sorted.slice((page - 1) * limit, page * limit), total: rows.length, more }
}

/** The query for an index: by status, or all requests. */
const indexOf = ({
  status,
  sortOrder,
}: RequestQuery): Pick<Listing, 'index' | 'keyParams' | 'descending'> => ({
  ...(status === undefined
    ? { index: 'gsi2' as const, keyParams: {} }
    : { index: 'gsi1' as const, keyParams: { status } }),
  descending: sortOrder !== 'asc',
})

const countOf = (counts: VerificationCount, { status }: RequestQuery): number =>
  requestStatuses
    .filter((each) => status === undefined || each === status)
    .reduce((sum, each) => sum + (counts[each] ?? 0), 0)

const listOrdered = async (table: Table, query: RequestQuery): Promise<RequestPage> => {
  const [{ items, cursor }, counts] = await Promise.all([
    listNumbered(table, verificationRequest, indexOf(query), pageOf(query)),
    findCounts(table),
  ])
  const all = countOf(counts, query)
  return { rows: items, total: Math.min(all, maxNumberedItems), more: all > maxNumberedItems, cursor }
}

/** Filters and orders that no index has: it reads parts, then filters and sorts each. */
const listFiltered = async (
  table: Table,
  query: RequestQuery,
  place: Pick<Listing, 'index' | 'keyParams' | 'descending'>,
): Promise<RequestPage> => {
  const { page, limit, cursor: given } = pageOf(query)
  const { status, requestType, priority, orgId, sortBy, sortOrder } = query
  const isSorted = sortBy === 'priority' || sortBy === 'status'
  const size = isSorted ? maxNumberedItems : maxExamined
  const { items, total, totalIsLowerBound, cursor } = await windowPage({
    read: async (at) => {
      const part = await table.list(verificationRequest, { ...place, limit: size, cursor: at })
      return { items: part.items.filter(matchesQuery(query)), at: at ?? '', next: part.cursor }
    },
    order: isSorted ? orderOf(query) : undefined,
    skip: (page - 1) * limit,
    limit,
    cursor: given,
    scope: JSON.stringify([status, requestType, priority, orgId, sortBy, sortOrder]),
    looks: maxPageReads,
  })
  return { rows: items, total, more: totalIsLowerBound, cursor }
}

const ofOrgs = async (table: Table, ids: readonly string[], query: RequestQuery): Promise<RequestPage> => {
  const pages = await Promise.all(
    ids.map((orgId) =>
      table.list(verificationRequest, { keyParams: { orgId }, limit: maxExamined, descending: true }),
    ),
  )
  const rows = pages.flatMap(({ items }) => items).filter(matchesQuery(query))
  return pageIn(
    rows,
    query,
    pages.some(({ cursor }) => cursor !== undefined),
  )
}

/** Organizations that the caller owns or administers. None for a caller without a membership here. */
const listOwnedOrgIds = async ({ table, caller }: Context<'caller'>): Promise<readonly string[]> => {
  if (caller.tenantUserId === null || caller.plain) return []
  const listing = { index: 'gsi1' as const, keyParams: { userId: caller.tenantUserId }, limit: 200 }
  const { items } = await table.list(orgMember, listing)
  return items.filter(isOrgAdmin).map(({ orgId }) => orgId)
}

const find = async (query: RequestQuery, context: Context<'caller'>): Promise<RequestPage> => {
  const { table, caller } = context
  if (isAdmin(caller)) {
    const { orgId, sortBy, sortOrder, requestType, priority } = query
    const ofOrg = { keyParams: { orgId: orgId ?? '' }, descending: sortOrder !== 'asc' }
    if (orgId !== undefined) return listFiltered(table, query, ofOrg)
    const narrowed = requestType !== undefined || priority !== undefined
    if (narrowed || sortBy === 'priority' || sortBy === 'status')
      return listFiltered(table, query, indexOf(query))
    return listOrdered(table, query)
  }
  const owned = await listOwnedOrgIds(context)
  const orgIds = query.orgId === undefined ? owned : owned.filter((orgId) => orgId === query.orgId)
  return ofOrgs(table, orgIds.slice(0, maxOwnedOrgs), query)
}

/**
 * Lists requests (rules/verification 18). Administrators see all; others see those of organizations that they own or
 * administer, limited to the first 25. Two round trips; three for others.
 */
export const listVerificationRequests = async (query: RequestQuery, context: Context<'caller'>) => {
  const { page, limit } = pageOf(query)
  const { rows, total, more, cursor } = await find(query, context)
  return {
    data: await viewsOf(context.table, rows),
    pagination: {
      page,
      limit,
      total,
      totalPages: Math.max(1, Math.ceil(total / limit)),
      totalIsLowerBound: more,
    },
    nextCursor: cursor,
  }
}
