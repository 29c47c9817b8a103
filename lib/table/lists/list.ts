import { createHash } from 'node:crypto'
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { fail } from '../../contract/failure.ts'
import { BadCursor } from '../../contract/failures.ts'
import { type CallContext, sendCommand } from '../call.ts'
import { type Entity, fillPrefix, fillTemplate, prefixOf } from '../entity.ts'
import { nameOf } from '../fault.ts'
import { fieldsOf, type Item, isUnexpired } from '../read.ts'
import { isVisibleTo } from '../repeatable-request.ts'
import type { IndexName } from '../schema.ts'

/** Where a listing stopped: sort position and id parts of the last item, never a partition key (rules/table 1). */
type Position = Readonly<Record<string, string>>

const scopeHashOf = (scope: string): string =>
  createHash('sha256').update(scope).digest('base64url').slice(0, 8)

/** An opaque cursor that continues only its own listing: same index, same partition, same filters. */
export const sealCursor = (position: Position, scope: string): string =>
  Buffer.from(JSON.stringify([scopeHashOf(scope), position])).toString('base64url')

/** Undefined for everything but a cursor of this listing. */
export const openCursor = (cursor: string, scope: string): Position | undefined => {
  if (cursor.length > 2048) return undefined
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(parsed) || parsed.length !== 2 || parsed[0] !== scopeHashOf(scope)) return undefined
    const position: unknown = parsed[1]
    if (typeof position !== 'object' || position === null) return undefined
    const parts = Object.entries(position)
    return parts.every(([, value]) => typeof value === 'string' && value !== '')
      ? Object.fromEntries(parts)
      : undefined
  } catch {
    return undefined
  }
}

/** One page of one kind of item: by the table's own keys, or by an index. */
export type Listing = {
  readonly index?: IndexName
  /** Fills the partition key and the beginning of the sort key. The rest of the sort key orders the list. */
  readonly keyParams: Readonly<Record<string, string>>
  readonly limit: number
  readonly cursor?: string | undefined
  /**
   * First and last sort key, both inclusive, after the part that `keyParams` fill. A longer key that begins with `to`
   * is beyond it.
   */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly descending?: boolean
  readonly strong?: boolean
  /** Further selection of the list, so that a cursor of another selection is refused. */
  readonly filters?: string
}

export type Page<V> = { readonly items: readonly V[]; readonly cursor?: string }

type Query = { pk: string; prefix: string; names: { pk: string; sk: string }; scope: string }

// The first kind names the partition and its order; the others share them.
const queryOf = (
  ports: CallContext,
  kinds: readonly Entity[],
  { index, keyParams, filters = '' }: Listing,
): Query => {
  const entity = kinds[0]
  if (!entity) throw new Error('a list needs an entity')
  const keys = index ? entity.keys[index] : entity.keys
  if (!keys) throw new Error(`${entity.name} has no ${index}`)
  const pk = fillTemplate(keys.pk, keyParams)
  if (pk === undefined) throw new Error(`${entity.name}: the list has no partition`)
  const whole = prefixOf(entity.keys.scope, ports.tenant) + pk
  const prefix = fillPrefix(keys.sk, keyParams)
  return {
    pk: whole,
    prefix,
    names: { pk: index ? `${index}pk` : 'pk', sk: index ? `${index}sk` : 'sk' },
    scope: [index ?? 'table', whole, prefix, kinds.map(({ name }) => name).join(), filters].join('\n'),
  }
}

const queryCall = (kinds: readonly Entity[]) =>
  ({ does: 'read', call: 'Query', entity: kinds.map(({ name }) => name).join(' ') }) as const

/** Sorts after every character that a key can hold. */
const lastKeySuffix = '\u{10FFFF}'

// Keys are never empty, and DynamoDB refuses to compare with an empty text.
const rangeOf = ({ prefix }: Query, { from = '', to }: Listing): { low: string; high: string } => ({
  low: prefix + from || ' ',
  high: to === undefined ? prefix + lastKeySuffix : prefix + to,
})

/** An end before the beginning, which DynamoDB refuses. Keys are ordered by their bytes. */
const isEmpty = (low: string, high: string): boolean =>
  Buffer.compare(Buffer.from(low), Buffer.from(high)) > 0

// A position in an index also names base keys; the partition is rebuilt from the caller's own.
const positionOf = (
  item: Item,
  tenantPrefix: string,
  index: IndexName | undefined,
): Record<string, string> => {
  const strip = (value: unknown): string => String(value).slice(tenantPrefix.length)
  return index
    ? { s: String(item[`${index}sk`]), p: strip(item.pk), k: String(item.sk) }
    : { s: String(item.sk) }
}

const startOf = (
  position: Readonly<Record<string, string>>,
  query: Query,
  tenantPrefix: string,
  index?: IndexName,
) => {
  const { s, p, k } = position
  if (s === undefined || !s.startsWith(query.prefix)) return undefined
  if (!index) return { pk: query.pk, sk: s }
  if (p === undefined || k === undefined) return undefined
  return { [query.names.pk]: query.pk, [query.names.sk]: s, pk: tenantPrefix + p, sk: k }
}

/**
 * One page, in one round trip, of several kinds that share a partition. `keyParams` fill the keys of the first kind.
 * Expired items and other kinds are left out, so a page may be shorter than `limit`.
 */
export const listKinds = async (
  ports: CallContext,
  kinds: readonly Entity[],
  listing: Listing,
): Promise<Page<unknown>> => {
  const query = queryOf(ports, kinds, listing)
  const tenantPrefix = prefixOf(kinds[0]?.keys.scope ?? 'tenant', ports.tenant)
  const position = listing.cursor === undefined ? undefined : openCursor(listing.cursor, query.scope)
  const start = position && startOf(position, query, tenantPrefix, listing.index)
  if (listing.cursor !== undefined && start === undefined) fail(BadCursor)
  const { low, high } = rangeOf(query, listing)
  if (isEmpty(low, high)) return { items: [] }
  const command = new QueryCommand({
    TableName: ports.client.name,
    ...(listing.index
      ? { IndexName: listing.index }
      : { ConsistentRead: listing.strong || ports.strong === 'all' }),
    KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :low AND :high',
    ExpressionAttributeNames: { '#pk': query.names.pk, '#sk': query.names.sk },
    ExpressionAttributeValues: { ':pk': query.pk, ':low': low, ':high': high },
    Limit: listing.limit,
    ScanIndexForward: !listing.descending,
    ReturnConsumedCapacity: 'TOTAL',
    ...(start ? { ExclusiveStartKey: start } : {}),
  })
  const { Items = [], LastEvaluatedKey } = await sendCommand(ports, queryCall(kinds), () =>
    ports.client.documents.send(command),
  ).catch((error: unknown) => {
    // The engine rejects a forged position, such as one outside the list.
    if (start && nameOf(error) === 'ValidationException') fail(BadCursor)
    throw error
  })
  const items = Items.filter(
    (item) => isUnexpired(item, ports.now()) && isVisibleTo(ports.making, item),
  ).flatMap((item) => {
    const kind = kinds.find(({ name }) => name === item.entity)
    return kind ? [fieldsOf(kind, item)] : []
  })
  if (LastEvaluatedKey === undefined) return { items }
  return { items, cursor: sealCursor(positionOf(LastEvaluatedKey, tenantPrefix, listing.index), query.scope) }
}

/** One page of one kind. */
export const list = <V>(ports: CallContext, entity: Entity<V>, listing: Listing): Promise<Page<V>> =>
  listKinds(ports, [entity as Entity], listing) as Promise<Page<V>>

/** Every item of a small partition, by kind. Other kinds are skipped. */
export const collect = async (
  ports: CallContext,
  entities: readonly Entity[],
  keyParams: Readonly<Record<string, string>>,
  strong: boolean,
): Promise<unknown[][]> => {
  const first = entities[0]
  const pk = first && fillTemplate(first.keys.pk, keyParams)
  if (first === undefined || pk === undefined) throw new Error('a collection needs a partition')
  const found: Item[] = []
  let start: Item | undefined
  do {
    const command = new QueryCommand({
      TableName: ports.client.name,
      ConsistentRead: strong,
      KeyConditionExpression: '#pk = :pk',
      ExpressionAttributeNames: { '#pk': 'pk' },
      ExpressionAttributeValues: { ':pk': prefixOf(first.keys.scope, ports.tenant) + pk },
      ReturnConsumedCapacity: 'TOTAL',
      ...(start ? { ExclusiveStartKey: start } : {}),
    })
    const page = await sendCommand(ports, queryCall(entities), () => ports.client.documents.send(command))
    found.push(...(page.Items ?? []))
    start = page.LastEvaluatedKey
  } while (start)
  return entities.map((entity) =>
    found
      .filter(
        (item) =>
          item.entity === entity.name && isUnexpired(item, ports.now()) && isVisibleTo(ports.making, item),
      )
      .map((item) => fieldsOf(entity, item)),
  )
}
