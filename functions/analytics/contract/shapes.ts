import * as z from 'zod/mini'
import { invalid, notFound } from '../../../lib/contract/failure.ts'
import { permissionRequired } from '../../../lib/contract/permissions.ts'
import { minutes } from '../../../lib/contract/time.ts'
import { AgendaItem, Helper, PlannedEvent, SettingsView } from '../../events/contract.ts'

export const EventNotFound = notFound('Event not found', 'EVENT_NOT_FOUND', 'header')
export const NotPermitted = permissionRequired('manage_events')
export const BadZone = invalid(
  'Unknown time zone. Send an IANA name such as America/New_York.',
  'UNKNOWN_TIME_ZONE',
  'header',
)

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
const number = z.number()

/** A whole campus may share one address. */
export const viewLimits = { address: { max: 600, seconds: minutes } } as const

export const timeRanges = ['7d', '30d', '90d'] as const
export const TimeRange = z.enum(timeRanges)
export type TimeRange = z.infer<typeof TimeRange>

/** A figure with its unit and its time zone. `docs/figures.md` lists all of them. */
const figure = (description: string) => number.check(z.meta({ description }))

const registrationsNow = figure(
  'Number of people who have a seat now, without waitlist, withdrawals and walk-ins',
)
const eventRate = figure(
  'Registrations of the event per 100 of its views, signed in or not, at any time; 0 without views',
)
const rangeRate = figure('`totalRegistrations` per 100 `totalViews`; 0 without views')

export const AnalyticsView = z.object({
  eventId: text,
  views: figure('Number of views by signed-in people since the event was created'),
  uniqueViews: figure('Number of `views` that were the first by a person in 90 days'),
  anonymousViews: figure('Number of views by signed-out people since the event was created'),
  uniqueAnonymousViews: figure(
    'Number of `anonymousViews` that were the first from an address and browser in 90 days',
  ),
  registrations: registrationsNow,
  uniqueRegistrations: registrationsNow,
  rsvps: figure('Same as `registrations`, for existing clients'),
  uniqueRsvps: figure('Same as `uniqueRegistrations`, for existing clients'),
  engagementRate: eventRate,
  event: z.object({ _id: text, name: text, start_time: text }),
  /** Views and registrations of single people are not disclosed. These lists of existing clients are empty. */
  viewHistory: z.array(z.never()),
  rsvpHistory: z.array(z.never()),
  platform: z.object({
    eventViews: figure('Sum of `views` and `anonymousViews`'),
    uniqueEventViews: figure('Sum of `uniqueViews` and `uniqueAnonymousViews`'),
    uniqueRegistrations: registrationsNow,
    /** Campaigns with printed codes are not supported. */
    qrReferrerSources: z.array(z.never()),
    agendaViews: figure('Number of views of the agenda'),
    registrations: figure('Number of times a person got a seat, later withdrawals included'),
    registrationFormOpens: figure('Number of times the registration form was opened'),
    registrationFormBounces: figure('Number of times the registration form was closed without a response'),
    withdrawals: figure('Number of times a person lost or gave up a seat'),
    checkins: figure('Number of check-ins'),
    checkouts: figure('Number of check-outs'),
    referrerSources: z
      .object({ org_page: number, explore: number, direct: number, email: number })
      .check(z.meta({ description: 'Number of views by source, for views that named one' })),
  }),
})
export type AnalyticsView = z.infer<typeof AnalyticsView>

/** Check-in figures of an event. */
export const CheckInView = z.object({
  totalCheckedIn: figure('Number of `totalRegistrations` who are checked in'),
  totalRegistrations: registrationsNow,
  checkInRate: figure('`totalCheckedIn` as a percentage of `totalRegistrations`; 0 without registrations'),
  walkIns: figure('Number of people who are checked in without a registration'),
  headsCheckedIn: figure('Number of people inside: everyone who comes on one registration, and walk-ins'),
})

/** Jobs, assignments with confirmations, and sign-ups. */
export const RolesView = z.object({
  total: number,
  assignments: number,
  confirmed: number,
  signups: number,
})

/** Volunteers: people who signed up, were assigned, and are checked in. */
export const VolunteersView = z.object({ total: number, confirmed: number, checkedIn: number })

/** An event in a report. */
export const ReportedEvent = z.object({
  _id: text,
  name: text,
  type: text,
  status: text,
  start_time: text,
  end_time: text,
  timezone: text,
  location: maybe(text),
  hostingId: text,
  hostingType: text,
  visibility: text,
  expectedAttendance: number,
  maxAttendees: z.nullable(number),
  registrationCount: number,
  seatsTaken: number,
  waitlistCount: number,
  checkedInCount: number,
  /** People inside, with everyone who comes on one registration. */
  headsCheckedIn: number,
  /** People whose attendance was corrected after the end. */
  correctedCount: number,
})
export type ReportedEvent = z.infer<typeof ReportedEvent>

const totals = {
  totalEvents: figure(
    "Number of events that began on the days of the range, in the school's time zone, in any status but deleted",
  ),
  totalViews: figure('Number of views of the events of `totalEvents`, signed in or not, at any time'),
  totalUniqueViews: figure(
    'Number of `totalViews` that were the first by a person, or from an address and browser, in 90 days',
  ),
  totalAnonymousViews: figure('Number of `totalViews` by signed-out people'),
  totalRegistrations: figure(
    'Number of seats that people have now at the events of `totalEvents`, one per person and event',
  ),
  totalUniqueRegistrations: figure('Same as `totalRegistrations`: nobody is registered twice for one event'),
  totalRsvps: figure('Same as `totalRegistrations`, for existing clients'),
  totalUniqueRsvps: figure('Same as `totalUniqueRegistrations`, for existing clients'),
} as const

export const Totals = z.object({
  ...totals,
  totalExpectedAttendance: figure('Sum of the expected attendance of the events of `totalEvents`'),
  avgExpectedAttendance: figure(
    'Average expected attendance of one of `totalEvents`, to one decimal; 0 without events',
  ),
  avgEngagementRate: rangeRate,
})

export const OverviewView = z.object({
  overview: Totals,
  eventsByType: z.array(
    z.object({
      _id: text,
      count: number,
      totalExpectedAttendance: number,
      avgExpectedAttendance: number,
    }),
  ),
  eventsByStatus: z.array(z.object({ _id: text, count: number })),
  monthlyTrend: z.array(
    z.object({
      _id: z.object({ year: number, month: number }),
      count: number,
      totalExpectedAttendance: number,
    }),
  ),
  timeRange: TimeRange,
})

const TopEventView = z.object({
  eventId: text,
  eventName: text,
  eventType: text,
  startTime: text,
  views: figure('Number of views of the event since it was created, signed in or not'),
  registrations: registrationsNow,
  engagementRate: eventRate,
})

/** School figures. The totals are repeated at the top level, where existing clients read them. */
export const SchoolOverviewView = z.object({
  ...OverviewView.shape,
  ...totals,
  engagementRate: rangeRate,
  totalParticipants: figure('Same as `totalRegistrations`, for existing clients'),
  averageAttendance: figure(
    'Average number of `totalRegistrations` per event of `totalEvents`, to one decimal; 0 without events',
  ),
  /** The events of `topEventsByViews`, in the shape that existing clients read. */
  topPerformingEvents: z.array(
    z.object({
      id: text,
      name: text,
      views: figure('Number of views of the event since it was created, signed in or not'),
      participants: registrationsNow,
      engagement: eventRate,
    }),
  ),
  engagementTrends: z.array(
    z.object({ month: text, events: figure('Number of events of `totalEvents` that began in the month') }),
  ),
  /** Figures exist for the school and for organizations, not for parts of the school. */
  domainPerformance: z.array(z.never()),
  /** At most ten events of the range, most viewed first. */
  topEventsByViews: z.array(z.object({ ...TopEventView.shape, rsvps: registrationsNow })),
})

export const OrgOverviewView = z.object({
  ...OverviewView.shape,
  /** At most ten, most viewed first. */
  topEvents: z.array(TopEventView),
  /** Independent of the range: over all events that the organization has hosted. */
  memberEngagement: z.object({
    totalMembers: figure('Number of active members now'),
    avgEventsPerMember: figure(
      'Average number of events per member of `totalMembers`, registered or attended, to one decimal',
    ),
    membersWithEvents: figure(
      'Number of `totalMembers` who registered for or attended an event of the organization',
    ),
  }),
})

export const DayView = z.object({
  date: text,
  events: figure('Number of events that began on the day'),
  registrations: figure('Number of seats that people have now at these events'),
  views: figure('Number of views of any event on the day, signed in or not'),
  uniqueViews: figure(
    'Number of `views` that were the first by a person, or from an address and browser, in 90 days',
  ),
})

/** The complete event as its planners read it, because editors save what they read here. */
const DashboardEvent = z.object({
  ...PlannedEvent.shape,
  collaboratorOrgs: z.array(Helper),
  checkInEnabled: z.boolean(),
  checkInSettings: SettingsView,
  /** People whose attendance was corrected after the end. */
  correctedCount: number,
})

export const DashboardView = z.object({
  event: DashboardEvent,
  analytics: AnalyticsView,
  /** Includes staff-only items. Empty when there is no agenda. */
  agenda: z.object({ isPublished: z.boolean(), items: z.array(AgendaItem) }),
  roles: RolesView,
  /** Equipment is not stored: always empty. */
  equipment: z.array(z.string()),
  stats: z.object({
    registrationCount: z.number(),
    volunteers: VolunteersView,
    operationalStatus: z.enum(['upcoming', 'active', 'completed']),
    checkIn: CheckInView,
  }),
})

export const GrowthView = z.object({
  registrations: z.record(z.string(), z.number()),
  eventCreated: z.string(),
  eventStart: z.string(),
  expectedAttendance: z.number(),
})
