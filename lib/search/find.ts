import { fail } from '../contract/failure.ts'
import { BadCursor } from '../contract/failures.ts'
import { type Window, type WindowPage, windowPage } from '../table/lists/pages.ts'
import type { Table } from '../table/table.ts'
import {
  everybody,
  indexedWordsIn,
  initialLabel,
  listName,
  matchesPrefixes,
  type WordRow,
  wordRow,
} from './rows.ts'

/** Read units of one page, beside those of the caller, and the number of word rows that one unit reads at least. */
const maxUnits = 36
const minUnits = 6
const rowsOfUnit = 40
/** Rows of one word that are read together; words compared to find the rarest. */
const maxRows = 400
const maxDrivers = 3

export type Search = {
  readonly index: string
  /** A list that contains everything the search may find, if there is one. */
  readonly label?: string | undefined
  /** The owner of the lists by initial; by default the whole school. */
  readonly scope?: string | undefined
  /** At least one word; see `wordsOf`. */
  readonly typed: readonly string[]
  /** Further condition; `filters` distinguishes it in cursors. */
  readonly keep?: Promise<Keep> | Keep | undefined
  readonly filters?: string | undefined
  /** By name by default. */
  readonly order?: ((one: WordRow, other: WordRow) => number) | undefined
  readonly skip: number
  readonly limit: number
  readonly cursor?: string | undefined
  /** Read units needed to show one row. */
  readonly unit: number
}
type Keep = (row: WordRow) => boolean

/** The word that leads the search, in the list with few rows for it. */
type Driver = { readonly list: string; readonly beginning: string }

/** The longest words, since they select most. A word that begins another one selects nothing further. */
const driversOf = ({ index, label, scope = everybody, typed }: Search): readonly Driver[] => {
  const longest = indexedWordsIn(typed)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, maxDrivers)
  return longest.map((beginning, at) => {
    const other = longest[(at + 1) % longest.length] ?? beginning
    return { list: listName(index, label ?? initialLabel(other, scope)), beginning }
  })
}

const readIndex = (table: Table, { led: { list, beginning }, rows, from }: IndexRead) =>
  table.list(wordRow, {
    keyParams: { list },
    from: beginning,
    to: `${beginning}\u{10FFFF}`,
    filters: beginning,
    limit: rows,
    cursor: from,
  })

/** An item with several words that match appears only at the first of them in the list. */
const isFirstMatch = ({ text, word }: WordRow, { beginning }: Driver): boolean =>
  !indexedWordsIn(text.split(' ')).some((other) => other < word && other.startsWith(beginning))

const byId = (one: WordRow, other: WordRow): number => (one.id < other.id ? -1 : 1)

/** Sort orders for results. */
export const byText = (one: WordRow, other: WordRow): number => {
  if (one.text === other.text) return byId(one, other)
  return one.text < other.text ? -1 : 1
}
export const byTime = (one: WordRow, other: WordRow): number => one.at - other.at || byId(one, other)

/** One read: rows of one word, their number, and the cursor. */
type IndexRead = { readonly led: Driver; readonly rows: number; readonly from?: string | undefined }

const positionOf = (drivers: readonly Driver[], { led, rows, from = '' }: IndexRead): string =>
  [drivers.indexOf(led), rows, from].join(' ')

const readFromPosition = (drivers: readonly Driver[], place: string): IndexRead => {
  const [number, size, from] = place.split(' ')
  const rows = Number(size)
  const led = drivers[Number(number)]
  if (led === undefined || !Number.isInteger(rows) || rows < 1 || rows > maxUnits * rowsOfUnit)
    fail(BadCursor)
  return { led, rows, from: from || undefined }
}

/**
 * One page of items that match all typed words or word beginnings. The words are looked up in parallel, and the one
 * with the fewest rows leads. If no word's rows end within a page's read budget, the list continues with a cursor. It
 * is then sorted in parts, and reports that. Only if no row matches does a second read continue up to the budget.
 */
export const search = (table: Table, query: Search): Promise<WindowPage<WordRow>> => {
  const { index, label, scope = everybody, typed, limit, unit, filters = '' } = query
  const drivers = driversOf(query)
  const units = Math.max(minUnits, maxUnits - limit * unit)
  const rows = Math.min(maxRows, Math.floor((units * rowsOfUnit) / Math.max(1, drivers.length)))

  const look = async (one: IndexRead) => {
    const [page, keep] = await Promise.all([readIndex(table, one), query.keep])
    const items = page.items.filter(
      (row) =>
        isFirstMatch(row, one.led) &&
        matchesPrefixes(typed, row.text.split(' ')) &&
        (keep === undefined || keep(row)),
    )
    const next = page.cursor && {
      led: one.led,
      rows: Math.min(maxRows, Math.floor(units * rowsOfUnit)),
      from: page.cursor,
    }
    return { one, items, next }
  }

  const read = async (at: string | undefined): Promise<Window<WordRow>> => {
    const wide = at === undefined ? drivers.map((led) => ({ led, rows })) : [readFromPosition(drivers, at)]
    const looks = await Promise.all(wide.map(look))
    const most = looks.toSorted((one, other) => other.items.length - one.items.length)[0]
    let seen = looks.find(({ next }) => !next) ?? most
    if (seen === undefined) return { items: [], at: '' }
    const left = Math.floor(units * rowsOfUnit) - wide.reduce((sum, one) => sum + one.rows, 0)
    if (seen.items.length === 0 && seen.next && left > 0) seen = await look({ ...seen.next, rows: left })
    const next = seen.next && positionOf(drivers, seen.next)
    return { items: seen.items, at: positionOf(drivers, seen.one), next: next || undefined }
  }

  return windowPage({
    read,
    order: query.order ?? byText,
    skip: query.skip,
    limit,
    cursor: query.cursor,
    scope: ['search', index, label ?? '', scope, typed.join(' '), filters].join('\n'),
  })
}
