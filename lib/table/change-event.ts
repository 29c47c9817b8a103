import { createHash } from 'node:crypto'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import * as z from 'zod/mini'
import { redeliverySeconds } from '../contract/time.ts'
import { type Entity, entity } from './entity.ts'
import { fieldsOf, type Item } from './read.ts'
import { importedAttribute } from './schema.ts'
import type { WriteResult } from './transact.ts'
import { put, update, type Write } from './write.ts'

export type ChangeKind = 'made' | 'changed' | 'gone'

/**
 * One change of an item, from the table's stream. `id` is the position in the stream; the order is that of the item's
 * writes.
 */
export type ChangeEvent<V = unknown> = {
  readonly id: string
  readonly kind: ChangeKind
  readonly entity: string
  /** Undefined for items that belong to no school. */
  readonly tenant: string | undefined
  /** Time of the write, in whole seconds since 1970 as the stream reports it. It is the same at every delivery. */
  readonly at?: number
  readonly before?: V
  readonly after?: V
}

const kinds: Readonly<Record<string, ChangeKind>> = { INSERT: 'made', MODIFY: 'changed', REMOVE: 'gone' }

type Image = Parameters<typeof unmarshall>[0]

/** Names a kind of item and of change. */
export const topicName = (entity: string, kind: ChangeKind | undefined): string => `${entity} ${kind}`

type Texts = Readonly<Record<string, { readonly S?: string } | undefined>>

/** A record's topic, without unmarshalling the record. */
export const topicOf = ({ dynamodb, eventName }: DynamoDBRecord): string => {
  const image = (dynamodb?.NewImage ?? dynamodb?.OldImage) as Texts | undefined
  return topicName(String(image?.entity?.S), kinds[eventName ?? ''])
}

/** Parts of a key that name its subject: `T#<school>#EV#<event>` begins every key of an event. */
const subjectSegments = 4

/** The event, organization or person that a record's item belongs to. */
export const subjectOf = ({ dynamodb }: DynamoDBRecord): string => {
  const keys = (dynamodb?.Keys ?? dynamodb?.NewImage ?? dynamodb?.OldImage) as Texts | undefined
  return String(keys?.pk?.S).split('#', subjectSegments).join('#')
}

const tenantOf = ({ pk }: Item): string | undefined => /^T#([^#]+)#/.exec(String(pk))?.[1]

/** An item imported with its school: its effects happened in the original installation. */
const wasImported = (before: Item | undefined, after: Item | undefined): boolean =>
  after?.[importedAttribute] === true && before?.[importedAttribute] !== true

/**
 * Reads one record of the stream. Undefined for records of items that this table did not write, and for imported
 * items.
 */
export const changeEventOf = ({ dynamodb, eventName }: DynamoDBRecord): ChangeEvent | undefined => {
  const kind = eventName && kinds[eventName]
  const before = dynamodb?.OldImage && unmarshall(dynamodb.OldImage as Image)
  const after = dynamodb?.NewImage && unmarshall(dynamodb.NewImage as Image)
  const item = after ?? before
  if (!kind || !item || typeof item.entity !== 'string' || wasImported(before, after)) return undefined
  const { entity: name } = item
  const read = (image: Item) => fieldsOf({ name } as Entity, image)
  const at = dynamodb?.ApproximateCreationDateTime
  return {
    id: dynamodb?.SequenceNumber ?? '',
    kind,
    entity: name,
    tenant: tenantOf(item),
    ...(at === undefined ? {} : { at: Math.floor(Number(at)) }),
    ...(before ? { before: read(before) } : {}),
    ...(after ? { after: read(after) } : {}),
  }
}

/**
 * A change event without a row as its effect, such as a counter update, leaves a mark in the same transaction. Marks
 * of change events handled together share one item, each as a field.
 */
const ChangeSeen = z.catchall(z.object({ id: z.string(), expiresAt: z.string() }), z.unknown())
type ChangeSeen = z.infer<typeof ChangeSeen>
export const changeSeen = entity('NoticeSeen', ChangeSeen, {
  scope: 'tenant',
  pk: 'SEEN#{id}',
  sk: 'SEEN',
  ttl: 'expiresAt',
})

const expiry = (now: Date): string => new Date(now.getTime() + redeliverySeconds * 1000).toISOString()

/** Fails its transaction when `id` (the change and its item) has been handled before. */
export const markSeen = (id: string, now: Date): Write =>
  put(changeSeen, { id, expiresAt: expiry(now) }, { absent: true })

/** The mark of a change event: `id` names the change and its item, `at` is the event's own time. */
export type SeenMark = { readonly id: string; readonly at: number | undefined }

/**
 * Seconds of change events that share one mark item. A redelivered event finds it, since its time does not change.
 * Each batch of a rush pays for the whole item, so it has to stay small: eight hundred marks are 11 KB.
 */
const slotSeconds = 1

/** An expression with 90 fields fits within DynamoDB's limit of 4 KB. */
const maxMarks = 90

/** A field name of 56 bits. */
const fieldOf = ({ id }: SeenMark): string => {
  const digest = createHash('sha256').update(id).digest()
  return `m${(digest.readBigUInt64BE() >> 8n).toString(36)}`
}

/** The writes that mark change events as handled, and the marks that refused them. */
export type SeenWrites = {
  readonly writes: readonly Write[]
  /** Ids of the marks that existed before. `written` is the result of a write that begins with `writes`. */
  seen(written: WriteResult): ReadonlySet<string>
}

/**
 * Marks change events that change one item together, at most ninety. Fails the transaction when one of them has been
 * handled before, and reports which. `item` names the changed item.
 */
export const markSeenTogether = (item: string, marks: readonly SeenMark[], now: Date): SeenWrites => {
  if (marks.length > maxMarks)
    throw new Error(`${marks.length} marks in one write exceed the limit of ${maxMarks}`)
  const slotOf = ({ id, at }: SeenMark) => (at === undefined ? id : `${item} ${Math.floor(at / slotSeconds)}`)
  const slots = [...Map.groupBy(marks, slotOf)]
  const writes = slots.map(([id, own]) => {
    const fields = own.map(fieldOf)
    const set = { ...Object.fromEntries(fields.map((field) => [field, true])), expiresAt: expiry(now) }
    return update(changeSeen, { id }, { set: { id, ...set } }, { orAbsent: true, without: fields })
  })
  const seen = (written: WriteResult): ReadonlySet<string> => {
    if (written.ok) return new Set()
    const before = written.failed.flatMap((at) => {
      const [, own = []] = slots[at] ?? []
      const found = written.found[at] as ChangeSeen | undefined
      // An expired item is not returned: all its marks are old.
      return own.filter((mark) => found === undefined || found[fieldOf(mark)] !== undefined)
    })
    return new Set(before.map(({ id }) => id))
  }
  return { writes, seen }
}
