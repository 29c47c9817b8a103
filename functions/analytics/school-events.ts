import type { Context } from '../../lib/context.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import { begins, wordsOf } from '../../lib/search/words.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import {
  type EventCard,
  type EventStatus,
  eventPage,
  eventViewsOf,
  longestMs,
  publicEvents,
} from '../events/index.ts'
import { findSettings } from '../management/index.ts'
import { analyticsOf } from './reports.ts'
import { eventStats } from './repository.ts'

const mostShown = 40
const mostExamined = 100
/** Shorter words are passed over, as existing clients send them while somebody types. */
const leastTyped = 3

type Asked = Parameters<typeof pageOf>[0] & {
  readonly q?: string | undefined
  readonly includePast?: string | undefined
  readonly status?: EventStatus | undefined
}

/** Numbers of some events; none where the school has turned them off. */
const summariesOf = async (cards: readonly EventCard[], table: Table) => {
  if (cards.length === 0) return []
  const [{ reporting }, stats] = await Promise.all([
    findSettings(table),
    table.batchGet(cards.map(({ eventId }) => key(eventStats, { eventId }))),
  ])
  if (!reporting.enableAnalytics) return []
  return cards.map((card, at) => {
    const { views, uniqueViews, anonymousViews, registrations, engagementRate } = analyticsOf(card, stats[at])
    return { views, uniqueViews, anonymousViews, registrations, engagementRate }
  })
}

/**
 * Public events of the school, the next first; with `includePast` also those that are over or called off, the last first.
 * Looks at a hundred rows where some are left out, so a page may be short and still go on. Two round trips.
 */
export const schoolEventsPage = async (
  { q = '', includePast, status, ...asked }: Asked,
  context: Context<'admin'>,
) => {
  const { table, now } = context
  const { page, limit: wanted, cursor } = pageOf(asked)
  const limit = Math.min(mostShown, wanted)
  const at = now().getTime()
  const past = includePast === 'true'
  const typed = q.trim().length < leastTyped ? [] : wordsOf(q)
  const isAsked = (card: EventCard): boolean =>
    (past || Date.parse(card.end_time) >= at) &&
    (status === undefined || card.status === status) &&
    (typed.length === 0 || begins(typed, wordsOf(card.name)))
  const found = await eventPage({
    sources: [publicEvents(table, 'live'), ...(past ? [publicEvents(table, 'past')] : [])],
    ...(past ? {} : { from: new Date(at - longestMs).toISOString() }),
    descending: past,
    numbered: { page, limit, cursor },
    scope: JSON.stringify(['school events', past, status, typed]),
    examined: mostExamined,
    keep: (cards) => cards.filter(isAsked),
  })
  const [summaries, views] = await Promise.all([
    summariesOf(found.items, table),
    eventViewsOf(found.items, context),
  ])
  return {
    events: views.map((view, index) => ({
      ...view,
      ...(summaries[index] ? { analyticsSummary: summaries[index] } : {}),
    })),
    pagination: {
      total: found.total,
      totalIsLowerBound: found.totalIsLowerBound,
      page,
      limit,
      totalPages: Math.max(1, Math.ceil(found.total / limit) + Number(found.cursor !== undefined)),
    },
    nextCursor: found.cursor,
  }
}
