import type { Ask } from '../engine-calls.ts'
import type { Item } from '../items.ts'
import type { Description, Table } from '../tables.ts'

/** Limit of items in a BatchWriteItem. */
export const maxInBatch = 25

const mark = '.like-aws-'

/** The name of a table's copy: a number, or `index` for the copy that serves index queries. */
export const copyName = (table: string, copy: number | 'index'): string => `${table}${mark}${copy}`

/** Whether a table is a copy of another. */
export const isCopy = (table: string): boolean => table.includes(mark)

const definitionOf = (name: string, description: Description, indexed: boolean) => {
  const indexes = indexed ? (description.GlobalSecondaryIndexes ?? []) : []
  const used = new Set(
    [description, ...indexes].flatMap(({ KeySchema }) => KeySchema.map((one) => one.AttributeName)),
  )
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: description.KeySchema,
    AttributeDefinitions: description.AttributeDefinitions.filter((one) => used.has(one.AttributeName)),
    ...(indexes.length > 0
      ? {
          GlobalSecondaryIndexes: indexes.map(({ IndexName, KeySchema, Projection }) => ({
            IndexName,
            KeySchema,
            Projection,
          })),
        }
      : {}),
  }
}

const fill = async (ask: Ask, from: string, to: readonly string[]): Promise<void> => {
  let start: unknown
  do {
    const { text } = await ask('Scan', {
      TableName: from,
      ConsistentRead: true,
      ...(start ? { ExclusiveStartKey: start } : {}),
    })
    const page = JSON.parse(text) as { Items?: Item[]; LastEvaluatedKey?: unknown }
    const puts = (page.Items ?? []).map((Item) => ({ PutRequest: { Item } }))
    for (let at = 0; at < puts.length; at += maxInBatch) {
      const part = puts.slice(at, at + maxInBatch)
      await Promise.all(to.map((name) => ask('BatchWriteItem', { RequestItems: { [name]: part } })))
    }
    start = page.LastEvaluatedKey
  } while (start)
}

/** Recreates and fills a table's copies, because an earlier run's copies may lack its last writes. */
export const makeCopies = async (ask: Ask, { description }: Table, copies: number): Promise<void> => {
  const name = description.TableName
  const made: string[] = []
  for (const copy of [...Array(copies).keys(), 'index' as const]) {
    const copied = copyName(name, copy)
    await ask('DeleteTable', { TableName: copied })
    const { status, text } = await ask('CreateTable', definitionOf(copied, description, copy === 'index'))
    if (status !== 200) throw new Error(`The copy ${copied} could not be made: ${text}`)
    made.push(copied)
  }
  await fill(ask, name, made)
}

/** Removes a table's copies. */
export const dropCopies = async (ask: Ask, table: string, copies: number): Promise<void> => {
  for (const copy of [...Array(copies).keys(), 'index' as const])
    await ask('DeleteTable', { TableName: copyName(table, copy) })
}
