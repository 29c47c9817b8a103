import { pageOf, pagesOf } from '../../../lib/contract/paging.ts'
import type { Operation } from '../../../lib/operation.ts'
import { matchesPrefixes, nameWordsOf, wordsOf } from '../../../lib/search/words.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import {
  changesRequestedView,
  type EventCard,
  type EventStatus,
  eventPage,
  eventStatuses,
  eventViewsOf,
  longestMs,
  readCards,
  type Source,
  shelfOf,
} from '../../events/index.ts'
import { findSettings } from '../../policies/index.ts'
import type { contract } from '../contract.ts'
import { type SchoolEvent, schoolEvent } from '../index.ts'
import { analyticsOf } from '../reports.ts'
import { eventStats } from '../repository.ts'

type Rows = (typeof contract)['rows']

const mostShown = 40
const mostExamined = 100
/** Shorter search words are ignored, because existing clients send them during typing. */
const leastTyped = 3

type SchoolEventsQuery = Parameters<typeof pageOf>[0] & {
  readonly q?: string | undefined
  readonly includePast?: string | undefined
  readonly status?: EventStatus | undefined
}

/** Figures of some events; none when the school has turned analytics off. */
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

/** All events of the school with one shelf, whatever their visibility. */
const eventsIn =
  (table: Table, status: EventStatus): Source<SchoolEvent> =>
  (part) =>
    table.list(schoolEvent, { index: 'gsi1', keyParams: { status }, ...part })

const openStatuses = eventStatuses.filter((status) => shelfOf(status) !== 'past')

/** The lists of a reply. A query for a past status implies past events. */
const listsOf = ({ status, includePast }: Pick<SchoolEventsQuery, 'status' | 'includePast'>) => {
  const past = includePast === 'true' || (status !== undefined && shelfOf(status) === 'past')
  return { past, statuses: status ? [status] : past ? eventStatuses : openStatuses }
}

/**
 * Lists all events of the school, drafts and members-only events included, next event first. With `includePast` also
 * past and cancelled ones, latest first. A filtered list reads a hundred rows of each shelf, so a page may be short and
 * continue. Three round trips.
 */
export const listSchoolEvents: Operation<Rows['listSchoolEvents']> = async (
  { q = '', includePast, status, ...query },
  context,
) => {
  const { table, now } = context
  const { page, limit: requested, cursor } = pageOf(query)
  const limit = Math.min(mostShown, requested)
  const at = now().getTime()
  const { past, statuses } = listsOf({ status, includePast })
  const typed = q.trim().length < leastTyped ? [] : wordsOf(q)
  const isAsked = (row: Pick<SchoolEvent, 'end_time' | 'name' | 'status'>): boolean =>
    (past || Date.parse(row.end_time) >= at) &&
    statuses.includes(row.status) &&
    (typed.length === 0 || matchesPrefixes(typed, nameWordsOf(row.name)))
  const found = await eventPage({
    sources: statuses.map((one) => eventsIn(table, one)),
    ...(past ? {} : { from: new Date(at - longestMs).toISOString() }),
    descending: past,
    numbered: { page, limit, cursor },
    scope: JSON.stringify(['school events', past, status, typed]),
    ...(past && typed.length === 0 ? {} : { examined: mostExamined }),
    keep: (rows) => rows.filter(isAsked),
  })
  const cards = (
    await readCards(
      table,
      found.items.map(({ eventId }) => eventId),
    )
  ).filter((card) => card.deletedAt === undefined && isAsked(card))
  const [summaries, views] = await Promise.all([summariesOf(cards, table), eventViewsOf(cards, context)])
  return {
    events: views.map((view, index) => ({
      ...view,
      ...(cards[index] && changesRequestedView(cards[index])),
      ...(summaries[index] ? { analyticsSummary: summaries[index] } : {}),
    })),
    pagination: {
      total: found.total,
      totalIsLowerBound: found.totalIsLowerBound,
      page,
      limit,
      totalPages: pagesOf(found.total, limit, found.cursor === undefined ? 1 : page + 1),
    },
    nextCursor: found.cursor,
  }
}
