import type { Context } from '../../lib/context.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { requireCardOf } from '../events/index.ts'
import { columnsOf, findBoard } from './board.ts'
import type { TaskView } from './contract/shapes.ts'
import { listTasks } from './repository.ts'
import { readTaskViewContext, taskViewOf } from './views.ts'

type OrgContext = Context<OrgAccess>
type Sorting = 'priority' | 'dueAt' | 'createdAt' | 'status' | 'urgency'

type TasksQuery = {
  readonly status?: string | undefined
  readonly priority?: string | undefined
  readonly ownerUserId?: string | undefined
  readonly search?: string | undefined
  readonly sortBy?: Sorting | undefined
  readonly onlyBlocked?: 'true' | 'false' | undefined
  readonly onlyOverdue?: 'true' | 'false' | undefined
}

const asText = (given: string): string => given.toLowerCase()

const matchesQuery = (view: TaskView, query: TasksQuery): boolean => {
  const { status = 'all', priority = 'all', ownerUserId = 'all', search = '' } = query
  if (status !== 'all' && status !== '' && status !== view.status && status !== view.effectiveStatus)
    return false
  if (priority !== 'all' && priority !== view.priority) return false
  if (ownerUserId === 'unassigned' && view.ownerUserId !== null) return false
  if (!['all', 'unassigned', view.ownerUserId?._id].includes(ownerUserId)) return false
  if (query.onlyBlocked === 'true' && view.effectiveStatus !== 'blocked') return false
  if (query.onlyOverdue === 'true' && !view.overdue) return false
  return asText(`${view.title}\n${view.description}`).includes(asText(search))
}

type Order = (a: TaskView, b: TaskView) => number

const never = '9999'
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byDue: Order = (a, b) => compare(a.dueAt ?? never, b.dueAt ?? never)
const byPriority: Order = (a, b) => b.priorityWeight - a.priorityWeight
const newestFirst: Order = (a, b) => compare(b.createdAt, a.createdAt)
const byRank: Order = (a, b) => a.boardRank - b.boardRank || compare(a._id, b._id)

const orders: Readonly<Record<Sorting, readonly Order[]>> = {
  priority: [byPriority, byDue, newestFirst],
  dueAt: [byDue, byPriority],
  createdAt: [newestFirst],
  status: [(a, b) => compare(a.status, b.status), byPriority, byDue],
  urgency: [(a, b) => b.urgencyScore - a.urgencyScore],
}

const sorted = (views: readonly TaskView[], by: Sorting): TaskView[] => {
  const all = [...orders[by], byRank]
  return views.toSorted((a, b) => all.reduce((order, next) => order || next(a, b), 0))
}

/** Lists an organization's tasks for an event, filtered by the query. */
export const listEventTasks = async (
  { orgId, eventId, ...query }: TasksQuery & { readonly orgId: string; readonly eventId: string },
  { table, now }: OrgContext,
) => {
  const [card, tasks, board] = await Promise.all([
    requireCardOf(table, orgId, eventId),
    listTasks(table, { orgId, eventId }),
    findBoard(table, orgId),
  ])
  const viewContext = await readTaskViewContext(table, tasks, [card])
  const columns = columnsOf(board)
  const views = tasks.map((one) => taskViewOf(one, viewContext, columns, now()))
  const { name, start_time, end_time } = card
  return {
    event: { _id: eventId, name, start_time, end_time },
    tasks: sorted(
      views.filter((view) => matchesQuery(view, query)),
      query.sortBy ?? 'priority',
    ),
  }
}

const isOfEvent = (view: TaskView, eventId: string): boolean =>
  eventId === 'all' || (view.eventId?._id ?? 'null') === eventId

/** Lists all tasks of an organization, with and without an event, filtered by the query. */
export const listOrgTasks = async (
  {
    orgId,
    eventId = 'all',
    ...query
  }: TasksQuery & { readonly orgId: string; readonly eventId?: string | undefined },
  { table, now }: OrgContext,
) => {
  const [tasks, board] = await Promise.all([listTasks(table, { orgId }), findBoard(table, orgId)])
  const viewContext = await readTaskViewContext(table, tasks)
  const columns = columnsOf(board)
  const views = tasks
    .map((one) => taskViewOf(one, viewContext, columns, now()))
    .filter((view) => isOfEvent(view, eventId) && matchesQuery(view, query))
  const count = (is: (view: TaskView) => boolean) => views.filter(is).length
  return {
    summary: {
      total: views.length,
      overdue: count(({ overdue }) => overdue),
      blocked: count(({ effectiveStatus }) => effectiveStatus === 'blocked'),
      highPriority: count(({ priorityWeight }) => priorityWeight >= 3),
    },
    tasks: sorted(views, query.sortBy ?? 'urgency'),
  }
}

/** Lists owners of tasks by event, each once, in the order of the tasks. */
export const getTaskAssignees = async ({ orgId }: { readonly orgId: string }, { table }: OrgContext) => {
  const tasks = await listTasks(table, { orgId })
  const owned = tasks.filter(({ ownerUserId }) => ownerUserId !== undefined)
  const { events, people } = await readTaskViewContext(
    table,
    owned.map((one) => ({ ...one, dueRule: { anchorType: 'none' } })),
  )
  const assignees: Record<string, NonNullable<TaskView['ownerUserId']>[]> = {}
  for (const { eventId, ownerUserId = '' } of owned) {
    const owner = people.get(ownerUserId)
    if (!owner || !events.has(eventId)) continue
    const others = assignees[eventId] ?? []
    assignees[eventId] = others.includes(owner) ? others : [...others, owner]
  }
  return { assigneesByEventId: assignees }
}
