import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb'
import type { World } from '../world.ts'
import { everyImage, type Image, placeOf } from './whole-table.ts'

const imagesIn = async ({ runtime }: World): Promise<ReadonlyMap<string, Image>> =>
  new Map((await everyImage(runtime.client)).map((image) => [placeOf(image), image]))

/**
 * Returns what makes a world on a table of its own the world that it is now, as often as it is asked: its rows, what
 * its process remembers of schools, and what providers have promised. Ids go on from where they are.
 */
export const rewindTo = async (w: World): Promise<() => Promise<void>> => {
  const { client, schools } = w.runtime
  const kept = await imagesIn(w)
  const known = [...schools]
  const codes = [...w.providers.codes]
  return async () => {
    const now = await imagesIn(w)
    const puts = [...kept].flatMap(([at, Item]) =>
      JSON.stringify(now.get(at)) === JSON.stringify(Item) ? [] : [{ PutRequest: { Item } }],
    )
    const gone = [...now].flatMap(([at, { pk, sk }]) =>
      kept.has(at) || !pk || !sk ? [] : [{ DeleteRequest: { Key: { pk, sk } } }],
    )
    const writes = [...puts, ...gone]
    for (let from = 0; from < writes.length; from += 25) {
      const RequestItems = { [client.name]: writes.slice(from, from + 25) }
      await client.documents.send(new BatchWriteItemCommand({ RequestItems }) as never)
    }
    schools.clear()
    for (const [tenant, school] of known) schools.set(tenant, school)
    w.providers.codes.clear()
    for (const [code, token] of codes) w.providers.codes.set(code, token)
  }
}
