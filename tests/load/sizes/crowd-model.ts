import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { type Entity, fillTemplate, prefixOf } from '../../../lib/table/entity.ts'
import { put, requestOf } from '../../../lib/table/write.ts'
import type { Stored } from './engine-file.ts'
import type { Looked } from './query-watch.ts'

type Fields = Record<string, unknown>
type Template = { readonly pk: string; readonly sk: string }

/** Where the number of a copy goes. */
export const mark = '@NUMBER@'
/** As long as an id, so that copies weigh what real items weigh. */
const numberedId = `01CROWD${mark}00000000000`

const holesIn = (template: string): readonly string[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const own = /^(?:pk|sk|entity|ttl|gsi[12][ps]k)$/

const fieldsOf = (item: Stored): Fields =>
  Object.fromEntries(
    Object.entries(unmarshall(item as Parameters<typeof unmarshall>[0])).filter(([name]) => !own.test(name)),
  )

/** The values of a template's keyParams in a key; undefined where the key is none of this template. */
const holesOf = (template: string, key: string): Readonly<Record<string, string>> | undefined => {
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^#]*)')
  const found = new RegExp(`^${pattern}$`).exec(key)
  return found ? { ...found.groups } : undefined
}

const keysOf = ({ keys }: Entity, index: Looked['index']): Template | undefined =>
  index ? keys[index] : keys

/** Whether a sort key is in the range that a query looks at. */
export const isBetween = ({ low, high }: Looked, key: string): boolean =>
  (low === undefined || Buffer.compare(Buffer.from(key), Buffer.from(low)) >= 0) &&
  (high === undefined || Buffer.compare(Buffer.from(key), Buffer.from(high)) <= 0)

/** The same fields with one word for another, wherever it stands: what is found by a word has it in its name, too. */
const reworded = (fields: Fields, former: unknown, wanted: string): Fields => {
  const inText = (text: string): string =>
    text
      .split(' ')
      .map((word) => (word === former ? wanted : word))
      .join(' ')
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? inText(value) : value]),
  )
}

/** A text of the range in the place of the first hole that the copy's number does not need. */
const intoRange = (template: string, varied: string, fields: Fields, looked: Looked): Fields => {
  const sk = fillTemplate(template, fields)
  if (sk === undefined || isBetween(looked, sk)) return fields
  const first = holesIn(template).find((name) => name !== varied)
  const lead = template.split('{')[0] ?? ''
  const wanted = looked.low?.slice(lead.length).split('#')[0]
  if (first === undefined || !wanted || /^ ?$/.test(wanted)) return fields
  return { ...reworded(fields, fields[first], wanted), [first]: wanted }
}

/**
 * An item like `model` in the partition and range that a query looks at, with the mark in one part of its key that the
 * partition leaves open. Undefined where such an item cannot stand there.
 */
export const copyIn = (entity: Entity, model: Stored, looked: Looked, tenant: string): Stored | undefined => {
  const keys = keysOf(entity, looked.index)
  const prefix = prefixOf(entity.keys.scope, tenant)
  if (!keys || !looked.pk.startsWith(prefix)) return undefined
  const keyParams = holesOf(keys.pk, looked.pk.slice(prefix.length))
  if (!keyParams) return undefined
  const open = [...holesIn(entity.keys.pk), ...holesIn(entity.keys.sk)].filter((name) => !(name in keyParams))
  const varied = open.at(-1)
  if (varied === undefined) return undefined
  const placed = { ...fieldsOf(model), ...keyParams, [varied]: numberedId }
  const value = intoRange(keys.sk, varied, placed, looked)
  const { Item } = requestOf(put(entity, value), { tenant, nowSeconds: 0 }) as { Item: Fields }
  const [at, sort] = looked.index ? [`${looked.index}pk`, `${looked.index}sk`] : ['pk', 'sk']
  if (Item[at] !== looked.pk || !isBetween(looked, String(Item[sort]).replaceAll(mark, '000001')))
    return undefined
  return marshall(Item, { removeUndefinedValues: true }) as Stored
}

/** Whether items of this kind can stand in the partition that a query looks at, and in its order. */
export const belongsTo = (entity: Entity, looked: Looked, tenant: string): boolean => {
  const keys = keysOf(entity, looked.index)
  const prefix = prefixOf(entity.keys.scope, tenant)
  if (!keys || !looked.pk.startsWith(prefix) || !holesOf(keys.pk, looked.pk.slice(prefix.length)))
    return false
  const lead = keys.sk.split('{')[0] ?? ''
  return looked.low === undefined || looked.low.startsWith(lead) || lead.startsWith(looked.low.trimEnd())
}
