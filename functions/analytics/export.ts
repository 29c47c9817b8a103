import type { Context } from '../../lib/context.ts'
import { answer } from '../../lib/contract/reply.ts'
import { byteOrderMark, writeCsv } from '../../lib/csv.ts'
import type { AuditAction } from '../../lib/identity/audit/actions.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import type { Operation } from '../../lib/operation.ts'
import type { Table } from '../../lib/table/table.ts'
import { attendeeIdOf, headsInOf } from '../attendance/index.ts'
import { readCheckInNames } from '../checkins/index.ts'
import { type Attendee, attendee, type EventCard, requireCardOf } from '../events/index.ts'
import { findSettings, formatFor } from '../policies/index.ts'
import {
  type AttendeeAnswers,
  answerCells,
  answerColumns,
  answersView,
  findEventForms,
  readAttendeeAnswers,
} from './attendee-answers.ts'
import type { contract } from './contract.ts'
import { readOrgEventAnalytics, reportedEvent } from './reports.ts'

type Rows = (typeof contract)['rows']

type Format = 'json' | 'csv'

type Row = Readonly<Record<string, string | number | boolean | null | undefined>>

const csvOf = (rows: readonly Row[], names: readonly string[]): string =>
  writeCsv([names, ...rows.map((row) => names.map((name) => row[name]))])

const json = 'application/json; charset=utf-8'

const fileReply = (
  content: string,
  name: string,
  format: Format,
  more: Readonly<Record<string, string>> = {},
) =>
  answer(content, {
    headers: {
      ...more,
      ...(format === 'json' ? { 'content-type': json } : {}),
      ...(format === 'csv'
        ? { 'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}.csv"` }
        : {}),
    },
  })

const auditOf = (
  context: Context<{ org: 'manage_events' }>,
  eventId: string,
  action: AuditAction,
  detail: Readonly<Record<string, string>>,
) => audit(context, { action, actor: context.caller, targetType: 'event', targetId: eventId, detail })

/** Exports the report of an event: as JSON, or as rows of section, name and value. Audited. */
export const exportEventReport: Operation<Rows['exportEventReport']> = async (
  { format: requestedFormat, bom, ...scope },
  context,
) => {
  const [settings, read] = await Promise.all([
    findSettings(context.table),
    readOrgEventAnalytics(scope, context),
  ])
  const format = formatFor(settings, requestedFormat, 'json')
  const { card, agenda, analytics, roles, volunteers, feedback } = read
  const report = {
    event: reportedEvent(card),
    analytics,
    agenda: agenda?.items ?? [],
    roles,
    volunteers,
    equipment: [],
    feedback,
    generatedAt: context.now().toISOString(),
  }
  await context.table.write([auditOf(context, scope.eventId, 'event.report_exported', { format })])
  const name = `event-${scope.eventId}-report`
  if (format === 'json') return fileReply(JSON.stringify({ success: true, data: { report } }), name, format)
  const { platform, ...numbers } = analytics
  const { referrerSources, ...counters } = platform
  const sections: readonly [string, object][] = [
    ['event', report.event],
    ['analytics', numbers],
    ['platform', counters],
    ['source', referrerSources],
    ['volunteers', volunteers],
    ['feedback', feedback],
  ]
  const rows: Row[] = sections.flatMap(([section, values]) =>
    Object.entries(values).flatMap(([field, value]): Row[] =>
      value === null || typeof value !== 'object' ? [{ section, name: field, value }] : [],
    ),
  )
  const items = report.agenda.map(({ title, startTime, endTime }) => ({
    section: 'agenda',
    name: title,
    value: `${startTime} / ${endTime}`,
  }))
  const jobs = roles.map((job) => ({
    section: 'role',
    name: job.name,
    value: `${job.filledCount} of ${job.requiredCount}`,
  }))
  const columns = ['section', 'name', 'value']
  return fileReply(byteOrderMark(bom) + csvOf([...rows, ...items, ...jobs], columns), name, format)
}

/** Rows of one reply, which must pass through one invocation. */
const mostRows = 5000
const pageSize = 180

/** In bytes, for the answers of one reply; a Lambda response has at most 6 MB. Answers of one person: 0.3 MB. */
const maxAnswerBytes = 4 * 1024 * 1024
const smallPageSize = 10

const columns = [
  'id',
  'kind',
  'name',
  'username',
  'email',
  'school',
  'status',
  'guestCount',
  'registeredAt',
  'walkIn',
  'checkedIn',
  'checkedInAt',
  'checkedInBy',
  'correctedAt',
  'correctedBy',
  'correctionReason',
] as const

/** After the answers, so that all older columns keep their places. */
const lastColumns = ['headsCheckedIn', 'checkedInByName'] as const

const rowOf = (row: Attendee, names: ReadonlyMap<string, string>) => ({
  id: attendeeIdOf(row),
  kind: row.kind === 'u' ? 'user' : 'guest',
  name: row.name,
  username: row.username,
  email: row.email,
  school: row.sourceTenant,
  status: row.status === 'waiting' ? 'waitlisted' : row.status,
  guestCount: row.guestCount,
  registeredAt: row.registeredAt,
  walkIn: row.walkIn ?? false,
  checkedIn: row.checkedIn,
  checkedInAt: row.checkedInAt,
  checkedInBy: row.checkedInBy,
  correctedAt: row.correction?.at,
  correctedBy: row.correction?.by,
  correctionReason: row.correction?.reason,
  headsCheckedIn: headsInOf(row),
  checkedInByName: names.get(row.checkedInBy ?? ''),
})

const noAnswers: AttendeeAnswers = { registration: [], feedback: [] }

type AttendeeRow = { readonly row: Attendee; readonly answers: AttendeeAnswers }

/** Reads attendees of an event from a cursor on, until the reply is full. Large answers make the last pages small. */
const readRows = async (
  table: Table,
  { eventId }: EventCard,
  forms: Awaited<ReturnType<typeof findEventForms>>,
  from: string | undefined,
) => {
  const read: AttendeeRow[] = []
  let cursor = from
  let bytes = 0
  let limit = pageSize
  for (;;) {
    const page = await table.list(attendee, { keyParams: { eventId }, limit, cursor, filters: 'export' })
    const answers = await readAttendeeAnswers(table, eventId, forms, page.items)
    const size = Buffer.byteLength(JSON.stringify(answers))
    if (bytes + size > maxAnswerBytes && limit > smallPageSize) {
      limit = smallPageSize
      continue
    }
    if (bytes + size > maxAnswerBytes && read.length > 0) break
    bytes += size
    read.push(...page.items.map((row, at) => ({ row, answers: answers[at] ?? noAnswers })))
    cursor = page.cursor
    if (cursor === undefined || read.length >= mostRows) break
  }
  return { read, next: cursor }
}

/**
 * Exports registered, waiting and checked-in people, with their answers, as a file of about 5000 rows and a few megabytes
 * at most; `x-next-cursor` continues. Audited, with the number of rows.
 */
export const exportAttendees: Operation<Rows['exportAttendees']> = async (
  { orgId, eventId, format: requestedFormat, bom, cursor },
  context,
) => {
  const { table } = context
  const [settings, card] = await Promise.all([findSettings(table), requireCardOf(table, orgId, eventId)])
  const format = formatFor(settings, requestedFormat, 'csv')
  const forms = await findEventForms(table, card)
  const { read, next } = await readRows(table, card, forms, cursor)
  const names = await readCheckInNames(
    table,
    eventId,
    read.map(({ row }) => row),
  )
  const detail = { format, rows: String(read.length) }
  await table.write([auditOf(context, eventId, 'event.attendees_exported', detail)])
  const asJson = () =>
    JSON.stringify({
      success: true,
      data: {
        attendees: read.map(({ row, answers }) => ({ ...rowOf(row, names), answers: answersView(answers) })),
      },
    })
  const asTable = () => {
    const further = answerColumns(
      forms,
      read.map(({ answers }) => answers),
    )
    const cellsOf = ({ row, answers }: AttendeeRow) => {
      const [facts, cells] = [rowOf(row, names), answerCells(answers)]
      const answered = [...further.keys()].map((each) => cells.get(each))
      return [...columns.map((name) => facts[name]), ...answered, ...lastColumns.map((name) => facts[name])]
    }
    return writeCsv([[...columns, ...further.values(), ...lastColumns], ...read.map(cellsOf)])
  }
  const content = format === 'json' ? asJson() : byteOrderMark(bom) + asTable()
  const name = `event-${eventId}-attendees`
  return fileReply(content, name, format, next === undefined ? {} : { 'x-next-cursor': next })
}
