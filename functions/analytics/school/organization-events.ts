import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { AnalyticsOff } from '../../../lib/contract/failures.ts'
import { pageOf } from '../../../lib/contract/paging.ts'
import { OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import { dayMs } from '../../../lib/contract/time.ts'
import { organization } from '../../../lib/identity/org/records.ts'
import type { Input, Operation } from '../../../lib/operation.ts'
import { key } from '../../../lib/table/entity.ts'
import { type EventCard, firstEvents, hostEvents, upTo } from '../../events/index.ts'
import { findSettings } from '../../policies/index.ts'
import type { RankedEvent, schoolRows } from '../contract/school-rows.ts'
import type { contract } from '../contract.ts'
import { analyticsOf } from '../reports.ts'
import { type EventStats, eventStats } from '../repository.ts'

type Rows = (typeof contract)['rows']

/** Limit of ranked events; a narrower range reaches others. */
const mostRanked = 100
const mostShown = 50
const usualShown = 15
const usualTop = 5
const daysIn = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 } as const

/** A registration weighs more than a view, and both weigh more than the host's expectation. */
const scoreOf = (
  { registrationCount, expectedAttendance = 0 }: EventCard,
  stats: Partial<EventStats>,
): number => {
  const looked = (stats.uniqueViews ?? 0) * 0.08 + (stats.views ?? 0) * 0.02
  return Math.round((registrationCount * 10 + looked + expectedAttendance * 0.05) * 100) / 100
}

const rankedOf = (card: EventCard, stats: Partial<EventStats> = {}): RankedEvent => {
  const { views, uniqueViews, registrations, uniqueRegistrations } = analyticsOf(card, stats)
  const { eventId: _id, name, type, start_time, end_time, status, image, location, registrationCount } = card
  return {
    _id,
    name,
    type,
    start_time,
    end_time,
    ...(location === undefined ? {} : { location }),
    status,
    ...(image === undefined ? {} : { image }),
    expectedAttendance: card.expectedAttendance ?? 0,
    registrationCount,
    analytics: { views, uniqueViews, registrations, uniqueRegistrations },
    score: scoreOf(card, stats),
  }
}

type SnapshotQuery = Input<(typeof schoolRows)['getOrganizationEventSnapshot']>

/** Reads an organization's events that begin within a range, nearest first, with their figures. Three round trips. */
const ranked = async (
  { orgId, range = '30d', window = 'past' }: Pick<SnapshotQuery, 'orgId' | 'range' | 'window'>,
  { table, now }: Context<'admin'>,
) => {
  const at = now().getTime()
  const span = daysIn[range] * dayMs
  const [from, to] = window === 'past' ? [at - span, at] : [at, at + span]
  const [startDate, endDate] = [new Date(from).toISOString(), new Date(to).toISOString()]
  const sources = (['live', 'work', 'past'] as const).map((shelf) => hostEvents(table, orgId, shelf))
  const part = { from: startDate, to: upTo(endDate), descending: window === 'past', limit: mostRanked + 1 }
  const [org, { reporting }, found] = await Promise.all([
    table.get(organization, { orgId }),
    findSettings(table),
    firstEvents(sources, part),
  ])
  if (!org) return fail(OrganizationNotFound)
  if (!reporting.enableAnalytics) return fail(AnalyticsOff)
  const cards = found
    .slice(0, mostRanked)
    .filter(({ hostingId, deletedAt }) => hostingId === orgId && deletedAt === undefined)
  const stats = await table.batchGet(cards.map(({ eventId }) => key(eventStats, { eventId })))
  return {
    said: { range, window, startDate, endDate },
    events: cards.map((card, place) => rankedOf(card, stats[place])),
    totalIsLowerBound: found.length > mostRanked,
  }
}

const byScore = (one: RankedEvent, other: RankedEvent): number => other.score - one.score
const byStart = (one: RankedEvent, other: RankedEvent): number => (one.start_time < other.start_time ? -1 : 1)

export const rankOrganizationEvents: Operation<Rows['rankOrganizationEvents']> = async (
  { sort = 'engagement', ...query },
  context,
) => {
  const { page, limit: requested } = pageOf({ page: query.page, limit: query.limit ?? String(usualShown) })
  const limit = Math.min(mostShown, requested)
  const { said, events, totalIsLowerBound } = await ranked(query, context)
  const sorted = events.toSorted(sort === 'start_time' ? byStart : byScore)
  const total = events.length
  return {
    ...said,
    events: sorted.slice((page - 1) * limit, page * limit),
    pagination: { total, totalIsLowerBound, page, limit, totalPages: Math.max(1, Math.ceil(total / limit)) },
  }
}

export const getOrganizationEventSnapshot: Operation<Rows['getOrganizationEventSnapshot']> = async (
  { top = String(usualTop), ...query },
  context,
) => {
  const { said, events, totalIsLowerBound } = await ranked(query, context)
  return {
    ...said,
    totalInRange: events.length,
    totalIsLowerBound,
    topEvents: events.toSorted(byScore).slice(0, Number(top)),
  }
}
