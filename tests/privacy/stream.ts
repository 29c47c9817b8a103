import { isDeepStrictEqual } from 'node:util'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { inject } from 'vitest'
import { sweepExpired } from '../../infra/local/data/expiry.ts'
import { everyImage, type Image, placeOf } from '../support/table/whole-table.ts'
import type { World } from '../support/world.ts'

type Snapshot = ReadonlyMap<string, Image>

const snapshotOf = async (w: World): Promise<Snapshot> =>
  new Map((await everyImage(w.runtime.client)).map((image) => [placeOf(image), image]))

/** Every item of the table in words: a person is found in it by what the words say. */
export const everyItem = async (w: World): Promise<Readonly<Record<string, unknown>>[]> =>
  (await everyImage(w.runtime.client)).map((image) => unmarshall(image as never))

const recordOf = (eventName: 'INSERT' | 'MODIFY' | 'REMOVE', at: string, before?: Image, after?: Image) =>
  ({
    eventName,
    dynamodb: {
      SequenceNumber: at,
      ...(before ? { OldImage: before } : {}),
      ...(after ? { NewImage: after } : {}),
    },
  }) as DynamoDBRecord

const between = (before: Snapshot, after: Snapshot): DynamoDBRecord[] => [
  ...[...before].flatMap(([at, image]) => (after.has(at) ? [] : [recordOf('REMOVE', at, image)])),
  ...[...after].flatMap(([at, image]) => {
    const old = before.get(at)
    if (!old) return [recordOf('INSERT', at, undefined, image)]
    return isDeepStrictEqual(old, image) ? [] : [recordOf('MODIFY', at, old, image)]
  }),
]

export type WholeStream = {
  /** Carries out everything that was written since the last call, `times` each, until nothing more comes of it. */
  drain(times?: number): Promise<void>
  /** Lets the table remove what has expired by now. */
  sweep(): Promise<void>
}

/** The stream of the whole table, as the differences between two readings of it. */
export const wholeStream = async (w: World): Promise<WholeStream> => {
  let seen = await snapshotOf(w)
  const drain = async (times = 1): Promise<void> => {
    for (;;) {
      const now = await snapshotOf(w)
      const records = between(seen, now)
      seen = now
      if (records.length === 0) return
      for (let time = 0; time < times; time += 1) {
        const { batchItemFailures } = await w.deliver(records)
        if (batchItemFailures.length > 0)
          throw new Error(`not carried out: ${JSON.stringify(batchItemFailures)}`)
      }
    }
  }
  const sweep = async () => {
    await sweepExpired(inject('engine'), w.runtime.client.name, w.clock.now())
  }
  return { drain, sweep }
}
