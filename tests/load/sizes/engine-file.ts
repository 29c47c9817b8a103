import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { indexNames } from '../../../lib/table/schema.ts'

type Row = Readonly<Record<string, string | number | null>>

/** An item in the engine's own notation, such as `{"S":"text"}`. */
export type Stored = Readonly<Record<string, { readonly S?: string; readonly [type: string]: unknown }>>

export type EngineFile = {
  /** Every item of a table. */
  items(table: string): readonly Stored[]
  /** Remembers what stands in a table; the returned function puts back exactly that. */
  keep(table: string): () => void
  /** Puts an item so many times: `mark`, wherever its text stands in the item, becomes the number of the copy. */
  multiply(table: string, item: Stored, mark: string, copies: number): void
  /** Puts many items. */
  put(table: string, items: Iterable<Stored>): void
  close(): void
}

const quoted = (name: string): string => `"${name}"`
const indexTable = (table: string, index: string): string => `${table}::gsi::${index}`
const numbers = 'WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < @copies)'
const numbered = (name: string): string => `replace(@${name}, @mark, printf('%06d', n))`

/**
 * The file of an engine, past its door: a hundred thousand items cost a second there, and minutes by requests. The layout
 * is that of the engine's version in package.json; one that changed it fails here at once.
 */
export const openEngineFile = (dataDir: string): EngineFile => {
  const file = new DatabaseSync(join(dataDir, 'table.sqlite'), { timeout: 5000 })
  // Nothing here has to outlive the machine.
  file.exec('PRAGMA synchronous = OFF')
  const tablesOf = (table: string) => [table, ...indexNames.map((index) => indexTable(table, index))]
  const rowsIn = (table: string) => file.prepare(`SELECT * FROM ${quoted(table)}`).all() as Row[]

  const transaction = (act: () => void): void => {
    file.exec('BEGIN IMMEDIATE')
    act()
    file.exec('COMMIT')
  }

  const insert = (table: string, rows: readonly Row[]): void => {
    const names = Object.keys(rows[0] ?? {})
    if (names.length === 0) return
    const marks = names.map((name) => `@${name}`).join()
    const statement = file.prepare(`INSERT INTO ${quoted(table)} (${names.join()}) VALUES (${marks})`)
    for (const row of rows) statement.run({ ...row })
  }

  const keyOf = (item: Stored, name: string): string => `S:${item[name]?.S ?? ''}`

  return {
    items: (table) => rowsIn(table).map(({ item_json }) => JSON.parse(String(item_json))),
    keep: (table) => {
      const kept = tablesOf(table).map((name) => [name, rowsIn(name)] as const)
      return () =>
        transaction(() => {
          for (const [name, rows] of kept) {
            file.exec(`DELETE FROM ${quoted(name)}`)
            insert(name, rows)
          }
        })
    },
    multiply: (table, item, mark, copies) => {
      if (copies === 0) return
      const json = JSON.stringify(item)
      const own = { pk: keyOf(item, 'pk'), sk: keyOf(item, 'sk'), json, mark, copies }
      transaction(() => {
        file
          .prepare(
            `INSERT OR REPLACE INTO ${quoted(table)} (pk, sk, item_json, item_size, hash_prefix)
             ${numbers} SELECT ${numbered('pk')}, ${numbered('sk')}, ${numbered('json')}, @size, '' FROM many`,
          )
          .run({ ...own, size: json.length })
        for (const index of indexNames) {
          if (item[`${index}pk`] === undefined) continue
          const keys = { ipk: keyOf(item, `${index}pk`), isk: keyOf(item, `${index}sk`) }
          file
            .prepare(
              `INSERT OR REPLACE INTO ${quoted(indexTable(table, index))}
                 (gsi_pk, gsi_sk, table_pk, table_sk, item_json)
               ${numbers} SELECT ${['ipk', 'isk', 'pk', 'sk', 'json'].map(numbered).join()} FROM many`,
            )
            .run({ ...own, ...keys })
        }
      })
    },
    put: (table, items) => {
      const own = file.prepare(
        `INSERT OR REPLACE INTO ${quoted(table)} (pk, sk, item_json, item_size, hash_prefix) VALUES (?, ?, ?, ?, '')`,
      )
      const indexed = indexNames.map((index) => ({
        index,
        into: file.prepare(
          `INSERT OR REPLACE INTO ${quoted(indexTable(table, index))}
             (gsi_pk, gsi_sk, table_pk, table_sk, item_json) VALUES (?, ?, ?, ?, ?)`,
        ),
      }))
      transaction(() => {
        for (const item of items) {
          const json = JSON.stringify(item)
          const [pk, sk] = [keyOf(item, 'pk'), keyOf(item, 'sk')]
          own.run(pk, sk, json, json.length)
          for (const { index, into } of indexed)
            if (item[`${index}pk`] !== undefined)
              into.run(keyOf(item, `${index}pk`), keyOf(item, `${index}sk`), pk, sk, json)
        }
      })
    },
    close: () => file.close(),
  }
}
