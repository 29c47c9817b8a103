import * as z from 'zod/mini'
import { invalid, notFound } from '../../../lib/contract/failure.ts'
import { permissionRequired } from '../../../lib/contract/permissions.ts'
import { minutes } from '../../../lib/contract/time.ts'
import { AgendaItem, Helper, PlannedEvent, SettingsView } from '../../events/contract.ts'

export const EventNotFound = notFound('Event not found')
export const NotPermitted = permissionRequired('manage_events')
export const BadZone = invalid('Unknown time zone')

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
  'People who have a seat now; who waits, withdrew or came without registering is not among them',
)
const rate = figure(
  'Registrations per hundred views of the same events, of either kind and whenever they were; 0 without views',
)

export const AnalyticsView = z.object({
  eventId: text,
  views: figure('Views by people who were signed in, since the event was made'),
  uniqueViews: figure('Those of `views` that were the first of a person in 90 days'),
  anonymousViews: figure('Views by people who were not signed in, since the event was made'),
  uniqueAnonymousViews: figure('Those of `anonymousViews` that were the first from a place in 90 days'),
  registrations: registrationsNow,
  uniqueRegistrations: registrationsNow,
  rsvps: figure('Another name of `registrations`'),
  uniqueRsvps: figure('Another name of `uniqueRegistrations`'),
  engagementRate: rate,
  event: z.object({ _id: text, name: text, start_time: text }),
  /** Views and registrations of single people are not disclosed. These lists of existing clients are empty. */
  viewHistory: z.array(z.never()),
  rsvpHistory: z.array(z.never()),
  platform: z.object({
    eventViews: figure('`views` and `anonymousViews` together'),
    uniqueEventViews: figure('`uniqueViews` and `uniqueAnonymousViews` together'),
    uniqueRegistrations: registrationsNow,
    /** Campaigns with printed codes are not supported. */
    qrReferrerSources: z.array(z.never()),
    agendaViews: figure('Views of the agenda'),
    registrations: figure('How often somebody was seated, undone or not'),
    registrationFormOpens: figure('How often the registration form was opened'),
    registrationFormBounces: figure('How often it was left without an answer'),
    withdrawals: figure('How often somebody lost or gave up a seat'),
    checkins: figure('How often somebody entered'),
    checkouts: figure('How often somebody left again'),
    referrerSources: z
      .object({ org_page: number, explore: number, direct: number, email: number })
      .check(z.meta({ description: 'Views by where they came from, those that said so' })),
  }),
})
export type AnalyticsView = z.infer<typeof AnalyticsView>

/** Check-in figures of an event. */
export const CheckInView = z.object({
  totalCheckedIn: figure('People who are in, those who came without registering too'),
  totalRegistrations: registrationsNow,
  checkInRate: figure('Those of `totalRegistrations` who are in, per hundred; 0 without registrations'),
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
  /** People whose attendance was corrected after the end. */
  correctedCount: number,
})
export type ReportedEvent = z.infer<typeof ReportedEvent>

const totals = {
  totalEvents: figure(
    'Events that began on the days of the range, on the clocks of the school, in any state but deleted',
  ),
  totalViews: figure('Views of any event on the days of the range, signed in or not'),
  totalUniqueViews: figure(
    'Those of `totalViews` that were the first of a person, or from a place, in 90 days',
  ),
  totalAnonymousViews: figure('Those of `totalViews` by people who were not signed in'),
  totalRegistrations: figure(
    'Seats that people have now at the events of `totalEvents`, a person once for each',
  ),
  totalUniqueRegistrations: figure('The same: nobody is registered twice for one event'),
  totalRsvps: figure('Another name of `totalRegistrations`'),
  totalUniqueRsvps: figure('Another name of `totalUniqueRegistrations`'),
} as const

export const Totals = z.object({
  ...totals,
  totalExpectedAttendance: figure('What the events of `totalEvents` expect, added up'),
  avgExpectedAttendance: figure('The same for one of them, to one decimal; 0 without events'),
  avgEngagementRate: rate,
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
  views: figure('Views of the event, signed in or not, since it was made'),
  registrations: registrationsNow,
  engagementRate: rate,
})

/** School figures. The totals are repeated at the top level, where existing clients read them. */
export const SchoolOverviewView = z.object({
  ...OverviewView.shape,
  ...totals,
  engagementRate: rate,
  totalParticipants: figure('Another name of `totalRegistrations`'),
  averageAttendance: figure(
    '`totalRegistrations` for one of `totalEvents`, to one decimal; 0 without events',
  ),
  /** The events of `topEventsByViews`, in the shape that existing clients read. */
  topPerformingEvents: z.array(
    z.object({
      id: text,
      name: text,
      views: figure('Views of the event, signed in or not, since it was made'),
      participants: registrationsNow,
      engagement: rate,
    }),
  ),
  engagementTrends: z.array(
    z.object({ month: text, events: figure('Events of `totalEvents` that began in the month') }),
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
    totalMembers: figure('Active members now'),
    avgEventsPerMember: figure(
      'Events that a member is registered for or came to, on average over `totalMembers`, to one decimal',
    ),
    membersWithEvents: figure(
      'Those of `totalMembers` who are registered for an event of the organization or came to one',
    ),
  }),
})

export const DayView = z.object({
  date: text,
  events: figure('Events that began on the day'),
  registrations: figure('Seats that people have now at these events'),
  views: figure('Views of any event on the day, signed in or not'),
  uniqueViews: figure('Those of `views` that were the first of a person, or from a place, in 90 days'),
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
