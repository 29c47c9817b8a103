// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { AnalyticsView, AttendeeView, AttendeeVisibility, DashboardView, DayView, EventStatus, GrowthView, GuestView, OrgOverviewView, RolesView, SchoolOverviewView, Seen, TimeRange, VolunteersView } from './schemas.ts'
import { operation } from './send.ts'

export type ListSchoolEventsInput = {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly q?: string | undefined
  readonly includePast?: 'true' | 'false' | undefined
  readonly status?: EventStatus | undefined
}
export type ListSchoolEventsData = {
  readonly events: readonly ({
    readonly _id: string
    readonly name: string
    readonly type: string
    readonly hostingType: 'User' | 'Org'
    readonly host: { readonly name: string; readonly image?: string | undefined }
    readonly start_time: string
    readonly end_time: string
    readonly timezone: string
    readonly location?: string | undefined
    readonly classroom_id: string | null
    readonly image?: string | undefined
    readonly visibility: string
    readonly attendeeVisibility: AttendeeVisibility
    readonly expectedAttendance: number
    readonly tags: readonly string[]
    readonly registrationEnabled: boolean
    readonly registrationRequired: boolean
    readonly registrationDeadline: string | null
    readonly registrationFormId: string | null
    readonly maxAttendees: number | null
    readonly waitlistEnabled: boolean
    readonly status: string
    readonly seriesId?: string | undefined
    readonly createdBy: string
    readonly createdAt: string
    readonly updatedAt: string
    readonly attendees: readonly AttendeeView[]
    readonly globalAttendees: readonly GuestView[]
    readonly attendeesTruncated: boolean
    readonly registrationCount: number
    readonly seatsTaken: number
    readonly waitlistCount: number
    readonly hostingId: string
    readonly analyticsSummary?: {
      readonly views: number
      readonly uniqueViews: number
      readonly anonymousViews: number
      readonly registrations: number
      readonly engagementRate: number
    } | undefined
  })[]
  readonly pagination: {
    readonly total: number
    readonly totalIsLowerBound: boolean
    readonly page: number
    readonly limit: number
    readonly totalPages: number
  }
  readonly nextCursor?: string | undefined
}
export type ListSchoolEventsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetSchoolEventDashboardInput = { readonly eventId: string }
export type GetSchoolEventDashboardData = DashboardView
export type GetSchoolEventDashboardFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetSchoolRsvpGrowthInput = { readonly eventId: string } & { readonly timezone?: string | undefined }
export type GetSchoolRsvpGrowthData = GrowthView
export type GetSchoolRsvpGrowthFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'ANALYTICS_OFF'>
  | Failed<404, undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type TrackEventViewInput = { readonly id: string } & Seen
export type TrackEventViewData = undefined
export type TrackEventViewFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, undefined>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type TrackAnonymousViewInput = { readonly id: string } & Seen
export type TrackAnonymousViewData = undefined
export type TrackAnonymousViewFailure =
  | Anywhere
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, undefined>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type TrackRsvpInput = { readonly id: string }
export type TrackRsvpData = undefined
export type TrackRsvpFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetEventAnalyticsInput = { readonly id: string }
export type GetEventAnalyticsData = AnalyticsView
export type GetEventAnalyticsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'ANALYTICS_OFF' | 'PERMISSION_REQUIRED'>
  | Failed<404, undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetSchoolOverviewInput = { readonly timeRange?: TimeRange | undefined }
export type GetSchoolOverviewData = SchoolOverviewView
export type GetSchoolOverviewFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'ANALYTICS_OFF'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetSchoolDaysInput = { readonly timeRange?: TimeRange | undefined }
export type GetSchoolDaysData = { readonly days: readonly DayView[]; readonly timeRange: TimeRange }
export type GetSchoolDaysFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'ANALYTICS_OFF'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetOrgAnalyticsInput = { readonly orgId: string } & { readonly timeRange?: TimeRange | undefined }
export type GetOrgAnalyticsData = OrgOverviewView
export type GetOrgAnalyticsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'ANALYTICS_OFF'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetOrgEventAnalyticsInput = { readonly orgId: string; readonly eventId: string }
export type GetOrgEventAnalyticsData = {
  readonly analytics: AnalyticsView
  readonly roles: RolesView
  readonly volunteers: VolunteersView
}
export type GetOrgEventAnalyticsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'ANALYTICS_OFF'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetEventDashboardInput = { readonly orgId: string; readonly eventId: string }
export type GetEventDashboardData = DashboardView
export type GetEventDashboardFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetRsvpGrowthInput = { readonly orgId: string; readonly eventId: string } & { readonly timezone?: string | undefined }
export type GetRsvpGrowthData = GrowthView
export type GetRsvpGrowthFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'ANALYTICS_OFF'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ExportEventReportInput = { readonly orgId: string; readonly eventId: string } & { readonly format?: 'json' | 'csv' | undefined }
export type ExportEventReportData = string
export type ExportEventReportFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'EXPORT_FORMAT_OFF'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ExportAttendeesInput = { readonly orgId: string; readonly eventId: string } & { readonly format?: 'json' | 'csv' | undefined; readonly cursor?: string | undefined }
export type ExportAttendeesData = string
export type ExportAttendeesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'EXPORT_FORMAT_OFF'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | undefined>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Numbers of events, organizations and the school. */
export const analytics = (send: Send) => ({
  /** All events of the school with their numbers, whoever may see them, drafts among them: those to come, the next first; with `includePast`, or a `status` of what is over, also those that are over or called off, the last first. Deleted ones are left out. What has changed is listed within seconds. `GET /org-management/admin-tenant-events` */
  listSchoolEvents: operation<ListSchoolEventsInput, ListSchoolEventsData, ListSchoolEventsFailure>(
    send,
    { method: 'GET', path: '/org-management/admin-tenant-events', query: ['page','limit','cursor','q','includePast','status'], reads: 'data' },
  ),
  /** Any event of the school at a glance, drafts among them: numbers, agenda, jobs, check-in. `GET /org-management/admin-tenant-events/:eventId/dashboard` */
  getSchoolEventDashboard: operation<GetSchoolEventDashboardInput, GetSchoolEventDashboardData, GetSchoolEventDashboardFailure>(
    send,
    { method: 'GET', path: '/org-management/admin-tenant-events/:eventId/dashboard', reads: 'data' },
  ),
  /** Registrations of any event of the school by the day, in a time zone, on which they were made. `GET /org-management/admin-tenant-events/:eventId/rsvp-growth` */
  getSchoolRsvpGrowth: operation<GetSchoolRsvpGrowthInput, GetSchoolRsvpGrowthData, GetSchoolRsvpGrowthFailure>(
    send,
    { method: 'GET', path: '/org-management/admin-tenant-events/:eventId/rsvp-growth', query: ['timezone'], reads: 'data' },
  ),
  /** Counts that the caller looks at an event; administrators are left out. `POST /event-analytics/track-event-view/:id` */
  trackEventView: operation<TrackEventViewInput, TrackEventViewData, TrackEventViewFailure>(
    send,
    { method: 'POST', path: '/event-analytics/track-event-view/:id', body: true, reads: 'done' },
  ),
  /** Counts that somebody who is not signed in looks at an event. `POST /event-analytics/track-anonymous-view/:id` */
  trackAnonymousView: operation<TrackAnonymousViewInput, TrackAnonymousViewData, TrackAnonymousViewFailure>(
    send,
    { method: 'POST', path: '/event-analytics/track-anonymous-view/:id', body: true, reads: 'done', open: true },
  ),
  /** For existing clients: registrations are counted when they are made. `POST /event-analytics/track-rsvp/:id` */
  trackRsvp: operation<TrackRsvpInput, TrackRsvpData, TrackRsvpFailure>(
    send,
    { method: 'POST', path: '/event-analytics/track-rsvp/:id', body: true, reads: 'done' },
  ),
  /** Numbers of an event, for who keeps it. `GET /event-analytics/event/:id` */
  getEventAnalytics: operation<GetEventAnalyticsInput, GetEventAnalyticsData, GetEventAnalyticsFailure>(
    send,
    { method: 'GET', path: '/event-analytics/event/:id', reads: 'data' },
  ),
  /** Numbers of all events of the school that began within a range. `GET /event-analytics/overview` */
  getSchoolOverview: operation<GetSchoolOverviewInput, GetSchoolOverviewData, GetSchoolOverviewFailure>(
    send,
    { method: 'GET', path: '/event-analytics/overview', query: ['timeRange'], reads: 'data' },
  ),
  /** Numbers of all events of the school by day. `GET /event-analytics/daily` */
  getSchoolDays: operation<GetSchoolDaysInput, GetSchoolDaysData, GetSchoolDaysFailure>(
    send,
    { method: 'GET', path: '/event-analytics/daily', query: ['timeRange'], reads: 'data' },
  ),
  /** Numbers of the events of an organization that began within a range. `GET /org-event-management/:orgId/analytics` */
  getOrgAnalytics: operation<GetOrgAnalyticsInput, GetOrgAnalyticsData, GetOrgAnalyticsFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/analytics', query: ['timeRange'], reads: 'data' },
  ),
  /** Numbers of an event and of its jobs. `GET /org-event-management/:orgId/events/:eventId/analytics` */
  getOrgEventAnalytics: operation<GetOrgEventAnalyticsInput, GetOrgEventAnalyticsData, GetOrgEventAnalyticsFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/events/:eventId/analytics', reads: 'data' },
  ),
  /** An event at a glance: numbers, agenda, jobs, check-in. `GET /org-event-management/:orgId/events/:eventId/dashboard` */
  getEventDashboard: operation<GetEventDashboardInput, GetEventDashboardData, GetEventDashboardFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/events/:eventId/dashboard', reads: 'data' },
  ),
  /** Registrations of an event by the day, in a time zone, on which they were made. `GET /org-event-management/:orgId/events/:eventId/rsvp-growth` */
  getRsvpGrowth: operation<GetRsvpGrowthInput, GetRsvpGrowthData, GetRsvpGrowthFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/events/:eventId/rsvp-growth', query: ['timezone'], reads: 'data' },
  ),
  /** A report of an event as JSON or as a CSV file. `POST /org-event-management/:orgId/events/:eventId/export` */
  exportEventReport: operation<ExportEventReportInput, ExportEventReportData, ExportEventReportFailure>(
    send,
    { method: 'POST', path: '/org-event-management/:orgId/events/:eventId/export', body: true, reads: 'text' },
  ),
  /** Everybody of an event as a CSV file or JSON; `x-next-cursor` goes on after 5000. `GET /org-event-management/:orgId/events/:eventId/attendees/export` */
  exportAttendees: operation<ExportAttendeesInput, ExportAttendeesData, ExportAttendeesFailure>(
    send,
    { method: 'GET', path: '/org-event-management/:orgId/events/:eventId/attendees/export', query: ['format','cursor'], reads: 'text' },
  ),
})
