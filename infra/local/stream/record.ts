import type { _Record } from '@aws-sdk/client-dynamodb-streams'
import type { DynamoDBRecord } from 'aws-lambda'

const plain = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (value instanceof Date) return value.getTime() / 1000
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]))
}

/** A record of the streams API as Lambda hands it over: bytes in base64, times in seconds, its stream named. */
export const toNotice = (record: _Record, stream: string): DynamoDBRecord =>
  plain({ ...record, eventSource: 'aws:dynamodb', eventSourceARN: stream }) as DynamoDBRecord
