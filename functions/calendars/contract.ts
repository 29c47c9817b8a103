import * as z from 'zod/mini'
import { notFound } from '../../lib/contract/failure.ts'
import { ConcurrentChange, SessionRevoked } from '../../lib/contract/failures.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { data, done, text } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { hours } from '../../lib/contract/time.ts'

/** The secret address is unknown, revoked, or not usable now (rules/calendars 16, rules/calendars 18). */
export const CalendarNotFound = notFound('Calendar not found', 'CALENDAR_NOT_FOUND')
export const CalendarLinkNotFound = notFound(
  'Calendar address not found. Create a new one.',
  'CALENDAR_NOT_FOUND',
)
export const EventNotFound = notFound('Event not found', 'EVENT_NOT_FOUND', 'header')

const calendar = 'text/calendar; charset=utf-8'
export const tokenLimits = { person: { max: 20, seconds: hours } } as const

/** Calendars in the format that calendar programs subscribe to (RFC 5545). */
export const contract = declare('calendars', 'Event calendars in iCalendar format', {
  getEventCalendar: {
    summary: 'Get one event as an iCalendar file',
    method: 'GET',
    path: '/events/:id/calendar.ics',
    access: 'optional',
    reply: text(calendar, { revalidate: true }),
    fails: [EventNotFound],
    costs: { depth: 2, read: 3, write: 0 },
    example: { as: 'ada', path: { id: 'demo-event' } },
  },
  getOrgCalendar: {
    summary:
      "Get an organization's iCalendar feed, 30 days back to a year ahead; members-only events for members",
    method: 'GET',
    path: '/org-calendar/:orgId/calendar.ics',
    access: 'optional',
    reply: text(calendar, { revalidate: true }),
    fails: [OrganizationNotFound],
    costs: { depth: 2, read: 6.5, write: 0 },
    example: { as: 'ada', path: { orgId: 'demo-org-chess' } },
  },
  getSchoolCalendar: {
    summary: 'Get the public events of the school as iCalendar, from 30 days ago to a year ahead',
    method: 'GET',
    path: '/calendar.ics',
    access: 'anyone',
    reply: text(calendar, { cache: 300 }),
    costs: { depth: 1, read: 2, write: 0 },
    example: {},
  },
  getMyCalendar: {
    summary: "Get a person's registered events as iCalendar, by the secret address of their calendar",
    method: 'GET',
    path: '/my-events/calendar.ics',
    access: 'anyone',
    query: z.object({ token: z.optional(z.string().check(z.maxLength(200))) }),
    reply: text(calendar, { revalidate: true }),
    fails: [CalendarNotFound],
    costs: { depth: 3, read: 4, write: 0 },
    example: { query: { token: 'demo-calendar-token' } },
  },
  createCalendarToken: {
    summary: "Create the secret address of the caller's calendar; an earlier address stops working at once",
    method: 'POST',
    path: '/my-events/calendar-token',
    access: 'caller',
    proof: 'here',
    factor: 'shown',
    inPerson: true,
    reply: data(
      z.object({ url: z.string(), token: z.string(), createdAt: z.string() }),
      'Keep this address secret. It is shown only once.',
    ),
    fails: [SessionRevoked, ConcurrentChange],
    limits: tokenLimits,
    costs: { depth: 3, read: 5, write: 8 },
    example: { as: 'ada' },
  },
  revokeCalendarToken: {
    summary: "Revoke the secret address of the caller's calendar",
    method: 'DELETE',
    path: '/my-events/calendar-token',
    access: 'caller',
    proof: 'here',
    inPerson: true,
    reply: done('Calendar address revoked'),
    fails: [SessionRevoked, ConcurrentChange],
    costs: { depth: 3, read: 5, write: 4 },
    example: { as: 'ada' },
  },
  listCalendarLinks: {
    summary: "List the caller's secret calendar addresses at all schools",
    method: 'GET',
    path: '/calendar-links',
    access: 'caller',
    host: 'both',
    duringMaintenance: true,
    reply: data(
      z.object({ links: z.array(z.object({ id: z.string(), school: z.string(), createdAt: z.string() })) }),
    ),
    costs: { depth: 2, read: 4, write: 0 },
    example: { as: 'ada' },
  },
  removeCalendarLink: {
    summary: "Revoke one of the caller's secret calendar addresses, at any school",
    method: 'DELETE',
    path: '/calendar-links/:linkId',
    access: 'caller',
    consequence: 'none',
    inPerson: true,
    host: 'both',
    duringMaintenance: true,
    reply: done('Calendar address revoked'),
    fails: [CalendarLinkNotFound],
    costs: { depth: 3, read: 4, write: 4 },
    example: { as: 'ada', path: { linkId: '01DEMO00000000000000000000' } },
  },
})
