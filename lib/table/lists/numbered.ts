import { fail } from '../../contract/failure.ts'
import { PageTooFar } from '../../contract/failures.ts'
import type { Entity, ValueOf } from '../entity.ts'
import type { Table } from '../table.ts'
import type { Listing, Page } from './list.ts'

/** Rows that numbered pages reach; whoever wants more follows the cursor (rules/table 3). */
export const maxNumberedItems = 500

export type Numbered = { readonly page: number; readonly limit: number; readonly cursor?: string | undefined }

/**
 * One page of a list for clients that count pages. A cursor goes on where it came from, at the cost of one page; a
 * number costs every page before it, so it ends at 500 rows: a number beyond fails where there are more.
 */
export const listNumbered = <E extends Entity>(
  table: Table,
  entity: E,
  listing: Omit<Listing, 'limit' | 'cursor'>,
  numbered: Numbered,
): Promise<Page<ValueOf<E>>> => numberedPage((part) => table.list(entity, { ...listing, ...part }), numbered)

/** The same over any list that goes on behind a cursor. */
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
 * How many rows a list has: a number that follows them within seconds, held to what its page shows (rules/table 18). A page
 * that reaches the end knows it for certain.
 */
export const totalOf = (
  counted: number,
  { page, limit, cursor: given }: Numbered,
  { items, cursor }: Pick<Page<unknown>, 'items' | 'cursor'>,
): number => {
  // Whoever goes on behind a cursor has seen a page before.
  const before = given === undefined ? (page - 1) * limit : 1
  const reached = items.length === 0 && given === undefined ? 0 : before + items.length
  const isWhole = cursor === undefined && given === undefined && (reached > 0 || page === 1)
  return isWhole ? reached : Math.max(counted, cursor === undefined ? reached : reached + 1)
}
