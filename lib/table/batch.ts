import { BatchGetCommand } from '@aws-sdk/lib-dynamodb'
import { carryOut, failUnavailable, type Ports } from './call.ts'
import { pause } from './pause.ts'
import type { Item } from './read.ts'

type Address = Readonly<Record<string, unknown>>

/** DynamoDB answers at most so many keys of one call. */
const groupSize = 100
/** So many calls at once leave connections to the other requests of the process. */
const sideBySide = 8
const attempts = 5

/** Reads up to 100 keys; those that the engine leaves out are asked for again. */
const readGroup = async (ports: Ports, group: readonly Address[], strong: boolean): Promise<Item[]> => {
  const found: Item[] = []
  const { name, documents, wait } = ports.client
  let keys = [...group]
  for (let attempt = 0; keys.length > 0; attempt += 1) {
    if (attempt >= attempts) failUnavailable()
    if (attempt > 0) await pause(wait, attempt)
    const command = new BatchGetCommand({
      RequestItems: { [name]: { Keys: keys, ConsistentRead: strong } },
      ReturnConsumedCapacity: 'TOTAL',
    })
    const result = await carryOut(ports, 'read', () => documents.send(command))
    found.push(...(result.Responses?.[name] ?? []))
    keys = result.UnprocessedKeys?.[name]?.Keys ?? []
  }
  return found
}

/** The items that stand at some addresses, by place; however many, groups of 100 are read side by side. */
export const readBatch = async (
  ports: Ports,
  addresses: ReadonlyMap<string, Address>,
  strong: boolean,
): Promise<ReadonlyMap<string, Item>> => {
  const keys = [...addresses.values()]
  const found = new Map<string, Item>()
  let next = 0
  const readOn = async (): Promise<void> => {
    while (next < keys.length) {
      const from = next
      next += groupSize
      const items = await readGroup(ports, keys.slice(from, from + groupSize), strong)
      for (const item of items) found.set(`${item.pk}\n${item.sk}`, item)
    }
  }
  const calls = Math.ceil(keys.length / groupSize)
  await Promise.all(Array.from({ length: Math.min(sideBySide, calls) }, readOn))
  return found
}
