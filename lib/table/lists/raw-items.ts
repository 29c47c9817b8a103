import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { writeBatch } from '../batch-write.ts'
import { type CallContext, sendCommand } from '../call.ts'
import { type Entity, fillTemplate, prefixOf } from '../entity.ts'
import { fieldsOf, type Item, isUnexpired } from '../read.ts'
import type { IndexName } from '../schema.ts'

/**
 * A tenant's partition, by its name without the prefix, or a partition of an index. `after` is the place of the last
 * item read.
 */
export type RawPlace = {
  readonly pk: string
  readonly index?: IndexName | undefined
  readonly after?: string | undefined
  readonly limit: number
}

/** One item of any kind, and its place. */
export type RawItem = {
  readonly entity: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly place: string
}

/** `next` is the start of the following page, if there is one. */
export type RawPage = { readonly items: readonly RawItem[]; readonly next?: string }

const keyNames = (index: IndexName | undefined): readonly string[] =>
  index ? ['pk', 'sk', `${index}pk`, `${index}sk`] : ['pk', 'sk']

const placeOf = (item: Item, index: IndexName | undefined): string =>
  JSON.stringify(keyNames(index).map((name) => String(item[name])))

const startOf = (after: string, index: IndexName | undefined): Record<string, string> => {
  const values = JSON.parse(after) as string[]
  return Object.fromEntries(keyNames(index).map((name, at) => [name, values[at] ?? '']))
}

/**
 * One page of all items in a partition, in key order. The read is strongly consistent, except in an index. Expired
 * items are left out. Only exports read items of unknown kinds.
 */
export const listRawItems = async (
  ports: CallContext,
  { pk, index, after, limit }: RawPlace,
): Promise<RawPage> => {
  const command = new QueryCommand({
    TableName: ports.client.name,
    ...(index ? { IndexName: index } : { ConsistentRead: true }),
    KeyConditionExpression: '#pk = :pk',
    ExpressionAttributeNames: { '#pk': index ? `${index}pk` : 'pk' },
    ExpressionAttributeValues: { ':pk': prefixOf('tenant', ports.tenant) + pk },
    Limit: limit,
    ReturnConsumedCapacity: 'TOTAL',
    ...(after === undefined ? {} : { ExclusiveStartKey: startOf(after, index) }),
  })
  const { Items = [], LastEvaluatedKey } = await sendCommand(ports, { does: 'read', call: 'Query' }, () =>
    ports.client.documents.send(command),
  )
  const items = Items.filter((item) => isUnexpired(item, ports.now())).map((item) => {
    const name = String(item.entity)
    const fields = fieldsOf({ name } as Entity<Record<string, unknown>>, item)
    return { entity: name, fields, place: placeOf(item, index) }
  })
  return LastEvaluatedKey === undefined ? { items } : { items, next: placeOf(LastEvaluatedKey, index) }
}

/** A partition of a tenant: `template` as the keys of its entities have it, and the values of its parameters. */
export type Partition = {
  readonly template: string
  readonly keyParams: Readonly<Record<string, string>>
  /** Names of entities whose items remain. */
  readonly keep?: readonly string[]
}

/** Items that one page of a purge removes, and the most that a partition keeps. */
const purgedAtOnce = 50
const mostKept = 10

/**
 * Removes one page of a partition's items, whatever they are. Returns whether it found any. Only for data that nobody
 * can read or change any more, since it checks no condition.
 */
export const purgePage = async (
  ports: CallContext,
  { template, keyParams, keep = [] }: Partition,
): Promise<boolean> => {
  const pk = fillTemplate(template, keyParams)
  if (pk === undefined) throw new Error(`${template}: the partition needs a value for each parameter`)
  const query = new QueryCommand({
    TableName: ports.client.name,
    ConsistentRead: true,
    KeyConditionExpression: '#pk = :pk',
    ProjectionExpression: '#pk, #sk, #entity',
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk', '#entity': 'entity' },
    ExpressionAttributeValues: { ':pk': prefixOf('tenant', ports.tenant) + pk },
    Limit: purgedAtOnce + mostKept,
    ReturnConsumedCapacity: 'TOTAL',
  })
  const { Items = [] } = await sendCommand(ports, { does: 'read', call: 'Query' }, () =>
    ports.client.documents.send(query),
  )
  const purged = Items.filter((item) => !keep.includes(String(item.entity)))
  const removals = purged.map(({ pk, sk, entity }) => {
    const removal = { entity: String(entity), DeleteRequest: { Key: { pk, sk } } }
    return [`${pk}\n${sk}`, removal] as const
  })
  const failures = await writeBatch(ports, new Map(removals))
  for (const error of failures.values()) throw error
  return purged.length > 0
}
