import type { AttributeValue, DynamoDBRecord } from 'aws-lambda'
import type { Entity } from './entity.ts'
import { type Item, valueOf } from './read.ts'

export type NoticeKind = 'made' | 'changed' | 'gone'

/** What became of one item, as the table's stream tells it. `id` is the place in the stream; the order is that of the item's writes. */
export type Notice<V = unknown> = {
  readonly id: string
  readonly kind: NoticeKind
  readonly entity: string
  /** Undefined for items that belong to no school. */
  readonly tenant: string | undefined
  readonly before?: V
  readonly after?: V
}

const kinds: Readonly<Record<string, NoticeKind>> = { INSERT: 'made', MODIFY: 'changed', REMOVE: 'gone' }

// Beyond 2^53 a number stays exact as a bigint, as the verbs of the table read it.
const numberOf = (text: string): number | bigint => {
  const number = Number(text)
  return Number.isInteger(number) && !Number.isSafeInteger(number) && /^-?\d+$/.test(text)
    ? BigInt(text)
    : number
}

const plain = (value: AttributeValue): unknown => {
  if (value.S !== undefined) return value.S
  if (value.N !== undefined) return numberOf(value.N)
  if (value.BOOL !== undefined) return value.BOOL
  if (value.M !== undefined) return plainItem(value.M)
  if (value.L !== undefined) return value.L.map(plain)
  if (value.SS !== undefined) return new Set(value.SS)
  if (value.NS !== undefined) return new Set(value.NS.map(numberOf))
  if (value.B !== undefined) return Buffer.from(value.B, 'base64')
  return null
}

const plainItem = (image: Readonly<Record<string, AttributeValue>>): Item =>
  Object.fromEntries(Object.entries(image).map(([name, value]) => [name, plain(value)]))

const tenantOf = ({ pk }: Item): string | undefined => /^T#([^#]+)#/.exec(String(pk))?.[1]

/** Reads one record of the stream. Undefined for a record that is not about an item of this table's making. */
export const noticeOf = ({ dynamodb, eventName = '' }: DynamoDBRecord): Notice | undefined => {
  const kind = kinds[eventName]
  const before = dynamodb?.OldImage && plainItem(dynamodb.OldImage)
  const after = dynamodb?.NewImage && plainItem(dynamodb.NewImage)
  const item = after ?? before
  if (!kind || !item || typeof item.entity !== 'string') return undefined
  const { entity: name } = item
  const read = (image: Item) => valueOf({ name } as Entity, image)
  return {
    id: dynamodb?.SequenceNumber ?? '',
    kind,
    entity: name,
    tenant: tenantOf(item),
    ...(before ? { before: read(before) } : {}),
    ...(after ? { after: read(after) } : {}),
  }
}
