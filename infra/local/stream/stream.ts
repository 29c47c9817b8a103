import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams'
import { localSigner, unusedMiddleware } from '../../../lib/table/client.ts'
import { clientConfiguration } from '../data/table.ts'
import { engineConnections } from '../handlers/engine-connection.ts'
import { messageOf } from '../problem.ts'
import { type Delivery, deliver, openPositions, putAside } from './delivery.ts'
import type { HandOver } from './scatter.ts'
import { type Reading, readAll, shardsOf, streamOf } from './shards.ts'

/** A wait that can be cut short. */
export type Bell = {
  wake: () => void
  /** Resolves after this many milliseconds, on a ring (even one before the call), or on shutdown. */
  wait: (milliseconds: number) => Promise<'rung' | 'quiet'>
}

export const bell = (stopping: AbortSignal): Bell => {
  let rung = false
  let current = new AbortController()
  return {
    wake: () => {
      rung = true
      current.abort()
    },
    wait: async (milliseconds) => {
      current = new AbortController()
      if (!rung) {
        const signal = AbortSignal.any([stopping, current.signal])
        await pause(milliseconds, undefined, { signal }).catch(() => undefined)
      }
      const how = rung ? 'rung' : 'quiet'
      rung = false
      return how
    },
  }
}

/** Removes consumed records from the engine's own file. */
export type Sweep = { upTo: (shard: string, sequenceNumber: string) => void; close: () => void }

const fileOf = (dataDir: string): DatabaseSync =>
  new DatabaseSync(join(dataDir, 'table.sqlite'), { timeout: 5000 })

/**
 * With every write the engine looks up the highest number of its stream. Without an index it reads every record. With a
 * backlog of 20,000 it then handles a hundred writes a second, with an index two thousand. Creating an existing index
 * again is cheap.
 */
export const indexStream = (dataDir: string): void => {
  const file = fileOf(dataDir)
  try {
    file.exec(`CREATE INDEX IF NOT EXISTS stream_places
      ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`)
  } finally {
    file.close()
  }
}

const statement = `DELETE FROM _stream_records
  WHERE table_name = ? AND shard_id = ? AND CAST(sequence_number AS INTEGER) <= CAST(? AS INTEGER)
    AND id < (SELECT MAX(id) FROM _stream_records WHERE table_name = ?)`

/**
 * The engine keeps every stream record for a day and its file grows, so consumed records are removed at once. The
 * newest record stays, because the engine counts on from it; otherwise sequence numbers would restart at 1. A locked
 * file is no error: the next sweep removes the rest.
 */
export const openSweep = (dataDir: string, table: string): Sweep => {
  const file = fileOf(dataDir)
  file.exec('PRAGMA busy_timeout = 20')
  const remove = file.prepare(statement)
  return {
    upTo: (shard, sequenceNumber) => {
      try {
        remove.run(table, shard, sequenceNumber, table)
      } catch {
        // Busy: see above.
      }
    },
    close: () => file.close(),
  }
}

/** The consumer of the table's stream. `wake` means that a write is likely. */
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
  /** Delivers a page of records; default `deliver`. */
  handOver?: HandOver
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
      const path = putAside(place.dataDir, record, reason)
      place.log(
        `A change event failed five times and was put aside: ${path}\nTo handle it again: npm run put-aside -- redrive\n${reason}`,
      )
    },
  })

/**
 * Consumes the table's stream as Lambda does on AWS: at least once, in order per shard, continuing from the last run.
 * It polls four times a second when idle, and at once after `wake`.
 */
export const startStream = async (place: StreamPlace): Promise<Consumer> => {
  const client = new DynamoDBStreamsClient({
    ...clientConfiguration(place.endpoint),
    // The stream is read several times a second, so a read skips what only AWS needs.
    ...(place.endpoint.startsWith('http://')
      ? { signer: localSigner, requestHandler: engineConnections() }
      : {}),
  })
  for (const step of unusedMiddleware) client.middlewareStack.remove(step)
  const stream = await streamOf(client, place.table)
  const sweep = place.ownFile ? openSweep(place.dataDir, place.table) : none
  const stopping = new AbortController()
  const positions = openPositions(place.dataDir, stream)
  const delivery = deliveryOf(place, { positions }, sweep, stopping.signal)
  const reading: Reading = {
    client,
    stream,
    positions,
    iterators: new Map(),
    delivery,
    handOver: place.handOver ?? deliver,
  }
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
