import type { Context } from '../../lib/context.ts'
import { pageOf } from '../../lib/contract/paging.ts'
import type { Input } from '../../lib/operation.ts'
import { byText, byTime, search } from '../../lib/search/find.ts'
import type { WordRow } from '../../lib/search/rows.ts'
import { wordsOf } from '../../lib/search/words.ts'
import { windowPage } from '../../lib/table/lists/pages.ts'
import type { Table } from '../../lib/table/table.ts'
import { dayAfter, dayOf, startOfDay } from '../../lib/zones.ts'
import {
  type EventCard,
  eventFactsOf,
  eventPage,
  eventWordIndex,
  hostEvents,
  hostScope,
  isFoundBy,
  longestMs,
  mergePages,
  orderOf,
  readCards,
  Shelf,
  shelfOf,
  upTo,
} from '../events/index.ts'
import type { contract } from './contract.ts'

type OrgEventsQuery = Input<(typeof contract)['rows']['listOrgEvents']>
type ManagedListsContext = Pick<Context, 'table' | 'now' | 'tenant'>

/** Rows that a filtered list, or one without a matching index, reads for a page. */
const maxExamined = 100
const maxSorted = 500
/** Events on one page of search results. */
const maxFound = 50

/** Starts from `from` to `to`, both included, of events that end after `endingAfter` and no later than `endedBy`. */
type Range = {
  readonly from?: string
  readonly to?: string
  readonly endingAfter?: string
  readonly endedBy?: string
}

const iso = (ms: number): string => new Date(ms).toISOString()

/**
 * Weeks begin on Monday and months on the first, in the school's time zone. They include events that began earlier and
 * still run (rules/events 29).
 */
const rangeOf = (
  { timeRange }: OrgEventsQuery,
  { now, tenant: { timezone: zone } }: ManagedListsContext,
): Range => {
  const at = now().toISOString()
  if (timeRange === 'upcoming') return { from: at }
  if (timeRange === 'past') return { to: at }
  if (timeRange === 'current') return { from: iso(Date.parse(at) - longestMs), endingAfter: at }
  if (timeRange === 'ended') return { to: at, endedBy: at }
  const today = dayOf(at, zone)
  const between = (first: string, next: string | undefined) => {
    const start = startOfDay(first, zone)
    return {
      from: iso(Date.parse(start) - longestMs),
      endingAfter: start,
      ...(next === undefined ? {} : { to: iso(Date.parse(startOfDay(next, zone)) - 1) }),
    }
  }
  if (timeRange === 'this_week') {
    const monday = dayAfter(today, { days: -((new Date(today).getUTCDay() + 6) % 7) }) ?? today
    return between(monday, dayAfter(monday, { days: 7 }))
  }
  if (timeRange !== 'this_month') return {}
  const first = `${today.slice(0, 7)}-01`
  return between(first, dayAfter(first, { months: 1 }))
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

type FilterFields = Pick<EventCard, 'status' | 'type'>

/** Returns the filter for loaded cards, the range included; undefined when the list shows everything. */
const cardFilterOf = (
  asked: OrgEventsQuery,
  { endingAfter = '', endedBy = '9' }: Range,
): ((card: EventCard) => boolean) | undefined => {
  const keep = filterOf(asked)
  if (endingAfter === '' && endedBy === '9') return keep
  return (card) =>
    card.end_time > endingAfter && card.end_time <= endedBy && (keep === undefined || keep(card))
}

/** Returns the filter by status and type; undefined when neither is requested. */
const filterOf = ({
  status,
  type,
}: Pick<OrgEventsQuery, 'status' | 'type'>): ((facts: FilterFields) => boolean) | undefined => {
  const wanted = status && status !== 'all' ? status : undefined
  const kind = type && !same(type, 'all') ? type : undefined
  if (!wanted && !kind) return undefined
  return (facts) => (!wanted || facts.status === wanted) && (!kind || same(facts.type, kind))
}

const sourcesOf = (table: Table, { orgId, status }: OrgEventsQuery) => {
  const shelves = status && status !== 'all' ? [shelfOf(status)] : Shelf.options
  return shelves.map((shelf) => hostEvents(table, orgId, shelf))
}

type Sorting = 'name' | 'createdAt' | 'status' | 'expectedAttendance'

const compareEvents = (a: EventCard, b: EventCard, by: Sorting) => {
  const [one, other] = [a[by], b[by]]
  if (one === other) return a.eventId < b.eventId ? -1 : 1
  return one < other ? -1 : 1
}

const scopeOf = ({ orgId, status, type, timeRange, sortBy, sortOrder }: OrgEventsQuery): string =>
  JSON.stringify(['managed', orgId, status, type, timeRange, sortBy, sortOrder])

/** Sorts by a field without an index: 500 rows at a time. */
const sortedPage = async (asked: OrgEventsQuery, by: Sorting, context: ManagedListsContext) => {
  const { table } = context
  const { page, limit, cursor: given } = pageOf(asked)
  const range = rangeOf(asked, context)
  const { from, to } = range
  const keep = cardFilterOf(asked, range)
  const sign = asked.sortOrder === 'desc' ? -1 : 1
  const { items, total, cursor } = await windowPage({
    read: async (at) => {
      const until = to === undefined ? {} : { to: upTo(to) }
      const part = { from: at ?? from, ...until, limit: maxSorted + Number(at !== undefined) }
      const { rows, horizon } = await mergePages(sourcesOf(table, asked), part)
      const fresh = rows.filter((card) => at === undefined || orderOf(card) > at)
      const shown = fresh.slice(0, maxSorted)
      const last = fresh.length > maxSorted ? shown.at(-1) : horizon
      return {
        items: keep ? shown.filter(keep) : shown,
        at: at ?? '',
        next: last && orderOf(last),
      }
    },
    order: (one, other) => compareEvents(one, other, by) * sign,
    skip: (page - 1) * limit,
    limit,
    cursor: given,
    scope: scopeOf(asked),
  })
  return { items, total, cursor, sortedWithin: maxSorted }
}

/**
 * Searches by words of names, tags, hosts, places and descriptions, in three round trips. A sort field that word rows lack orders each page only within
 * itself.
 */
const searchedPage = async (
  text: string,
  asked: OrgEventsQuery,
  by: OrgEventsQuery['sortBy'],
  context: ManagedListsContext,
) => {
  const { table } = context
  const { page, limit, cursor: given } = pageOf(asked)
  const { orgId } = asked
  const { from = '', to = '9', endingAfter = '', endedBy = '9' } = rangeOf(asked, context)
  const keep = filterOf(asked)
  const typed = wordsOf(text)
  const isWithin = (start: string): boolean => start >= from && start <= to
  const sign = asked.sortOrder === 'desc' ? -1 : 1
  const most = Math.min(maxFound, limit)
  const status = (row: WordRow): string => eventFactsOf(row).status
  const orders = {
    start_time: byTime,
    name: byText,
    status: (one: WordRow, other: WordRow) => status(one).localeCompare(status(other)) || byTime(one, other),
  }
  const order = by === 'createdAt' || by === 'expectedAttendance' ? undefined : orders[by ?? 'start_time']
  const found = await search(table, {
    index: eventWordIndex.name,
    scope: hostScope(orgId),
    hasFurther: true,
    typed,
    keep: (row) => {
      const facts = eventFactsOf(row)
      const isRunning = facts.endDay >= endingAfter.slice(0, facts.endDay.length)
      return isRunning && isWithin(iso(row.at)) && (!keep || keep(facts))
    },
    filters: scopeOf(asked),
    order: (one, other) => (order ?? byTime)(one, other) * sign,
    skip: (page - 1) * most,
    limit: most,
    cursor: given,
    unit: 0.5,
  })
  const cards = await readCards(
    table,
    found.items.map(({ id }) => id),
  )
  const items = cards.filter(
    (card) =>
      card.deletedAt === undefined &&
      (card.hostingId === orgId || card.collaborators.includes(orgId)) &&
      isWithin(card.start_time) &&
      card.end_time > endingAfter &&
      card.end_time <= endedBy &&
      (!keep || keep(card)) &&
      isFoundBy(typed, card),
  )
  if (by === 'createdAt' || by === 'expectedAttendance')
    items.sort((one, other) => compareEvents(one, other, by) * sign)
  const { total, cursor, orderIsPartial } = found
  const isPartial = orderIsPartial || (order === undefined && total > items.length)
  return { items, total, cursor, sortedWithin: isPartial ? items.length : undefined }
}

const timedPage = async (asked: OrgEventsQuery, context: ManagedListsContext) => {
  const { table } = context
  const range = rangeOf(asked, context)
  const { from, to } = range
  const keep = cardFilterOf(asked, range)
  const numbered = pageOf(asked)
  const { items, cursor, total } = await eventPage({
    sources: sourcesOf(table, asked),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to: upTo(to) }),
    descending: asked.sortOrder === 'desc',
    numbered,
    scope: scopeOf(asked),
    ...(keep ? { examined: maxExamined, keep: (cards) => cards.filter(keep) } : {}),
  })
  return { items, cursor, total, sortedWithin: undefined }
}

/** Whether a filter other than the status applies. The host's tally has totals by status only. */
const isFiltered = ({ type, timeRange, search: text }: OrgEventsQuery): boolean =>
  (text?.trim() ?? '') !== '' || filterOf({ type }) !== undefined || (timeRange ?? 'all') !== 'all'

/** Lists events that an organization hosts or helps to run. */
export const listManagedEvents = async (asked: OrgEventsQuery, context: ManagedListsContext) => {
  const { sortBy = 'start_time', search: text = '' } = asked
  const found = text.trim()
    ? searchedPage(text, asked, sortBy, context)
    : sortBy === 'start_time'
      ? timedPage(asked, context)
      : sortedPage(asked, sortBy, context)
  return { ...(await found), narrowed: isFiltered(asked) }
}
