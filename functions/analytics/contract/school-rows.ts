import * as z from 'zod/mini'
import { AnalyticsOff } from '../../../lib/contract/failures.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { data } from '../../../lib/contract/reply.ts'
import type { Rows } from '../../../lib/contract/row.ts'
import { EventStatus, EventView } from '../../events/contract.ts'
import { BadZone, EventNotFound } from './failures.ts'
import { DashboardView, GrowthView } from './shapes.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
const number = z.number()
const at = '/org-management/admin-tenant-events'
const sample = { eventId: 'demo-event' }

/** Events of the whole school, for its administrators. */
export const schoolRows = {
  listSchoolEvents: {
    summary:
      'All events of the school with their numbers, whoever may see them, drafts among them: those to come, the next first; with `includePast`, or a `status` of what is over, also those that are over or called off, the last first. Deleted ones are left out. What has changed is listed within seconds',
    method: 'GET',
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
    example: { as: 'root', query: { page: '1', limit: '20' } },
  },
  getSchoolEventDashboard: {
    summary: 'Any event of the school at a glance, drafts among them: numbers, agenda, jobs, check-in',
    method: 'GET',
    path: `${at}/:eventId/dashboard`,
    access: 'admin',
    reply: data(DashboardView),
    fails: [EventNotFound],
    example: { as: 'root', path: sample },
  },
  getSchoolRsvpGrowth: {
    summary: 'Registrations of any event of the school by the day, in a time zone, on which they were made',
    method: 'GET',
    path: `${at}/:eventId/rsvp-growth`,
    access: 'admin',
    query: z.object({ timezone: maybe(text.check(z.maxLength(64))) }),
    reply: data(GrowthView),
    fails: [AnalyticsOff, EventNotFound, BadZone],
    example: { as: 'root', path: sample, query: { timezone: 'Europe/Berlin' } },
  },
} as const satisfies Rows
