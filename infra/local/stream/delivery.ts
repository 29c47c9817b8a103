import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { _Record } from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBRecord } from 'aws-lambda'
import { readJson, writeJson } from '../data/data-folder.ts'
import type { Outcome } from '../handlers/generation.ts'

/** The destination of change events, and records of their delivery or failure. */
export type Delivery = {
  invoke: (records: readonly DynamoDBRecord[]) => Promise<Outcome>
  arrived: (last: DynamoDBRecord) => void
  giveUp: (record: DynamoDBRecord, reason: string) => void
  stopping: AbortSignal
  /** Milliseconds before the first retry; each further one waits twice as long. */
  firstRetry: number
}

const tries = 5
const reloadWait = 250

const sequence = (record: DynamoDBRecord): string => record.dynamodb?.SequenceNumber ?? ''

const failedNumbers = (result: unknown): string[] => {
  if (typeof result !== 'object' || result === null || !('batchItemFailures' in result)) return []
  const failures = result.batchItemFailures
  if (!Array.isArray(failures)) return []
  return failures.map((failure) => String(failure?.itemIdentifier ?? ''))
}

/** Index of the first undelivered record. An identifier that names no record fails the whole batch. */
export const firstFailure = (records: readonly DynamoDBRecord[], outcome: Outcome): number | undefined => {
  if (outcome.status !== 'done') return 0
  const failed = failedNumbers(outcome.result)
  if (failed.length === 0) return undefined
  return Math.max(
    0,
    Math.min(...failed.map((number) => records.findIndex((one) => sequence(one) === number))),
  )
}

/** The reason of a failure in a sentence. */
export const failureReason = (outcome: Outcome): string =>
  outcome.status === 'done' ? 'The handler reported it as failed.' : outcome.text

const wait = async (delivery: Delivery, milliseconds: number): Promise<void> => {
  await pause(milliseconds, undefined, { signal: delivery.stopping }).catch(() => undefined)
}

/** Code that does not load is not the record's fault, so the record waits for the next edit. */
const attempt = async (delivery: Delivery, records: readonly DynamoDBRecord[]): Promise<Outcome> => {
  for (;;) {
    const outcome = await delivery.invoke(records)
    if (outcome.status !== 'unavailable' || delivery.stopping.aborted) return outcome
    await wait(delivery, reloadWait)
  }
}

const deliverOne = async (delivery: Delivery, record: DynamoDBRecord): Promise<void> => {
  for (let turn = 1; !delivery.stopping.aborted; turn += 1) {
    const outcome = await attempt(delivery, [record])
    if (delivery.stopping.aborted && outcome.status !== 'done') return
    if (firstFailure([record], outcome) === undefined) return delivery.arrived(record)
    if (turn === tries) {
      delivery.giveUp(record, failureReason(outcome))
      return delivery.arrived(record)
    }
    await wait(delivery, delivery.firstRetry * 2 ** (turn - 1))
  }
}

/**
 * Delivers a batch in order, as Lambda does with BisectBatchOnFunctionError and ReportBatchItemFailures. Records from
 * the first failure on are retried, and a batch that fails as a whole is halved. A single record that fails five times
 * is given up, so that later ones can pass.
 */
export const deliver = async (delivery: Delivery, records: readonly DynamoDBRecord[]): Promise<void> => {
  const [first] = records
  if (!first || delivery.stopping.aborted) return
  if (records.length === 1) return deliverOne(delivery, first)
  const outcome = await attempt(delivery, records)
  if (delivery.stopping.aborted && outcome.status !== 'done') return
  const failure = firstFailure(records, outcome)
  if (failure === undefined) return delivery.arrived(records.at(-1) ?? first)
  const cut = failure > 0 ? failure : outcome.status === 'done' ? 1 : Math.ceil(records.length / 2)
  if (failure > 0) delivery.arrived(records[failure - 1] ?? first)
  else await deliver(delivery, records.slice(0, cut))
  await deliver(delivery, records.slice(cut))
}

/** Folders of the data folder with undeliverable change events. Earlier versions wrote the second one. */
export const putAsideFolders = ['put-aside', 'dead-letters'] as const

/**
 * Stores an undeliverable change event as a whole in `put-aside/<sequence number>.json` of the data folder, in the
 * shape in which Lambda writes it to a bucket. Returns the file's path.
 */
export const putAside = (dataDir: string, record: DynamoDBRecord, reason: string): string => {
  const folder = join(dataDir, putAsideFolders[0])
  mkdirSync(folder, { recursive: true })
  const number = sequence(record)
  const path = join(folder, `${number.padStart(20, '0')}.json`)
  writeJson(path, {
    requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: tries },
    responseContext: { statusCode: 200, functionError: reason },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      startSequenceNumber: number,
      endSequenceNumber: number,
      batchSize: 1,
      streamArn: record.eventSourceARN,
    },
    payload: JSON.stringify({ Records: [record] }),
  })
  return path
}

/** The progress in each shard of one stream: its last sequence number, or that it is finished. */
export type Positions = {
  after: (shard: string) => string | undefined
  finished: (shard: string) => boolean
  move: (shard: string, sequenceNumber: string) => void
  finish: (shard: string) => void
}

type StoredPositions = { stream: string; after: Record<string, string>; finished: string[] }

const isStoredPositions = (value: unknown): value is StoredPositions =>
  typeof value === 'object' && value !== null && 'stream' in value && 'after' in value && 'finished' in value

/** The positions of the data folder. Those of another stream (a recreated table) are ignored. */
export const openPositions = (dataDir: string, stream: string): Positions => {
  const path = join(dataDir, 'stream.json')
  const found = readJson(path)
  const stored: StoredPositions =
    isStoredPositions(found) && found.stream === stream ? found : { stream, after: {}, finished: [] }
  const change = (edit: () => void): void => {
    edit()
    writeJson(path, stored)
  }
  return {
    after: (shard) => stored.after[shard],
    finished: (shard) => stored.finished.includes(shard),
    move: (shard, sequenceNumber) =>
      change(() => {
        stored.after[shard] = sequenceNumber
      }),
    finish: (shard) =>
      change(() => {
        stored.finished.push(shard)
      }),
  }
}

const plain = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (value instanceof Date) return value.getTime() / 1000
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]))
}

/** A streams API record as Lambda passes it: bytes in base64, times in seconds, with its stream's name. */
export const toStreamRecord = (record: _Record, stream: string): DynamoDBRecord =>
  plain({ ...record, eventSource: 'aws:dynamodb', eventSourceARN: stream }) as DynamoDBRecord
