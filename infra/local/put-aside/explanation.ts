import type { DynamoDBRecord } from 'aws-lambda'
import { consumers } from '../../../functions/stream/handler.ts'
import { hashedKey } from '../../../lib/fault-facts.ts'
import { topicName, topicOf } from '../../../lib/table/change-event.ts'
import type { PutAside, PutAsideRecord } from './records.ts'

const domainsByTopic = new Map<string, Set<string>>()
for (const { on, at, domain = '' } of consumers)
  for (const kind of at) {
    const topic = topicName(on, kind)
    domainsByTopic.set(topic, (domainsByTopic.get(topic) ?? new Set()).add(domain))
  }

type Key = Readonly<Record<string, { readonly S?: string } | undefined>>

const keyOf = ({ dynamodb }: DynamoDBRecord): string => {
  const { pk, sk } = (dynamodb?.Keys ?? dynamodb?.NewImage ?? dynamodb?.OldImage ?? {}) as Key
  return `${pk?.S} ${sk?.S}`
}

/** Facts about a record for the person who redrives it. */
export type RecordFacts = {
  readonly sequence: string
  readonly entity: string
  /** Whether the item was made, changed or removed (`gone`). */
  readonly change: string
  readonly school: string
  /** The same hash as in the log. */
  readonly item: string
  /** The domains that handle such a change. Empty if this version has none: a redrive then only removes the record. */
  readonly consumers: readonly string[]
}

export const factsOf = ({ record, sequence }: Pick<PutAsideRecord, 'record' | 'sequence'>): RecordFacts => {
  const topic = topicOf(record)
  const [entity = '', change = ''] = topic.split(' ')
  const key = keyOf(record)
  return {
    sequence,
    entity,
    change,
    school: /^T#([^#]+)#/.exec(key)?.[1] ?? 'no school',
    item: hashedKey(key),
    consumers: [...(domainsByTopic.get(topic) ?? [])].sort(),
  }
}

/** The first line of an error, for lists. */
export const shortError = ({ error, condition }: Pick<PutAside, 'error' | 'condition'>): string =>
  (error ?? condition ?? 'unknown').split('\n', 1)[0] ?? ''

/** Names of attributes that the change added, edited or removed. Values may be data of people. */
export const changedAttributes = ({ dynamodb }: DynamoDBRecord): readonly string[] => {
  const { OldImage: before = {}, NewImage: after = {} } = dynamodb ?? {}
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .sort()
}
