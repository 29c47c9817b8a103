import type { Context } from '../../lib/context.ts'
import { fail, failureText, withText } from '../../lib/contract/failure.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import type { PreparedText } from '../../lib/contract/text/prepared.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { Table } from '../../lib/table/table.ts'
import { ColumnInUse, InvalidColumns, TasksChanged } from './contract/failures.ts'
import { Category, type Column, type ColumnDraft } from './contract/shapes.ts'
import { listTasks, type TaskBoard, taskBoard } from './repository.ts'

type OrgContext = Context<OrgAccess>
type OrgScope = { readonly orgId: string }

const mostColumns = 10
const mostLabel = 64

/** The initial columns of every board (rules/tasks 10). */
const usualColumns: readonly Column[] = [
  { key: 'todo', label: 'To do', category: 'backlog', order: 0 },
  { key: 'in_progress', label: 'In progress', category: 'active', order: 1 },
  { key: 'done', label: 'Done', category: 'done', order: 2 },
]

export const columnsOf = (board: TaskBoard | undefined): readonly Column[] => board?.columns ?? usualColumns

export const findBoard = (table: Table, orgId: string): Promise<TaskBoard | undefined> =>
  table.get(taskBoard, { orgId }, { strong: true })

const firstOf = (columns: readonly Column[], category: Category): Column | undefined =>
  columns.find((column) => column.category === category)

/** The column of a task whose own column is unknown: the first open one. There is always one (rules/tasks 11). */
const openColumn = (columns: readonly Column[]): Column =>
  firstOf(columns, 'backlog') ?? firstOf(columns, 'active') ?? (columns[0] as Column)

/** Finds the column for a status. `blocked` is not a column but a state of an open task (rules/tasks 12). */
export const columnFor = (columns: readonly Column[], status: string | null | undefined): Column => {
  const key = status?.toLowerCase()
  const known = columns.find((column) => column.key === key)
  if (known) return known
  return (key === 'blocked' ? firstOf(columns, 'active') : undefined) ?? openColumn(columns)
}

const versionOf = (board: TaskBoard | undefined): number => board?.columnVersion ?? 0

export const getTaskBoard = async ({ orgId }: OrgScope, { table }: OrgContext) => {
  const board = await findBoard(table, orgId)
  return { statuses: [...columnsOf(board)], version: versionOf(board) }
}

const refuse = (message: string | PreparedText): never => fail(withText(InvalidColumns, message))

const columnOf = ({ key = '', label = '', category }: ColumnDraft, order: number): Column => {
  const name = key.toLowerCase()
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(name))
    refuse(`Invalid key "${name}" (use lowercase letters, numbers, underscores; max 40 chars)`)
  if (label === '' || label.length > mostLabel) refuse('Each column needs a label (1–64 characters)')
  const known = Category.safeParse(category)
  return { key: name, label, category: known.success ? known.data : refuse('Invalid category'), order }
}

/** Validates columns. Fails with 400 and the broken rule (rules/tasks 11). */
const columnsFrom = (drafts: readonly ColumnDraft[]): Column[] => {
  if (drafts.length < 1 || drafts.length > mostColumns) refuse(`Provide between 1 and ${mostColumns} columns`)
  const columns = drafts.map(columnOf)
  const twice = columns.find(({ key }, at) => columns.findIndex((other) => other.key === key) !== at)
  if (twice) refuse(failureText('Duplicate key: {key}', { key: twice.key }))
  const has = (...oneOf: Category[]) => columns.some(({ category }) => oneOf.includes(category))
  if (!has('done')) refuse('At least one column must have category "done"')
  if (!has('backlog', 'active')) refuse('At least one column must be backlog or active')
  return columns
}

const refuseInUse = async (table: Table, orgId: string, gone: ReadonlySet<string>): Promise<void> => {
  if (gone.size === 0) return
  const used = (await listTasks(table, { orgId })).filter(({ status }) => gone.has(status)).length
  if (used > 0)
    fail(
      withText(
        ColumnInUse,
        failureText('Cannot remove column(s) still used by {used} task(s). Move those tasks first.', {
          used,
        }),
      ),
    )
}

type ColumnsChange = {
  readonly statuses?: readonly ColumnDraft[]
  readonly reset?: boolean
  readonly version?: number
}

/**
 * Replaces the columns. Fails with 400 when tasks are in a removed column, with their number (rules/tasks 13), and with
 * 409 when `version` is not the stored one (rules/tasks 19).
 */
export const saveTaskBoard = async (
  { orgId, statuses, reset, version }: OrgScope & ColumnsChange,
  { table }: OrgContext,
) => {
  const columns = reset ? [...usualColumns] : columnsFrom(statuses ?? [])
  const change = {
    set: { orgId, ...(reset ? {} : { columns }) },
    ...(reset ? { remove: ['columns' as const] } : {}),
    add: { taskCount: 0, columnVersion: 1 },
  }
  const save = async () => {
    const before = await findBoard(table, orgId)
    const columnVersion = versionOf(before)
    if (version !== undefined && version !== columnVersion) fail(TasksChanged)
    const left = columnsOf(before).filter(({ key }) => !columns.some((column) => column.key === key))
    await refuseInUse(table, orgId, new Set(left.map(({ key }) => key)))
    const unchanged =
      columnVersion === 0
        ? { orAbsent: true as const, without: ['columnVersion' as const] }
        : { equals: { columnVersion } }
    const { ok } = await table.update(taskBoard, { orgId }, change, unchanged)
    return ok ? { statuses: columns, version: columnVersion + 1 } : conflicted
  }
  return table.retryOnConflict(save, { failure: TasksChanged })
}
