import * as z from 'zod/mini'
import { AnalyticsOff, FormatOff } from '../../lib/contract/failures.ts'
import { ByteOrderMark } from '../../lib/contract/fields.ts'
import { type CarriedHeader, data, text as document, done } from '../../lib/contract/reply.ts'
import { declare, type Schema } from '../../lib/contract/row.ts'
import { schoolRows } from './contract/school-rows.ts'
import {
  AnalyticsView,
  BadZone,
  DashboardView,
  DayView,
  EventNotFound,
  GrowthView,
  NotPermitted,
  OrgOverviewView,
  RolesView,
  SchoolOverviewView,
  TimeRange,
  VolunteersView,
  viewLimits,
} from './contract/shapes.ts'
import { EventReport, ExportedAttendees } from './file-shapes.ts'
import { Seen } from './view-shapes.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
const event = '/org-event-management/:orgId/events/:eventId'
const managers = { org: 'manage_events' } as const
const sample = { orgId: 'demo-org-chess', eventId: 'demo-event' }
const csv = 'text/csv; charset=utf-8'
const asJson = (schema: Schema, ...headers: CarriedHeader[]) => ({
  also: { format: 'json', type: 'application/json', schema } as const,
  headers,
})
const Format = maybe(z.enum(['json', 'csv']))
const Range = z.object({ timeRange: maybe(TimeRange) })

/** Figures of events; none shows the viewers. */
export const contract = declare('analytics', 'Figures of events, organizations and the school', {
  ...schoolRows,
  trackEventView: {
    summary: 'Record that the caller viewed an event; views by administrators are not counted',
    method: 'POST',
    path: '/event-analytics/track-event-view/:id',
    access: 'caller',
    body: z.optional(Seen),
    reply: done('View counted'),
    fails: [EventNotFound],
    costs: { depth: 4, read: 4, write: 2 },
    example: { as: 'ada', path: { id: 'demo-event' }, body: { source: 'explore' } },
  },
  trackAnonymousView: {
    summary: 'Record that a signed-out visitor viewed an event',
    method: 'POST',
    path: '/event-analytics/track-anonymous-view/:id',
    access: 'anyone',
    body: z.optional(Seen),
    reply: done('View counted'),
    fails: [EventNotFound],
    limits: viewLimits,
    costs: { depth: 3, read: 2, write: 3 },
    example: { path: { id: 'demo-event' } },
  },
  trackRsvp: {
    summary:
      'Accept a registration report from existing clients; registrations are counted when they are made',
    replacedBy: 'nothing',
    method: 'POST',
    path: '/event-analytics/track-rsvp/:id',
    access: 'caller',
    body: z.optional(z.object({})),
    reply: done('Registrations are counted when they are made'),
    costs: { depth: 1, read: 2, write: 0 },
    example: { as: 'ada', path: { id: 'demo-event' } },
  },
  getEventAnalytics: {
    summary: 'Get the figures of an event that the caller manages',
    method: 'GET',
    counted: true,
    path: '/event-analytics/event/:id',
    access: 'caller',
    reply: data(AnalyticsView),
    fails: [AnalyticsOff, EventNotFound, NotPermitted],
    costs: { depth: 3, read: 6.5, write: 0 },
    example: { as: 'ada', path: { id: 'demo-event' } },
  },
  getSchoolOverview: {
    summary: 'Get the figures of all events of the school that began within a range',
    method: 'GET',
    counted: true,
    path: '/event-analytics/overview',
    aliases: ['/event-analytics/platform-overview'],
    access: 'admin',
    query: Range,
    reply: data(SchoolOverviewView),
    fails: [AnalyticsOff],
    costs: { depth: 2, read: 4, write: 0 },
    example: { as: 'root', query: { timeRange: '30d' } },
  },
  getSchoolDays: {
    summary: 'Get the figures of all events of the school by day',
    method: 'GET',
    counted: true,
    path: '/event-analytics/daily',
    access: 'admin',
    query: Range,
    reply: data(z.object({ days: z.array(DayView), timeRange: TimeRange })),
    fails: [AnalyticsOff],
    costs: { depth: 2, read: 3.5, write: 0 },
    example: { as: 'root', query: { timeRange: '7d' } },
  },
  getOrgAnalytics: {
    summary: "Get the figures of an organization's events that began within a range",
    method: 'GET',
    counted: true,
    path: '/org-event-management/:orgId/analytics',
    access: managers,
    query: Range,
    reply: data(OrgOverviewView),
    fails: [AnalyticsOff],
    costs: { depth: 2, read: 6.5, write: 0 },
    example: { as: 'ada', path: { orgId: 'demo-org-chess' }, query: { timeRange: '90d' } },
  },
  getOrgEventAnalytics: {
    summary: 'Get the figures of an event and of its jobs',
    method: 'GET',
    counted: true,
    path: `${event}/analytics`,
    access: managers,
    reply: data(z.object({ analytics: AnalyticsView, roles: RolesView, volunteers: VolunteersView })),
    fails: [AnalyticsOff, EventNotFound],
    costs: { depth: 2, read: 8.5, write: 0 },
    example: { as: 'ada', path: sample },
  },
  getEventDashboard: {
    summary: 'Get the dashboard of an event: figures, agenda, jobs, check-in',
    method: 'GET',
    counted: true,
    path: `${event}/dashboard`,
    access: managers,
    reply: data(DashboardView),
    fails: [EventNotFound],
    costs: { depth: 2, read: 9, write: 0 },
    example: { as: 'ada', path: sample },
  },
  getRsvpGrowth: {
    summary: 'Get the registrations of an event by day, in a given time zone',
    method: 'GET',
    counted: true,
    path: `${event}/rsvp-growth`,
    access: managers,
    query: z.object({ timezone: maybe(text.check(z.maxLength(64))) }),
    reply: data(GrowthView),
    fails: [AnalyticsOff, EventNotFound, BadZone],
    costs: { depth: 2, read: 6, write: 0 },
    example: { as: 'ada', path: sample, query: { timezone: 'Europe/Berlin' } },
  },
  exportEventReport: {
    summary: 'Export a report of an event as JSON or CSV',
    method: 'POST',
    path: `${event}/export`,
    access: managers,
    consequence: 'export',
    query: z.object({ bom: ByteOrderMark }),
    body: z.optional(z.object({ format: Format })),
    reply: document(csv, asJson(EventReport, 'Content-Disposition')),
    fails: [EventNotFound, FormatOff],
    costs: { depth: 3, read: 8.5, write: 4 },
    example: { as: 'ada', path: sample, body: { format: 'csv' } },
  },
  exportAttendees: {
    summary:
      'Export the attendees of an event with their answers as CSV or JSON; `x-next-cursor` continues after 5000',
    method: 'GET',
    counted: true,
    path: `${event}/attendees/export`,
    access: managers,
    consequence: 'export',
    query: z.object({ format: Format, bom: ByteOrderMark, cursor: maybe(text.check(z.maxLength(2048))) }),
    reply: document(csv, asJson(ExportedAttendees, 'Content-Disposition', 'X-Next-Cursor')),
    fails: [EventNotFound, FormatOff],
    costs: { depth: 5, read: 7, write: 4 },
    example: { as: 'ada', path: sample, query: { format: 'csv' } },
  },
})
