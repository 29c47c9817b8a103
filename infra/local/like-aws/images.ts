import type { Answer } from './engine-calls.ts'
import type { Image, Item, Place } from './items.ts'
import type { Model } from './model.ts'

const mostInRead = 100
const untilAsked = 100

type Page = {
  readonly Responses: Readonly<Record<string, readonly Item[]>>
  readonly UnprocessedKeys?: Readonly<Record<string, { readonly Keys: readonly Item[] }>>
}

const keysByTable = (places: readonly Place[]): Record<string, { ConsistentRead: true; Keys: Item[] }> => {
  const keys: Record<string, { ConsistentRead: true; Keys: Item[] }> = {}
  for (const { table, key } of places) {
    const own = keys[table] ?? { ConsistentRead: true, Keys: [] }
    own.Keys.push(key)
    keys[table] = own
  }
  return keys
}

const asked = async (model: Model, RequestItems: unknown): Promise<Page> => {
  for (;;) {
    const said = await model.ask('BatchGetItem', { RequestItems }).catch(() => undefined)
    if (said?.status === 200) return JSON.parse(said.text) as Page
    // The engine starts anew: until it has said what is there, nobody may go on.
    await model.clock.wait(untilAsked)
  }
}

/** These items as they are now. */
export const imagesAt = async (model: Model, places: readonly Place[]): Promise<Image[]> => {
  const found: { table: string; item: Item }[] = []
  for (let at = 0; at < places.length; at += mostInRead) {
    let left: unknown = keysByTable(places.slice(at, at + mostInRead))
    while (Object.keys(left ?? {}).length > 0) {
      const page = await asked(model, left)
      for (const [table, items] of Object.entries(page.Responses))
        found.push(...items.map((item) => ({ table, item })))
      left = page.UnprocessedKeys
    }
  }
  const holds = (place: Place, item: Item): boolean =>
    Object.entries(place.key).every(([name, value]) => JSON.stringify(item[name]) === JSON.stringify(value))
  return places.map((place) => ({
    place,
    item: found.find(({ table, item }) => table === place.table && holds(place, item))?.item,
  }))
}

/**
 * Carries out a write whose items nobody else writes meanwhile, and tells the copies what it left. A write that
 * the engine did not answer may have taken place: what is there then counts.
 */
export const carriedOut = async (
  model: Model,
  places: readonly Place[],
  write: () => Promise<Answer>,
): Promise<Answer> => {
  let refused = false
  try {
    const answer = await write()
    refused = answer.status >= 400 && answer.status < 500
    return answer
  } finally {
    if (!refused && model.copies) for (const image of await imagesAt(model, places)) model.copies.tell(image)
  }
}
