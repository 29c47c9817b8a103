import * as z from 'zod/mini'
import { Id } from '../../lib/contract/fields.ts'
import { madeAgainSeconds } from '../../lib/contract/idempotency.ts'
import { PublicUser } from '../../lib/contract/people.ts'
import { data, done } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import {
  ColumnInUse,
  EventNotFound,
  InvalidColumns,
  InvalidDueDate,
  NoSuggestions,
  OwnerNotMember,
  TaskNotFound,
  TasksChanged,
  TaskTitleRequired,
  TooManyTasks,
} from './contract/failures.ts'
import {
  Column,
  ColumnDraft,
  ListedEvent,
  OrgTaskDraft,
  OrgTaskQuery,
  Readiness,
  Suggestion,
  TaskChange,
  TaskDraft,
  TaskQuery,
  TaskView,
} from './contract/shapes.ts'

const organizer = { org: 'manage_events' } as const
const org = '/org-event-management/:orgId'
const event = `${org}/events/:eventId` as const
const hub = `${org}/tasks/hub` as const

const orgId = 'demo-org-chess'
const place = { orgId, eventId: 'demo-event' }
const task = { ...place, taskId: 'demo-task' }
const chairs = { title: 'Carry chairs', priority: 'high' as const }

const one = data(z.object({ task: TaskView }))
const made = data(z.object({ task: TaskView }), 'Task created', { status: 201 })
const changed = data(z.object({ task: TaskView }), 'Task updated')
const order = z.object({ taskIds: z.array(Id).check(z.maxLength(100)) })
const Columns = data(z.object({ statuses: z.array(Column) }))

const making = [TaskTitleRequired, InvalidDueDate, OwnerNotMember, TooManyTasks, TasksChanged] as const
const changing = [TaskNotFound, TaskTitleRequired, InvalidDueDate, OwnerNotMember, TasksChanged] as const

export const contract = declare(
  'tasks',
  'Tasks of an organization and its events, and how ready an event is',
  {
    listEventTasks: {
      summary: 'Tasks of an organization for an event, the most important first',
      method: 'GET',
      path: `${event}/tasks`,
      access: organizer,
      query: z.object(TaskQuery),
      reply: data(z.object({ event: ListedEvent, tasks: z.array(TaskView) })),
      fails: [EventNotFound],
      example: { as: 'ada', path: place },
    },
    createEventTask: {
      summary: 'Makes a task for an event; a rule keeps its date at a distance from the event',
      method: 'POST',
      path: `${event}/tasks`,
      creates: madeAgainSeconds,
      access: organizer,
      begins: true,
      body: TaskDraft,
      reply: made,
      fails: [EventNotFound, ...making],
      example: { as: 'ada', path: place, body: chairs },
    },
    orderEventTasks: {
      summary: 'The order of tasks within one column of the board of an event',
      method: 'PUT',
      path: `${event}/tasks/column-order`,
      access: organizer,
      body: order,
      reply: done('Order updated'),
      fails: [EventNotFound],
      example: { as: 'ada', path: place, body: { taskIds: ['demo-task'] } },
    },
    recomputeDueDates: {
      summary: 'How many tasks have dates that follow the event; they do so by themselves',
      method: 'POST',
      path: `${event}/tasks/recompute-due-dates`,
      access: organizer,
      body: z.optional(z.object({})),
      reply: data(z.object({ updatedCount: z.number() }), 'Due dates recomputed'),
      fails: [EventNotFound],
      example: { as: 'ada', path: place, body: {} },
    },
    applyTaskSuggestions: {
      summary: 'Makes tasks of suggestions, all or none',
      method: 'POST',
      path: `${event}/tasks/apply-suggestions`,
      creates: madeAgainSeconds,
      access: organizer,
      begins: true,
      body: z.object({ suggestions: z.array(TaskDraft).check(z.maxLength(50)) }),
      reply: data(
        z.object({ createdCount: z.number(), tasks: z.array(TaskView) }),
        'Suggested tasks applied',
        {
          status: 201,
        },
      ),
      fails: [EventNotFound, NoSuggestions, ...making],
      example: { as: 'ada', path: place, body: { suggestions: [chairs] } },
    },
    getEventTask: {
      summary: 'A task of an event',
      method: 'GET',
      path: `${event}/tasks/:taskId`,
      access: organizer,
      reply: one,
      fails: [EventNotFound, TaskNotFound],
      example: { as: 'ada', path: task },
    },
    updateEventTask: {
      summary: 'Changes what is sent of a task',
      method: 'PUT',
      path: `${event}/tasks/:taskId`,
      access: organizer,
      body: TaskChange,
      reply: changed,
      fails: [EventNotFound, ...changing],
      example: { as: 'ada', path: task, body: { status: 'done' } },
    },
    deleteEventTask: {
      summary: 'Removes a task of an event',
      method: 'DELETE',
      path: `${event}/tasks/:taskId`,
      access: organizer,
      reply: done('Task deleted'),
      fails: [EventNotFound, TaskNotFound, TasksChanged],
      example: { as: 'ada', path: task },
    },
    listTaskSuggestions: {
      summary: 'Tasks that events of this type usually have',
      method: 'GET',
      path: `${event}/task-suggestions`,
      access: organizer,
      query: z.object({ eventType: z.optional(z.string().check(z.maxLength(100))) }),
      reply: data(z.object({ suggestions: z.array(Suggestion) })),
      fails: [EventNotFound],
      example: { as: 'ada', path: place },
    },
    getEventReadiness: {
      summary: 'How ready an event is: its tasks, approvals, jobs and registrations, and what holds it up',
      method: 'GET',
      path: `${event}/readiness`,
      access: organizer,
      counted: true,
      reply: data(Readiness),
      fails: [EventNotFound],
      example: { as: 'ada', path: place },
    },
    getTaskBoard: {
      summary: 'The columns of the task board of an organization',
      method: 'GET',
      path: `${org}/task-board-statuses`,
      access: organizer,
      reply: Columns,
      example: { as: 'ada', path: { orgId } },
    },
    saveTaskBoard: {
      summary: 'Replaces the columns of the task board, or goes back to the usual three with `reset`',
      method: 'PUT',
      path: `${org}/task-board-statuses`,
      access: organizer,
      body: z.object({
        statuses: z.optional(z.array(ColumnDraft).check(z.maxLength(50))),
        reset: z.optional(z.boolean()),
      }),
      reply: Columns,
      fails: [InvalidColumns, ColumnInUse],
      example: { as: 'ada', path: { orgId }, body: { reset: true } },
    },
    getTaskAssignees: {
      summary: 'Who has tasks at which event of an organization',
      method: 'GET',
      path: `${org}/tasks/event-assignee-summary`,
      access: organizer,
      reply: data(z.object({ assigneesByEventId: z.record(z.string(), z.array(PublicUser)) })),
      example: { as: 'ada', path: { orgId } },
    },
    listOrgTasks: {
      summary: 'All tasks of an organization, the most urgent first',
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
      example: { as: 'ada', path: { orgId } },
    },
    createOrgTask: {
      summary: 'Makes a task of an organization, of an event or of none',
      method: 'POST',
      path: hub,
      creates: madeAgainSeconds,
      access: organizer,
      begins: true,
      body: OrgTaskDraft,
      reply: made,
      fails: [EventNotFound, ...making],
      example: { as: 'ada', path: { orgId }, body: { title: 'Renew the room key' } },
    },
    orderOrgTasks: {
      summary: 'The order of tasks within one column of the board of an organization',
      method: 'PUT',
      path: `${hub}/column-order`,
      access: organizer,
      body: order,
      reply: done('Order updated'),
      example: { as: 'ada', path: { orgId }, body: { taskIds: ['demo-task'] } },
    },
    getOrgTask: {
      summary: 'A task of an organization',
      method: 'GET',
      path: `${hub}/:taskId`,
      access: organizer,
      reply: one,
      fails: [TaskNotFound],
      example: { as: 'ada', path: { orgId, taskId: 'demo-task' } },
    },
    updateOrgTask: {
      summary: 'Changes what is sent of a task of an organization',
      method: 'PUT',
      path: `${hub}/:taskId`,
      access: organizer,
      body: TaskChange,
      reply: changed,
      fails: [...changing],
      example: { as: 'ada', path: { orgId, taskId: 'demo-task' }, body: { priority: 'critical' } },
    },
    deleteOrgTask: {
      summary: 'Removes a task of an organization',
      method: 'DELETE',
      path: `${hub}/:taskId`,
      access: organizer,
      reply: done('Task deleted'),
      fails: [TaskNotFound, TasksChanged],
      example: { as: 'ada', path: { orgId, taskId: 'demo-task' } },
    },
  },
)
