import { setTimeout as pause } from 'node:timers/promises'
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'
import { clientConfiguration } from '../data/table.ts'
import { bell } from '../handlers/bell.ts'
import { messageOf } from '../problem.ts'
import { type Delivery, keepDeadLetter } from './delivery.ts'
import { openPositions } from './position.ts'
import { type Reading, readAll, shardsOf, streamOf } from './shards.ts'
import { openSweep, type Sweep } from './sweep.ts'

/** The consumer of the table's stream. `wake` says that a write is likely. */
export type Consumer = { wake: () => void; stop: () => Promise<void> }

export type StreamPlace = {
  endpoint: string
  table: string
  dataDir: string
  /** Only the platform's own engine keeps its records in a file that may be swept. */
  ownFile: boolean
  invoke: Delivery['invoke']
  log: (line: string) => void
  firstRetry?: number
}

const shortest = 10
const longest = 250
const handOver = 500
const shardsKeptFor = 10_000
const none: Sweep = { upTo: () => undefined, close: () => undefined }

const deliveryOf =
  (place: StreamPlace, reading: Pick<Reading, 'positions'>, sweep: Sweep, stopping: AbortSignal) =>
  (shard: string): Delivery => ({
    invoke: place.invoke,
    stopping,
    firstRetry: place.firstRetry ?? 100,
    arrived: (last) => {
      const sequenceNumber = last.dynamodb?.SequenceNumber ?? ''
      reading.positions.move(shard, sequenceNumber)
      sweep.upTo(shard, sequenceNumber)
    },
    giveUp: (record, reason) => {
      const path = keepDeadLetter(place.dataDir, record, reason)
      place.log(`A notice failed five times and was put aside: ${path}\n${reason}`)
    },
  })

/**
 * Consumes the table's stream as Lambda does on AWS, at least once and in order per shard, from where the last
 * run stopped. Idle it looks four times a second; after `wake` at once.
 */
export const startStream = async (place: StreamPlace): Promise<Consumer> => {
  const client = new DynamoDBStreamsClient(clientConfiguration(place.endpoint))
  const stream = await streamOf(client, place.table)
  const sweep = place.ownFile ? openSweep(place.dataDir, place.table) : none
  const stopping = new AbortController()
  const positions = openPositions(place.dataDir, stream)
  const delivery = deliveryOf(place, { positions }, sweep, stopping.signal)
  const reading: Reading = { client, stream, positions, iterators: new Map(), delivery }
  const { wake, wait } = bell(stopping.signal)

  const run = async (): Promise<void> => {
    let shards = await shardsOf(reading)
    let listedAt = Date.now()
    let delay = shortest
    while (!stopping.signal.aborted) {
      try {
        if (Date.now() - listedAt > shardsKeptFor) {
          shards = await shardsOf(reading)
          listedAt = Date.now()
        }
        const count = await readAll(reading, shards)
        delay = count > 0 ? 0 : Math.min(longest, Math.max(shortest, delay * 2))
      } catch (error) {
        reading.iterators.clear()
        if (!stopping.signal.aborted) place.log(`The stream cannot be read: ${messageOf(error)}`)
        delay = longest * 4
      }
      if (delay > 0 && (await wait(delay)) === 'rung') delay = shortest
    }
  }
  const ended = run()
  return {
    wake,
    stop: async () => {
      stopping.abort()
      await Promise.race([ended, pause(handOver)])
      sweep.close()
      client.destroy()
    },
  }
}
