import type { Context } from '../../lib/context.ts'
import { engagement } from '../../lib/identity/org/participation.ts'
import { organization } from '../../lib/identity/org/records.ts'
import { lastDays } from '../../lib/identity/school/days.ts'
import type { Operation } from '../../lib/operation.ts'
import { key } from '../../lib/table/entity.ts'
import { requireAnalyticsOn } from './availability.ts'
import type { TimeRange } from './contract/shapes.ts'
import type { contract } from './contract.ts'
import { type RollupMonth, rateOf, rollupMonth } from './repository.ts'
import { letters } from './rollups.ts'
import { lastTop, readDayTops, type TopEvents, topEvents, topOf } from './top-events.ts'

type Rows = (typeof contract)['rows']

const days: Readonly<Record<TimeRange, number>> = { '7d': 7, '30d': 30, '90d': 90 }

/** The school whose figures are read, its time zone, and the time. */
type OverviewContext = Pick<Context, 'table' | 'tenant' | 'now'>

/** The school's days in a range: today and the days before it. */
const daysOf = (range: TimeRange, { now, tenant }: OverviewContext): readonly string[] =>
  lastDays(now(), tenant.timezone, days[range])

/** One figure of one day. */
type Figure = {
  readonly day: string
  readonly letter: string
  readonly of: string
  readonly value: number
}

const figuresOf = ({ month, subject: _, ...fields }: RollupMonth): readonly Figure[] =>
  Object.entries(fields).flatMap(([field, value]) => {
    const [, letter, day, of] = /^([a-z])(\d\d)(.*)$/.exec(field) ?? []
    if (letter === undefined || day === undefined || typeof value !== 'number' || value === 0) return []
    return [{ day: `${month}-${day}`, letter, of: of ?? '', value }]
  })

/** Maps the short type words to type names. */
const typesIn = (items: readonly RollupMonth[]): ReadonlyMap<string, string> =>
  new Map(
    items.flatMap((item) =>
      Object.entries(item).flatMap(([field, value]) =>
        /^n[0-9a-z]+$/.test(field) && typeof value === 'string' ? [[field.slice(1), value] as const] : [],
      ),
    ),
  )

type Figures = {
  readonly span: readonly string[]
  readonly figures: readonly Figure[]
  readonly types: ReadonlyMap<string, string>
  readonly top: ReturnType<typeof topOf>
}

const isTop = (item: RollupMonth | TopEvents): item is TopEvents => Array.isArray(item.events)

/** Reads the figures of a range. One round trip of at most ten items, for any number of events. */
const readFigures = async (context: OverviewContext, subject: string, input: TimeRange): Promise<Figures> => {
  const { table, tenant } = context
  const span = daysOf(input, context)
  const [first = '', last = ''] = [span[0]?.slice(0, 7), span.at(-1)?.slice(0, 7)]
  const range = { keyParams: { subject }, limit: 10, from: first, to: lastTop(last) }
  const { items } = await table.listKinds([rollupMonth, topEvents], range)
  const months = items.filter((item): item is RollupMonth => !isTop(item))
  const shownDays = new Set(span)
  const figures = months.flatMap(figuresOf).filter(({ day }) => shownDays.has(day))
  return {
    span,
    figures,
    types: typesIn(months),
    top: topOf(items.filter(isTop), shownDays, tenant.timezone),
  }
}

const sum = (
  figures: readonly Figure[],
  letter: string,
  keep: (one: Figure) => boolean = () => true,
): number => figures.reduce((whole, one) => whole + (one.letter === letter && keep(one) ? one.value : 0), 0)

const average = (whole: number, count: number): number =>
  count === 0 ? 0 : Math.round((whole / count) * 10) / 10

const totalsOf = (figures: readonly Figure[]) => {
  const [events, expected] = [sum(figures, letters.events), sum(figures, letters.expected)]
  const registrations = sum(figures, letters.registrations)
  const views = sum(figures, letters.viewsOfEvents)
  return {
    totalEvents: events,
    totalExpectedAttendance: expected,
    avgExpectedAttendance: average(expected, events),
    totalViews: views,
    totalUniqueViews: sum(figures, letters.uniqueViewsOfEvents),
    totalAnonymousViews: sum(figures, letters.anonymousViewsOfEvents),
    totalRegistrations: registrations,
    // A person has at most one registration for each event.
    totalUniqueRegistrations: registrations,
    totalRsvps: registrations,
    totalUniqueRsvps: registrations,
    avgEngagementRate: rateOf(registrations, views),
  }
}

const namesIn = (figures: readonly Figure[], letter: string): readonly string[] => [
  ...new Set(figures.filter((one) => one.letter === letter).map(({ of }) => of)),
]

const byType = ({ figures, types }: Pick<Figures, 'figures' | 'types'>) =>
  namesIn(figures, letters.byType)
    .map((word) => {
      const count = sum(figures, letters.byType, ({ of }) => of === word)
      const total = sum(figures, letters.expectedByType, ({ of }) => of === word)
      return {
        _id: types.get(word) ?? word,
        count,
        totalExpectedAttendance: total,
        avgExpectedAttendance: average(total, count),
      }
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a._id < b._id ? -1 : 1))

const byStatus = (figures: readonly Figure[]) =>
  namesIn(figures, letters.byStatus)
    .map((_id) => ({ _id, count: sum(figures, letters.byStatus, ({ of }) => of === _id) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a._id < b._id ? -1 : 1))

const byMonth = (figures: readonly Figure[]) =>
  [...new Set(figures.map(({ day }) => day.slice(0, 7)))].sort().map((month) => {
    const within = ({ day }: Figure): boolean => day.startsWith(month)
    return {
      _id: { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) },
      count: sum(figures, letters.events, within),
      totalExpectedAttendance: sum(figures, letters.expected, within),
    }
  })

const overviewIn = (read: Pick<Figures, 'figures' | 'types'>, timeRange: TimeRange) => {
  const { figures } = read
  return {
    overview: totalsOf(figures),
    eventsByType: byType(read),
    eventsByStatus: byStatus(figures),
    monthlyTrend: byMonth(figures),
    timeRange,
  }
}

/** Returns figures of the events that began within a range, their views included, and the most viewed of them. */
export const overviewOf = async (context: OverviewContext, timeRange: TimeRange) => {
  const [read, top] = await Promise.all([
    readFigures(context, 'school', timeRange),
    readDayTops(context.table, daysOf(timeRange, context)),
  ])
  const shown = overviewIn(read, timeRange)
  const {
    totalExpectedAttendance: _,
    avgExpectedAttendance: __,
    avgEngagementRate,
    ...totals
  } = shown.overview
  return {
    ...shown,
    ...totals,
    engagementRate: avgEngagementRate,
    totalParticipants: totals.totalRegistrations,
    averageAttendance: average(totals.totalRegistrations, totals.totalEvents),
    topPerformingEvents: top.map(({ card, views }) => ({
      id: card.eventId,
      name: card.name,
      views,
      participants: card.registrationCount,
      engagement: rateOf(card.registrationCount, views),
    })),
    engagementTrends: shown.monthlyTrend.map(({ _id: { year, month }, count }) => ({
      month: `${year}-${String(month).padStart(2, '0')}`,
      events: count,
    })),
    domainPerformance: [],
    topEventsByViews: top.map(({ card, views }) => ({
      eventId: card.eventId,
      eventName: card.name,
      eventType: card.type,
      startTime: card.start_time,
      views,
      rsvps: card.registrationCount,
      registrations: card.registrationCount,
      engagementRate: rateOf(card.registrationCount, views),
    })),
  }
}

/** Returns the participation of members, independent of the range: see `Participation`. */
const memberEngagementOf = async ({ table }: OverviewContext, orgId: string) => {
  const [card, sums] = await table.batchGet([key(organization, { orgId }), key(engagement, { orgId })])
  const totalMembers = card?.memberCount ?? 0
  return {
    totalMembers,
    avgEventsPerMember: average(sums?.events ?? 0, totalMembers),
    // The total lags by seconds, so it is limited to the possible maximum.
    membersWithEvents: Math.min(sums?.membersWithEvents ?? 0, totalMembers),
  }
}

/**
 * Returns the same figures for an organization, with its ten most viewed events and the participation of its members.
 */
export const orgOverviewOf = async (context: OverviewContext, orgId: string, timeRange: TimeRange) => {
  const [{ top, ...read }, memberEngagement] = await Promise.all([
    readFigures(context, `org:${orgId}`, timeRange),
    memberEngagementOf(context, orgId),
  ])
  return {
    ...overviewIn(read, timeRange),
    topEvents: top.map(({ eventId, name, type, start_time, views, registrations }) => ({
      eventId,
      eventName: name,
      eventType: type,
      startTime: start_time,
      views,
      registrations,
      engagementRate: rateOf(registrations, views),
    })),
    memberEngagement,
  }
}

/** Returns the same figures by day, including days without events. */
export const dailyOf = async (context: OverviewContext, timeRange: TimeRange) => {
  const { span, figures } = await readFigures(context, 'school', timeRange)
  return span.map((date) => {
    const own = figures.filter(({ day }) => day === date)
    return {
      date,
      events: sum(own, letters.events),
      registrations: sum(own, letters.registrations),
      views: sum(own, letters.views),
      uniqueViews: sum(own, letters.uniqueViews),
    }
  })
}

const standard = '30d'

export const getSchoolOverview: Operation<Rows['getSchoolOverview']> = async (
  { timeRange = standard },
  context,
) => requireAnalyticsOn(context, overviewOf(context, timeRange))

export const getSchoolDays: Operation<Rows['getSchoolDays']> = async ({ timeRange = standard }, context) => ({
  days: await requireAnalyticsOn(context, dailyOf(context, timeRange)),
  timeRange,
})

export const getOrgAnalytics: Operation<Rows['getOrgAnalytics']> = async (
  { orgId, timeRange = standard },
  context,
) => requireAnalyticsOn(context, orgOverviewOf(context, orgId, timeRange))
