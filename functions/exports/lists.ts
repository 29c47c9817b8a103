import { byteOrderMark, writeCsv } from '../../lib/csv.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import type { Table } from '../../lib/table/table.ts'
import { schoolEvent } from '../analytics/index.ts'
import { listAllBudgets } from '../budgets/index.ts'
import { eventStatuses, readCards } from '../events/index.ts'
import { exportText } from '../management/index.ts'
import type { ListKind } from './contract.ts'

type Cell = string | number | boolean | null | undefined

type ListPage = {
  readonly rows: readonly Readonly<Record<string, Cell>>[]
  readonly cursor?: string | undefined
}

const pageSize = 100

const readPeople = async (table: Table, cursor: string | undefined): Promise<ListPage> => {
  const page = await table.list(tenantUser, { index: 'gsi1', keyParams: {}, limit: pageSize, cursor })
  const rows = page.items.map(({ id, name, username, email, roles, accessSuspended, createdAt }) => {
    return { id, name, username, email, roles: roles.join('; '), accessSuspended, createdAt }
  })
  return { rows, cursor: page.cursor }
}

/** Events of one status after another. The cursor begins with the number of the status. */
const readEvents = async (table: Table, given = '0 '): Promise<ListPage> => {
  const at = Number.parseInt(given, 10)
  const status = eventStatuses[at]
  if (status === undefined) return { rows: [] }
  const cursor = given.slice(given.indexOf(' ') + 1) || undefined
  const page = await table.list(schoolEvent, {
    index: 'gsi1',
    keyParams: { status },
    limit: pageSize,
    cursor,
  })
  const ids = page.items.map(({ eventId }) => eventId)
  const cards = ids.length === 0 ? [] : await readCards(table, ids)
  const rows = cards
    .filter(({ deletedAt }) => deletedAt === undefined)
    .map((card) => ({
      id: card.eventId,
      name: card.name,
      type: card.type,
      status: card.status,
      visibility: card.visibility,
      start_time: card.start_time,
      end_time: card.end_time,
      location: card.location,
      hostingType: card.hostingType,
      hostingId: card.hostingId,
      createdAt: card.createdAt,
    }))
  const isLast = page.cursor === undefined && at === eventStatuses.length - 1
  const next = page.cursor === undefined ? `${at + 1} ` : `${at} ${page.cursor}`
  return { rows, cursor: isLast ? undefined : next }
}

const readBudgets = async (table: Table, cursor: string | undefined): Promise<ListPage> => {
  const page = await listAllBudgets(table, { page: 1, limit: pageSize, cursor })
  const rows = page.rows.map(
    ({ _id, org, title, templateKey, fiscalYear, status, totalAmount, ...times }) => ({
      id: _id,
      organizationId: org._id,
      organization: org.org_name,
      title,
      templateKey,
      fiscalYear,
      status,
      totalAmount,
      createdAt: times.createdAt,
      updatedAt: times.updatedAt,
      currency: times.currency,
    }),
  )
  return { rows, cursor: page.cursor }
}

type ListReader = {
  readonly columns: readonly string[]
  readonly read: (table: Table, cursor: string | undefined) => Promise<ListPage>
}

const readers: Readonly<Record<Exclude<ListKind, 'organizations'>, ListReader>> = {
  people: {
    columns: ['id', 'name', 'username', 'email', 'roles', 'accessSuspended', 'createdAt'],
    read: readPeople,
  },
  events: {
    columns: [
      'id',
      'name',
      'type',
      'status',
      'visibility',
      'start_time',
      'end_time',
      'location',
      'hostingType',
      'hostingId',
      'createdAt',
    ],
    read: readEvents,
  },
  budgets: {
    columns: [
      'id',
      'organizationId',
      'organization',
      'title',
      'templateKey',
      'fiscalYear',
      'status',
      'totalAmount',
      'createdAt',
      'updatedAt',
      'currency',
    ],
    read: readBudgets,
  },
}

/** Renders one page of a list as text: CSV lines (header on the first page only), or JSON values between commas. */
export const readListText = (kind: ListKind): typeof exportText => {
  if (kind === 'organizations') return exportText
  const { columns, read } = readers[kind]
  return async (table, format, given, isFirst) => {
    const { rows, cursor } = await read(table, given)
    const lines = writeCsv(rows.map((row) => columns.map((name) => row[name])))
    const header = isFirst ? byteOrderMark('true') + writeCsv([columns]) : ''
    const text = format === 'csv' ? header + lines : rows.map((row) => JSON.stringify(row)).join(',')
    return { text, items: rows.length, cursor }
  }
}
