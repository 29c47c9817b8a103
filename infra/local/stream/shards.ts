import {
  type _Record,
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  type Shard,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams'
import { unconsumed } from '../../unconsumed-kinds.ts'
import { type Delivery, type Positions, toStreamRecord } from './delivery.ts'
import type { HandOver } from './scatter.ts'

const batch = 400

/** A stream being read: the position of each shard and the delivery of its change events. */
export type Reading = {
  client: DynamoDBStreamsClient
  stream: string
  positions: Positions
  iterators: Map<string, string>
  delivery: (shard: string) => Delivery
  handOver: HandOver
}

/** The newest stream of a table. */
export const streamOf = async (client: DynamoDBStreamsClient, table: string): Promise<string> => {
  const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: table }))
  const arn = Streams.map((one) => one.StreamArn ?? '')
    .sort()
    .at(-1)
  if (!arn) throw new Error(`the table ${table} has no stream`)
  return arn
}

/** All shards of the stream, parents and children. */
export const shardsOf = async ({ client, stream }: Reading): Promise<Shard[]> => {
  const shards: Shard[] = []
  let from: string | undefined
  do {
    const page = await client.send(
      new DescribeStreamCommand({ StreamArn: stream, ExclusiveStartShardId: from }),
    )
    shards.push(...(page.StreamDescription?.Shards ?? []))
    from = page.StreamDescription?.LastEvaluatedShardId
  } while (from)
  return shards
}

const iteratorOf = async (reading: Reading, shard: string, from?: string): Promise<string | undefined> => {
  const { ShardIterator } = await reading.client.send(
    new GetShardIteratorCommand({
      StreamArn: reading.stream,
      ShardId: shard,
      ShardIteratorType: from ? 'AFTER_SEQUENCE_NUMBER' : 'TRIM_HORIZON',
      SequenceNumber: from,
    }),
  )
  return ShardIterator
}

const openShard = async (reading: Reading, shard: string): Promise<string | undefined> => {
  const known = reading.iterators.get(shard)
  if (known) return known
  try {
    return await iteratorOf(reading, shard, reading.positions.after(shard))
  } catch (error) {
    if (error instanceof TrimmedDataAccessException) return iteratorOf(reading, shard)
    throw error
  }
}

const unconsumedKinds: ReadonlySet<string | undefined> = new Set(unconsumed)

/** The filter of the event source mapping on AWS. More than half of the records of a busy school have no consumer. */
const isConsumed = ({ dynamodb }: _Record): boolean =>
  !unconsumedKinds.has((dynamodb?.NewImage ?? dynamodb?.OldImage)?.entity?.S)

/** Reads and delivers one page of a shard. Returns the number of records. */
const readShard = async (reading: Reading, shard: string): Promise<number> => {
  const iterator = await openShard(reading, shard)
  if (!iterator) return 0
  reading.iterators.delete(shard)
  const page = await reading.client.send(new GetRecordsCommand({ ShardIterator: iterator, Limit: batch }))
  const all = page.Records ?? []
  const records = all.filter(isConsumed).map((record) => toStreamRecord(record, reading.stream))
  const delivery = reading.delivery(shard)
  await reading.handOver(delivery, records)
  const last = all.at(-1)
  if (last && !isConsumed(last) && !delivery.stopping.aborted)
    delivery.arrived(toStreamRecord(last, reading.stream))
  if (page.NextShardIterator) reading.iterators.set(shard, page.NextShardIterator)
  else reading.positions.finish(shard)
  return all.length
}

/** Reads one page of every shard whose parent is done. Returns the number of records delivered. */
export const readAll = async (reading: Reading, shards: readonly Shard[]): Promise<number> => {
  const isOpen = (id: string | undefined): boolean =>
    shards.some((one) => one.ShardId === id) && !reading.positions.finished(id ?? '')
  let count = 0
  for (const { ShardId: id, ParentShardId: parent } of shards) {
    // A child holds later writes of the same items, so its parent comes first.
    if (!id || !isOpen(id) || isOpen(parent)) continue
    try {
      count += await readShard(reading, id)
    } catch (error) {
      if (!(error instanceof ExpiredIteratorException)) throw error
    }
  }
  return count
}
