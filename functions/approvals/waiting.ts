import { fail } from '../../lib/contract/failure.ts'
import { openCursor, sealCursor } from '../../lib/table/cursor.ts'
import { BadCursor } from '../../lib/table/list.ts'
import type { Table } from '../../lib/table/table.ts'
import { type ApprovalWait, approvalWait } from '../stakeholders/service.ts'

export type WaitList = ApprovalWait['list']
export type WaitPage = { readonly rows: readonly ApprovalWait[]; readonly cursor?: string }

const placeOf = ({ at, eventId, submission, stage, role }: ApprovalWait): string =>
  [at, eventId, submission, stage, role].join('#')

const orderOf = (row: ApprovalWait): string => `${placeOf(row)}#${row.via}`

const byOrder = (one: ApprovalWait, other: ApprovalWait): number => (orderOf(one) < orderOf(other) ? -1 : 1)

type Wanted = { readonly list: WaitList; readonly limit: number; readonly cursor?: string | undefined }

/**
 * Rows of the lists of several deciders in one order, the first to be due first; one round trip, the lists side by side.
 * A page goes on behind its last row, which is read once more and passed over.
 */
export const waitPage = async (
  table: Table,
  deciders: readonly string[],
  { list, limit, cursor }: Wanted,
): Promise<WaitPage> => {
  const scope = ['waiting', list, ...[...deciders].sort()].join('\n')
  const position = cursor === undefined ? undefined : (openCursor(cursor, scope) ?? fail(BadCursor))
  const { from, after } = position ?? {}
  const pages = await Promise.all(
    deciders.map((via) =>
      table.list(approvalWait, {
        index: 'gsi1',
        holes: { via, list },
        limit: limit + 1,
        ...(from === undefined ? {} : { from }),
      }),
    ),
  )
  const rows = pages
    .flatMap(({ items }) => items)
    .filter((row) => after === undefined || orderOf(row) > after)
    .sort(byOrder)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const more = rows.length > limit || pages.some((page) => page.cursor !== undefined)
  if (!more || !last) return { rows: shown }
  return { rows: shown, cursor: sealCursor({ from: placeOf(last), after: orderOf(last) }, scope) }
}

/** Steps whose time has passed, or that nobody can decide, the oldest first. One round trip. */
export const stuckPage = async (
  table: Table,
  now: Date,
  limit: number,
  cursor: string | undefined,
): Promise<WaitPage> => {
  const to = `${now.toISOString()}#\u{10FFFF}`
  const page = await table.list(approvalWait, { index: 'gsi2', holes: {}, to, limit, cursor })
  return { rows: page.items, ...(page.cursor === undefined ? {} : { cursor: page.cursor }) }
}
