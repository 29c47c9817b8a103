import type { Context } from '../../../lib/context.ts'
import { pageOf } from '../../../lib/contract/paging.ts'
import { type Organization, organization } from '../../../lib/identity/org/records.ts'
import { lastDays } from '../../../lib/identity/school/days.ts'
import { key } from '../../../lib/table/entity.ts'
import type { OrgQuery, StaffOrg } from '../contract/org-shapes.ts'
import { sumOf } from '../statistics/analytics.ts'
import { countIn, type OrgStat, orgStat, totalRow } from '../statistics/records.ts'
import { findOrganizations, fits } from './search.ts'

type World = Pick<Context<'admin'>, 'table' | 'now' | 'tenant'>

const recentDays = 30

/** The month rows of the last 30 days, and where asked for the total, of some organizations; one round trip. */
export const statsOf = async (
  ids: readonly string[],
  { table, now, tenant }: World,
  { withTotal = true } = {},
): Promise<ReadonlyMap<string, { readonly recent: number; readonly total: number }>> => {
  const days = lastDays(now(), tenant.timezone, recentDays)
  const months = [...new Set(days.map((day) => day.slice(0, 7))), ...(withTotal ? [totalRow] : [])]
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
  const { orgId, nameKey: _, look: __, memberForm: ___, eventCount: ____, version: _____, ...rest } = card
  return { ...rest, _id: orgId, recentEventCount }
}

/**
 * Organizations for administrators, pending and unlisted ones included, newest first unless another order is asked for
 * (rules/management 26). Two round trips.
 */
export const organizationsPage = async (asked: OrgQuery, context: World) => {
  const { page, limit } = pageOf(asked)
  const { ids, cards: read, total, more, cursor, ...found } = await findOrganizations(asked, context.table)
  const [cards, stats] = await Promise.all([
    read ??
      (ids.length === 0 ? [] : context.table.batchGet(ids.map((orgId) => key(organization, { orgId })))),
    statsOf(ids, context, { withTotal: false }),
  ])
  const shown = cards.filter((card) => card !== undefined).filter(fits(asked))
  if (found.order) shown.sort(found.order)
  return {
    data: shown.map((card) => staffViewOf(card, stats.get(card.orgId)?.recent ?? 0)),
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
