import type { Context } from '../../lib/context.ts'
import { fail, settleInOrder } from '../../lib/contract/failure.ts'
import type { OrgAccess } from '../../lib/contract/permissions.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { conflicted } from '../../lib/table/retry.ts'
import type { Table } from '../../lib/table/table.ts'
import { check, put, remove, update, type Write } from '../../lib/table/write.ts'
import { type EventCard, requireCardOf } from '../events/index.ts'
import { columnsOf, findBoard } from './board.ts'
import {
  NoSuggestions,
  OwnerNotMember,
  TaskNotFound,
  TasksChanged,
  TooManyTasks,
} from './contract/failures.ts'
import type { Column, TaskChange, TaskDraft, TaskView } from './contract/shapes.ts'
import { newTask, taskFieldsOf } from './draft.ts'
import { maxTasks, noEvent, parseTaskId, type Task, task, taskBoard } from './repository.ts'
import { readTaskViewContext, taskViewOf } from './views.ts'

type OrgContext = Context<OrgAccess>
type OrgScope = { readonly orgId: string }
type EventScope = OrgScope & { readonly eventId: string }

/** A condition of the write that assigns a task: its owner is a member now (rules/tasks 5). */
const memberCheck = ({ orgId, ownerUserId }: Pick<Task, 'orgId' | 'ownerUserId'>): Write[] =>
  ownerUserId === undefined
    ? []
    : [
        check(
          orgMember,
          { orgId, userId: ownerUserId },
          { equals: { status: 'active' }, else: OwnerNotMember },
        ),
      ]

const ownersOf = (tasks: readonly Task[]): Write[] => {
  const owners = new Map(tasks.map((one) => [one.ownerUserId, one]))
  return [...owners.values()].flatMap(memberCheck)
}

/** Stores new tasks, all or none, within the organization's limit. */
const saveNewTasks = async (table: Table, orgId: string, tasks: readonly Task[]): Promise<void> => {
  const counted = update(
    taskBoard,
    { orgId },
    { set: { orgId }, add: { taskCount: tasks.length } },
    { orAbsent: true, below: { taskCount: maxTasks - tasks.length + 1 }, else: TooManyTasks },
  )
  const puts = tasks.map((one) => put(task, one, { absent: true }))
  const writes = [counted, ...ownersOf(tasks), ...puts]
  await table.retryOnConflict(async () => (await table.write(writes)).ok || conflicted, {
    failure: TasksChanged,
  })
}

type TaskViewOptions = { readonly columns: readonly Column[]; readonly card?: EventCard | undefined }

const readViews = async (
  tasks: readonly Task[],
  { columns, card }: TaskViewOptions,
  { table, now }: OrgContext,
): Promise<TaskView[]> => {
  const viewContext = await readTaskViewContext(table, tasks, card ? [card] : [])
  return tasks.map((one) => taskViewOf(one, viewContext, columns, now()))
}

const onlyOne = ([one]: readonly TaskView[]): TaskView => one ?? fail(TaskNotFound)

const create = async (drafts: readonly TaskDraft[], { orgId, eventId }: EventScope, context: OrgContext) => {
  const { table } = context
  const [card, board] = await settleInOrder([
    eventId === noEvent ? undefined : requireCardOf(table, orgId, eventId),
    findBoard(table, orgId),
  ])
  const columns = columnsOf(board)
  const tasks = drafts.map((draft) => newTask(draft, { orgId, eventId }, columns, context))
  await saveNewTasks(table, orgId, tasks)
  return readViews(tasks, { columns, card }, context)
}

/** Creates a task for an event that the organization hosts or helps to run. */
export const createEventTask = async (
  { orgId, eventId, ...draft }: EventScope & TaskDraft,
  context: OrgContext,
) => ({
  task: onlyOne(await create([draft], { orgId, eventId }, context)),
})

/** Creates a task of the organization, with or without an event. */
export const createOrgTask = async (
  { orgId, eventId, ...draft }: OrgScope & { readonly eventId?: string | null | undefined } & TaskDraft,
  context: OrgContext,
) => ({ task: onlyOne(await create([draft], { orgId, eventId: eventId || noEvent }, context)) })

/** Creates tasks from suggestions, all or none. */
export const applyTaskSuggestions = async (
  { orgId, eventId, suggestions }: EventScope & { readonly suggestions: readonly TaskDraft[] },
  context: OrgContext,
) => {
  if (suggestions.length === 0) return fail(NoSuggestions)
  const drafts = suggestions.map((one) => ({
    ...one,
    source: 'template_applied' as const,
    userConfirmed: true,
  }))
  const tasks = await create(drafts, { orgId, eventId }, context)
  return { createdCount: tasks.length, tasks }
}

type TaskRef = OrgScope & { readonly eventId?: string; readonly taskId: string }

/** Fails with 404 `Task not found`, also when the path names another event. */
const requirePlace = ({ orgId, eventId, taskId: id }: TaskRef) => {
  const place = parseTaskId(orgId, id)
  return place && (eventId === undefined || place.eventId === eventId) ? place : fail(TaskNotFound)
}

/** Reads the path's event, the task and the board in one round trip. */
const readTask = async (named: TaskRef, table: Table) => {
  const { orgId, eventId } = named
  const [card, found, board] = await settleInOrder([
    eventId === undefined ? undefined : requireCardOf(table, orgId, eventId),
    Promise.resolve(parseTaskId(orgId, named.taskId)).then(
      (place) => place && table.get(task, place, { strong: true }),
    ),
    findBoard(table, orgId),
  ])
  const place = requirePlace(named)
  return { place, found: found ?? fail(TaskNotFound), columns: columnsOf(board), card }
}

/** Returns a task of an organization, and of the event if the path names one. */
export const getTask = async (named: TaskRef, context: OrgContext) => {
  const { found, ...shown } = await readTask(named, context.table)
  return { task: onlyOne(await readViews([found], shown, context)) }
}

/** Changes the fields sent. Concurrent changes of other fields remain (rules/tasks 9). */
export const updateTask = async (
  { orgId, eventId, taskId, ...change }: TaskRef & TaskChange,
  context: OrgContext,
) => {
  const { table, now } = context
  const named = { orgId, taskId, ...(eventId === undefined ? {} : { eventId }) }
  const { place, found, ...shown } = await readTask(named, table)
  const plan = (before: Task) => {
    const at = now().toISOString()
    const fields = taskFieldsOf(change, shown.columns, before, at)
    const after: Task = { ...before, ...fields, updatedAt: at }
    const isOwnerChanged = fields.ownerUserId !== undefined && fields.ownerUserId !== before.ownerUserId
    return { after, writes: isOwnerChanged ? memberCheck(after) : [] }
  }
  const saved = await table.change(task, place, plan, {
    missing: TaskNotFound,
    known: found,
    failure: TasksChanged,
  })
  return { task: onlyOne(await readViews([saved], shown, context)) }
}

export const deleteTask = async (named: TaskRef, { table }: OrgContext): Promise<undefined> => {
  const { orgId } = named
  const { place } = await readTask(named, table)
  const writes = [
    remove(task, place, { exists: TaskNotFound }),
    update(taskBoard, { orgId }, { add: { taskCount: -1 } }),
  ]
  await table.retryOnConflict(async () => (await table.write(writes)).ok || conflicted, {
    failure: TasksChanged,
  })
  return undefined
}
