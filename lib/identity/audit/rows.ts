import type { Page } from '../../table/lists/list.ts'
import type { Table } from '../../table/table.ts'
import { type AuditEntry, auditEntry } from './audit.ts'

type List<V> = (cursor: string | undefined) => Promise<Page<V>>

/** Pages of a list until it ends. */
export async function* pagesOf<V>(list: List<V>): AsyncGenerator<readonly V[]> {
  let cursor: string | undefined
  do {
    const page: Page<V> = await list(cursor)
    if (page.items.length > 0) yield page.items
    cursor = page.cursor
  } while (cursor !== undefined)
}

const pageSize = 500

/** The audit rows of a school within a month, in their order, those of one hour if given. Strongly consistent. */
export const auditRows = (
  table: Table,
  month: string,
  hour?: string,
): AsyncGenerator<readonly AuditEntry[]> =>
  pagesOf((cursor) =>
    table.list(auditEntry, {
      holes: { month },
      ...(hour === undefined ? {} : { from: `${hour}:`, to: `${hour}:~` }),
      limit: pageSize,
      cursor,
      strong: true,
    }),
  )
