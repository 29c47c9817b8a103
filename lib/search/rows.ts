import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { type Consumer, on } from '../consumer.ts'
import { normalForm } from '../contract/text/normal-form.ts'
import { type Entity, entity, type KeyParams, key } from '../table/entity.ts'
import type { Table } from '../table/table.ts'
import { put, remove, type Write } from '../table/write.ts'

/** Letters without a decomposition, in the spelling of people who cannot type them. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  þ: 'th',
  ŧ: 't',
}
const undecomposed = new RegExp(`[${Object.keys(plain).join('')}]`, 'g')

/** A text in its compared form: without accents, case and width. */
const folded = (text: string): string =>
  normalForm(text.toLowerCase(), 'NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(undecomposed, (letter) => plain[letter] ?? letter)

/** Limits for the words that index one name. */
const maxWords = 12
const longestWord = 60

/**
 * The words of a name or a query: folded, unique, in order. An apostrophe does not end a word. A text without letters
 * and digits is one word, as far as keys can hold it.
 */
export const wordsOf = (text: string): readonly string[] => {
  // A sigma at the end of a word has a letter of its own, which other ways to write the word do not use.
  const whole = folded(text)
    .replace(/['\u2019\u02BC`]/g, '')
    .replaceAll('ς', 'σ')
  const found = whole.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const words = found.length > 0 ? found : [whole.replace(/[\s#%]+/g, '')].filter((word) => word !== '')
  return [...new Set(words.map((word) => [...word].slice(0, longestWord).join('')))].slice(0, maxWords)
}

/** Whether every typed word begins one of the words. */
export const matchesPrefixes = (typed: readonly string[], words: readonly string[]): boolean =>
  typed.every((beginning) => words.some((word) => word.startsWith(beginning)))

/** The words of a text to index. A word that begins another one is found through that one. */
export const indexedWordsIn = (words: readonly string[]): readonly string[] =>
  [...new Set(words)].filter((word) => !words.some((other) => other !== word && other.startsWith(word)))

export const initialOf = ([initial = '']: Iterable<string> & string): string => initial

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
export type Entry = Pick<WordRow, 'id' | 'text' | 'at' | 'facts'> & {
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

/** All index rows of an item, those that a single word finds first. */
export const rowsOf = <V>({ name, entryOf }: WordIndex<V>, value: V | undefined): readonly WordRow[] => {
  const entry = value === undefined ? undefined : entryOf(value)
  if (entry === undefined || entry.text === '') return []
  const { labels = [], scopes = [everybody], ...shared } = { ...entry, at: entry.at || 0 }
  const words = indexedWordsIn(entry.text.split(' '))
  const listsOf = (word: string) => scopes.map((scope) => listName(name, initialLabel(word, scope)))
  const all = [...new Set([...words.flatMap(listsOf), ...labels.map((label) => listName(name, label))])]
  const isOwn = ({ list, word }: WordRow): boolean => listsOf(word).includes(list)
  return all
    .flatMap((list) => words.map((word) => ({ list, word, ...shared })))
    .sort((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
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
  const wanted = new Set(rows.map(rowKeyOf))
  const gone = rowsOf(index, before).slice(0, most)
  return [
    ...rows.slice(0, most).map((row) => put(wordRow, row)),
    ...gone.filter((row) => !wanted.has(rowKeyOf(row))).map((row) => remove(wordRow, row)),
  ]
}

/** Rows that are read, and then written, in parallel. */
const atOnce = 100

/** Synchronizes index rows: reads them and writes those that differ. `former` lists rows that may exist too. */
export const syncWords = async (
  table: Table,
  wanted: readonly WordRow[],
  former: readonly WordRow[] = [],
): Promise<number> => {
  const want = new Map(wanted.map((row) => [rowKeyOf(row), row]))
  const all = [...new Map([...former, ...wanted].map((row) => [rowKeyOf(row), row])).values()]
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
      return [wish ? table.put(wordRow, wish) : table.remove(wordRow, row)]
    })
    await Promise.all(moves)
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
