import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { Column, DueRule, Priority, Source } from './contract/shapes.ts'

const text = z.string()

/** Replaces the event id for a task of the organization alone. Event ids are longer. */
export const noEvent = 'org'

const StoredBlocker = z.object({
  type: z.enum(['approval', 'booking', 'task', 'dependency', 'manual']),
  referenceId: z.optional(text),
  label: text,
  resolved: z.boolean(),
})
export type StoredBlocker = z.infer<typeof StoredBlocker>

/**
 * A task of one organization. All its tasks are in one partition, sorted by event, so that a board is one strongly
 * consistent query. The id `<eventId>.<taskId>` contains both key parts.
 */
export const Task = z.object({
  orgId: text,
  /** `org` for a task without an event. */
  eventId: text,
  taskId: text,
  title: text,
  description: text,
  /** The key of a column. A removed column reads as the first open one. */
  status: text,
  boardRank: z.number(),
  priority: Priority,
  isCritical: z.boolean(),
  /** A tenant user. */
  ownerUserId: z.optional(text),
  source: Source,
  userConfirmed: z.boolean(),
  /** The rule for `dueAt`. A date set by hand is its `absoluteDate`. */
  dueRule: DueRule,
  blockers: z.array(StoredBlocker),
  tags: z.array(text),
  /** ISO 8601, UTC: since when the task is in a done or cancelled column. */
  completedAt: z.optional(text),
  cancelledAt: z.optional(text),
  createdAt: text,
  updatedAt: text,
  version: z.number(),
})
export type Task = z.infer<typeof Task>
export const task = entity('Task', Task, {
  scope: 'tenant',
  pk: 'ORG#{orgId}#TASKS',
  sk: '{eventId}#{taskId}',
  gsi1: { pk: 'U#{ownerUserId}', sk: 'TASK#{orgId}#{eventId}#{taskId}' },
})

/** The board of an organization: its columns, unless they are the usual ones, and the number of tasks. */
export const TaskBoard = z.object({
  orgId: text,
  columns: z.optional(z.array(Column)),
  /** Grows with each change of the columns; absent before the first. */
  columnVersion: z.optional(z.number()),
  taskCount: z.number(),
})
export type TaskBoard = z.infer<typeof TaskBoard>
export const taskBoard = entity('TaskBoard', TaskBoard, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'TASKBOARD',
})

export const taskIdOf = ({ eventId, taskId }: Pick<Task, 'eventId' | 'taskId'>): string =>
  `${eventId}.${taskId}`

/** Parses a task id to its key; undefined when it is invalid. */
export const parseTaskId = (
  orgId: string,
  id: string,
): { readonly orgId: string; readonly eventId: string; readonly taskId: string } | undefined => {
  const dot = id.indexOf('.')
  const [eventId, taskId] = [id.slice(0, Math.max(0, dot)), id.slice(dot + 1)]
  return eventId === '' || taskId === '' ? undefined : { orgId, eventId, taskId }
}

/** Tasks of one organization (rules/tasks 15). One board shows them all, in few reads. */
export const maxTasks = 500

/** All tasks of an organization, or of one of its events. Strongly consistent. */
export const listTasks = async (
  table: Table,
  keyParams: { readonly orgId: string; readonly eventId?: string },
): Promise<Task[]> => {
  const tasks: Task[] = []
  let cursor: string | undefined
  do {
    const page = await table.list(task, { keyParams, limit: maxTasks - tasks.length, cursor, strong: true })
    tasks.push(...page.items)
    cursor = page.cursor
  } while (cursor !== undefined && tasks.length < maxTasks)
  return tasks
}
