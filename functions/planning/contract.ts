import * as z from 'zod/mini'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { line, prose } from '../../lib/contract/fields.ts'
import { createRepeatSeconds } from '../../lib/contract/idempotency.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { data, done, flat } from '../../lib/contract/reply.ts'
import { declare, type Rows } from '../../lib/contract/row.ts'
import { PlannedEvent } from '../events/contract.ts'
import { collaborationRows } from './contract/collaboration-rows.ts'
import { EventChanged, MissingFields, TemplateNotFound, TooManyTemplates } from './contract/failures.ts'
import { hostRows, statusRows } from './contract/host-rows.ts'
import { planningRows } from './contract/planning-rows.ts'
import { givenFails, submissionFails } from './contract/replies.ts'
import { EventChange, Flag, planningLimits } from './contract/request-bodies.ts'

const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
const path = '/org-event-management/:orgId/event-templates'
const one = `${path}/:templateId` as const
const managers = { org: 'manage_events' } as const
const sample = { orgId: 'demo-org-chess', templateId: 'demo-template' }

const { scope: _, unchangedSince: __, preview: ___, ...eventFields } = EventChange.shape
/** Templates do not create tasks, so a task blueprint must be empty. */
const TemplateData = z.object({
  ...eventFields,
  /** Empty: events take the template's name. */
  name: maybe(line(200, 0)),
  taskBlueprint: maybe(z.array(z.unknown()).check(z.maxLength(0))),
})
const Description = prose(2000)

const Template = z.object({
  _id: z.string(),
  orgId: z.string(),
  name: z.string(),
  description: z.string(),
  createdBy: z.string(),
  templateData: z.record(z.string(), z.unknown()),
  isActive: z.boolean(),
  usageCount: z.number(),
  lastUsed: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** Templates for events of an organization. */
const templateRows = {
  createEventTemplate: {
    summary: 'Create an event template',
    publishes: true,
    method: 'POST',
    path,
    creates: createRepeatSeconds,
    access: managers,
    begins: true,
    body: z.object({
      name: maybe(line(120)),
      description: maybe(Description),
      templateData: maybe(TemplateData),
    }),
    reply: data(Template, 'Event template created successfully', { status: 201 }),
    fails: [MissingFields, TooManyTemplates],
    costs: { depth: 3, read: 4, write: 6 },
    example: {
      as: 'ada',
      path: { orgId: sample.orgId },
      body: {
        name: 'Club evening',
        templateData: { name: 'Club evening', type: 'meeting', location: 'Room 101', expectedAttendance: 20 },
      },
    },
  },
  listEventTemplates: {
    summary: 'List event templates, newest first; deleted ones with `includeInactive`',
    method: 'GET',
    path,
    access: managers,
    query: z.object({ ...PageQuery, includeInactive: maybe(z.enum(['true', 'false'])) }),
    reply: flat(z.object({ data: z.array(Template), nextCursor: maybe(z.string()) })),
    costs: { depth: 2, read: 4.5, write: 0 },
    example: { as: 'ada', path: { orgId: sample.orgId } },
  },
  updateEventTemplate: {
    summary: 'Update an event template; omitted fields keep their values',
    publishes: true,
    method: 'PUT',
    path: one,
    access: managers,
    begins: true,
    body: z.object({
      name: maybe(line(120)),
      description: maybe(Description),
      templateData: maybe(TemplateData),
      isActive: maybe(z.boolean()),
    }),
    reply: data(Template, 'Event template updated successfully'),
    fails: [TemplateNotFound, TooManyTemplates, ConcurrentChange],
    costs: { depth: 3, read: 5, write: 3 },
    example: { as: 'ada', path: sample, body: { name: 'Club night' } },
  },
  deleteEventTemplate: {
    summary: 'Delete an event template',
    method: 'DELETE',
    path: one,
    access: managers,
    consequence: 'none',
    reply: done('Event template deleted successfully'),
    fails: [TemplateNotFound, ConcurrentChange],
    costs: { depth: 3, read: 5, write: 5 },
    example: { as: 'ada', path: sample },
  },
  createEventFromTemplate: {
    summary: 'Create an event from a template; it needs the approvals that other events need',
    publishes: true,
    method: 'POST',
    path: '/org-event-management/:orgId/events/from-template/:templateId',
    creates: createRepeatSeconds,
    access: managers,
    begins: true,
    body: z.object({
      startTime: maybe(EventChange.shape.start_time),
      endTime: maybe(EventChange.shape.end_time),
      customizations: maybe(z.object({ ...eventFields, asDraft: maybe(Flag) })),
    }),
    reply: data(PlannedEvent, 'Event created from template successfully', { status: 201 }),
    fails: [TemplateNotFound, MissingFields, EventChanged, ...givenFails, ...submissionFails],
    limits: { creation: planningLimits.creation },
    costs: { depth: 5, read: 11, write: 17 },
    example: {
      as: 'ada',
      path: sample,
      body: { startTime: '2026-05-09T18:00:00.000Z', endTime: '2026-05-09T20:00:00.000Z' },
    },
  },
} as const satisfies Rows

export const contract = declare(
  'planning',
  'Planning of events: create, publish, edit, cancel and delete them',
  {
    ...planningRows,
    ...hostRows,
    ...statusRows,
    ...templateRows,
    ...collaborationRows,
  },
)
