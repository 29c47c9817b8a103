import { fail } from '../../contract/failure.ts'
import { PageTooFar } from '../../contract/failures.ts'
import type { Entity, ValueOf } from '../entity.ts'
import type { Table } from '../table.ts'
import type { Listing, Page } from './list.ts'

/** Rows that numbered pages reach; further rows need the cursor (rules/table 3). */
export const maxNumberedItems = 500

export type Numbered = { readonly page: number; readonly limit: number; readonly cursor?: string | undefined }

/**
 * One page of a list for clients that count pages. A cursor continues its listing at the cost of one page. A page
 * number costs every page before it, so numbers end at 500 rows: a number beyond fails if there are more rows.
 */
export const listNumbered = <E extends Entity>(
  table: Table,
  entity: E,
  listing: Omit<Listing, 'limit' | 'cursor'>,
  numbered: Numbered,
): Promise<Page<ValueOf<E>>> => numberedPage((part) => table.list(entity, { ...listing, ...part }), numbered)

/** As `listNumbered`, over any list with a cursor. */
export const numberedPage = async <V>(
  list: (part: Pick<Listing, 'limit' | 'cursor'>) => Promise<Page<V>>,
  { page, limit, cursor: given }: Numbered,
): Promise<Page<V>> => {
  if (given !== undefined) return list({ limit, cursor: given })
  const skipped = (page - 1) * limit
  const isFar = skipped >= maxNumberedItems
  const most = isFar ? maxNumberedItems : skipped + limit
  const items: V[] = []
  let cursor: string | undefined
  do {
    const found = await list({ limit: most - items.length, cursor })
    items.push(...found.items)
    cursor = found.cursor
  } while (cursor !== undefined && items.length < most)
  if (isFar && cursor !== undefined) fail(PageTooFar)
  const shown = items.slice(skipped, skipped + limit)
  return cursor === undefined ? { items: shown } : { items: shown, cursor }
}

/**
 * The number of rows in a list: a counter that lags by seconds, corrected by the rows of the page (rules/table 18). A
 * page that reaches the end knows the exact number.
 */
export const totalOf = (
  counted: number,
  { page, limit, cursor: given }: Numbered,
  { items, cursor }: Pick<Page<unknown>, 'items' | 'cursor'>,
): number => {
  // A request with a cursor has already received at least one row.
  const before = given === undefined ? (page - 1) * limit : 1
  const reached = items.length === 0 && given === undefined ? 0 : before + items.length
  const isWhole = cursor === undefined && given === undefined && (reached > 0 || page === 1)
  return isWhole ? reached : Math.max(counted, cursor === undefined ? reached : reached + 1)
}
