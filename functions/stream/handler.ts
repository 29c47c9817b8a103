import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import type { AudiencePager } from '../../lib/audience.ts'
import type { Consumer } from '../../lib/consumer.ts'
import { faultFacts, hashedKey } from '../../lib/fault-facts.ts'
import { platformKey } from '../../lib/identity/school/schools.ts'
import { newOncePerKey, type OncePerKey } from '../../lib/keyed-answer.ts'
import { type NotificationDue, notificationRow } from '../../lib/outbox.ts'
import { processRuntime, type Runtime } from '../../lib/runtime.ts'
import { lagReporter } from '../../lib/stream-lag.ts'
import {
  type ChangeEvent,
  changeEventOf,
  subjectOf,
  topicName,
  topicOf,
} from '../../lib/table/change-event.ts'
import { meter } from '../../lib/table/meter.ts'
import { openTable, type Table } from '../../lib/table/table.ts'
import { streamConsumers as analytics } from '../analytics/stream-consumers.ts'
import { streamConsumers as announcements } from '../announcements/stream-consumers.ts'
import { audiences as ofEvents } from '../attendance/audiences.ts'
import { streamConsumers as attendance } from '../attendance/stream-consumers.ts'
import { streamConsumers as auditRows } from '../audit/stream-consumers.ts'
import { streamConsumers as budgets } from '../budgets/stream-consumers.ts'
import { streamConsumers as exports } from '../exports/stream-consumers.ts'
import { streamConsumers as invites } from '../invites/stream-consumers.ts'
import { streamConsumers as jobs } from '../jobs/stream-consumers.ts'
import { audiences as ofManagement } from '../management/audiences.ts'
import { streamConsumers as management } from '../management/stream-consumers.ts'
import { audiences as ofMembers } from '../members/audiences.ts'
import { audiences as ofMessages } from '../messages/audiences.ts'
import { streamConsumers as messages } from '../messages/stream-consumers.ts'
import { audiences as ofNotifications } from '../notifications/audiences.ts'
import { changeGroupPager } from '../notifications/send/change-groups.ts'
import { streamConsumers as notifications } from '../notifications/stream-consumers.ts'
import { streamConsumers as operators } from '../operators/stream-consumers.ts'
import { streamConsumers as organizations } from '../organizations/stream-consumers.ts'
import { streamConsumers as planning } from '../planning/stream-consumers.ts'
import { streamConsumers as signs } from '../platform/stream-consumers.ts'
import { streamConsumers as departures } from '../privacy/stream-consumers.ts'
import { audiences as ofStakeholders } from '../stakeholders/audiences.ts'
import { streamConsumers as stakeholders } from '../stakeholders/stream-consumers.ts'
import { streamConsumers as tasks } from '../tasks/stream-consumers.ts'
import { processInLanes, withEventWorkers } from './lanes.ts'
import { streamConsumers as mails } from './stream-consumers.ts'

const eventAudiences = withEventWorkers(ofEvents)

/** Audience pagers of all domains. */
export const audiences: readonly AudiencePager[] = [
  ...ofNotifications,
  ...ofMessages,
  ...ofMembers,
  ...ofManagement,
  ...ofStakeholders,
  ...eventAudiences,
  changeGroupPager(eventAudiences),
]

const consumersByDomain: Readonly<Record<string, readonly Consumer[]>> = {
  stream: mails,
  notifications: notifications(audiences),
  platform: signs,
  audit: auditRows,
  operators,
  organizations,
  budgets,
  management,
  invites,
  messages,
  announcements,
  planning,
  stakeholders,
  jobs,
  tasks,
  attendance,
  analytics,
  privacy: departures,
  exports,
}

/** Stream consumers of all domains, each with the name of its domain. */
export const consumers: readonly Consumer[] = Object.entries(consumersByDomain).flatMap(([domain, rows]) =>
  rows.map((row) => ({ ...row, domain })),
)

type ConsumersByTopic = ReadonlyMap<string, readonly Consumer[]>

/** The consumer at work when a record failed, for the log. */
const consumerOf = new WeakMap<object, string>()

const groupByTopic = (rows: readonly Consumer[]): ConsumersByTopic => {
  const pairs = rows.flatMap((row) => row.at.map((kind) => ({ topic: topicName(row.on, kind), row })))
  const groups = Map.groupBy(pairs, ({ topic }) => topic)
  return new Map([...groups].map(([topic, found]) => [topic, found.map(({ row }) => row)]))
}

type TableCost = { readonly calls: number; readonly readUnits: number; readonly writeUnits: number }

/** State shared by the change events of one batch. */
type BatchContext = {
  readonly once: OncePerKey
  readonly batch: () => readonly ChangeEvent[]
  /** The change event of a record that has a consumer. */
  readonly changeEventIn: (record: DynamoDBRecord) => ChangeEvent | undefined
  /** One table per school. Reads of one turn, for any change event, go out in one call. */
  readonly tableOf: (tenant: string | undefined) => Table
  /** Cost of the batch's table calls so far. */
  readonly spent: () => TableCost
}

const batchOf = (
  records: readonly DynamoDBRecord[],
  rows: ConsumersByTopic,
  { client, now }: Runtime,
): BatchContext => {
  const opened = new Map<DynamoDBRecord, ChangeEvent | undefined>()
  const changeEventIn = (record: DynamoDBRecord): ChangeEvent | undefined => {
    if (!opened.has(record)) opened.set(record, changeEventOf(record))
    return opened.get(record)
  }
  let all: readonly ChangeEvent[] | undefined
  const batch = () => {
    all ??= records.flatMap((record) => (rows.has(topicOf(record)) ? (changeEventIn(record) ?? []) : []))
    return all
  }
  const tables = new Map<string | undefined, Table>()
  const tableOf = (tenant: string | undefined): Table => {
    const table = tables.get(tenant) ?? openTable({ client, tenant, now, meter: meter() })
    tables.set(tenant, table)
    return table
  }
  const spent = (): TableCost => {
    const sum = { calls: 0, readUnits: 0, writeUnits: 0 }
    for (const { cost } of tables.values()) {
      sum.calls += cost.calls
      sum.readUnits += cost.readUnits
      sum.writeUnits += cost.writeUnits
    }
    return sum
  }
  return { once: newOncePerKey(), batch, changeEventIn, tableOf, spent }
}

const consumeRecord = async (
  record: DynamoDBRecord,
  rows: ConsumersByTopic,
  runtime: Runtime & BatchContext,
): Promise<void> => {
  const consumers = rows.get(topicOf(record))
  const changeEvent = consumers && runtime.changeEventIn(record)
  if (!changeEvent) return
  const table = runtime.tableOf(changeEvent.tenant)
  const notify = async (after: NotificationDue): Promise<void> => {
    const made = {
      id: [changeEvent.id, after.cause, after.template].join(' '),
      kind: 'made',
      entity: notificationRow.name,
      tenant: changeEvent.tenant,
      after,
    } as const
    for (const row of rows.get(topicName(made.entity, made.kind)) ?? [])
      await row.carryOut(made, { ...runtime, table })
  }
  for (const row of consumers) {
    try {
      await row.carryOut(changeEvent, { ...runtime, table, notify })
    } catch (error) {
      if (typeof error === 'object' && error !== null) consumerOf.set(error, row.domain ?? '')
      throw error
    }
  }
}

/** One line for a change event that is retried. */
const logFailure = (record: DynamoDBRecord, error: unknown, { log }: Runtime): void => {
  const { pk, sk } = (record.dynamodb?.Keys ?? {}) as Readonly<Record<string, { S?: string } | undefined>>
  const [entity, change] = topicOf(record).split(' ')
  log({
    level: 'error',
    operation: 'stream.consume',
    consumer: typeof error === 'object' && error !== null ? consumerOf.get(error) : undefined,
    tenant: /^T#([^#]+)#/.exec(pk?.S ?? '')?.[1],
    changeEvent: record.dynamodb?.SequenceNumber,
    entity,
    change,
    item: hashedKey(`${pk?.S} ${sk?.S}`),
    outcome: 'failed',
    cause: error instanceof Error ? error.name : typeof error,
    ...faultFacts(error),
  })
}

/** Age of the first record, the oldest of the batch, in seconds. */
const lagOf = ([first]: readonly DynamoDBRecord[], now: Date): number => {
  const writtenAt = first?.dynamodb?.ApproximateCreationDateTime
  return writtenAt === undefined ? 0 : Math.max(0, now.getTime() / 1000 - Number(writtenAt))
}

/** One line per batch: its age, the number of records handled, and the cost of its table calls. */
const logBatch = (
  records: readonly DynamoDBRecord[],
  done: number,
  { log, now, spent }: Runtime & BatchContext,
): void => {
  const StreamLag = Math.round(lagOf(records, now()) * 1000) / 1000
  const ChangeEventFailures = done < records.length ? 1 : 0
  log({
    operation: 'stream.consume',
    records: records.length,
    done,
    ...spent(),
    measured: { StreamLag, ChangeEventFailures },
  })
}

/**
 * In milliseconds. No change event starts later than this after its batch, so that the response leaves before the
 * function's timeout.
 */
const startDeadlineMs = 40_000

/**
 * Entry point of the table's stream. Change events of one subject are handled in order. The batch ends at the first
 * failure or timeout, and the stream delivers that record and all later ones again.
 */
export const consume = (rows: readonly Consumer[], runtimeOf: () => Runtime = processRuntime) => {
  const byTopic = groupByTopic(rows)
  const reportLag = lagReporter()
  return async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const own = runtimeOf()
    const runtime = { ...own, ...batchOf(Records, byTopic, own) }
    const begun = own.now().getTime()
    const carry = async (record: DynamoDBRecord): Promise<boolean> => {
      if (own.now().getTime() - begun > startDeadlineMs) return false
      try {
        await consumeRecord(record, byTopic, runtime)
        return true
      } catch (error) {
        logFailure(record, error, runtime)
        return false
      }
    }
    // Most records have no consumer; they are not parsed.
    const laneOf = (record: DynamoDBRecord) => (byTopic.has(topicOf(record)) ? subjectOf(record) : undefined)
    // A failed lag report must not fail the batch. It is caught here: it may fail while the batch is at work.
    const noted = reportLag(runtime.tableOf(platformKey), lagOf(Records, own.now()), own.now()).catch(
      (error: unknown) =>
        own.log({ level: 'warn', operation: 'stream.lag', outcome: 'failed', ...faultFacts(error) }),
    )
    const done = await processInLanes(Records, laneOf, carry)
    await noted
    logBatch(Records, done, runtime)
    const failed = Records[done]
    return {
      batchItemFailures: failed ? [{ itemIdentifier: failed.dynamodb?.SequenceNumber ?? '' }] : [],
    }
  }
}

export const handler = consume(consumers)
