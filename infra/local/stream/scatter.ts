import type { DynamoDBRecord } from 'aws-lambda'
import { between, drawn } from '../like-aws/chance.ts'
import type { ModelClock } from '../like-aws/clock.ts'
import type { Figures } from '../like-aws/figures.ts'
import { type Delivery, deliver } from './delivery.ts'

/** Hands a page of records to the delivery. */
export type HandOver = (delivery: Delivery, records: readonly DynamoDBRecord[]) => Promise<void>

const shardOf = (record: DynamoDBRecord, shards: number): number =>
  Math.floor(drawn(0, JSON.stringify(record.dynamodb?.Keys)) * shards)

/**
 * Delivers a page as if it came from several shards: in parallel, each after its own delay, some records twice. Records
 * of one item stay in order. The stream position moves only after all have arrived, so a crash repeats them.
 */
export const scattered = (figures: Figures, clock: ModelClock): HandOver => {
  const { seed, streamShards, streamDelay, streamRepeat } = figures
  let pages = 0
  const one = async (delivery: Delivery, records: readonly DynamoDBRecord[], name: string) => {
    await clock.wait(between(0, streamDelay, drawn(seed, 'delay', name)))
    const quiet = { ...delivery, arrived: () => undefined }
    await deliver(quiet, records)
    if (drawn(seed, 'repeat', name) < streamRepeat) await deliver(quiet, records)
  }
  return async (delivery, records) => {
    pages += 1
    const groups = Map.groupBy(records, (record) => shardOf(record, streamShards))
    await Promise.all([...groups].map(([shard, group]) => one(delivery, group, `${pages} ${shard}`)))
    const last = records.at(-1)
    if (last && !delivery.stopping.aborted) delivery.arrived(last)
  }
}
