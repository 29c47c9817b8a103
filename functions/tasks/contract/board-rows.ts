import * as z from 'zod/mini'
import { Id } from '../../../lib/contract/fields.ts'
import { createRepeatSeconds } from '../../../lib/contract/idempotency.ts'
import { PublicUser } from '../../../lib/contract/people.ts'
import { data, done } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import {
  ColumnInUse,
  EventNotFound,
  InvalidColumns,
  InvalidDueDate,
  OwnerNotMember,
  TaskNotFound,
  TasksChanged,
  TaskTitleRequired,
  TooManyTasks,
} from './failures.ts'
import { Column, ColumnDraft, OrgTaskDraft, OrgTaskQuery, TaskChange, TaskView } from './shapes.ts'

export const organizer = { org: 'manage_events' } as const
export const org = '/org-event-management/:orgId'
const hub = `${org}/tasks/hub` as const
export const orgId = 'demo-org-chess'

export const one = data(z.object({ task: TaskView }))
export const made = data(z.object({ task: TaskView }), 'Task created', { status: 201 })
export const changed = data(z.object({ task: TaskView }), 'Task updated')
export const order = z.object({ taskIds: z.array(Id).check(z.maxLength(100)) })
const Columns = data(z.object({ statuses: z.array(Column), version: z.number() }))

export const making = [TaskTitleRequired, InvalidDueDate, OwnerNotMember, TooManyTasks, TasksChanged] as const
export const changing = [
  TaskNotFound,
  TaskTitleRequired,
  InvalidDueDate,
  OwnerNotMember,
  TasksChanged,
] as const

/** Preserves the literal types of rows, so that operations are checked against them. */
const rows = <const R extends Rows>(some: R): R => some

/** The board of an organization: its columns and all of its tasks. */
export const boardRows = rows({
  getTaskBoard: {
    summary: "Get the columns of an organization's task board",
    method: 'GET',
    path: `${org}/task-board-statuses`,
    access: organizer,
    reply: Columns,
    costs: { depth: 2, read: 5, write: 0 },
    example: { as: 'ada', path: { orgId } },
  },
  saveTaskBoard: {
    summary: 'Replace the columns of the task board, or restore the three default ones with `reset`',
    publishes: true,
    method: 'PUT',
    path: `${org}/task-board-statuses`,
    access: organizer,
    body: z.object({
      statuses: z.optional(z.array(ColumnDraft).check(z.maxLength(50))),
      reset: z.optional(z.boolean()),
      /** The version that was read. Columns that changed since are not overwritten. */
      version: z.optional(z.int()),
    }),
    reply: Columns,
    fails: [InvalidColumns, ColumnInUse, TasksChanged],
    costs: { depth: 3, read: 5, write: 1 },
    example: { as: 'ada', path: { orgId }, body: { reset: true } },
  },
  getTaskAssignees: {
    summary: 'List who has tasks at which event of an organization',
    method: 'GET',
    path: `${org}/tasks/event-assignee-summary`,
    access: organizer,
    reply: data(z.object({ assigneesByEventId: z.record(z.string(), z.array(PublicUser)) })),
    costs: { depth: 3, read: 7, write: 0 },
    example: { as: 'ada', path: { orgId } },
  },
  listOrgTasks: {
    summary: 'List the tasks of an organization, most urgent first',
    method: 'GET',
    path: hub,
    access: organizer,
    query: z.object(OrgTaskQuery),
    reply: data(
      z.object({
        summary: z.object({
          total: z.number(),
          overdue: z.number(),
          blocked: z.number(),
          highPriority: z.number(),
        }),
        tasks: z.array(TaskView),
      }),
    ),
    costs: { depth: 3, read: 8, write: 0 },
    example: { as: 'ada', path: { orgId } },
  },
  createOrgTask: {
    summary: 'Create a task for an organization, with or without an event',
    publishes: true,
    method: 'POST',
    path: hub,
    creates: createRepeatSeconds,
    access: organizer,
    begins: true,
    body: OrgTaskDraft,
    reply: made,
    fails: [EventNotFound, ...making],
    costs: { depth: 3, read: 5, write: 5 },
    example: { as: 'ada', path: { orgId }, body: { title: 'Renew the room key' } },
  },
  orderOrgTasks: {
    summary: "Order the tasks within one column of an organization's board",
    method: 'PUT',
    path: `${hub}/column-order`,
    access: organizer,
    body: order,
    reply: done('Order updated'),
    costs: { depth: 2, read: 5, write: 0 },
    example: { as: 'ada', path: { orgId }, body: { taskIds: ['demo-task'] } },
  },
  getOrgTask: {
    summary: 'Get a task of an organization',
    method: 'GET',
    path: `${hub}/:taskId`,
    access: organizer,
    reply: one,
    fails: [TaskNotFound],
    costs: { depth: 3, read: 8, write: 0 },
    example: { as: 'ada', path: { orgId, taskId: 'demo-task' } },
  },
  updateOrgTask: {
    summary: 'Update a task of an organization; omitted fields keep their values',
    publishes: true,
    method: 'PUT',
    path: `${hub}/:taskId`,
    access: organizer,
    body: TaskChange,
    reply: changed,
    fails: [...changing],
    costs: { depth: 4, read: 7, write: 3 },
    example: { as: 'ada', path: { orgId, taskId: 'demo-task' }, body: { priority: 'critical' } },
  },
  deleteOrgTask: {
    summary: 'Delete a task of an organization',
    method: 'DELETE',
    path: `${hub}/:taskId`,
    access: organizer,
    consequence: 'none',
    reply: done('Task deleted'),
    fails: [TaskNotFound, TasksChanged],
    costs: { depth: 3, read: 6, write: 5 },
    example: { as: 'ada', path: { orgId, taskId: 'demo-task' } },
  },
})
