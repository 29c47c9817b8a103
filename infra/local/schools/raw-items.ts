import { isDeepStrictEqual } from 'node:util'
import { withAddresses } from '../../../functions/exports/school-export.ts'
import { rowsOf, wordRow } from '../../../lib/search/rows.ts'
import type { Table } from '../../../lib/table/table.ts'
import { problem } from '../problem.ts'
import { type Item, type Kinds, nameOfItem } from './line.ts'
import { wordIndexes } from './search-indexes.ts'

/** Items that are written at the same time. */
const atOnce = 16

/** Hands lines to so many workers; the first that fails ends it, when the others have stopped. */
export const inParallel = async <V>(
  values: AsyncIterable<V>,
  work: (value: V) => Promise<void>,
): Promise<void> => {
  const rest = values[Symbol.asyncIterator]()
  let failed = false
  const run = async (): Promise<void> => {
    for (let next = await rest.next(); !next.done && !failed; next = await rest.next()) {
      try {
        await work(next.value)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const runs = Array.from({ length: atOnce }, run)
  await Promise.allSettled(runs)
  await Promise.all(runs)
}

/**
 * Puts one item where nothing stands. What a begun import has put already is the same; anything else that stands there
 * is somebody's, unless this import was begun before: then it has changed since and stays.
 */
export const bringItem = async (
  table: Table,
  kinds: Kinds,
  item: Item,
  { addressOf, isAgain }: { addressOf(key: string): string; readonly isAgain: boolean },
): Promise<void> => {
  const kind = kinds.get(item.entity)
  if (!kind) throw problem(`This install knows no ${item.entity}.`)
  const fields = withAddresses(item.fields, addressOf)
  const brought = await table.bring(kind, fields)
  if (!brought.ok && !isAgain && !isDeepStrictEqual(brought.found, fields))
    throw problem(`${nameOfItem(kinds, item)} stands here already, and is another one.`)
  const index = wordIndexes.find(({ entity }) => entity.name === item.entity)
  if (index) await Promise.all(rowsOf(index, fields).map((row) => table.bring(wordRow, row)))
}
