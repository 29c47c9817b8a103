import type { Context } from '../../lib/context.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { type Organization, organization, orgWord } from '../../lib/identity/org-records.ts'
import { key } from '../../lib/table/entity.ts'
import { listNumbered, mostNumbered } from '../../lib/table/numbered.ts'
import type { Table } from '../../lib/table/table.ts'
import { nameKeyOf, wordsIn } from '../organizations/service.ts'
import { lastDays, sumOf } from './analytics.ts'
import type { OrgQuery, StaffOrg } from './org-shapes.ts'
import { campus, countIn, type OrgStat, orgStat, totalRow } from './stat-rows.ts'

type World = Pick<Context<'admin'>, 'table' | 'now'>

type Found = {
  readonly cards: readonly Organization[]
  readonly total: number
  readonly more: boolean
  readonly cursor?: string | undefined
  readonly sortedWithinFirst?: number
}

const mostExamined = 100
const recentDays = 30

const fits =
  ({ verified, lifecycleStatus, status }: OrgQuery) =>
  (card: Organization): boolean =>
    card.deletedAt === undefined &&
    (verified === undefined || String(card.verified) === verified) &&
    (lifecycleStatus === undefined || card.lifecycleStatus === lifecycleStatus) &&
    (status === undefined || card.approvalStatus === status)

const isNarrowed = ({ verified, lifecycleStatus, status }: OrgQuery): boolean =>
  [verified, lifecycleStatus, status].some((asked) => asked !== undefined)

const every = ({ sortOrder }: OrgQuery) => ({
  index: 'gsi2' as const,
  holes: {},
  descending: sortOrder !== 'asc',
})

const orderOf = ({ sortBy, sortOrder }: OrgQuery) => {
  const direction = (sortOrder ?? (sortBy === 'memberCount' ? 'desc' : 'asc')) === 'asc' ? 1 : -1
  return (one: Organization, other: Organization): number => {
    const by =
      sortBy === 'memberCount'
        ? one.memberCount - other.memberCount
        : one.nameKey.localeCompare(other.nameKey)
    return (by || (one.orgId < other.orgId ? -1 : 1)) * direction
  }
}

const ordered = async (asked: OrgQuery, table: Table): Promise<Found> => {
  const [{ items, cursor }, total] = await Promise.all([
    listNumbered(table, organization, every(asked), pageOf(asked)),
    table.get(orgStat, { subject: campus, month: totalRow }),
  ])
  const all = countIn(total, 'orgs')
  return { cards: items, total: Math.min(all, mostNumbered), more: all > mostNumbered, cursor }
}

/** What no index orders: the first 500, sorted (TABLE, decision 11). */
const sorted = async (asked: OrgQuery, table: Table): Promise<Found> => {
  const first = { page: 1, limit: mostNumbered }
  const newest = { ...every(asked), descending: true }
  const { items, cursor } = await listNumbered(table, organization, newest, first)
  const { page, limit } = pageOf(asked)
  const cards = items.filter(fits(asked)).sort(orderOf(asked))
  const more = cursor !== undefined
  return {
    cards: cards.slice((page - 1) * limit, page * limit),
    total: cards.length,
    more,
    ...(more ? { sortedWithinFirst: mostNumbered } : {}),
  }
}

/** What no index selects: those among a hundred rows, and where the rest goes on. */
const narrowed = async (asked: OrgQuery, table: Table): Promise<Found> => {
  const filters = JSON.stringify([asked.verified, asked.lifecycleStatus, asked.status])
  const listing = { ...every(asked), limit: mostExamined, cursor: asked.cursor, filters }
  const { items, cursor } = await table.list(organization, listing)
  const cards = items.filter(fits(asked))
  return { cards, total: cards.length, more: cursor !== undefined, cursor }
}

const longest = (words: readonly string[]): string =>
  words.reduce((best, word) => (word.length > best.length ? word : best), '')

/** Names with words that begin as was typed: a hundred with the longest, and of these those with all the others. */
const searched = async (search: string, asked: OrgQuery, table: Table): Promise<Found> => {
  const typed = wordsIn(search)
  const beginning = longest(typed)
  const { items, cursor } = await table.list(orgWord, {
    holes: {},
    from: beginning,
    to: `${beginning}\u{10FFFF}`,
    limit: mostExamined,
    cursor: asked.cursor,
    filters: JSON.stringify([search, asked.verified, asked.lifecycleStatus, asked.status]),
  })
  const ids = [...new Set(items.map(({ orgId }) => orgId))]
  const found = ids.length === 0 ? [] : await table.batchGet(ids.map((orgId) => key(organization, { orgId })))
  const cards = found
    .filter((card) => card !== undefined)
    .filter(fits(asked))
    .filter(({ nameKey }) => typed.every((word) => wordsIn(nameKey).some((own) => own.startsWith(word))))
    .sort(orderOf(asked))
  return { cards, total: cards.length, more: cursor !== undefined, cursor }
}

const find = (asked: OrgQuery, { table }: World): Promise<Found> => {
  const search = nameKeyOf(asked.search ?? '')
  if (search !== '') return searched(search, asked, table)
  if (asked.sortBy !== undefined && asked.sortBy !== 'createdAt') return sorted(asked, table)
  return isNarrowed(asked) ? narrowed(asked, table) : ordered(asked, table)
}

/** The month rows of the last 30 days, and the total, of some organizations; one round trip. */
export const statsOf = async (
  ids: readonly string[],
  { table, now }: World,
): Promise<ReadonlyMap<string, { readonly recent: number; readonly total: number }>> => {
  const days = lastDays(now(), recentDays)
  const months = [...new Set(days.map((day) => day.slice(0, 7))), totalRow]
  const refs = ids.flatMap((subject) => months.map((month) => key(orgStat, { subject, month })))
  const pages = Array.from({ length: Math.ceil(refs.length / 100) }, (_, at) =>
    refs.slice(at * 100, at * 100 + 100),
  )
  const rows = (await Promise.all(pages.map((page) => table.batchGet(page)))).flat()
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

export const staffViewOf = (card: Organization, recentEventCount: number): StaffOrg => {
  const { orgId, nameKey: _, memberForm: __, eventCount: ___, version: ____, ...rest } = card
  return { ...rest, _id: orgId, recentEventCount }
}

/**
 * Organizations for administrators, pending and unlisted ones included (specification, GET /org-management/organizations):
 * newest first by the index; other orders, filters and searches as TABLE decision 11 says. Two round trips, a search three.
 */
export const organizationsPage = async (asked: OrgQuery, context: World) => {
  const { page, limit } = pageOf(asked)
  const { cards, total, more, cursor, sortedWithinFirst } = await find(asked, context)
  const stats = await statsOf(
    cards.map(({ orgId }) => orgId),
    context,
  )
  return {
    data: cards.map((card) => staffViewOf(card, stats.get(card.orgId)?.recent ?? 0)),
    pagination: {
      page,
      limit,
      total,
      totalPages: Math.max(1, Math.ceil(total / limit)),
      totalIsLowerBound: more,
      ...(sortedWithinFirst === undefined ? {} : { sortedWithinFirst }),
    },
    nextCursor: cursor,
  }
}
