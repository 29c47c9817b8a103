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

/** Read units of one page, beside those of the caller, and how many rows of words one of them reads at least. */
const maxUnits = 36
const minUnits = 6
const rowsOfUnit = 40
/** Rows of one word that are looked at together; words that decide which of them is the rarest. */
const maxRows = 400
const maxDrivers = 3

export type Search = {
  readonly index: string
  /** A list that takes in all that is looked for, where there is one. */
  readonly label?: string | undefined
  /** Whose lists of first letters; everybody's unless it says otherwise. */
  readonly scope?: string | undefined
  /** At least one word; see `wordsOf`. */
  readonly typed: readonly string[]
  /** What else has to hold; `filters` tells it apart for cursors. */
  readonly keep?: Promise<Keep> | Keep | undefined
  readonly filters?: string | undefined
  /** By name unless it says otherwise. */
  readonly order?: ((one: WordRow, other: WordRow) => number) | undefined
  readonly skip: number
  readonly limit: number
  readonly cursor?: string | undefined
  /** Read units that showing one row costs. */
  readonly unit: number
}
type Keep = (row: WordRow) => boolean

/** A word that leads, with the list in which its rows are few. */
type Driver = { readonly list: string; readonly beginning: string }

/** The longest words, as they tell most. What begins another word says nothing more. */
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

/** Something with several words that begin so shows at the first of them that the list comes to. */
const isFirstMatch = ({ text, word }: WordRow, { beginning }: Driver): boolean =>
  !indexedWordsIn(text.split(' ')).some((other) => other < word && other.startsWith(beginning))

const byId = (one: WordRow, other: WordRow): number => (one.id < other.id ? -1 : 1)

/** Orders of what was found. */
export const byText = (one: WordRow, other: WordRow): number => {
  if (one.text === other.text) return byId(one, other)
  return one.text < other.text ? -1 : 1
}
export const byTime = (one: WordRow, other: WordRow): number => one.at - other.at || byId(one, other)

/** What is read together: rows of one word, so many, behind a cursor. */
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
 * One page of what has all the words that were typed, or words that begin so. The words are looked up side by side, and
 * the one with the fewest rows leads; where none of them ends within what a page may read, the list goes on behind a
 * cursor, is sorted part by part, and says so. Only where not one of the rows fits, a second look reads on as far as the
 * bound allows.
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
