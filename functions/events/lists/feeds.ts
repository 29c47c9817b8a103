import type { Tenant } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { pageOf, pagesOf } from '../../../lib/contract/paging.ts'
import { dayMs, hourMs } from '../../../lib/contract/time.ts'
import type { Caller } from '../../../lib/identity/person/caller.ts'
import type { OwnCounts } from '../../../lib/own-counts.ts'
import { byTime, search } from '../../../lib/search/find.ts'
import { wordsOf } from '../../../lib/search/words.ts'
import type { Numbered } from '../../../lib/table/lists/numbered.ts'
import type { Table } from '../../../lib/table/table.ts'
import { dayAfter, dayOf, startOfDay } from '../../../lib/zones.ts'
import { MonthRequired, RangeRequired, RangeTooLong } from '../contract/failures.ts'
import { eventFactsOf, eventWordIndex, isFoundBy, isPublicLive } from '../event-facts.ts'
import { isJoinableOrPast } from '../host-state.ts'
import { isInPublicLists, type Shelf } from '../records/event.ts'
import { eventViewsOf } from '../views.ts'
import { type CardFilter, filterOf, hostIn } from './filter.ts'
import { type EventPage, eventPage, hostEvents, iso, longestMs, publicEvents, upTo } from './lists.ts'
import { publicEventsFrom } from './long-events.ts'
import { readCards } from './rsvps.ts'

type FeedsContext = {
  readonly table: Table
  readonly tenant: Tenant
  readonly caller: Caller | undefined
  readonly counts: OwnCounts
  now(): Date
}
type FeedQuery = Parameters<typeof pageOf>[0] & { readonly filter?: string | undefined }

/** Rows that a filtered list reads for one page. */
const maxExamined = 100
/** Events on one page of search results. */
const maxFound = 50

const examining = (filter: CardFilter | undefined) => (filter ? { examined: maxExamined } : {})

/** Paging fields that existing clients read. */
const paginationOf = (
  { cursor, total, totalIsLowerBound }: Omit<EventPage, 'items'>,
  { page, limit }: Numbered,
) => ({
  total,
  totalIsLowerBound,
  totalPages: pagesOf(total, limit, cursor === undefined ? 1 : page + 1),
  currentPage: page,
  limit,
})

const feedPageOf = async (page: Pick<EventPage, 'items' | 'cursor'>, context: FeedsContext) => ({
  events: await eventViewsOf(page.items, context),
  nextCursor: page.cursor,
})

/** The start of today in the school's time zone. */
const todayOf = ({ now, tenant }: FeedsContext): string =>
  startOfDay(dayOf(iso(now().getTime()), tenant.timezone), tenant.timezone)

/** Searches public events by word prefixes, next event first. Three round trips, at most fifty events a page. */
const searchedFeed = async (text: string, query: FeedQuery, context: FeedsContext) => {
  const { table } = context
  const { page, limit, cursor } = pageOf({ ...query, limit: query.limit ?? '10' })
  const numbered = { page, limit: Math.min(maxFound, limit) }
  const filter = filterOf(query.filter)
  const today = todayOf(context)
  const typed = wordsOf(text)
  // The word index stores the end as a UTC date, so it may include events that ended hours before today.
  const isAsked = (facts: Parameters<CardFilter>[0], end: string): boolean =>
    end >= today.slice(0, end.length) && (filter?.(facts) ?? true)
  const found = await search(table, {
    index: eventWordIndex.name,
    hasFurther: true,
    typed,
    keep: (row) => {
      const { endDay, ...facts } = eventFactsOf(row)
      return isAsked(facts, endDay)
    },
    filters: query.filter,
    order: byTime,
    skip: (page - 1) * numbered.limit,
    limit: numbered.limit,
    cursor,
    unit: 0.5,
  })
  const cards = await readCards(
    table,
    found.items.map(({ id }) => id),
  )
  const items = cards.filter(
    (card) => isPublicLive(card) && isAsked(card, card.end_time) && isFoundBy(typed, card),
  )
  const { orderIsPartial } = found
  return {
    ...(await feedPageOf(
      { items, ...(found.cursor === undefined ? {} : { cursor: found.cursor }) },
      context,
    )),
    pagination: { ...paginationOf(found, numbered), ...(orderIsPartial ? { orderIsPartial } : {}) },
  }
}

/**
 * Lists public events that end today or later in the school's time zone, next event first. One round trip. `filter`
 * reads at most a hundred rows.
 */
export const listFutureEvents = async (
  query: FeedQuery & { readonly search?: string | undefined },
  context: FeedsContext,
) => {
  const text = query.search?.trim() ?? ''
  if (text !== '') return searchedFeed(text, query, context)
  const { table } = context
  const numbered = pageOf({ ...query, limit: query.limit ?? '10' })
  const filter = filterOf(query.filter)
  const hostingId = hostIn(query.filter)
  const today = Date.parse(todayOf(context))
  const page = await eventPage({
    sources: [hostingId === undefined ? publicEvents(table, 'live') : hostEvents(table, hostingId, 'live')],
    from: iso(today - longestMs),
    numbered,
    scope: `future\n${query.filter ?? ''}`,
    ...examining(filter),
    keep: (cards) =>
      cards.filter(
        (card) => isPublicLive(card) && Date.parse(card.end_time) >= today && (filter?.(card) ?? true),
      ),
  })
  return { ...(await feedPageOf(page, context)), pagination: paginationOf(page, numbered) }
}

/**
 * Lists all public live events, a hundred a page unless the query requests fewer. Existing clients read only the first
 * page.
 */
export const listAllEvents = async (query: FeedQuery, context: FeedsContext) => {
  const { table } = context
  const numbered = pageOf({ ...query, limit: query.limit ?? '100' })
  const page = await eventPage({
    sources: [publicEvents(table, 'live')],
    numbered,
    scope: 'all',
    keep: (cards) => cards.filter(isPublicLive),
  })
  return { ...(await feedPageOf(page, context)), pagination: paginationOf(page, numbered) }
}

/**
 * Lists public events that begin within a time or run at its start, past events included. One round trip, and a second
 * when long events run at the start.
 */
const listEventsWithin = async (first: number, last: number, query: FeedQuery, context: FeedsContext) => {
  const { table, now } = context
  const numbered = pageOf({ ...query, limit: query.limit ?? '100' })
  const filter = filterOf(query.filter)
  const hostingId = hostIn(query.filter)
  const shelves: readonly Shelf[] = first < now().getTime() ? ['live', 'past'] : ['live']
  const start = iso(first)
  const page = await eventPage({
    sources:
      hostingId === undefined
        ? publicEventsFrom(table, shelves, first)
        : shelves.map((shelf) => hostEvents(table, hostingId, shelf)),
    from: iso(first - longestMs),
    to: upTo(iso(last)),
    numbered,
    scope: `between\n${first}\n${last}\n${query.filter ?? ''}`,
    ...examining(filter),
    keep: (cards) =>
      cards.filter(
        (card) =>
          isInPublicLists(card) &&
          card.status !== 'cancelled' &&
          card.end_time > start &&
          isJoinableOrPast(card, now()) &&
          (filter?.(card) ?? true),
      ),
  })
  return feedPageOf(page, context)
}

const startOfDayMs = (date: string, { tenant }: FeedsContext): number =>
  Date.parse(startOfDay(date, tenant.timezone))

type MonthQuery = FeedQuery & { readonly month?: string | undefined; readonly year?: string | undefined }

const wholeNumber = (text: string | undefined, least: number, most: number): number => {
  const number = /^\d{1,4}$/.test(text ?? '') ? Number(text) : Number.NaN
  return number >= least && number <= most ? number : fail(MonthRequired)
}

/** Lists public events that take place in a month (1 to 12) in the school's time zone. */
export const listEventsOfMonth = async ({ month, year, ...query }: MonthQuery, context: FeedsContext) => {
  const [m, y] = [wholeNumber(month, 1, 12), wholeNumber(year, 1970, 9000)]
  const first = `${String(y).padStart(4, '0')}-${String(m).padStart(2, '0')}-01`
  const next = dayAfter(first, { months: 1 }) ?? first
  return listEventsWithin(startOfDayMs(first, context), startOfDayMs(next, context) - 1, query, context)
}

type RangeQuery = FeedQuery & { readonly start?: string | undefined; readonly end?: string | undefined }

const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2}T/

/** Parses a time or the start of a day. */
const momentOf = (text: string | undefined, context: FeedsContext): number => {
  const ms = text !== undefined && (day.test(text) || moment.test(text)) ? Date.parse(text) : Number.NaN
  if (text === undefined || Number.isNaN(ms)) return fail(RangeRequired)
  return day.test(text) ? startOfDayMs(text, context) : ms
}

const endOf = (text: string | undefined, context: FeedsContext): number =>
  day.test(text ?? '') ? momentOf(dayAfter(text ?? '', { days: 1 }), context) - 1 : momentOf(text, context)

const maxRangeDays = 93
/** The check below adds an hour, because the clocks may change within the range. */

/** Lists public events between two times or days, the last day included; at most 93 days (rules/events 17). */
export const listEventsBetween = async ({ start, end, ...query }: RangeQuery, context: FeedsContext) => {
  const [first, last] = [momentOf(start, context), endOf(end, context)]
  if (last < first) fail(RangeRequired)
  if (last - first > maxRangeDays * dayMs + hourMs) fail(RangeTooLong)
  return listEventsWithin(first, last, query, context)
}
