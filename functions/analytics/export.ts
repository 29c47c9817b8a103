import type { Context } from '../../lib/context.ts'
import { answer } from '../../lib/contract/reply.ts'
import { byteOrderMark, writeCsv } from '../../lib/csv.ts'
import { audit } from '../../lib/identity/audit/audit.ts'
import type { Operation } from '../../lib/operation.ts'
import type { Table } from '../../lib/table/table.ts'
import { nameOf } from '../attendance/index.ts'
import { type Attendee, attendee, type EventCard, requireCardOf } from '../events/index.ts'
import { findSettings, formatFor } from '../policies/index.ts'
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
  action: string,
  detail: Readonly<Record<string, string>>,
) => audit(context, { action, actor: context.caller, targetType: 'event', targetId: eventId, detail })

/** Exports the report of an event: as JSON, or as rows of section, name and value. Audited. */
export const exportEventReport: Operation<Rows['exportEventReport']> = async (
  { format: asked, bom, ...scope },
  context,
) => {
  const [settings, read] = await Promise.all([
    findSettings(context.table),
    readOrgEventAnalytics(scope, context),
  ])
  const format = formatFor(settings, asked, 'json')
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
const pageSize = 500

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

const rowOf = (row: Attendee) => ({
  id: nameOf(row),
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
})

/** Reads attendees of an event from a cursor on. */
const readRows = async (table: Table, { eventId }: EventCard, from: string | undefined) => {
  const rows: Attendee[] = []
  let cursor = from
  do {
    const page = await table.list(attendee, {
      keyParams: { eventId },
      limit: pageSize,
      cursor,
      filters: 'export',
    })
    rows.push(...page.items)
    cursor = page.cursor
  } while (cursor !== undefined && rows.length < mostRows)
  return { rows, next: cursor }
}

/**
 * Exports registered, waiting and checked-in people as a file of about 5000 rows at most; `x-next-cursor` continues.
 * Audited, with the number of rows.
 */
export const exportAttendees: Operation<Rows['exportAttendees']> = async (
  { orgId, eventId, format: asked, bom, cursor },
  context,
) => {
  const { table } = context
  const [settings, card] = await Promise.all([findSettings(table), requireCardOf(table, orgId, eventId)])
  const format = formatFor(settings, asked, 'csv')
  const { rows, next } = await readRows(table, card, cursor)
  const detail = { format, rows: String(rows.length) }
  await table.write([auditOf(context, eventId, 'event.attendees_exported', detail)])
  const people = rows.map(rowOf)
  const content =
    format === 'json'
      ? JSON.stringify({ success: true, data: { attendees: people } })
      : byteOrderMark(bom) + csvOf(people, columns)
  const name = `event-${eventId}-attendees`
  return fileReply(content, name, format, next === undefined ? {} : { 'x-next-cursor': next })
}
