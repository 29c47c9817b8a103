import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams'
import { routes } from '../../../functions/routes.ts'
import { sampleOf } from '../../derive/samples.ts'
import { clientConfiguration } from '../data/table.ts'
import { demoTokens } from '../demo/demo.ts'
import { demoPeople } from '../demo/people.ts'
import { toNotice } from '../stream/record.ts'
import { streamOf } from '../stream/shards.ts'
import { tableName } from './environment.ts'

/** What reads comes before what changes, and what deletes at the end. */
const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const signatures = async (): Promise<Map<string, string>> => {
  const all = new Map<string, string>()
  for (const { key } of demoPeople) {
    const made = await demoTokens(key)
    all.set(`Bearer demo:${key}`, `Bearer ${made?.accessToken}`)
    all.set(`refreshToken=demo:${key}`, `refreshToken=${made?.refreshToken}`)
  }
  return all
}

/** What the stream told while the campus was made, each by itself: the first that fails would end a batch. */
const notices = async (endpoint: string): Promise<readonly unknown[]> => {
  const client = new DynamoDBStreamsClient(clientConfiguration(endpoint))
  const StreamArn = await streamOf(client, tableName)
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }))
  const all: unknown[] = []
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const from = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const
    const { ShardIterator } = await client.send(new GetShardIteratorCommand(from))
    const { Records = [] } = await client.send(new GetRecordsCommand({ ShardIterator }))
    all.push(...Records.map((record) => ({ Records: [toNotice(record, StreamArn)] })))
  }
  return all
}

/** By function: its samples on the demo campus of this process's settings, signed by the people they name. */
export const campusInvocations = async (
  endpoint: string,
): Promise<ReadonlyMap<string, readonly unknown[]>> => {
  const signed = await signatures()
  const sign = (text: string): string =>
    text.replace(/(?:Bearer |refreshToken=)demo:\w+/g, (name) => signed.get(name) ?? name)
  const samples = routes.map(({ domain, rows }) => {
    const sorted = Object.entries(rows).sort(
      ([, one], [, other]) => order.indexOf(one.method) - order.indexOf(other.method),
    )
    return [
      domain,
      sorted.map(([name, row]) => JSON.parse(sign(JSON.stringify(sampleOf(name, row))))),
    ] as const
  })
  return new Map<string, readonly unknown[]>([
    ...samples,
    ['notices', await notices(endpoint)],
    ['clock', [{ time: new Date().toISOString() }]],
  ])
}
