import { BatchGetCommand } from '@aws-sdk/lib-dynamodb'
import { type CallContext, failUnavailable, sendCommand } from './call.ts'
import { pause, retryPauses } from './pause.ts'
import type { Item } from './read.ts'

type Address = Readonly<Record<string, unknown>>
type FoundItems = ReadonlyMap<string, Item>

/** DynamoDB answers at most so many keys of one call. */
const groupSize = 100
/** So many calls at once leave connections to the other requests of the process. */
const maxParallelCalls = 8
const attempts = 5

/** Reads up to 100 keys; those that the engine leaves out are asked for again. */
const readGroup = async (ports: CallContext, group: readonly Address[], strong: boolean): Promise<Item[]> => {
  const found: Item[] = []
  const { name, documents, wait } = ports.client
  let keys = [...group]
  const pauseBeforeRetry = retryPauses(wait)
  for (let attempt = 0; keys.length > 0; attempt += 1) {
    if (attempt >= attempts) failUnavailable()
    if (attempt > 0) await pause(wait, attempt)
    const command = new BatchGetCommand({
      RequestItems: { [name]: { Keys: keys, ConsistentRead: strong } },
      ReturnConsumedCapacity: 'TOTAL',
    })
    const result = await sendCommand(ports, 'read', () => documents.send(command), pauseBeforeRetry)
    found.push(...(result.Responses?.[name] ?? []))
    keys = result.UnprocessedKeys?.[name]?.Keys ?? []
  }
  return found
}

/** The items that stand at some addresses, by place; however many, groups of 100 are read side by side. */
const readBatch = async (
  ports: CallContext,
  addresses: ReadonlyMap<string, Address>,
  strong: boolean,
): Promise<FoundItems> => {
  const keys = [...addresses.values()]
  const found = new Map<string, Item>()
  let next = 0
  const readNextGroups = async (): Promise<void> => {
    while (next < keys.length) {
      const from = next
      next += groupSize
      const items = await readGroup(ports, keys.slice(from, from + groupSize), strong)
      for (const item of items) found.set(`${item.pk}\n${item.sk}`, item)
    }
  }
  const calls = Math.ceil(keys.length / groupSize)
  await Promise.all(Array.from({ length: Math.min(maxParallelCalls, calls) }, readNextGroups))
  return found
}

type PendingBatch = { readonly addresses: Map<string, Address>; readonly found: Promise<FoundItems> }
type RequestedAddresses = ReadonlyMap<string, Address>

/** After everything that the process does before it waits for an answer from outside. */
const endOfTurn = (): Promise<void> => Promise.resolve().then(() => new Promise<void>(process.nextTick))

/**
 * Reads whatever is asked for in the same turn together: who asks for several things side by side makes one call, since
 * a call costs more of the processor than what it brings.
 */
const batchingReader = (ports: CallContext) => {
  const open = new Map<boolean, PendingBatch>()
  const begin = (strong: boolean): PendingBatch => {
    const addresses = new Map<string, Address>()
    const read = () => {
      open.delete(strong)
      return readBatch(ports, addresses, strong)
    }
    const gathered = { addresses, found: endOfTurn().then(read) }
    open.set(strong, gathered)
    return gathered
  }
  return async (requested: RequestedAddresses, strong: boolean): Promise<FoundItems> => {
    if (requested.size === 0) return new Map()
    const { addresses, found } = open.get(strong) ?? begin(strong)
    for (const [place, address] of requested) addresses.set(place, address)
    return found
  }
}

type PrefetchedBatch = { readonly found: Promise<FoundItems>; readonly strong: boolean }

/**
 * Items by their addresses. What was read ahead answers those who ask for it first, in the same turn, unless anything was
 * written since; a strong question is answered by a strong read alone.
 */
export const reader = (ports: CallContext) => {
  const read = batchingReader(ports)
  const prefetched = new Map<string, PrefetchedBatch>()
  const dropPrefetched = async (place: string, known: PrefetchedBatch): Promise<void> => {
    await endOfTurn()
    if (prefetched.get(place) === known) prefetched.delete(place)
  }
  return {
    prefetch(requested: RequestedAddresses, strong: boolean): void {
      const found = read(requested, strong)
      // Whoever asks hears of it.
      found.catch(() => undefined)
      for (const place of requested.keys()) prefetched.set(place, { found, strong })
    },
    forget: () => prefetched.clear(),
    async read(requested: RequestedAddresses, strong: boolean): Promise<FoundItems> {
      if (prefetched.size === 0) return read(requested, strong)
      const rest = new Map(requested)
      const reads = new Set<Promise<FoundItems>>()
      for (const place of requested.keys()) {
        const known = prefetched.get(place)
        if (!known || (strong && !known.strong)) continue
        void dropPrefetched(place, known)
        rest.delete(place)
        reads.add(known.found)
      }
      const all = await Promise.all([...reads, read(rest, strong)])
      return new Map(all.flatMap((found) => [...found].filter(([place]) => requested.has(place))))
    },
  }
}
