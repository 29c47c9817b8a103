import * as z from 'zod/mini'
import { madeAgainSeconds } from '../../lib/contract/idempotency.ts'
import { data, done } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import {
  boardRows,
  changed,
  changing,
  made,
  making,
  one,
  order,
  org,
  organizer,
  orgId,
} from './contract/board-rows.ts'
import { EventNotFound, NoSuggestions, TaskNotFound, TasksChanged } from './contract/failures.ts'
import {
  ListedEvent,
  Readiness,
  Suggestion,
  TaskChange,
  TaskDraft,
  TaskQuery,
  TaskView,
} from './contract/shapes.ts'

const event = `${org}/events/:eventId` as const
const place = { orgId, eventId: 'demo-event' }
const task = { ...place, taskId: 'demo-task' }
const chairs = { title: 'Carry chairs', priority: 'high' as const }

export const contract = declare('tasks', 'Tasks of organizations, and how ready an event is', {
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
    publishes: true,
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
    publishes: true,
    method: 'POST',
    path: `${event}/tasks/apply-suggestions`,
    creates: madeAgainSeconds,
    access: organizer,
    begins: true,
    body: z.object({ suggestions: z.array(TaskDraft).check(z.maxLength(50)) }),
    reply: data(z.object({ createdCount: z.number(), tasks: z.array(TaskView) }), 'Suggested tasks applied', {
      status: 201,
    }),
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
    publishes: true,
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
    consequence: 'none',
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
  ...boardRows,
})
