import type { Context } from '../../lib/context.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { requireCardOf } from '../events/index.ts'
import { isRelative } from './due-date.ts'
import { listTasks, task, taskIdOf } from './repository.ts'

type OrgContext = Context<OrgAccess>
type TaskOrderRequest = { readonly orgId: string; readonly taskIds: readonly string[] }
type EventScope = { readonly orgId: string; readonly eventId: string }

/** Stores the order of tasks in a column, from 0. Ignores unknown ids, and writes only changed positions. */
const order = async (
  { orgId, taskIds, ...event }: TaskOrderRequest & { readonly eventId?: string },
  { table }: Pick<OrgContext, 'table'>,
): Promise<void> => {
  const tasks = await listTasks(table, { orgId, ...event })
  const ranks = new Map([...new Set(taskIds)].map((id, rank) => [id, rank]))
  const moved = tasks.flatMap((one) => {
    const boardRank = ranks.get(taskIdOf(one))
    return boardRank === undefined || boardRank === one.boardRank ? [] : [{ one, boardRank }]
  })
  await Promise.all(
    moved.map(({ one, boardRank }) =>
      table.update(task, one, { set: { boardRank }, add: { version: 1 } }, { exists: true }),
    ),
  )
}

/** Stores the order within a column of an event's board. */
export const orderEventTasks = async (
  input: TaskOrderRequest & EventScope,
  { table }: OrgContext,
): Promise<undefined> => {
  await requireCardOf(table, input.orgId, input.eventId)
  await order(input, { table })
  return undefined
}

/** Stores the order within a column of the organization's board. */
export const orderOrgTasks = async (input: TaskOrderRequest, { table }: OrgContext): Promise<undefined> => {
  await order(input, { table })
  return undefined
}

/** Counts the tasks of an event with relative dates. Writes nothing, because every read computes the dates. */
export const recomputeDueDates = async ({ orgId, eventId }: EventScope, { table }: OrgContext) => {
  const [, tasks] = await Promise.all([
    requireCardOf(table, orgId, eventId),
    listTasks(table, { orgId, eventId }),
  ])
  return { updatedCount: tasks.filter(({ dueRule }) => isRelative(dueRule)).length }
}
