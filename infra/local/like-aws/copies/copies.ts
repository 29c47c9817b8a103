import { between, drawn } from '../chance.ts'
import type { ModelClock } from '../clock.ts'
import type { Ask } from '../engine-calls.ts'
import type { Figures } from '../figures.ts'
import type { BatchWrite } from '../items.ts'
import type { Image } from '../places.ts'
import { copyName, maxInBatch } from './copied-table.ts'

/** Copies of tables that receive each write with a delay, different for each copy. */
export type Copies = {
  /** Sends an item's new state to every copy. Calls for one item come in the order of its writes. */
  readonly replicate: (image: Image) => void
  /** The copy for the next eventually consistent read of a table, or of its indexes. */
  readonly pick: (table: string, ofIndex: boolean) => string
  /** Resolves once the engine has all due writes. */
  readonly caughtUp: () => Promise<void>
  /** Resolves once a table's copies have all its writes until now. */
  readonly caughtUpWith: (table: string) => Promise<void>
}

const beforeRetry = 100

type PendingWrite = { readonly table: string; readonly write: BatchWrite }
type ReplicaQueue = { told: number; waiting: number; due: number; written: number }

const lagOf = (figures: Figures, ofIndex: boolean, ...what: readonly (string | number)[]): number => {
  if (drawn(figures.seed, 'tail', ...what) < figures.tailRate) return figures.tailTo
  const [from, to] = ofIndex ? [figures.indexFrom, figures.indexTo] : [figures.lagFrom, figures.lagTo]
  return between(from, to, drawn(figures.seed, 'lag', ...what))
}

const writeOf = ({ place, item }: Image): BatchWrite =>
  item ? { PutRequest: { Item: item } } : { DeleteRequest: { Key: place.key } }

/** Writes due items in batches. Of two due writes of one item, the later one counts. */
const openWriter = (ask: Ask, clock: ModelClock) => {
  const due = new Map<string, PendingWrite>()
  let writing: Promise<void> | undefined
  const batch = async (): Promise<void> => {
    const items: Record<string, BatchWrite[]> = {}
    const taken = [...due].slice(0, maxInBatch)
    for (const [id, { table, write }] of taken) {
      due.delete(id)
      items[table] = [...(items[table] ?? []), write]
    }
    const answer = await ask('BatchWriteItem', { RequestItems: items }).catch(() => undefined)
    if (answer && answer.status < 500) return
    // The engine is down or busy: retry, unless a newer write came meanwhile.
    for (const [id, one] of taken) if (!due.has(id)) due.set(id, one)
    await clock.wait(beforeRetry)
  }
  const all = async (): Promise<void> => {
    while (due.size > 0) await batch()
    writing = undefined
  }
  return {
    add: (id: string, one: PendingWrite): void => {
      due.set(id, one)
      writing ??= Promise.resolve().then(all)
    },
    done: async (): Promise<void> => {
      while (writing !== undefined) await writing
    },
  }
}

export const openCopies = (figures: Figures, clock: ModelClock, ask: Ask): Copies => {
  const lines = new Map<string, ReplicaQueue>()
  /**
   * Number of writes of each item in each copy. Lags are drawn from it, so that the rare long lag does not always hit
   * the same item.
   */
  const counts = new Map<string, number>()
  const writer = openWriter(ask, clock)
  const onTheirWay = new Map<string, Set<Promise<void>>>()
  let reads = 0

  const replicateTo = async (image: Image, copy: number | 'index'): Promise<void> => {
    const { place } = image
    const name = copyName(place.name, copy)
    const id = `${name} ${place.id}`
    const line = lines.get(id) ?? { told: 0, waiting: 0, due: 0, written: 0 }
    lines.set(id, line)
    line.told += 1
    line.waiting += 1
    const number = line.told
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    const now = clock.now()
    // A copy applies one item's writes in order, whatever their lags.
    line.due = Math.max(
      line.due,
      now + lagOf(figures, copy === 'index', copy, JSON.stringify(place.key), count),
    )
    await clock.wait(line.due - now)
    line.waiting -= 1
    if (line.waiting === 0) lines.delete(id)
    if (number < line.written) return
    line.written = number
    writer.add(id, { table: name, write: writeOf(image) })
  }

  return {
    replicate: (image) => {
      const pending = onTheirWay.get(image.place.name) ?? new Set()
      onTheirWay.set(image.place.name, pending)
      for (const copy of [...Array(figures.copies).keys(), 'index' as const]) {
        const task = replicateTo(image, copy).finally(() => pending.delete(task))
        pending.add(task)
      }
    },
    pick: (table, ofIndex) => {
      if (ofIndex) return copyName(table, 'index')
      reads += 1
      return copyName(table, Math.floor(drawn(figures.seed, 'copy', reads) * figures.copies))
    },
    caughtUp: writer.done,
    caughtUpWith: async (table) => {
      await Promise.all(onTheirWay.get(table) ?? [])
      await writer.done()
    },
  }
}
