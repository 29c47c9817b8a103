import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { Column, DueRule, Priority, Source } from './contract/shapes.ts'

const text = z.string()

/** In place of an event: the task belongs to the organization alone. Ids of events are longer. */
export const noEvent = 'org'

const StoredBlocker = z.object({
  type: z.enum(['approval', 'booking', 'task', 'dependency', 'manual']),
  referenceId: z.optional(text),
  label: text,
  resolved: z.boolean(),
})
export type StoredBlocker = z.infer<typeof StoredBlocker>

/**
 * A task of one organization. All of them stand in one partition, those of an event beside each other, so that a board
 * is one strong query. Its id `<eventId>.<taskId>` says both parts of its place.
 */
export const Task = z.object({
  orgId: text,
  /** `org` for a task of no event. */
  eventId: text,
  taskId: text,
  title: text,
  description: text,
  /** The key of a column. One that is gone since reads as the first open column. */
  status: text,
  boardRank: z.number(),
  priority: Priority,
  isCritical: z.boolean(),
  /** A tenant user. */
  ownerUserId: z.optional(text),
  source: Source,
  userConfirmed: z.boolean(),
  /** What `dueAt` follows from; a date that was set by hand is its `absoluteDate`. */
  dueRule: DueRule,
  blockers: z.array(StoredBlocker),
  tags: z.array(text),
  /** ISO 8601, UTC: since when it stands in a column that means done, or cancelled. */
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

/** The board of an organization: its columns, unless it has the usual ones, and how many tasks there are. */
export const TaskBoard = z.object({
  orgId: text,
  columns: z.optional(z.array(Column)),
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

/** Where the task of an id stands; undefined for an id that was never given. */
export const parseTaskId = (
  orgId: string,
  id: string,
): { readonly orgId: string; readonly eventId: string; readonly taskId: string } | undefined => {
  const dot = id.indexOf('.')
  const [eventId, taskId] = [id.slice(0, Math.max(0, dot)), id.slice(dot + 1)]
  return eventId === '' || taskId === '' ? undefined : { orgId, eventId, taskId }
}

/** Tasks that one organization may have (rules/tasks 15): what one board shows, and few reads take. */
export const maxTasks = 500

/** All tasks of an organization, or of one of its events, read strongly. */
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
