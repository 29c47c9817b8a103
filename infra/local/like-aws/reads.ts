import type { Answer } from './engine-calls.ts'
import type { Item } from './items.ts'
import type { Model } from './model.ts'
import { throttled } from './refusals.ts'
import type { Table } from './tables.ts'
import { type Limited, limitedByQuery, partitionOf, wholeTable } from './throughput.ts'

type Read = {
  readonly TableName: string
  readonly ConsistentRead?: boolean
  readonly IndexName?: string
  readonly Key?: Item
  readonly KeyConditionExpression?: string
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: Item
  readonly ReturnConsumedCapacity?: string
}

/** A copy's response with the original table's names. */
const withTableNames = ({ status, text }: Answer, copies: ReadonlyMap<string, string>): Answer => {
  let renamed = text
  for (const [table, copy] of copies) renamed = renamed.replaceAll(`"${copy}"`, `"${table}"`)
  return { status, text: renamed }
}

/** The value of the partition key in a query. */
const conditionValueOf =
  ({ KeyConditionExpression = '', ExpressionAttributeNames, ExpressionAttributeValues }: Read) =>
  (attribute: string): unknown => {
    for (const [, name = '', value = ''] of KeyConditionExpression.matchAll(/(#?\w+)\s*=\s*(:\w+)/g))
      if ((ExpressionAttributeNames?.[name] ?? name) === attribute) return ExpressionAttributeValues?.[value]
    return undefined
  }

const limitedBy = (table: Table, body: Read): Limited[] => {
  if (body.Key) return partitionOf(table, body.Key)
  return body.KeyConditionExpression
    ? limitedByQuery(table, body.IndexName, conditionValueOf(body))
    : [wholeTable(table)]
}

/** Units reported by a response. */
const unitsOf = ({ text }: Answer): number =>
  [...text.matchAll(/"CapacityUnits":([\d.]+)/g)].reduce((sum, [, units]) => sum + Number(units), 0)

/** The response without its units, unless the request asked for them. */
const withRequestedUnits = (answer: Answer, how: string | undefined): Answer => {
  if (answer.status !== 200 || (how !== undefined && how !== 'NONE')) return answer
  const { ConsumedCapacity: _, ...rest } = JSON.parse(answer.text) as Record<string, unknown>
  return { status: 200, text: JSON.stringify(rest) }
}

const withUnits = ({ ReturnConsumedCapacity: how = 'NONE' }: Read | BatchRead) => ({
  ReturnConsumedCapacity: how === 'NONE' ? 'TOTAL' : how,
})

/** GetItem, Query or Scan: from a copy that may lag, unless the read is consistent. */
export const readOne = async (model: Model, operation: string, body: Read): Promise<Answer> => {
  const table = await model.tables.of(body.TableName)
  if (!table) return model.ask(operation, body)
  const limited = limitedBy(table, body)
  const over = model.throughput.usedUp('read', limited)
  if (over) return throttled(over)
  const isEventual = model.copies && !body.ConsistentRead
  const copy = isEventual ? model.copies.pick(body.TableName, body.IndexName !== undefined) : body.TableName
  const answer = await model.ask(operation, { ...body, ...withUnits(body), TableName: copy })
  model.throughput.use('read', limited, unitsOf(answer))
  return withRequestedUnits(
    withTableNames(answer, new Map([[body.TableName, copy]])),
    body.ReturnConsumedCapacity,
  )
}

type TableRead = { readonly ConsistentRead?: boolean; readonly Keys: readonly Item[] }
type BatchRead = {
  readonly RequestItems: Readonly<Record<string, TableRead>>
  readonly ReturnConsumedCapacity?: string
}

/**
 * BatchGetItem: each table consistently or from a copy, as requested. A throttled partition fails the whole request.
 */
export const readBatch = async (model: Model, body: BatchRead): Promise<Answer> => {
  const copies = new Map<string, string>()
  const requests: Record<string, unknown> = {}
  const limited: Limited[][] = []
  for (const [name, request] of Object.entries(body.RequestItems ?? {})) {
    const table = await model.tables.of(name)
    if (table) limited.push(...request.Keys.map((key) => partitionOf(table, key)))
    if (table && model.copies && !request.ConsistentRead) copies.set(name, model.copies.pick(name, false))
    requests[copies.get(name) ?? name] = request
  }
  const over = model.throughput.usedUp('read', limited.flat())
  if (over) return throttled(over)
  const answer = await model.ask('BatchGetItem', { ...body, ...withUnits(body), RequestItems: requests })
  for (const one of limited) model.throughput.use('read', one, unitsOf(answer) / limited.length)
  return withRequestedUnits(withTableNames(answer, copies), body.ReturnConsumedCapacity)
}
