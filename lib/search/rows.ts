import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { type Consumer, on } from '../consumer.ts'
import { type Entity, entity, type KeyParams, key } from '../table/entity.ts'
import type { Table } from '../table/table.ts'
import { put, remove, type Write } from '../table/write.ts'
import { indexedWordsIn, initialOf } from './words.ts'

/**
 * An index row: an item can be found by a word. A list contains all words of the items that share a label: an initial
 * of one of their words, an owner, or a rare fact. Two typed words are thus looked up together: one is the beginning
 * of the sort key, the other one's initial selects the list.
 */
export const WordRow = z.object({
  list: z.string(),
  word: z.string(),
  id: z.string(),
  /** All words of the name, in order. */
  text: z.string(),
  /** Words that find the item in addition to its name. Only rows in the list of the word's own initial have them. */
  further: z.optional(z.string()),
  /** Creation or start time, in milliseconds. */
  at: z.number(),
  /** Facts that lists filter by. */
  facts: z.optional(z.string()),
})
export type WordRow = z.infer<typeof WordRow>
export const wordRow = entity('WordRow', WordRow, { scope: 'tenant', pk: 'WORDS#{list}', sk: '{word}#{id}' })

/** Items that are found by name; `undefined` for items that must not be found. */
export type WordIndex<V = unknown> = {
  readonly name: string
  readonly entity: Entity<V>
  entryOf(value: V): Entry | undefined
}
export type Entry = Pick<WordRow, 'id' | 'text' | 'further' | 'at' | 'facts'> & {
  /** Lists in addition to those by initial. */
  readonly labels?: readonly string[]
  /** Owners of the lists by initial; by default the whole school. */
  readonly scopes?: readonly string[]
}

export const wordIndex = <V, H extends string>(
  name: string,
  of: Entity<V, H>,
  entryOf: (value: V) => Entry | undefined,
): WordIndex<V> => ({ name, entity: of as Entity<V>, entryOf })

export const listName = (index: string, label: string): string => `${index}:${label}`

/** The label of items with a word that has this initial. */
export const initialLabel = (word: string, scope: string): string => scope + initialOf(word)
export const everybody = ''

const wordsIn = (text = ''): readonly string[] => text.split(' ').filter((word) => word !== '')

/** The words of a name that have rows in every list of the item. */
export const pairedWordsOf = ({ text }: Pick<WordRow, 'text'>): readonly string[] =>
  indexedWordsIn(wordsIn(text))

/** All words that have rows in the list of their own initial. */
export const ownWordsOf = (row: Pick<WordRow, 'text' | 'further'>): readonly string[] => [
  ...new Set([...pairedWordsOf(row), ...(row.further ? indexedWordsIn(allWordsOf(row)) : [])]),
]

/** The words of the name, and the further words. */
export const allWordsOf = ({ text, further }: Pick<WordRow, 'text' | 'further'>): readonly string[] => [
  ...wordsIn(text),
  ...wordsIn(further),
]

/**
 * All index rows of an item, those that a single word finds first. Words of the name have a row for each initial of the
 * name. Further words, which are many, have only the row of their own initial.
 */
export const rowsOf = <V>({ name, entryOf }: WordIndex<V>, value: V | undefined): readonly WordRow[] => {
  const entry = value === undefined ? undefined : entryOf(value)
  if (entry === undefined || entry.text === '') return []
  const { labels = [], scopes = [everybody], further, ...shared } = { ...entry, at: entry.at || 0 }
  const listsOf = (word: string) => scopes.map((scope) => listName(name, initialLabel(word, scope)))
  const paired = pairedWordsOf(entry)
  const own = ownWordsOf(entry).flatMap((word) =>
    listsOf(word).map((list) => ({ list, word, ...shared, ...(further ? { further } : {}) })),
  )
  const lists = new Set([...paired.flatMap(listsOf), ...labels.map((label) => listName(name, label))])
  const others = [...lists].flatMap((list) =>
    paired.filter((word) => !listsOf(word).includes(list)).map((word) => ({ list, word, ...shared })),
  )
  return [...own, ...others]
}

const rowKeyOf = ({ list, word, id }: WordRow): string => `${list}\n${word}\n${id}`

/** Limit for rows in the transaction that creates or renames an item. The stream's consumer writes the others. */
const maxWordWrites = 20

/** Makes an item findable at once, and no longer by its former name. */
export const wordWrites = <V>(
  index: WordIndex<V>,
  after: V,
  { before, most = maxWordWrites }: { readonly before?: V; readonly most?: number } = {},
): readonly Write[] => {
  const rows = rowsOf(index, after)
  const wordRows = new Set(rows.map(rowKeyOf))
  const gone = rowsOf(index, before).slice(0, most)
  return [
    ...rows.slice(0, most).map((row) => put(wordRow, row)),
    ...gone.filter((row) => !wordRows.has(rowKeyOf(row))).map((row) => remove(wordRow, row)),
  ]
}

/** Rows that are read, and then written, in parallel. */
const atOnce = 100

/** Synchronizes index rows: reads them and writes those that differ. `former` lists rows that may exist too. */
export const syncWords = async (
  table: Table,
  wordRows: readonly WordRow[],
  former: readonly WordRow[] = [],
): Promise<number> => {
  const want = new Map(wordRows.map((row) => [rowKeyOf(row), row]))
  const all = [...new Map([...former, ...wordRows].map((row) => [rowKeyOf(row), row])).values()]
  let changed = 0
  // Works in parts, so that a name with many words does not take every connection.
  for (let from = 0; from < all.length; from += atOnce) {
    const part = all.slice(from, from + atOnce)
    const present = await table.batchGet(
      part.map((row) => key(wordRow, row)),
      { strong: true },
    )
    const moves = part.flatMap((row, at) => {
      const wish = want.get(rowKeyOf(row))
      if (isDeepStrictEqual(wish, present[at])) return []
      return [wish ? put(wordRow, wish) : remove(wordRow, row)]
    })
    await table.store(moves)
    changed += moves.length
  }
  return changed
}

/**
 * Keeps an index in step with its items. A change event only triggers the check, and the current item decides. So
 * repeated or late change events leave nothing behind.
 */
export const indexOnChange = <V>(index: WordIndex<V>): Consumer =>
  on(index.entity, ['made', 'changed', 'gone'], async ({ before, after }, { table }) => {
    const [old, fresh] = [rowsOf(index, before), rowsOf(index, after)]
    if (isDeepStrictEqual(old, fresh)) return
    const keyParams = (after ?? before) as KeyParams<Entity>
    const now = (await table.get(index.entity as Entity, keyParams, { strong: true })) as V | undefined
    await syncWords(table, rowsOf(index, now), [...old, ...fresh])
  })
