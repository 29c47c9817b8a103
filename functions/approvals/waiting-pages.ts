import { fail } from '../../lib/contract/failure.ts'
import { BadCursor } from '../../lib/contract/failures.ts'
import { openCursor, sealCursor } from '../../lib/table/lists/list.ts'
import type { Table } from '../../lib/table/table.ts'
import { type ApprovalWait, approvalWait } from '../stakeholders/index.ts'

export type WaitList = ApprovalWait['list']
export type WaitPage = { readonly rows: readonly ApprovalWait[]; readonly cursor?: string }

const placeOf = ({ at, eventId, submission, stage, role }: ApprovalWait): string =>
  [at, eventId, submission, stage, role].join('#')

const orderOf = (row: ApprovalWait): string => `${placeOf(row)}#${row.via}`

const byOrder = (one: ApprovalWait, other: ApprovalWait): number => (orderOf(one) < orderOf(other) ? -1 : 1)

type WaitQuery = { readonly list: WaitList; readonly limit: number; readonly cursor?: string | undefined }

/** The deciders, and which of them count. That is checked while their lists are read. */
type WaitPageOptions = {
  readonly owner?: string
  readonly counts?: () => Promise<(decider: string) => boolean>
}

/**
 * Rows to read of each list. With many lists each contributes few, so that one page does not read much more than it
 * shows. At least two, because the last row of the previous page is read again.
 */
const partOf = (limit: number, lists: number): number =>
  Math.min(limit + 1, Math.max(2, Math.ceil((2 * limit) / Math.max(1, lists)) + 1))

/**
 * Merges the lists of several deciders, soonest due first. One round trip with parallel reads. A page continues after
 * the last row of the previous one. It stops where a list may have unread rows, so it may be short.
 */
export const waitPage = async (
  table: Table,
  deciders: readonly string[],
  { list, limit, cursor }: WaitQuery,
  { owner = [...deciders].sort().join('\n'), counts }: WaitPageOptions = {},
): Promise<WaitPage> => {
  const scope = ['waiting', list, owner].join('\n')
  const position = cursor === undefined ? undefined : (openCursor(cursor, scope) ?? fail(BadCursor))
  const { from, after } = position ?? {}
  const [all, isOne] = await Promise.all([
    Promise.all(
      deciders.map((via) =>
        table.list(approvalWait, {
          index: 'gsi1',
          keyParams: { via, list },
          limit: partOf(limit, deciders.length),
          ...(from === undefined ? {} : { from }),
        }),
      ),
    ),
    counts?.(),
  ])
  const pages = all.filter((_, at) => isOne?.(deciders[at] ?? '') ?? true)
  const [horizon] = pages
    .flatMap((page) => (page.cursor === undefined ? [] : page.items.slice(-1)))
    .sort(byOrder)
  const rows = pages
    .flatMap(({ items }) => items)
    .filter((row) => after === undefined || orderOf(row) > after)
    .filter((row) => horizon === undefined || orderOf(row) <= orderOf(horizon))
    .sort(byOrder)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const more = rows.length > limit || horizon !== undefined
  if (!more || !last) return { rows: shown }
  return { rows: shown, cursor: sealCursor({ from: placeOf(last), after: orderOf(last) }, scope) }
}

/** Lists steps that are overdue or that no person can decide, oldest first. One round trip. */
export const stuckPage = async (
  table: Table,
  now: Date,
  limit: number,
  cursor: string | undefined,
): Promise<WaitPage> => {
  const to = `${now.toISOString()}#\u{10FFFF}`
  const page = await table.list(approvalWait, { index: 'gsi2', keyParams: {}, to, limit, cursor })
  return { rows: page.items, ...(page.cursor === undefined ? {} : { cursor: page.cursor }) }
}
