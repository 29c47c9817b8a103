import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import * as z from 'zod/mini'
import { days } from '../contract/time.ts'
import { type Entity, entity } from './entity.ts'
import { fieldsOf, type Item } from './read.ts'
import { broughtAttribute } from './schema.ts'
import { put, type Write } from './write.ts'

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

type Image = Parameters<typeof unmarshall>[0]

/** Names a kind of item and of change. */
export const topicName = (entity: string, kind: NoticeKind | undefined): string => `${entity} ${kind}`

type Texts = Readonly<Record<string, { readonly S?: string } | undefined>>

/** What a record is about, read without opening it. */
export const topicOf = ({ dynamodb, eventName }: DynamoDBRecord): string => {
  const image = (dynamodb?.NewImage ?? dynamodb?.OldImage) as Texts | undefined
  return topicName(String(image?.entity?.S), kinds[eventName ?? ''])
}

/** Parts of a key that name whose it is: `T#<school>#EV#<event>` stands before everything of an event. */
const partsOfSubject = 4

/** The event, organization or person below whom the item of a record stands. */
export const subjectOf = ({ dynamodb }: DynamoDBRecord): string => {
  const keys = (dynamodb?.Keys ?? dynamodb?.NewImage ?? dynamodb?.OldImage) as Texts | undefined
  return String(keys?.pk?.S).split('#', partsOfSubject).join('#')
}

const tenantOf = ({ pk }: Item): string | undefined => /^T#([^#]+)#/.exec(String(pk))?.[1]

/** An item that comes along with its school: what followed from it followed where it was made. */
const isBrought = (before: Item | undefined, after: Item | undefined): boolean =>
  after?.[broughtAttribute] === true && before?.[broughtAttribute] !== true

/**
 * Reads one record of the stream. Undefined for a record that is not about an item of this table's making, and for an
 * item that was brought along.
 */
export const noticeOf = ({ dynamodb, eventName }: DynamoDBRecord): Notice | undefined => {
  const kind = eventName && kinds[eventName]
  const before = dynamodb?.OldImage && unmarshall(dynamodb.OldImage as Image)
  const after = dynamodb?.NewImage && unmarshall(dynamodb.NewImage as Image)
  const item = after ?? before
  if (!kind || !item || typeof item.entity !== 'string' || isBrought(before, after)) return undefined
  const { entity: name } = item
  const read = (image: Item) => fieldsOf({ name } as Entity, image)
  return {
    id: dynamodb?.SequenceNumber ?? '',
    kind,
    entity: name,
    tenant: tenantOf(item),
    ...(before ? { before: read(before) } : {}),
    ...(after ? { after: read(after) } : {}),
  }
}

/** A notice whose effect is no row of its own, such as a counter, leaves this mark in the same transaction. */
const NoticeSeen = z.object({ id: z.string(), expiresAt: z.string() })
export const noticeSeen = entity('NoticeSeen', NoticeSeen, {
  scope: 'tenant',
  pk: 'SEEN#{id}',
  sk: 'SEEN',
  ttl: 'expiresAt',
})

/** The stream keeps a notice for a day; after two nobody brings it again. */
const keptSeconds = 2 * days

/** Fails its transaction when `id` (what happened, to which item) has been carried out before. */
export const seenOnce = (id: string, now: Date): Write =>
  put(
    noticeSeen,
    { id, expiresAt: new Date(now.getTime() + keptSeconds * 1000).toISOString() },
    { absent: true },
  )
