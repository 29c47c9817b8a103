import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { Entity } from './entity.ts'
import { importedAttribute, indexNames, requestMarkAttribute, ttlAttribute } from './schema.ts'

export type Item = Readonly<Record<string, unknown>>

const storageAttributes = new Set([
  'pk',
  'sk',
  'entity',
  ttlAttribute,
  importedAttribute,
  requestMarkAttribute,
  ...indexNames.flatMap((name) => [`${name}pk`, `${name}sk`]),
])

/** An item's own fields, without the table's storage attributes. */
export const fieldsOf = <V>(entity: Entity<V>, item: Item): V => {
  const value: Record<string, unknown> = {}
  // Every item of every request passes here. `for in` allocates nothing, and an item inherits no properties.
  for (const name in item) if (!storageAttributes.has(name)) value[name] = item[name]
  if (item.entity !== entity.name) throw new Error(`expected ${entity.name}, read ${String(item.entity)}`)
  return value as V
}

/** Expiry does not wait for the removal: an expired item counts as absent. */
export const isUnexpired = (item: Item | undefined, now: Date): item is Item => {
  if (item === undefined) return false
  const ttl = item[ttlAttribute]
  return typeof ttl !== 'number' || ttl * 1000 > now.getTime()
}

/** The item that refused a condition. In errors it is still in DynamoDB's own notation. */
export const refusedBy = (item: unknown): Item | undefined =>
  item === undefined ? undefined : unmarshall(item as Parameters<typeof unmarshall>[0])
