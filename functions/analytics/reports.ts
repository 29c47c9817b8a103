import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import type { Operation } from '../../lib/operation.ts'
import { key, type Ref } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { findTally } from '../attendance/index.ts'
import { statsOf } from '../checkins/index.ts'
import {
  attendee,
  checkInCountsForReader,
  countsForReader,
  desk,
  deskViewOf,
  type EventAgenda,
  type EventCard,
  type EventJob,
  eventAgenda,
  eventBody,
  eventCard,
  eventJob,
  isOfOrganization,
  isOrganizer,
  isVisible,
  plannedView,
  readHelpers,
  viewerOf,
} from '../events/index.ts'
import { jobAssignment, volunteerSignup } from '../jobs/index.ts'
import { requireAnalyticsOn } from './availability.ts'
import { type AnalyticsView, EventNotFound, NotPermitted, ReportedEvent } from './contract/shapes.ts'
import type { contract } from './contract.ts'
import { type EventStats, eventStats, rateOf } from './repository.ts'
import { viewsIn } from './rollups.ts'

type Rows = (typeof contract)['rows']

/** Registrations are current ones, as all lists of the event count them; `platform` counts past actions. */
export const analyticsOf = (card: EventCard, stats: Partial<EventStats> = {}): AnalyticsView => ({
  eventId: card.eventId,
  views: stats.views ?? 0,
  uniqueViews: stats.uniqueViews ?? 0,
  anonymousViews: stats.anonymousViews ?? 0,
  uniqueAnonymousViews: stats.uniqueAnonymousViews ?? 0,
  registrations: card.registrationCount,
  uniqueRegistrations: card.registrationCount,
  rsvps: card.registrationCount,
  uniqueRsvps: card.registrationCount,
  engagementRate: rateOf(card.registrationCount, viewsIn(stats)),
  event: { _id: card.eventId, name: card.name, start_time: card.start_time },
  viewHistory: [],
  rsvpHistory: [],
  platform: {
    eventViews: viewsIn(stats),
    uniqueEventViews: (stats.uniqueViews ?? 0) + (stats.uniqueAnonymousViews ?? 0),
    uniqueRegistrations: card.registrationCount,
    qrReferrerSources: [],
    agendaViews: stats.agendaViews ?? 0,
    registrations: stats.registrations ?? 0,
    registrationFormOpens: stats.formOpens ?? 0,
    registrationFormBounces: stats.formBounces ?? 0,
    withdrawals: stats.withdrawals ?? 0,
    checkins: stats.checkins ?? 0,
    checkouts: stats.checkouts ?? 0,
    referrerSources: {
      org_page: stats.fromOrgPage ?? 0,
      explore: stats.fromExplore ?? 0,
      direct: stats.fromDirect ?? 0,
      email: stats.fromEmail ?? 0,
    },
  },
})

const readReport = async (table: Table, eventId: string) => {
  const refs: Ref[] = [
    key(eventCard, { eventId }),
    key(eventStats, { eventId }),
    key(eventAgenda, { eventId }),
  ]
  const [card, stats, agenda] = (await table.batchGet(refs)) as [EventCard?, EventStats?, EventAgenda?]
  return card && card.deletedAt === undefined ? { card, stats, agenda } : fail(EventNotFound)
}

/**
 * Returns analytics to organizers. Fails with 403 for others who may see the event, and with 404 for those who may not.
 */
export const readAnalytics = async ({ id }: { readonly id: string }, context: Context<'caller'>) => {
  const { card, stats } = await readReport(context.table, id)
  const viewer = await viewerOf(context, [card], { all: true })
  if (!isOrganizer(card, viewer)) fail(isVisible(card, viewer) ? NotPermitted : EventNotFound)
  return analyticsOf(card, stats)
}

/** The event as reports show it, with declared fields only, so that no stored field leaks. */
export const reportedEvent = (card: EventCard): ReportedEvent =>
  ReportedEvent.parse({
    ...card,
    correctedCount: card.correctedCount ?? 0,
    headsCheckedIn: card.headsInCount ?? 0,
    _id: card.eventId,
  })

/** Without an organization, the scope is the school: any event that is not deleted. */
type Scope = { readonly orgId?: string; readonly eventId: string }

/** Returns an organization's analytics of its event. Two round trips, or one without assigned volunteers. */
export const readOrgEventAnalytics = async (
  { orgId, eventId }: Scope,
  { table }: Pick<Context, 'table' | 'now'>,
) => {
  const [{ card, stats, agenda }, work, tally] = await Promise.all([
    readReport(table, eventId),
    readWork(table, eventId),
    findTally(table, eventId),
  ])
  if (orgId !== undefined && !isOfOrganization(card, orgId)) return fail(EventNotFound)
  return {
    card,
    agenda,
    roles: work.roles,
    /** People who answered the feedback form. */
    feedback: { responses: tally?.responses ?? 0 },
    analytics: analyticsOf(card, stats),
    counts: work.counts,
    volunteers: await volunteersOf(table, card, work),
  }
}

/** Returns the dashboard of an event for its managers, with the complete event for editors. Two round trips. */
export const readDashboard = async (scope: Scope, context: Pick<Context, 'table' | 'now' | 'counts'>) => {
  const { eventId } = scope
  const { table, now } = context
  const [{ card, agenda, analytics, counts, volunteers }, [body, place], collaboratorOrgs] =
    await Promise.all([
      readOrgEventAnalytics(scope, context),
      table.batchGet([key(eventBody, { eventId }), key(desk, { eventId })]),
      readHelpers(table, eventId, now()),
    ])
  const event = plannedView({ card, body: body ?? fail(EventNotFound) }, now())
  const current = { ...card, ...countsForReader(card, context), ...checkInCountsForReader(card, context) }
  return {
    event: { ...event, ...deskViewOf(place), collaboratorOrgs, correctedCount: card.correctedCount ?? 0 },
    analytics,
    agenda: { isPublished: agenda?.isPublished ?? false, items: agenda?.items ?? [] },
    roles: counts,
    equipment: [],
    stats: {
      registrationCount: current.registrationCount,
      volunteers,
      operationalStatus: event.operationalStatus,
      checkIn: statsOf(current),
    },
  }
}

/** Limits of jobs and worker rows to read for a report. Figures are exact up to there. */
const mostJobs = 100
const mostPeople = 500

const roleOf = ({ jobId: _id, name, requiredCount, filledCount }: EventJob) => ({
  _id,
  name,
  requiredCount,
  filledCount,
})

/** Reads an event's jobs, assignments and sign-ups. One round trip. */
const readWork = async (table: Table, eventId: string) => {
  const [jobs, assignments, signups] = await Promise.all([
    table.list(eventJob, { keyParams: { eventId }, limit: mostJobs }),
    table.list(jobAssignment, { keyParams: { eventId }, limit: mostPeople }),
    table.list(volunteerSignup, { keyParams: { eventId }, limit: mostPeople }),
  ])
  const roles = jobs.items.map(roleOf)
  const offers = signups.items.filter(({ status }) => status === 'pending' || status === 'approved')
  return {
    roles,
    volunteers: offers,
    counts: {
      total: roles.length,
      assignments: roles.reduce((whole, { filledCount }) => whole + filledCount, 0),
      confirmed: assignments.items.filter(({ status }) => status === 'confirmed').length,
      signups: offers.length,
    },
  }
}

/** A person who signs up for several jobs counts once. */
const peopleIn = (offers: readonly { readonly memberId: string }[]): readonly string[] => [
  ...new Set(offers.map(({ memberId }) => memberId)),
]

/** Counts people who signed up, were assigned, and are checked in. One round trip; none without assigned volunteers. */
const volunteersOf = async (
  table: Table,
  card: EventCard,
  { volunteers }: Pick<Awaited<ReturnType<typeof readWork>>, 'volunteers'>,
) => {
  const taken = peopleIn(volunteers.filter(({ status }) => status === 'approved'))
  const refs = taken.map((personId) => key(attendee, { eventId: card.eventId, kind: 'u', personId }))
  const rows = await table.batchGet(refs)
  return {
    total: peopleIn(volunteers).length,
    confirmed: taken.length,
    checkedIn: rows.filter((row) => row?.checkedIn).length,
  }
}

export const getEventAnalytics: Operation<Rows['getEventAnalytics']> = (input, context) =>
  requireAnalyticsOn(context, readAnalytics(input, context))

export const getOrgEventAnalytics: Operation<Rows['getOrgEventAnalytics']> = async (scope, context) => {
  const { analytics, counts, volunteers } = await requireAnalyticsOn(
    context,
    readOrgEventAnalytics(scope, context),
  )
  return { analytics, roles: counts, volunteers }
}

export const getEventDashboard: Operation<Rows['getEventDashboard']> = readDashboard

export const getSchoolEventDashboard: Operation<Rows['getSchoolEventDashboard']> = ({ eventId }, context) =>
  readDashboard({ eventId }, context)
