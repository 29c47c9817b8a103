import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { BadCursor, Forbidden, ValidationError } from '../../lib/contract/failures.ts'
import type { AuditEntry } from '../../lib/identity/audit/audit.ts'
import { withReasons } from '../../lib/identity/audit/audit.ts'
import { isTenantKey } from '../../lib/identity/school/schools.ts'
import type { Operation } from '../../lib/operation.ts'
import type { Table } from '../../lib/table/table.ts'
import type { contract } from './contract.ts'
import { readNames } from './names.ts'
import type { Selection } from './repository.ts'
import { listMonth, listSelected } from './repository.ts'

type Rows = (typeof contract)['rows']

export type AuditPage = { readonly entries: readonly AuditEntry[]; readonly nextCursor: string | null }

const monthOf = (moment: string): string => moment.slice(0, 7)

const monthBefore = (month: string): string => {
  const first = new Date(`${month}-01T00:00:00.000Z`)
  first.setUTCMonth(first.getUTCMonth() - 1)
  return monthOf(first.toISOString())
}

const yearBefore = (month: string): string =>
  `${String(Number(month.slice(0, 4)) - 1).padStart(4, '0')}${month.slice(4)}`

/** Months that a list without filters covers: those of its bounds, or this month and the year before it. */
type Span = { readonly newest: string; readonly oldest: string }

const spanOf = ({ from, to }: Selection, now: Date): Span => {
  const newest = monthOf(to ?? new Date(now.getTime() + 1000).toISOString())
  return { newest, oldest: from === undefined ? yearBefore(newest) : monthOf(from) }
}

/** Position of the walk: a month, and a cursor within it. */
type Position = { readonly month: string; readonly cursor?: string | undefined }

const positionOf = (text: string | undefined, { newest, oldest }: Span): Position => {
  if (text === undefined) return { month: newest }
  const [, month = '', cursor] = /^(\d{4}-(?:0[1-9]|1[0-2]))(?:\.(.+))?$/.exec(text) ?? []
  return month >= oldest && month <= newest ? { month, cursor } : fail(BadCursor)
}

/** Months examined for one page at most. After that, the response has a cursor to continue. */
const maxMonths = 13

type PageRequest = { readonly limit: number; readonly cursor: string | undefined }

/** Months before `month` down to the oldest, newest first. */
const monthsBefore = (month: string, { oldest }: Span): string[] => {
  const months: string[] = []
  for (let at = monthBefore(month); at >= oldest && months.length <= maxMonths; at = monthBefore(at))
    months.push(at)
  return months
}

/** Months that hold entries of the list, checked in parallel. */
const monthsWithEntries = async (
  table: Table,
  months: readonly string[],
  selection: Selection,
): Promise<readonly string[]> => {
  const look = (month: string) => listMonth(table, month, selection, { limit: 1 })
  const pages = await Promise.all(months.map(look))
  return months.filter((_, at) => (pages[at]?.items.length ?? 0) > 0)
}

/** Walks back month by month: one round trip where a month fills the page, otherwise over the months with entries. */
const walkMonths = async (
  table: Table,
  selection: Selection,
  span: Span,
  { limit, cursor: text }: PageRequest,
): Promise<AuditPage> => {
  const start = positionOf(text, span)
  const entries: AuditEntry[] = []
  const readOn = async ({ month, cursor }: Position): Promise<string | undefined> => {
    const page = await listMonth(table, month, selection, { limit: limit - entries.length, cursor })
    entries.push(...page.items)
    return page.cursor === undefined ? undefined : `${month}.${page.cursor}`
  }
  const more = await readOn(start)
  if (more !== undefined) return { entries, nextCursor: more }
  const before = monthsBefore(start.month, span)
  for (const month of await monthsWithEntries(table, before.slice(0, maxMonths), selection)) {
    if (entries.length >= limit) return { entries, nextCursor: month }
    const next = await readOn({ month })
    if (next !== undefined) return { entries, nextCursor: next }
  }
  return { entries, nextCursor: before[maxMonths] ?? null }
}

/** One page of the selected rows, newest first. */
export const auditPage = async (
  table: Table,
  selection: Selection,
  pageRequest: PageRequest,
  now: Date,
): Promise<AuditPage> => {
  const selected = await listSelected(table, selection, pageRequest)
  if (!selected) return walkMonths(table, selection, spanOf(selection, now), pageRequest)
  return { entries: selected.items, nextCursor: selected.cursor ?? null }
}

const refuse = (field: string, message: string): never =>
  fail(ValidationError, { field, details: [{ field, message }] })

const momentOf = (text: string | undefined, field: string): string | undefined => {
  if (text === undefined) return undefined
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? refuse(field, 'This date and time does not exist') : at.toISOString()
}

/** Rows of this school. On the platform host, rows of the platform or of the named school. */
const tableOf = ({ table, tenant }: Context<'admin'>, named: string | undefined): Table => {
  if (named === undefined || named === tenant.key) return table
  if (!tenant.platform) fail(Forbidden)
  return isTenantKey(named) ? table.at(named) : refuse('tenant', 'Unknown school')
}

export const listAuditEntries: Operation<Rows['listAuditEntries']> = async (
  { action, actor, from, to, limit = '50', cursor, tenant, names },
  context,
) => {
  const selection = { action, actor, from: momentOf(from, 'from'), to: momentOf(to, 'to') }
  if ((selection.from ?? '') > (selection.to ?? '~')) refuse('from', 'Send a time before `to`')
  const pageRequest = { limit: Math.min(100, Math.max(1, Number(limit))), cursor }
  const table = tableOf(context, tenant)
  const { entries, nextCursor } = await auditPage(table, selection, pageRequest, context.now())
  const reader = { tenantKey: tenant ?? context.tenant.key, platform: context.tenant.platform }
  const [entriesWithReasons, called] = await Promise.all([
    withReasons(table, entries),
    names === 'true' ? readNames(table, entries, reader) : undefined,
  ])
  return { entries: [...entriesWithReasons], nextCursor, ...(called ? { names: called } : {}) }
}
