import { BatchGetCommand } from '@aws-sdk/lib-dynamodb'
import { type CallContext, failUnavailable, sendCommand } from './call.ts'
import { jointMeter, type Meter } from './meter.ts'
import { pause, retryPauses } from './pause.ts'
import type { Item } from './read.ts'

type Address = Readonly<Record<string, unknown>>
type FoundItems = ReadonlyMap<string, Item>

/** DynamoDB accepts at most 100 keys per call. */
const groupSize = 100
/** A limit on parallel calls leaves connections to other requests of the process. */
const maxParallelCalls = 8
const attempts = 5
const batchGet = { does: 'read', call: 'BatchGetItem' } as const

/** Reads up to 100 keys; keys that the engine leaves unprocessed are requested again. */
const readGroup = async (ports: CallContext, group: readonly Address[], strong: boolean): Promise<Item[]> => {
  const found: Item[] = []
  const { name, documents, wait } = ports.client
  let keys = [...group]
  const pauseBeforeRetry = retryPauses(wait)
  for (let attempt = 0; keys.length > 0; attempt += 1) {
    if (attempt >= attempts)
      failUnavailable({ cause: 'throttled', error: 'UnprocessedKeys', call: batchGet.call, attempts })
    if (attempt > 0) await pause(wait, attempt)
    const command = new BatchGetCommand({
      RequestItems: { [name]: { Keys: keys, ConsistentRead: strong } },
      ReturnConsumedCapacity: 'TOTAL',
    })
    const result = await sendCommand(ports, batchGet, () => documents.send(command), pauseBeforeRetry)
    found.push(...(result.Responses?.[name] ?? []))
    keys = result.UnprocessedKeys?.[name]?.Keys ?? []
  }
  return found
}

/** Handles groups of `size`, a few of them in parallel. */
export const forEachGroup = async <V>(
  all: readonly V[],
  size: number,
  handle: (group: readonly V[]) => Promise<void>,
): Promise<void> => {
  let next = 0
  const handleNextGroups = async (): Promise<void> => {
    while (next < all.length) {
      const from = next
      next += size
      await handle(all.slice(from, from + size))
    }
  }
  const calls = Math.ceil(all.length / size)
  await Promise.all(Array.from({ length: Math.min(maxParallelCalls, calls) }, handleNextGroups))
}

/** Items by address, of any number: groups of 100 are read in parallel. */
const readBatch = async (
  ports: CallContext,
  addresses: ReadonlyMap<string, Address>,
  strong: boolean,
): Promise<FoundItems> => {
  const found = new Map<string, Item>()
  await forEachGroup([...addresses.values()], groupSize, async (group) => {
    for (const item of await readGroup(ports, group, strong)) found.set(`${item.pk}\n${item.sk}`, item)
  })
  return found
}

type PendingBatch = {
  strong: boolean
  readonly addresses: Map<string, Address>
  readonly meters: Set<Meter>
  readonly found: Promise<FoundItems>
}
type RequestedAddresses = ReadonlyMap<string, Address>

/** Resolves after all synchronous work and microtasks, before the process waits for I/O. */
export const endOfTurn = (): Promise<void> =>
  Promise.resolve().then(() => new Promise<void>(process.nextTick))

/**
 * Reads everything requested in the same turn together. Parallel reads share one call, since a call costs more CPU
 * time than the items it returns. Operations of one page share it: each of them reads the caller.
 */
export const batchingReader = (ports: CallContext) => {
  const open = new Map<boolean, PendingBatch>()
  const begin = (kind: boolean): PendingBatch => {
    const addresses = new Map<string, Address>()
    const meters = new Set<Meter>()
    const read = () => {
      open.delete(kind)
      const [first = ports.meter, ...others] = meters
      return readBatch({ ...ports, meter: jointMeter(first, others) }, addresses, pending.strong)
    }
    const pending: PendingBatch = { strong: false, addresses, meters, found: endOfTurn().then(read) }
    open.set(kind, pending)
    return pending
  }
  return async (requested: RequestedAddresses, strong: boolean, meter: Meter): Promise<FoundItems> => {
    if (requested.size === 0) return new Map()
    // Where calls are joined, one strongly consistent read makes the call of its turn so.
    const kind = strong || ports.client.joinsReads === true
    const pending = open.get(kind) ?? begin(kind)
    pending.strong ||= strong
    pending.meters.add(meter)
    for (const [place, address] of requested) pending.addresses.set(place, address)
    return pending.found
  }
}

export type BatchingReader = ReturnType<typeof batchingReader>

type PrefetchedBatch = { readonly found: Promise<FoundItems>; readonly strong: boolean }

/**
 * Reads items by address. A prefetched item serves the reads of the first turn that needs it, unless something was
 * written since. A strongly consistent read uses only strongly consistent prefetches.
 */
export const reader = (ports: CallContext, batches: BatchingReader) => {
  const read = (requested: RequestedAddresses, strong: boolean) => batches(requested, strong, ports.meter)
  const prefetched = new Map<string, PrefetchedBatch>()
  const dropPrefetched = async (place: string, known: PrefetchedBatch): Promise<void> => {
    await endOfTurn()
    if (prefetched.get(place) === known) prefetched.delete(place)
  }
  return {
    prefetch(requested: RequestedAddresses, strong: boolean): void {
      const found = read(requested, strong)
      // The read that uses the prefetch reports the error.
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
