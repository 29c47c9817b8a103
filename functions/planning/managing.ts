import type { Context } from '../../lib/context.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { Input } from '../../lib/operation.ts'
import type { Table } from '../../lib/table/table.ts'
import {
  desk,
  deskViewOf,
  type EventCard,
  type EventStatus,
  eventPage,
  eventStatuses,
  findNewestApproval,
  hostEvents,
  merged,
  requireEventOf,
  Shelf,
  shelfOf,
  upTo,
} from '../events/service.ts'
import { type HostTally, hostTally } from '../lifecycle/service.ts'
import type { contract } from './contract.ts'
import { listedView, plannedView } from './views.ts'

type Asked = Input<(typeof contract)['rows']['listOrgEvents']>
type World = Context<{ org: 'manage_events' }>

/** Rows that a list looks at where it leaves some out, and where no index has its order (TABLE decision 11). */
const mostExamined = 100
const mostSorted = 500
const dayMs = 24 * 3_600_000

type Range = { readonly from?: string; readonly to?: string }

/** Weeks begin on Monday, months on the first, both in UTC. */
const rangeOf = (timeRange: Asked['timeRange'], now: Date): Range => {
  const at = now.toISOString()
  if (timeRange === 'upcoming') return { from: at }
  if (timeRange === 'past') return { to: at }
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const between = (from: number, to: number) => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  })
  if (timeRange === 'this_week') {
    const monday = midnight - ((now.getUTCDay() + 6) % 7) * dayMs
    return between(monday, monday + 7 * dayMs)
  }
  if (timeRange !== 'this_month') return {}
  const first = (months: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)
  return between(first(0), first(1))
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** What is left out of a list, once its rows are known. Undefined where everything is shown. */
const filterOf = ({ status, type, search }: Asked): ((card: EventCard) => boolean) | undefined => {
  const wanted = status && status !== 'all' ? status : undefined
  const kind = type && !same(type, 'all') ? type : undefined
  const words = search?.trim().toLowerCase() || undefined
  if (!wanted && !kind && !words) return undefined
  return (card) =>
    (!wanted || card.status === wanted) &&
    (!kind || same(card.type, kind)) &&
    (!words || card.name.toLowerCase().includes(words))
}

const sourcesOf = (table: Table, { orgId, status }: Asked) => {
  const shelves = status && status !== 'all' ? [shelfOf(status)] : Shelf.options
  return shelves.map((shelf) => hostEvents(table, orgId, shelf))
}

const compared = (a: EventCard, b: EventCard, by: 'name' | 'createdAt' | 'status' | 'expectedAttendance') => {
  const [one, other] = [a[by], b[by]]
  if (one === other) return a.eventId < b.eventId ? -1 : 1
  return one < other ? -1 : 1
}

/** In an order that no index has: of the first 500 rows alone. */
const sortedPage = async (asked: Asked, by: Parameters<typeof compared>[2], { table, now }: World) => {
  const { page, limit } = pageOf(asked)
  const part = { ...rangeOf(asked.timeRange, now()), limit: mostSorted }
  const { rows } = await merged(sourcesOf(table, asked), part)
  const keep = filterOf(asked)
  const kept = rows.slice(0, mostSorted).filter((card) => keep?.(card) ?? true)
  kept.sort((a, b) => compared(a, b, by) * (asked.sortOrder === 'desc' ? -1 : 1))
  const items = kept.slice((page - 1) * limit, page * limit)
  return { items, total: kept.length, cursor: undefined, sortedWithin: mostSorted }
}

const timedPage = async (asked: Asked, { table, now }: World) => {
  const keep = filterOf(asked)
  const { from, to } = rangeOf(asked.timeRange, now())
  const numbered = pageOf(asked)
  const { items, cursor } = await eventPage({
    sources: sourcesOf(table, asked),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to: upTo(to) }),
    descending: asked.sortOrder === 'desc',
    numbered,
    scope: ['managed', asked.orgId, asked.status, asked.type, asked.timeRange, asked.search, asked.sortOrder]
      .map((part) => part ?? '')
      .join('\n'),
    ...(keep ? { examined: mostExamined, keep: (cards) => cards.filter(keep) } : {}),
  })
  return { items, cursor, total: undefined, sortedWithin: undefined }
}

const countsOf = (tally: HostTally | undefined): Record<EventStatus, number> =>
  Object.fromEntries(eventStatuses.map((status) => [status, tally?.[status] ?? 0])) as Record<
    EventStatus,
    number
  >

const summaryOf = (tally: HostTally | undefined) => {
  const statusCounts = countsOf(tally)
  const totalEvents = Object.values(statusCounts).reduce((sum, count) => sum + count, 0)
  const totalExpectedAttendance = tally?.expected ?? 0
  const avgExpectedAttendance =
    totalEvents === 0 ? 0 : Math.round((totalExpectedAttendance / totalEvents) * 100) / 100
  return { totalEvents, totalExpectedAttendance, avgExpectedAttendance, statusCounts }
}

/**
 * Events that an organization hosts or helps to run, for those who manage them (events.md 3.5). One round trip however
 * many there are: the totals are kept as events change. A narrowed list looks at 100 rows a page and may be short.
 */
export const managedPage = async (asked: Asked, context: World) => {
  const { orgId, sortBy = 'start_time' } = asked
  const { page, limit } = pageOf(asked)
  const [found, tally] = await Promise.all([
    sortBy === 'start_time' ? timedPage(asked, context) : sortedPage(asked, sortBy, context),
    context.table.get(hostTally, { hostingType: 'Org', hostingId: orgId }),
  ])
  const summary = summaryOf(tally)
  const status = asked.status && asked.status !== 'all' ? asked.status : undefined
  const narrowed =
    filterOf({ ...asked, status: undefined }) !== undefined || (asked.timeRange ?? 'all') !== 'all'
  const seen = (page - 1) * limit + found.items.length
  const hasMore = found.cursor !== undefined || (found.total !== undefined && seen < found.total)
  const counted = status ? summary.statusCounts[status] : summary.totalEvents
  const totalEvents = found.total ?? (narrowed ? seen + Number(hasMore) : Math.max(counted, seen))
  return {
    events: found.items.map((card) => listedView(card, orgId, context.now())),
    pagination: {
      currentPage: page,
      totalPages: Math.max(1, Math.ceil(totalEvents / limit)),
      totalEvents,
      hasMore,
      nextCursor: found.cursor,
      ...(narrowed && hasMore && found.total === undefined ? { totalIsLowerBound: true } : {}),
      ...(found.sortedWithin === undefined ? {} : { sortedWithin: found.sortedWithin }),
    },
    summary,
  }
}

/** The approval that counts for an event: its own last one, or that of the series which it still follows. */
const approvalOf = async (table: Table, { eventId, seriesId, submission }: EventCard) => {
  if (submission > 0) return undefined
  return seriesId === undefined || seriesId === eventId ? undefined : findNewestApproval(table, seriesId)
}

/** One of them, as those who manage it read it. One round trip; two for one that follows the first of its series. */
export const managedEvent = async (orgId: string, eventId: string, { table, now }: World) => {
  const [whole, own, place] = await Promise.all([
    requireEventOf(table, orgId, eventId),
    findNewestApproval(table, eventId),
    table.get(desk, { eventId }),
  ])
  const { registrationCount } = whole.card
  const approval = own ?? (await approvalOf(table, whole.card))
  return {
    event: { ...plannedView(whole, now()), ...deskViewOf(place), approvalReference: approval?._id ?? null },
    analytics: { registrations: registrationCount, uniqueRegistrations: registrationCount },
  }
}
