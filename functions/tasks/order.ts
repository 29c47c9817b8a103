import type { Context } from '../../lib/context.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { requireCardOf } from '../events/index.ts'
import { isRelative } from './due-date.ts'
import { listTasks, task, taskIdOf } from './repository.ts'

type InOrg = Context<OrgAccess>
type Asked = { readonly orgId: string; readonly taskIds: readonly string[] }
type Place = { readonly orgId: string; readonly eventId: string }

/** Gives tasks their place in a column, from 0. Ids that lead nowhere are passed over; what stands right is not written. */
const order = async (
  { orgId, taskIds, ...event }: Asked & { readonly eventId?: string },
  { table }: Pick<InOrg, 'table'>,
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

/** The order within a column of the board of an event. */
export const orderEventTasks = async (asked: Asked & Place, { table }: InOrg): Promise<undefined> => {
  await requireCardOf(table, asked.orgId, asked.eventId)
  await order(asked, { table })
  return undefined
}

/** The order within a column of the board of the organization. */
export const orderOrgTasks = async (asked: Asked, { table }: InOrg): Promise<undefined> => {
  await order(asked, { table })
  return undefined
}

/** How many tasks of an event have dates that follow it. Nothing is written: dates are told anew whenever they are read. */
export const recomputeDueDates = async ({ orgId, eventId }: Place, { table }: InOrg) => {
  const [, tasks] = await Promise.all([
    requireCardOf(table, orgId, eventId),
    listTasks(table, { orgId, eventId }),
  ])
  return { updatedCount: tasks.filter(({ dueRule }) => isRelative(dueRule)).length }
}
