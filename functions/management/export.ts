import * as z from 'zod/mini'
import { orgProfile } from '../../lib/contract/organizations.ts'
import { answer } from '../../lib/contract/reply.ts'
import { byteOrderMark, writeCsv } from '../../lib/csv.ts'
import { type Organization, organization } from '../../lib/identity/org/records.ts'
import type { Operation } from '../../lib/operation.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { findSettings, formatFor } from '../policies/index.ts'
import type { contract } from './contract.ts'
import { exportFields } from './export-fields.ts'
import { countIn, orgStat, totalRow } from './statistics.ts'

type Rows = (typeof contract)['rows']

type Format = 'json' | 'csv'

const ExportedOrg = z.object(exportFields)
type ExportedOrg = z.infer<typeof ExportedOrg>

const pageSize = 100
/** In bytes. A Lambda response has at most 6 MB, and escaping makes text longer. */
const maxBytes = 4 * 1024 * 1024

/** What else an organization says about itself, in columns with the names of the fields. */
const { org_description: _, ...profile } = orgProfile.stored
const furtherColumns = Object.keys(profile) as (keyof typeof orgProfile.stored)[]

const csvHeader = ['Name', 'Description', 'Members', 'Events', 'Verified', 'Created At', ...furtherColumns]

const recordOf = (org: ExportedOrg) => [
  org.org_name,
  org.org_description,
  org.memberCount,
  org.totalEventCount,
  org.verified ? 'Yes' : 'No',
  org.createdAt,
  ...furtherColumns.map((name) => String(org[name] ?? '')),
]

/** Jobs write this value without a reply, so the schema removes the other fields of the card here. */
const exportedOf = (card: Organization, totalEventCount: number): ExportedOrg =>
  z.parse(ExportedOrg, { ...card, _id: card.orgId, totalEventCount })

const withEventCounts = async (table: Table, cards: readonly Organization[]): Promise<ExportedOrg[]> => {
  if (cards.length === 0) return []
  const totals = await table.batchGet(
    cards.map(({ orgId: subject }) => key(orgStat, { subject, month: totalRow })),
  )
  return cards.map((card, at) => exportedOf(card, countIn(totals[at], 'events')))
}

const textOf = (format: Format, rows: readonly ExportedOrg[]): string =>
  format === 'csv' ? writeCsv(rows.map(recordOf)) : JSON.stringify(rows)

const listing = { index: 'gsi2' as const, keyParams: {}, limit: pageSize, descending: true }

/** Renders one page as text: CSV lines (header on the first page only), or JSON values between commas. */
export const exportText = async (
  table: Table,
  format: Format,
  cursor: string | undefined,
  isFirst: boolean,
) => {
  const page = await table.list(organization, { ...listing, cursor })
  const rows = await withEventCounts(table, page.items)
  const header = isFirst && format === 'csv' ? byteOrderMark('true') + writeCsv([csvHeader]) : ''
  const text =
    format === 'csv' ? header + textOf(format, rows) : rows.map((row) => JSON.stringify(row)).join(',')
  return { text, items: rows.length, cursor: page.cursor }
}

/**
 * Exports organizations, newest first, until the response reaches its size limit. `cursor` continues after it
 * (rules/management 30). `text` is CSV with a header on the first part only. Fails with 400 for a format that the
 * school does not export.
 */
export const exportOrganizations: Operation<Rows['exportOrganizations']> = async (
  { format: requestedFormat, bom, cursor: given },
  { table },
) => {
  const [settings, first] = await Promise.all([
    findSettings(table),
    table.list(organization, { ...listing, cursor: given }),
  ])
  const format = formatFor(settings, requestedFormat, 'json')
  const orgs: ExportedOrg[] = []
  const texts = format === 'csv' && given === undefined ? [byteOrderMark(bom) + writeCsv([csvHeader])] : []
  let bytes = 0
  let page = first
  for (;;) {
    const rows = await withEventCounts(table, page.items)
    const text = textOf(format, rows)
    bytes += Buffer.byteLength(text)
    if (format === 'csv') texts.push(text)
    else orgs.push(...rows)
    if (page.cursor === undefined || bytes > maxBytes) break
    page = await table.list(organization, { ...listing, cursor: page.cursor })
  }
  const part = { data: orgs, nextCursor: page.cursor }
  if (format === 'json') return part
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="organizations.csv"',
    ...(page.cursor === undefined ? {} : { 'x-next-cursor': page.cursor }),
  }
  return answer(part, { page: texts.join(''), headers })
}
