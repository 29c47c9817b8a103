import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import type { AudiencePager } from '../../lib/audience.ts'
import type { Consumer } from '../../lib/consumer.ts'
import { processRuntime, type Runtime } from '../../lib/runtime.ts'
import { meter } from '../../lib/table/meter.ts'
import { noticeOf } from '../../lib/table/notice.ts'
import { openTable } from '../../lib/table/table.ts'
import { notices as agendas } from '../agendas/notices.ts'
import { notices as analytics } from '../analytics/notices.ts'
import { notices as announcements } from '../announcements/notices.ts'
import { audiences as peopleOfEvents } from '../attendance/audiences.ts'
import { notices as attendance } from '../attendance/notices.ts'
import { notices as auditRows } from '../audit/notices.ts'
import { notices as budgets } from '../budgets/notices.ts'
import { notices as invites } from '../invites/notices.ts'
import { notices as jobs } from '../jobs/notices.ts'
import { audiences as staff } from '../management/audiences.ts'
import { notices as management } from '../management/notices.ts'
import { audiences as permittedPeople } from '../members/audiences.ts'
import { audiences as peopleOfOrgs } from '../messages/audiences.ts'
import { notices as messages } from '../messages/notices.ts'
import { audiences as namedPeople } from '../notifications/audiences.ts'
import { notices as notifications } from '../notifications/notices.ts'
import { notices as organizations } from '../organizations/notices.ts'
import { notices as planning } from '../planning/notices.ts'
import { notices as signs } from '../platform/notices.ts'
import { notices as departures } from '../privacy/notices.ts'
import { audiences as stakeholders } from '../stakeholders/audiences.ts'
import { notices as stakeholderNotices } from '../stakeholders/notices.ts'
import { eventPeople } from './event-people.ts'
import { notices as mails } from './notices.ts'

/** Every domain's ways to find the people of an audience. */
const audiences: readonly AudiencePager[] = [
  ...namedPeople,
  ...peopleOfOrgs,
  ...permittedPeople,
  ...staff,
  ...stakeholders,
  ...eventPeople(peopleOfEvents),
]

/** Every domain's consumers. */
export const consumers: readonly Consumer[] = [
  ...mails,
  ...notifications(audiences),
  ...signs,
  ...auditRows,
  ...organizations,
  ...budgets,
  ...management,
  ...invites,
  ...messages,
  ...announcements,
  ...planning,
  ...stakeholderNotices,
  ...agendas,
  ...jobs,
  ...attendance,
  ...analytics,
  ...departures,
]

const carryOut = async (
  record: DynamoDBRecord,
  rows: readonly Consumer[],
  runtime: Runtime,
): Promise<void> => {
  const notice = noticeOf(record)
  if (!notice) return
  const { client, now } = runtime
  for (const row of rows) {
    if (row.on !== notice.entity || !row.at.includes(notice.kind)) continue
    const table = openTable({ client, tenant: notice.tenant, now, meter: meter() })
    await row.carryOut(notice, { ...runtime, table })
  }
}

/** One line for a notice that comes again. No message: it may quote what somebody wrote. */
const logFailure = (record: DynamoDBRecord, error: unknown, { log }: Runtime): void =>
  log({
    notice: record.dynamodb?.SequenceNumber,
    outcome: 'failed',
    cause: error instanceof Error ? error.name : typeof error,
  })

/**
 * The door of the table's stream. Records are carried out one after the other; at the first that fails the batch ends,
 * and the stream brings it and all that follow again, so that the order stays.
 */
export const consume =
  (rows: readonly Consumer[], runtimeOf: () => Runtime = processRuntime) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const runtime = runtimeOf()
    for (const record of Records) {
      try {
        await carryOut(record, rows, runtime)
      } catch (error) {
        logFailure(record, error, runtime)
        return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] }
      }
    }
    return { batchItemFailures: [] }
  }

export const handler = consume(consumers)
