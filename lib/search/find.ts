import { fail } from '../contract/failure.ts'
import { BadCursor } from '../contract/failures.ts'
import { type Window, type WindowPage, windowPage } from '../table/lists/pages.ts'
import type { Table } from '../table/table.ts'
import {
  allWordsOf,
  everybody,
  initialLabel,
  listName,
  ownWordsOf,
  pairedWordsOf,
  type WordRow,
  wordRow,
} from './rows.ts'
import { indexedWordsIn, matchesPrefixes } from './words.ts'

/**
 * Read units of one page, beside those of the caller, and the number of word rows that one unit reads at least. Rows
 * with further words are longer.
 */
const maxUnits = 36
const minUnits = 6
const rowsOfUnit = 40
const longRowsOfUnit = 12
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
  /** Items of this index are also found by further words, which have rows in the lists of their own initials only. */
  readonly hasFurther?: boolean
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
type Driver = {
  readonly list: string
  readonly beginning: string
  /** The list also has rows of further words, and all items with the word. */
  readonly isOwn?: true
}

/** The longest words, since they select most. A word that begins another one selects nothing further. */
const leadingWordsOf = ({ typed }: Search): readonly string[] =>
  indexedWordsIn(typed)
    .toSorted((one, other) => other.length - one.length)
    .slice(0, maxDrivers)

/** Each leading word in the list of its own initial. */
const ownDriversOf = (query: Search): readonly Driver[] =>
  leadingWordsOf(query).map((beginning) => {
    const list = listName(query.index, query.label ?? initialLabel(beginning, query.scope ?? everybody))
    return { list, beginning, isOwn: true }
  })

/** Each leading word in the list of another one's initial, which has only names with both. */
const pairedDriversOf = (query: Search): readonly Driver[] => {
  const words = leadingWordsOf(query)
  return words.map((beginning, at) => {
    const other = words[(at + 1) % words.length] ?? beginning
    return {
      list: listName(query.index, query.label ?? initialLabel(other, query.scope ?? everybody)),
      beginning,
    }
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
const isFirstMatch = (row: WordRow, { beginning, isOwn }: Driver): boolean => {
  const words = isOwn ? ownWordsOf(row) : pairedWordsOf(row)
  return words.includes(row.word) && !words.some((other) => other < row.word && other.startsWith(beginning))
}

/** Whether a row's item has all typed words, of those that the driver's list is complete for. */
const hasAllWords = (typed: readonly string[], row: WordRow, { isOwn }: Driver): boolean =>
  matchesPrefixes(typed, isOwn ? allWordsOf(row) : row.text.split(' '))

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

/** The rows that one driver's read shows, and the read that continues it. */
type Look = {
  readonly one: IndexRead
  readonly items: readonly WordRow[]
  readonly next: IndexRead | undefined
}

/** The look that has read all its rows, or else the one that found most. */
const leaderOf = (looks: readonly Look[]): Look | undefined =>
  looks.find(({ next }) => !next) ?? looks.toSorted((one, other) => other.items.length - one.items.length)[0]

/**
 * One page of items that match all typed words or word beginnings. The words are looked up in parallel, and the one
 * with the fewest rows leads. If no word's rows end within a page's read budget, the list continues with a cursor. It
 * is then sorted in parts, and reports that. Only if no row matches does a second read continue up to the budget.
 *
 * In an index with further words, half the budget reads each word in its own list. If several words are typed and none
 * ends there, the other half finds the items whose names have all of them. The first page adds the others read so far,
 * and the total is a lower bound (rules/table 24).
 */
export const search = (table: Table, query: Search): Promise<WindowPage<WordRow>> => {
  const { index, label, scope = everybody, typed, limit, unit, filters = '', hasFurther = false } = query
  const paired = pairedDriversOf(query)
  const first = hasFurther ? ownDriversOf(query) : paired
  const hasSecond = hasFurther && paired.length > 1
  const drivers = hasSecond ? [...first, ...paired] : first
  const units = Math.max(minUnits, maxUnits - limit * unit)
  const budget = Math.floor(units * (hasFurther ? longRowsOfUnit : rowsOfUnit))
  const share = hasSecond ? budget / 2 : budget
  const rows = Math.min(maxRows, Math.floor(share / Math.max(1, first.length)))

  const look = async (one: IndexRead): Promise<Look> => {
    const [page, keep] = await Promise.all([readIndex(table, one), query.keep])
    const items = page.items.filter(
      (row) =>
        isFirstMatch(row, one.led) && hasAllWords(typed, row, one.led) && (keep === undefined || keep(row)),
    )
    const next = page.cursor && { led: one.led, rows: Math.min(maxRows, budget), from: page.cursor }
    return { one, items, next: next || undefined }
  }
  const lookAt = (some: readonly Driver[]) => Promise.all(some.map((led) => look({ led, rows })))

  const readOn = async (leader: Look, left: number): Promise<Window<WordRow>> => {
    const { one, items, next } =
      leader.items.length === 0 && leader.next && left > 0
        ? await look({ ...leader.next, rows: left })
        : leader
    return { items, at: positionOf(drivers, one), next: next && positionOf(drivers, next) }
  }

  /** Items found by name, and those found by further words in the looks at frequent words. */
  const readNames = async (looks: readonly Look[]): Promise<Window<WordRow>> => {
    const leader = leaderOf(await lookAt(paired))
    if (leader === undefined) return { items: [], at: '' }
    const others = looks
      .flatMap(({ items }) => items)
      .filter(({ text }) => !matchesPrefixes(typed, text.split(' ')))
    const items = [...leader.items, ...new Map(others.map((row) => [row.id, row])).values()]
    // The next page of this part repeats all its reads.
    return { items, at: '', next: leader.next && positionOf(drivers, leader.next), isIncomplete: true }
  }

  const read = async (at: string | undefined): Promise<Window<WordRow>> => {
    if (at !== undefined) {
      const one = readFromPosition(drivers, at)
      const isIncomplete = hasSecond && !one.led.isOwn
      return { ...(await readOn(await look(one), budget - one.rows)), isIncomplete }
    }
    const looks = await lookAt(first)
    const leader = leaderOf(looks)
    if (leader === undefined) return { items: [], at: '' }
    if (hasSecond && leader.next) return readNames(looks)
    return readOn(leader, Math.floor(budget - rows * first.length))
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
