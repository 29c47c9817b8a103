import { fail } from '../../contract/failure.ts'
import { openCursor, sealCursor } from './cursor.ts'
import { BadCursor, type Listing, type Page } from './list.ts'
import { mostNumbered, type Numbered, PageTooFar } from './numbered.ts'

type Joined<V> = {
  /** Lists in one order; each reads its own part. */
  readonly lists: readonly ((
    part: Pick<Listing, 'limit' | 'from' | 'to' | 'descending'>,
  ) => Promise<Page<V>>)[]
  /** Where a row stands in that order. */
  placeOf(row: V): string
  readonly descending: boolean
  readonly numbered: Numbered
  /** What a cursor belongs to. */
  readonly scope: string
}

/** One page of several lists, read side by side in one round trip; one position goes on in all of them. */
export const joinedPage = async <V>(wanted: Joined<V>): Promise<Page<V>> => {
  const { lists, placeOf, descending, scope } = wanted
  const { page, limit, cursor } = wanted.numbered
  const after = cursor === undefined ? undefined : (openCursor(cursor, scope)?.at ?? fail(BadCursor))
  const skipped = after === undefined ? (page - 1) * limit : 0
  const isFar = skipped >= mostNumbered
  const most = isFar ? mostNumbered : skipped + limit
  // The row that a page ended with comes once more.
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
