import * as z from 'zod/mini'
import { AnalyticsOff } from '../../../lib/contract/failures.ts'
import { holds } from '../../../lib/contract/fields.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import { data } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { changesRequested, EventStatus, EventView } from '../../events/contract.ts'
import { AnalyticsView, BadZone, DashboardView, EventNotFound, GrowthView } from './shapes.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
const number = z.number()
const at = '/org-management/admin-tenant-events'
const ofOrganization = '/org-management/organizations/:orgId/events'
const eventSample = { eventId: 'demo-event' }
const chess = { orgId: 'demo-org-chess' }

const { views, uniqueViews, registrations, uniqueRegistrations } = AnalyticsView.shape

const RankedEvent = z.object({
  _id: text,
  name: text,
  type: text,
  start_time: text,
  end_time: text,
  location: maybe(text),
  status: EventStatus,
  image: maybe(text),
  expectedAttendance: number,
  registrationCount: registrations,
  analytics: z.object({ views, uniqueViews, registrations, uniqueRegistrations }),
  /** Ranks events of one organization; not comparable with other figures. */
  score: number,
})
export type RankedEvent = z.infer<typeof RankedEvent>

/** Counted from now, back or ahead. */
const InWindow = {
  range: maybe(z.enum(['7d', '30d', '90d', '1y'])),
  window: maybe(z.enum(['past', 'upcoming'])),
}
const windowFields = { range: text, window: text, startDate: text, endDate: text }

/** Events of the whole school, for its administrators. */
export const schoolRows = {
  listSchoolEvents: {
    summary:
      'List all events of the school, drafts included: upcoming ones; with `includePast` or `status` past ones too',
    method: 'GET',
    counted: true,
    path: at,
    access: 'admin',
    query: z.object({
      ...PageQuery,
      q: maybe(text.check(z.maxLength(100))),
      includePast: maybe(z.enum(['true', 'false'])),
      status: maybe(EventStatus),
    }),
    reply: data(
      z.object({
        events: z.array(
          z.object({
            ...EventView.shape,
            changesRequested,
            analyticsSummary: maybe(
              z.object({
                views: number,
                uniqueViews: number,
                anonymousViews: number,
                registrations: number,
                engagementRate: number,
              }),
            ),
          }),
        ),
        pagination: z.object({
          total: number,
          totalIsLowerBound: z.boolean(),
          page: number,
          limit: number,
          totalPages: number,
        }),
        nextCursor: maybe(text),
      }),
    ),
    costs: { depth: 2, read: 4.5, write: 0 },
    example: { as: 'root', query: { page: '1', limit: '20' } },
  },
  getSchoolEventDashboard: {
    summary: 'Get the dashboard of any event of the school: figures, agenda, jobs, check-in',
    method: 'GET',
    counted: true,
    path: `${at}/:eventId/dashboard`,
    access: 'admin',
    reply: data(DashboardView),
    fails: [EventNotFound],
    costs: { depth: 2, read: 7, write: 0 },
    example: { as: 'root', path: eventSample },
  },
  getSchoolRsvpGrowth: {
    summary: 'Get the registrations of any event of the school by day, in a given time zone',
    method: 'GET',
    counted: true,
    path: `${at}/:eventId/rsvp-growth`,
    access: 'admin',
    query: z.object({ timezone: maybe(text.check(z.maxLength(64))) }),
    reply: data(GrowthView),
    fails: [AnalyticsOff, EventNotFound, BadZone],
    costs: { depth: 2, read: 4, write: 0 },
    example: { as: 'root', path: eventSample, query: { timezone: 'Europe/Berlin' } },
  },
  rankOrganizationEvents: {
    summary:
      'Rank the 100 nearest events of an organization in a range before or after now, by engagement or start',
    method: 'GET',
    counted: true,
    path: ofOrganization,
    access: 'admin',
    query: z.object({
      page: PageQuery.page,
      limit: PageQuery.limit,
      ...InWindow,
      sort: maybe(z.enum(['engagement', 'start_time'])),
    }),
    reply: data(
      z.object({
        ...windowFields,
        events: z.array(RankedEvent),
        pagination: z.object({
          total: number,
          totalIsLowerBound: z.boolean(),
          page: number,
          limit: number,
          totalPages: number,
        }),
      }),
    ),
    fails: [OrganizationNotFound, AnalyticsOff],
    costs: { depth: 3, read: 5.5, write: 0 },
    example: { as: 'root', path: chess, query: { range: '30d', window: 'upcoming' } },
  },
  getOrganizationEventSnapshot: {
    summary: 'Get the events of an organization with the most engagement in a range before or after now',
    method: 'GET',
    counted: true,
    path: `${ofOrganization}/snapshot`,
    access: 'admin',
    query: z.object({
      ...InWindow,
      top: maybe(text.check(z.regex(/^([1-9]|1\d|2[0-5])$/, 'Expected 1 to 25'), holds('number'))),
    }),
    reply: data(
      z.object({
        ...windowFields,
        totalInRange: number,
        totalIsLowerBound: z.boolean(),
        topEvents: z.array(RankedEvent),
      }),
    ),
    fails: [OrganizationNotFound, AnalyticsOff],
    costs: { depth: 3, read: 5.5, write: 0 },
    example: { as: 'root', path: chess, query: { range: '30d', window: 'upcoming', top: '5' } },
  },
} as const satisfies Rows
