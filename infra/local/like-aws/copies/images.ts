import type { Answer } from '../engine-calls.ts'
import type { Item } from '../items.ts'
import type { Model } from '../model.ts'
import type { Image, Place } from '../places.ts'
import { writeUnitsOf } from '../sizes.ts'
import { indexPartitionsOf, type Limited, partitionOf } from '../throughput.ts'

const maxInRead = 100
const retryAfterMs = 100

type Page = {
  readonly Responses: Readonly<Record<string, readonly Item[]>>
  readonly UnprocessedKeys?: Readonly<Record<string, { readonly Keys: readonly Item[] }>>
}

const keysByTable = (places: readonly Place[]): Record<string, { ConsistentRead: true; Keys: Item[] }> => {
  const keys: Record<string, { ConsistentRead: true; Keys: Item[] }> = {}
  for (const { name, key } of places) {
    const own = keys[name] ?? { ConsistentRead: true, Keys: [] }
    own.Keys.push(key)
    keys[name] = own
  }
  return keys
}

const readUntilAnswered = async (model: Model, RequestItems: unknown): Promise<Page> => {
  for (;;) {
    const answer = await model.ask('BatchGetItem', { RequestItems }).catch(() => undefined)
    if (answer?.status === 200) return JSON.parse(answer.text) as Page
    // The engine restarts. No caller may continue before its state is known.
    await model.clock.wait(retryAfterMs)
  }
}

/** The current state of these items. */
export const imagesAt = async (model: Model, places: readonly Place[]): Promise<Image[]> => {
  const found: { table: string; item: Item }[] = []
  for (let at = 0; at < places.length; at += maxInRead) {
    let left: unknown = keysByTable(places.slice(at, at + maxInRead))
    while (Object.keys(left ?? {}).length > 0) {
      const page = await readUntilAnswered(model, left)
      for (const [table, items] of Object.entries(page.Responses))
        found.push(...items.map((item) => ({ table, item })))
      left = page.UnprocessedKeys
    }
  }
  const holds = (place: Place, item: Item): boolean =>
    Object.entries(place.key).every(([name, value]) => JSON.stringify(item[name]) === JSON.stringify(value))
  return places.map((place) => ({
    place,
    item: found.find(({ table, item }) => table === place.name && holds(place, item))?.item,
  }))
}

/** Units that the writes use, of the partitions of the table and its indexes. */
const countUnits = (model: Model, images: readonly Image[], times: number): void => {
  for (const { place, item } of images) {
    const limited: Limited[] = partitionOf(place.table, place.key)
    if (item) limited.push(...indexPartitionsOf(place.table, item))
    model.throughput.use('write', limited, times * writeUnitsOf(item))
  }
}

/**
 * Runs a write whose items nobody else writes meanwhile, and sends the result to the copies. A write without a response
 * may have succeeded, so the stored state counts then. Each item uses `times` its units. `left` returns the new images,
 * when request and response show them.
 */
export const writeAndReplicate = async (
  model: Model,
  places: readonly Place[],
  write: () => Promise<Answer>,
  { times = 1, left }: { times?: number; left?: (answer: Answer) => readonly Image[] | undefined } = {},
): Promise<Answer> => {
  let refused = false
  let knownImages: readonly Image[] | undefined
  try {
    const answer = await write()
    refused = answer.status >= 400 && answer.status < 500
    if (answer.status === 200) knownImages = left?.(answer)
    return answer
  } finally {
    // A failed condition still costs units; its item counts as small.
    if (refused && model.seesWrites)
      countUnits(
        model,
        places.map((place) => ({ place, item: undefined })),
        times,
      )
    if (!refused && model.seesWrites) {
      const images = knownImages ?? (await imagesAt(model, places))
      countUnits(model, images, times)
      if (model.copies) for (const image of images) model.copies.replicate(image)
    }
  }
}
