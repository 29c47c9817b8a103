import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { inject } from 'vitest'
import { sweepExpired } from '../../infra/local/data/expiry.ts'
import { type Change, changesOf } from '../support/table/changes.ts'
import { everyImage, type Image, placeOf } from '../support/table/whole-table.ts'
import type { World } from '../support/world.ts'

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

const noticesOf = (changes: readonly Change[]): DynamoDBRecord[] =>
  changes.map(({ before, after }) => {
    const image = after ?? before ?? {}
    const kind = before ? 'MODIFY' : 'INSERT'
    return recordOf(after ? kind : 'REMOVE', placeOf(image), before, after)
  })

export type WholeStream = {
  /** Carries out everything that was written since the last call, `times` each, until nothing more comes of it. */
  drain(times?: number): Promise<void>
  /** Lets the table remove what has expired by now. */
  sweep(): Promise<void>
}

/** The stream of the whole table, as the differences between two readings of what is written. */
export const wholeStream = async (w: World): Promise<WholeStream> => {
  const changes = await changesOf(w.runtime.client)
  let swept = false
  const drain = async (times = 1): Promise<void> => {
    for (;;) {
      // What the table itself removes is in no request of the platform's.
      const records = noticesOf(await changes({ all: swept }))
      swept = false
      if (records.length === 0) return
      for (let time = 0; time < times; time += 1) {
        const { batchItemFailures } = await w.deliver(records)
        if (batchItemFailures.length > 0)
          throw new Error(`not carried out: ${JSON.stringify(batchItemFailures)}`)
      }
    }
  }
  const sweep = async () => {
    swept = true
    await sweepExpired(inject('engine'), w.runtime.client.name, w.clock.now())
  }
  return { drain, sweep }
}
