import { fail } from '../../contract/failure.ts'
import { BadCursor, PageTooFar } from '../../contract/failures.ts'
import { type Listing, openCursor, type Page, sealCursor } from './list.ts'
import { maxNumberedItems, type Numbered } from './numbered.ts'

type JoinedListQuery<V> = {
  /** Lists in the same order; each reads its own part. */
  readonly lists: readonly ((
    part: Pick<Listing, 'limit' | 'from' | 'to' | 'descending'>,
  ) => Promise<Page<V>>)[]
  /** A row's position in that order. */
  placeOf(row: V): string
  readonly descending: boolean
  readonly numbered: Numbered
  /** Binds a cursor to its list. */
  readonly scope: string
}

/** One page of several lists, read in parallel in one round trip. One position continues all of them. */
export const joinedPage = async <V>(query: JoinedListQuery<V>): Promise<Page<V>> => {
  const { lists, placeOf, descending, scope } = query
  const { page, limit, cursor } = query.numbered
  const after = cursor === undefined ? undefined : (openCursor(cursor, scope)?.at ?? fail(BadCursor))
  const skipped = after === undefined ? (page - 1) * limit : 0
  const isFar = skipped >= maxNumberedItems
  const most = isFar ? maxNumberedItems : skipped + limit
  // The last row of the previous page is read again.
  const part = { descending, limit: most + 1, ...(descending ? { to: after } : { from: after }) }
  const pages = await Promise.all(lists.map((list) => list(part)))
  const items = pages
    .flatMap((one) => one.items)
    .filter((row) => placeOf(row) !== after)
    .sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1) * (descending ? 1 : -1))
  const more = items.length > most || pages.some((one) => one.cursor !== undefined)
  if (isFar && more) fail(PageTooFar)
  const shown = items.slice(skipped, most)
  const last = shown.at(-1)
  return { items: shown, ...(more && last ? { cursor: sealCursor({ at: placeOf(last) }, scope) } : {}) }
}

/** Part of a list that is sorted and counted as a whole, with its own start and that of the next part. */
export type Window<V> = {
  readonly items: readonly V[]
  readonly at: string
  readonly next?: string | undefined
  /** The part, and those before it, may lack rows that belong to the list. */
  readonly isIncomplete?: boolean
}

type WindowQuery<V> = {
  /** Reads the visible rows of the part that starts at `at`, or of the first part. */
  read(at: string | undefined): Promise<Window<V>>
  /** Undefined: the list's own order. */
  readonly order?: ((one: V, other: V) => number) | undefined
  readonly skip: number
  readonly limit: number
  readonly cursor?: string | undefined
  /** Binds a cursor to its list. */
  readonly scope: string
  /** Parts read in sequence to fill a page; 1 by default. */
  readonly looks?: number
}

export type WindowPage<V> = {
  readonly items: readonly V[]
  /** Rows counted up to the end of this part. A list that continues never reports 0. */
  readonly total: number
  readonly totalIsLowerBound: boolean
  /** The order holds within each part, not across the list. */
  readonly orderIsPartial: boolean
  readonly cursor?: string
}

const numberOf = (text = '0'): number => {
  const number = Number(text)
  return Number.isSafeInteger(number) && number >= 0 ? number : fail(BadCursor)
}

/**
 * One page of a list that is read in parts, each sorted in an order that no index has. The cursor continues after the
 * last row, within its part and then with the next part, so each row appears once. A page number beyond the parts read
 * for one page fails.
 */
export const windowPage = async <V>(query: WindowQuery<V>): Promise<WindowPage<V>> => {
  const { read, order, limit, cursor, scope, looks = 1 } = query
  const position = cursor === undefined ? undefined : (openCursor(cursor, scope) ?? fail(BadCursor))
  const seal = (at: string | undefined, from: number, n: number): string =>
    sealCursor({ ...(at ? { at } : {}), from: String(from), n: String(n) }, scope)
  const shown: V[] = []
  let before = numberOf(position?.n)
  let start = position ? numberOf(position.from) : query.skip
  let place = position?.at
  for (let look = 1; ; look += 1) {
    const { items, at, next, isIncomplete = false } = await read(place)
    const all = order ? [...items].sort(order) : items
    const taken = all.slice(start, start + limit - shown.length)
    shown.push(...taken)
    const total = before + all.length
    const end = start + taken.length
    const page = { items: shown, totalIsLowerBound: next !== undefined || isIncomplete }
    const orderIsPartial = order !== undefined && (next !== undefined || before > 0)
    if (taken.length > 0 && end < all.length)
      return { ...page, total, orderIsPartial, cursor: seal(at, end, before) }
    if (next === undefined) return { ...page, total, orderIsPartial }
    start = Math.max(0, start - all.length)
    if (shown.length === limit || look === looks) {
      if (!position && query.skip > 0 && shown.length === 0) fail(PageTooFar)
      return { ...page, total: Math.max(1, total), orderIsPartial, cursor: seal(next, start, total) }
    }
    place = next
    before = total
  }
}
