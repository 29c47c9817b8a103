import * as z from 'zod/mini'
import { minutes } from '../../lib/contract/limit.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)
const number = z.number()

/** A campus is one address. */
export const viewLimits = { address: { max: 600, seconds: minutes } } as const

export const timeRanges = ['7d', '30d', '90d'] as const
export const TimeRange = z.enum(timeRanges)
export type TimeRange = z.infer<typeof TimeRange>

/** What was looked at, and from where. */
export const Seen = z.object({
  kind: maybe(z.enum(['event', 'agenda', 'form_open', 'form_bounce'])),
  source: maybe(z.enum(['org_page', 'explore', 'direct', 'email'])),
})
export type Seen = z.infer<typeof Seen>

export const AnalyticsView = z.object({
  eventId: text,
  views: number,
  uniqueViews: number,
  anonymousViews: number,
  uniqueAnonymousViews: number,
  registrations: number,
  uniqueRegistrations: number,
  /** Registrations per hundred views of either kind, to one decimal. */
  engagementRate: number,
  platform: z.object({
    eventViews: number,
    agendaViews: number,
    registrations: number,
    registrationFormOpens: number,
    registrationFormBounces: number,
    withdrawals: number,
    checkins: number,
    checkouts: number,
    referrerSources: z.object({ org_page: number, explore: number, direct: number, email: number }),
  }),
})
export type AnalyticsView = z.infer<typeof AnalyticsView>

/** Jobs, how often people were asked to do one and said yes, and offers to do one. */
export const RolesView = z.object({
  total: number,
  assignments: number,
  confirmed: number,
  signups: number,
})

/** People who offered to help, those who were taken on, and those of them who are in. */
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
  /** People whose attendance was changed after the end. */
  correctedCount: number,
})

export const Totals = z.object({
  totalEvents: number,
  totalExpectedAttendance: number,
  avgExpectedAttendance: number,
  totalViews: number,
  totalUniqueViews: number,
  totalRegistrations: number,
  totalUniqueRegistrations: number,
  avgEngagementRate: number,
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

export const OrgOverviewView = z.object({
  ...OverviewView.shape,
  /** At most ten, those that were looked at most first. */
  topEvents: z.array(
    z.object({
      eventId: text,
      eventName: text,
      eventType: text,
      startTime: text,
      views: number,
      registrations: number,
      engagementRate: number,
    }),
  ),
})

export const DayView = z.object({
  date: text,
  events: number,
  registrations: number,
  views: number,
  uniqueViews: number,
})
