import type { DynamoDBRecord } from 'aws-lambda'
import type { Outcome } from '../handlers/generation.ts'
import { failureReason, firstFailure } from '../stream/delivery.ts'
import type { PutAside, PutAsideRecord } from './records.ts'
import { inOrder } from './records.ts'

/** The result of a redrive. Failed records and those behind them remain put aside. */
export type RedriveResult = {
  readonly handled: number
  readonly failed: readonly { readonly failed: PutAsideRecord; readonly error: string }[]
  /** Records that were not tried, because an earlier record of their subject failed. */
  readonly behind: number
}

/** Destination of redriven records: the consumer, and the removal of objects by their keys. */
export type RedriveTarget = {
  invoke(records: readonly DynamoDBRecord[]): Promise<Outcome>
  remove(keys: readonly string[]): Promise<void>
}

const maxRecords = 100

/** An invocation of Lambda takes 6 MB. A single record with both images is smaller. */
const maxBytes = 4_000_000

const nextBatch = (waiting: readonly PutAsideRecord[], size: number): readonly PutAsideRecord[] => {
  let bytes = 0
  const end = waiting.slice(0, size).findIndex(({ record }) => {
    bytes += JSON.stringify(record).length
    return bytes > maxBytes
  })
  return waiting.slice(0, end < 0 ? size : Math.max(1, end))
}

/** Counts the records of each object that remain, to find completed objects. */
const objectTracker = (objects: readonly PutAside[]) => {
  const left = new Map(objects.map((object) => [object, object.records.length]))
  return {
    /** Keys of the objects that these records complete. */
    complete(done: readonly PutAsideRecord[]): readonly string[] {
      return done.flatMap(({ object }) => {
        const count = (left.get(object) ?? 0) - 1
        left.set(object, count)
        return count === 0 ? [object.key] : []
      })
    },
  }
}

/**
 * Delivers records again in the order in which the table was written, in batches as the stream would. When a record
 * fails, later records of its subject are not tried, and all others go on. An object is removed at once when all its
 * records have been handled. A redrive may be interrupted and repeated: consumers repeat no effect.
 */
export const redrive = async (
  objects: readonly PutAside[],
  { invoke, remove }: RedriveTarget,
): Promise<RedriveResult> => {
  const tracker = objectTracker(objects)
  const empty = objects.filter(({ records }) => records.length === 0).map(({ key }) => key)
  if (empty.length > 0) await remove(empty)
  const failed: { failed: PutAsideRecord; error: string }[] = []
  let waiting = inOrder(objects)
  let handled = 0
  let behind = 0
  let size = maxRecords
  while (waiting.length > 0) {
    const batch = nextBatch(waiting, size)
    const [first] = batch
    if (first === undefined) break
    const records = batch.map(({ record }) => record)
    const outcome = await invoke(records)
    const failure = firstFailure(records, outcome)
    const done = failure === undefined ? batch : batch.slice(0, failure)
    handled += done.length
    const keys = tracker.complete(done)
    if (keys.length > 0) await remove(keys)
    waiting = waiting.slice(done.length)
    if (failure === undefined) size = maxRecords
    else if (failure > 0) continue
    else if (outcome.status !== 'done' && batch.length > 1) size = Math.ceil(batch.length / 2)
    else {
      failed.push({ failed: first, error: failureReason(outcome) })
      const others = waiting.slice(1).filter(({ subject }) => subject !== first.subject)
      behind += waiting.length - 1 - others.length
      waiting = others
    }
  }
  return { handled, failed, behind }
}
