import { isDeepStrictEqual } from 'node:util'
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { connect } from '../../../lib/table/client.ts'
import { type IndexName, indexNames } from '../../../lib/table/schema.ts'

export type Item = Readonly<Record<string, unknown>>

export type Inventory = {
  readonly items: readonly Item[]
  readonly indexes: Record<IndexName, readonly Item[]>
}

/** Every item of the table and of its indexes, from the engine itself, past the platform. */
export const inventory = async (endpoint: string, table: string): Promise<Inventory> => {
  const { documents } = connect({ TABLE_NAME: table, DYNAMODB_ENDPOINT: endpoint })
  const all = async (IndexName?: IndexName): Promise<Item[]> => {
    const found: Item[] = []
    let start: Record<string, unknown> | undefined
    do {
      const command = new ScanCommand({ TableName: table, IndexName, ExclusiveStartKey: start })
      const page = await documents.send(command)
      found.push(...(page.Items ?? []))
      start = page.LastEvaluatedKey
    } while (start)
    return found
  }
  try {
    return { items: await all(), indexes: { gsi1: await all('gsi1'), gsi2: await all('gsi2') } }
  } finally {
    documents.destroy()
  }
}

const addressOf = ({ pk, sk }: Item): string => `${pk} ${sk}`

/** Where an index and the table tell different stories. */
export const tornIndexes = ({ items, indexes }: Inventory): string[] =>
  indexNames.flatMap((name) => {
    const copies = new Map(indexes[name].map((item) => [addressOf(item), item]))
    const listed = items.filter((item) => item[`${name}pk`] !== undefined)
    const torn = listed.filter((item) => !isDeepStrictEqual(copies.get(addressOf(item)), item))
    const known = new Set(listed.map(addressOf))
    const stray = indexes[name].filter((item) => !known.has(addressOf(item)))
    return [...torn, ...stray].map((item) => `${name} differs from the table at ${addressOf(item)}`)
  })
