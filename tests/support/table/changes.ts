import { isDeepStrictEqual } from 'node:util'
import { BatchGetItemCommand, type BatchGetItemCommandOutput } from '@aws-sdk/client-dynamodb'
import type { TableClient } from '../../../lib/table/client.ts'
import { everyImage, type Image, placeOf, type Wanted } from './whole-table.ts'

/** What became of the item of one place since it was last looked at. */
export type Change = { readonly before?: Image; readonly after?: Image }

type Key = { readonly pk: string; readonly sk: string }
type Value = string | { readonly S: string }
type Place = { readonly pk: Value; readonly sk: Value }
type Part = { readonly Item?: Place; readonly Key?: Place }
type Batched = { readonly PutRequest?: Part; readonly DeleteRequest?: Part }
type Input = Part & {
  readonly TransactItems?: readonly Readonly<Record<string, Part>>[]
  readonly RequestItems?: Readonly<Record<string, readonly Batched[] | object>>
}

const textOf = (value: Value): string => (typeof value === 'string' ? value : value.S)

const keysIn = ({ Item, Key, TransactItems = [], RequestItems = {} }: Input): Key[] => {
  const batched = Object.values(RequestItems).flatMap((all) => (Array.isArray(all) ? all : []) as Batched[])
  const parts: Part[] = [
    ...(Item ? [{ Item }] : []),
    ...(Key ? [{ Key }] : []),
    ...TransactItems.flatMap(({ ConditionCheck: _, ...writes }) => Object.values(writes)),
    ...batched.flatMap(({ PutRequest, DeleteRequest }) => [PutRequest ?? {}, DeleteRequest ?? {}]),
  ]
  return parts.flatMap(({ Item: item, Key: key = item }) =>
    key ? [{ pk: textOf(key.pk), sk: textOf(key.sk) }] : [],
  )
}

type Written = Map<string, Key>
const watchers = new WeakMap<TableClient['documents'], Set<Written>>()

/** Where the client writes from now on, under the name of the place; who reads it empties it. */
export const writtenBy = ({ documents }: TableClient): Written => {
  const known = watchers.get(documents)
  const all = known ?? new Set<Written>()
  const written: Written = new Map()
  all.add(written)
  if (known) return written
  watchers.set(documents, all)
  documents.middlewareStack.add(
    (next) => async (args) => {
      // Before it is sent, as it may take effect although its answer is lost; and after, as it may take effect late.
      const keys = keysIn(args.input as Input)
      const note = () => {
        for (const one of all) for (const key of keys) one.set(`${key.pk}|${key.sk}`, key)
      }
      note()
      return next(args).finally(note)
    },
    { step: 'initialize' },
  )
  return written
}

const most = 100

const imagesAt = async ({ name, documents }: TableClient, keys: readonly Key[]): Promise<Image[]> => {
  const images: Image[] = []
  for (let from = 0; from < keys.length; from += most) {
    const Keys = keys.slice(from, from + most).map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }))
    let asked: BatchGetItemCommandOutput['UnprocessedKeys'] = { [name]: { Keys, ConsistentRead: true } }
    while (asked?.[name]) {
      const command = new BatchGetItemCommand({ RequestItems: asked })
      const page = (await documents.send(command as never)) as unknown as BatchGetItemCommandOutput
      images.push(...(page.Responses?.[name] ?? []))
      asked = page.UnprocessedKeys
    }
  }
  return images
}

/**
 * The changes of a table between one call and the next, in places whose partition is of interest: what is gone first.
 * What the platform writes is read again, not all there is. `wanted` is what to read of the table at the beginning.
 */
export const changesOf = async (
  client: TableClient,
  { wanted = {}, below = '' }: { readonly wanted?: Wanted; readonly below?: string } = {},
) => {
  const written = writtenBy(client)
  const seen = new Map((await everyImage(client, wanted)).map((image) => [placeOf(image), image]))
  const changeAt = (place: string, after: Image | undefined): Change[] => {
    const before = seen.get(place)
    if (after) seen.set(place, after)
    else seen.delete(place)
    if (isDeepStrictEqual(before, after)) return []
    return [{ ...(before ? { before } : {}), ...(after ? { after } : {}) }]
  }
  return async ({ all = false } = {}): Promise<readonly Change[]> => {
    if (all) for (const [place, { pk, sk }] of seen) written.set(place, { pk: pk?.S ?? '', sk: sk?.S ?? '' })
    const places = [...written].filter(([, { pk }]) => pk.startsWith(below))
    written.clear()
    const images = await imagesAt(
      client,
      places.map(([, key]) => key),
    )
    const now = new Map(images.map((image) => [placeOf(image), image]))
    const changes = places.flatMap(([place]) => changeAt(place, now.get(place)))
    return [...changes.filter(({ after }) => !after), ...changes.filter(({ after }) => after)]
  }
}
