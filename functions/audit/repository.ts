import { type AuditEntry, auditEntry } from '../../lib/identity/audit/audit.ts'
import type { Listing, Page } from '../../lib/table/lists/list.ts'
import type { Table } from '../../lib/table/table.ts'

/** Filters of rows. Moments are ISO 8601 in UTC, `from` inclusive, `to` exclusive. */
export type Selection = {
  readonly action?: string | undefined
  readonly actor?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

type Window = { readonly limit: number; readonly cursor?: string | undefined }

const filtersOf = ({ action = '', actor = '', from = '', to = '' }: Selection): string =>
  [action, actor, from, to].join('\n')

const indexOf = ({ action, actor }: Selection): Pick<Listing, 'index' | 'keyParams'> | undefined => {
  if (actor !== undefined) return { index: 'gsi1', keyParams: { actor } }
  return action === undefined ? undefined : { index: 'gsi2', keyParams: { action } }
}

/** One page of an actor's rows or of an action's rows, newest first: one round trip however many months it spans. */
export const listSelected = async (
  table: Table,
  selection: Selection,
  { limit, cursor }: Window,
): Promise<Page<AuditEntry> | undefined> => {
  const by = indexOf(selection)
  if (!by) return undefined
  const { action, from, to } = selection
  const listing = { ...by, from, to, limit, cursor, descending: true, filters: filtersOf(selection) }
  const { items, ...rest } = await table.list(auditEntry, listing)
  return { ...rest, items: action === undefined ? items : items.filter((entry) => entry.action === action) }
}

/** One page of one month (`YYYY-MM`), newest first. */
export const listMonth = (
  table: Table,
  month: string,
  selection: Selection,
  { limit, cursor }: Window,
): Promise<Page<AuditEntry>> => {
  const { from, to } = selection
  const filters = filtersOf(selection)
  return table.list(auditEntry, { keyParams: { month }, from, to, limit, cursor, descending: true, filters })
}
