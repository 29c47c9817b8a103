import { fail } from '../../../lib/contract/failure.ts'
import { BadCursor, PageTooFar } from '../../../lib/contract/failures.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import { openCursor, type Page, sealCursor } from '../../../lib/table/lists/list.ts'
import { maxNumberedItems, type Numbered } from '../../../lib/table/lists/numbered.ts'
import type { Table } from '../../../lib/table/table.ts'
import { type Collaborator, collaborator, type EventCard, eventCard, type Shelf } from '../records/event.ts'

/** The maximum length of an event. An event that is still running began no earlier than this. */
export const longestMs = 14 * dayMs

export const iso = (ms: number): string => new Date(ms).toISOString()

/** Part of an event list, ordered by start. `from` and `to` are positions in that order, both inclusive. */
export type ListRange = {
  readonly limit: number
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly descending?: boolean
}
/** Fields that determine an event's position in lists. */
export type OrderFields = Pick<EventCard, 'start_time' | 'eventId'>
export type Source<R extends OrderFields = EventCard> = (part: ListRange) => Promise<Page<R>>

/** The position after all events that begin at a time (ISO 8601). The time itself is the position before them. */
export const upTo = (moment: string): string => `${moment}#\u{10FFFF}`

/** Public events of the school. */
export const publicEvents =
  (table: Table, shelf: Shelf): Source =>
  (part) =>
    table.list(eventCard, { index: 'gsi1', keyParams: { shelf }, ...part })

const cardOf = (row: EventCard | Collaborator): EventCard => ('card' in row ? row.card : row)

/** Events that a person or organization hosts, or that an organization helps to run. */
export const hostEvents =
  (table: Table, hostingId: string, shelf: Shelf): Source =>
  async (part) => {
    const listing = { index: 'gsi2', keyParams: { hostingId, shelf }, ...part } as const
    const { items, ...rest } = await table.listKinds([eventCard, collaborator], listing)
    return { items: items.map(cardOf), ...rest }
  }

/** The position of an event in every list. */
export const orderOf = ({ start_time, eventId }: OrderFields): string => `${start_time}#${eventId}`

const byOrder =
  (descending: boolean) =>
  (one: OrderFields, other: OrderFields): number => {
    const [a, b] = [orderOf(one), orderOf(other)]
    if (a === b) return 0
    return a < b === descending ? 1 : -1
  }

/** `horizon` is the last row up to which the merged rows are complete; absent at the end of all lists. */
export type MergedPage<R extends OrderFields = EventCard> = {
  readonly rows: readonly R[]
  readonly horizon?: R
}

/** Merges rows of several lists in one order. One round trip; reads at most `limit` rows of each. */
export const mergePages = async <R extends OrderFields = EventCard>(
  sources: readonly Source<R>[],
  part: ListRange,
): Promise<MergedPage<R>> => {
  const { descending = false } = part
  const before = byOrder(descending)
  const pages = await Promise.all(sources.map((list) => list(part)))
  const horizon = pages
    .flatMap(({ items, cursor }) => (cursor === undefined ? [] : items.slice(-1)))
    .sort(before)[0]
  const rows = pages
    .flatMap(({ items }) => items)
    .filter((card) => horizon === undefined || before(card, horizon) <= 0)
    .sort(before)
  return horizon === undefined ? { rows } : { rows, horizon }
}

/**
 * Returns the first `limit` events of several merged lists, over any number of table pages. In descending order,
 * returns the last ones.
 */
export const firstEvents = async (
  sources: readonly Source[],
  part: ListRange,
): Promise<readonly EventCard[]> => {
  const found = new Map<string, EventCard>()
  const { descending = false } = part
  let last: string | undefined
  while (found.size < part.limit) {
    const behind = last === undefined ? {} : descending ? { to: last } : { from: last }
    // The last row of the previous page is read again.
    const { rows, horizon } = await mergePages(sources, {
      ...part,
      ...behind,
      limit: part.limit - found.size + 1,
    })
    for (const card of rows) found.set(card.eventId, card)
    if (!horizon || orderOf(horizon) === last) break
    last = orderOf(horizon)
  }
  return [...found.values()].slice(0, part.limit)
}

/**
 * One page of events with the cursor of the next. `total` counts the events up to the end of this page, so it is exact
 * on the last page. While the list continues, `total` is at least 1.
 */
export type EventPage<R extends OrderFields = EventCard> = {
  readonly items: readonly R[]
  readonly cursor?: string
  readonly total: number
  readonly totalIsLowerBound: boolean
}

type EventPageQuery<R extends OrderFields> = Omit<ListRange, 'limit'> & {
  readonly sources: readonly Source<R>[]
  readonly numbered: Numbered
  /** The query that a cursor is valid for. */
  readonly scope: string
  /** Rows to read of each list, when more are read than shown. */
  readonly examined?: number
  /** Removes rows that the list must not show. */
  keep?(rows: readonly R[]): Promise<readonly R[]> | readonly R[]
}

/** Opens a cursor: the position, and the number of rows before it. */
const positionOf = (cursor: string | undefined, scope: string) => {
  if (cursor === undefined) return undefined
  const { at, n = '0' } = openCursor(cursor, scope) ?? {}
  return { at: at ?? fail(BadCursor), counted: /^\d{1,9}$/.test(n) ? Number(n) : fail(BadCursor) }
}

/** The range after a cursor's row. That row is read again and skipped. */
const rangeAfter = (
  after: string | undefined,
  { from, to, descending = false }: Omit<ListRange, 'limit'>,
): Omit<ListRange, 'limit'> => {
  if (after === undefined) return { from, to, descending }
  return descending ? { from, to: after, descending } : { from: after, to, descending }
}

/** Reads at most this many times while no row may be shown. */
const maxReads = 3

/**
 * Returns one page of several merged lists, usually in one round trip. Reads as many rows of each list as it shows, or
 * `examined`. After filtering, a page may be short although the list continues; an empty page reads up to twice more.
 * Fails for a page number beyond the first 500 rows while there are more.
 */
export const eventPage = async <R extends OrderFields = EventCard>(
  query: EventPageQuery<R>,
): Promise<EventPage<R>> => {
  const { numbered, scope, descending = false, keep = (rows) => rows } = query
  const given = positionOf(numbered.cursor, scope)
  const skipped = given ? 0 : (numbered.page - 1) * numbered.limit
  const most = Math.min(skipped, maxNumberedItems) + numbered.limit
  const matched: R[] = []
  let after = given?.at
  let end: R | undefined
  for (let look = 0; look < maxReads && matched.length <= Math.min(skipped, maxNumberedItems); look += 1) {
    const limit = Math.max(query.examined ?? 0, most - matched.length) + (after === undefined ? 0 : 1)
    const { rows, horizon } = await mergePages(query.sources, { ...rangeAfter(after, query), limit })
    const from = after
    const fresh = rows.filter((card) => from === undefined || isBeyond(card, from, descending))
    matched.push(...[...(await keep(fresh))].sort(byOrder(descending)))
    end = horizon
    if (!horizon) break
    after = orderOf(horizon)
  }
  const items = matched.slice(skipped, skipped + numbered.limit)
  const last = matched.length > skipped + numbered.limit ? items.at(-1) : end
  if (last && skipped > 0 && items.length === 0) fail(PageTooFar)
  const total = (given?.counted ?? 0) + Math.min(matched.length, skipped + numbered.limit)
  if (last === undefined) return { items, total, totalIsLowerBound: false }
  const cursor = sealCursor({ at: orderOf(last), n: String(total) }, scope)
  return { items, total: Math.max(1, total), totalIsLowerBound: true, cursor }
}

const isBeyond = (card: OrderFields, after: string, descending: boolean): boolean =>
  descending ? orderOf(card) < after : orderOf(card) > after
