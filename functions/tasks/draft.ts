import { fail } from '../../lib/contract/failure.ts'
import { columnFor } from './board.ts'
import { TaskTitleRequired } from './contract/failures.ts'
import type { Blocker, Column, TaskChange, TaskDraft } from './contract/shapes.ts'
import { noRule, ruleOf } from './due-date.ts'
import type { StoredBlocker, Task } from './repository.ts'

type TaskScope = Pick<Task, 'orgId' | 'eventId'>
type CreationContext = { now(): Date; newId(): string }

const blockersOf = (given: readonly Blocker[]): StoredBlocker[] =>
  given.map(({ type = 'manual', referenceId, label = '', resolved = false }) => ({
    type,
    ...(referenceId ? { referenceId } : {}),
    label,
    resolved,
  }))

/** The fields of a task in a new column: the time of the move, without the fields of the former category. */
const placedIn = (column: Column, before: Task | undefined, at: string): Partial<Task> => ({
  status: column.key,
  completedAt: column.category === 'done' ? (before?.completedAt ?? at) : undefined,
  cancelledAt: column.category === 'cancelled' ? (before?.cancelledAt ?? at) : undefined,
})

/** The task fields of a request, without missing ones. */
export const taskFieldsOf = (
  given: TaskChange,
  columns: readonly Column[],
  before: Task | undefined,
  at: string,
): Partial<Task> => {
  const { title, description, status, priority, isCritical, ownerUserId, boardRank } = given
  const dueRule = ruleOf(given)
  return {
    ...(title === undefined ? {} : { title: title || fail(TaskTitleRequired) }),
    ...(description === undefined ? {} : { description: description?.trim() ?? '' }),
    ...(status === undefined ? {} : placedIn(columnFor(columns, status), before, at)),
    ...(priority === undefined ? {} : { priority }),
    ...(isCritical === undefined ? {} : { isCritical }),
    ...(ownerUserId === undefined ? {} : { ownerUserId: ownerUserId || undefined }),
    ...(boardRank === undefined || boardRank === null ? {} : { boardRank }),
    ...(dueRule ? { dueRule } : {}),
    ...(given.blockers ? { blockers: blockersOf(given.blockers) } : {}),
    ...(given.tags ? { tags: [...new Set(given.tags)] } : {}),
    ...(given.source ? { source: given.source } : {}),
    ...(given.userConfirmed === undefined ? {} : { userConfirmed: given.userConfirmed }),
  }
}

export const newTask = (
  draft: TaskDraft,
  { orgId, eventId }: TaskScope,
  columns: readonly Column[],
  context: CreationContext,
): Task => {
  const at = context.now().toISOString()
  const fields = taskFieldsOf(
    { ...draft, title: draft.title ?? '', status: draft.status ?? '' },
    columns,
    undefined,
    at,
  )
  return {
    orgId,
    eventId,
    taskId: context.newId(),
    title: '',
    description: '',
    status: '',
    boardRank: 0,
    priority: 'medium',
    isCritical: false,
    source: 'manual',
    userConfirmed: true,
    dueRule: noRule,
    blockers: [],
    tags: [],
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...fields,
  }
}
