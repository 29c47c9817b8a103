import * as z from 'zod/mini'
import { SecondFactorRequired, StrongProofRequired } from '../../../lib/contract/failures.ts'
import { Id, Timestamp, text } from '../../../lib/contract/fields.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { data, done } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { OwnEvent } from '../../approvals/contract.ts'
import { eventStatuses, PlannedEvent, SettingsView } from '../../events/contract.ts'
import {
  BadRange,
  EventChanged,
  EventIdsRequired,
  EventNotFound,
  HostOnly,
  InvalidAction,
  InvalidStatus,
  PastNotCancelled,
  PublishForbidden,
  ReasonRequired,
  StatusForbidden,
  StatusRequired,
} from './failures.ts'
import { hostChangeFails, ListedEvent, publishFails } from './replies.ts'
import { EventChange, Scope } from './request-bodies.ts'

const Text = z.string().check(z.maxLength(100))
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
const events = '/org-event-management/:orgId/events'
const path = '/org-event-management/:orgId/events/:eventId'
const managers = { org: 'manage_events' } as const
const sample = { orgId: 'demo-org-chess', eventId: 'demo-event' }

/** Operations of an organization on its own events. */
export const hostRows = {
  listOrgEvents: {
    summary: 'List the events an organization hosts or collaborates on, drafts included',
    method: 'GET',
    counted: true,
    path: events,
    access: managers,
    query: z.object({
      ...PageQuery,
      status: maybe(z.enum(['all', ...eventStatuses])),
      type: maybe(Text),
      /** By their start: `upcoming` and `past`. By their end: `current` (running or to come) and `ended`. */
      timeRange: maybe(z.enum(['all', 'upcoming', 'past', 'current', 'ended', 'this_week', 'this_month'])),
      sortBy: maybe(z.enum(['start_time', 'name', 'createdAt', 'status', 'expectedAttendance'])),
      sortOrder: maybe(z.enum(['asc', 'desc'])),
      search: maybe(Text),
    }),
    reply: data(
      z.object({
        events: z.array(ListedEvent),
        pagination: z.object({
          currentPage: z.number(),
          totalPages: z.number(),
          totalEvents: z.number(),
          hasMore: z.boolean(),
          nextCursor: maybe(z.string()),
          totalIsLowerBound: maybe(z.boolean()),
          /** The number of rows within which the order holds. */
          sortedWithin: maybe(z.number()),
        }),
        summary: z.object({
          totalEvents: z.number(),
          totalExpectedAttendance: z.number(),
          avgExpectedAttendance: z.number(),
          statusCounts: z.record(z.enum(eventStatuses), z.number()),
        }),
      }),
    ),
    costs: { depth: 2, read: 6.5, write: 0 },
    example: { as: 'ada', path: { orgId: 'demo-org-chess' }, query: { timeRange: 'upcoming', limit: '20' } },
  },
  getOrgEvent: {
    summary: 'Get an event of the organization, with the fields its managers read',
    method: 'GET',
    counted: true,
    path,
    access: managers,
    reply: data(
      z.object({
        event: z.extend(PlannedEvent, {
          /** The approval id of the last submission; null for an event that needed no approval. */
          approvalReference: z.nullable(z.string()),
          checkInEnabled: z.boolean(),
          checkInSettings: SettingsView,
        }),
        analytics: z.object({ registrations: z.number(), uniqueRegistrations: z.number() }),
      }),
    ),
    fails: [EventNotFound],
    costs: { depth: 2, read: 8, write: 0 },
    example: { as: 'ada', path: sample },
  },
  updateOrgEvent: {
    summary: 'Update an event of the organization',
    publishes: true,
    method: 'PUT',
    path,
    access: managers,
    body: EventChange,
    reply: data(z.object({ event: PlannedEvent }), 'Event updated successfully'),
    fails: hostChangeFails,
    costs: { depth: 4, read: 8, write: 6 },
    example: { as: 'ada', path: sample, body: { description: 'Seven rounds' } },
  },
  deleteOrgEvent: {
    summary: 'Cancel and delete an event of the organization',
    method: 'DELETE',
    path,
    access: managers,
    consequence: 'none',
    query: z.object({ scope: maybe(Scope) }),
    reply: done('Event cancelled and deleted successfully'),
    fails: [EventNotFound, HostOnly, EventChanged],
    costs: { depth: 4, read: 7, write: 12 },
    example: { as: 'ada', path: sample },
  },
  checkRoomAvailability: {
    summary: "Check whether an event's room is free, at its own time or another",
    method: 'POST',
    path: `${path}/check-room-availability`,
    access: managers,
    body: z.optional(z.object({ startTime: maybe(Timestamp), endTime: maybe(Timestamp) })),
    reply: data(
      z.object({
        isAvailable: z.boolean(),
        reason: maybe(z.string()),
        conflicts: z.array(
          z.object({ roomId: z.string(), start: z.string(), end: z.string(), eventId: z.string() }),
        ),
      }),
    ),
    fails: [EventNotFound, BadRange],
    costs: { depth: 3, read: 7, write: 0 },
    example: { as: 'ada', path: sample, body: {} },
  },
} as const satisfies Rows

const Word = z.string().check(z.maxLength(40))

/** Status changes of one event and of many. */
export const statusRows = {
  setEventStatus: {
    summary: "Change an event's status; changes that require approval go to the approvers",
    publishes: true,
    method: 'PUT',
    path: '/org-event-management/:orgId/events/:eventId/status',
    access: managers,
    body: z.object({ status: maybe(Word), reason: maybe(text(1000)) }),
    reply: data(z.object({ event: PlannedEvent }), 'Event status updated successfully'),
    fails: [
      StatusRequired,
      InvalidStatus,
      StatusForbidden,
      ReasonRequired,
      HostOnly,
      OwnEvent,
      PastNotCancelled,
      ...publishFails.filter((kind) => kind !== PublishForbidden),
      // A decision may require a second factor (rules/mfa 22).
      SecondFactorRequired,
      StrongProofRequired,
    ],
    costs: { depth: 4, read: 7, write: 12 },
    example: {
      as: 'ada',
      path: { orgId: 'demo-org-chess', eventId: 'demo-event' },
      body: { status: 'cancelled' },
    },
  },
  bulkAction: {
    summary: 'Apply one action to several events, with a result for each',
    publishes: true,
    method: 'POST',
    path: '/org-event-management/:orgId/events/bulk-action',
    access: managers,
    body: z.object({
      /** delete, archive, cancel, publish, approve or reject */
      action: maybe(Word),
      eventIds: maybe(z.array(Id).check(z.maxLength(100))),
      /** The reason of a rejection, or the reason sent to attendees of a cancelled event. */
      reason: maybe(text(1000)),
    }),
    reply: data(
      z.object({
        modifiedCount: z.number(),
        results: z.array(z.object({ eventId: z.string(), ok: z.boolean(), message: z.string() })),
      }),
    ),
    fails: [EventIdsRequired, InvalidAction, ReasonRequired],
    costs: { depth: 4, read: 7, write: 12 },
    example: {
      as: 'ada',
      path: { orgId: 'demo-org-chess' },
      body: { action: 'cancel', eventIds: ['demo-event'] },
    },
  },
} as const satisfies Rows
