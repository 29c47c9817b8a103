import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { dayMs } from '../../lib/contract/time.ts'
import { organization } from '../../lib/identity/org/records.ts'
import type { Operation } from '../../lib/operation.ts'
import {
  canSeeEvent,
  type EventCard,
  findEvent,
  findOrgRightsIn,
  firstEvents,
  hostEvents,
  isJoinableOrPast,
  isListed,
  isShownToRegistrant,
  listRegistrations,
  longestMs,
  publicEvents,
  readCards,
  type Source,
  upTo,
  viewerOf,
} from '../events/index.ts'
import type { contract } from './contract.ts'
import { EventNotFound } from './contract.ts'
import type { Calendar, Entry } from './icalendar.ts'
import { calendarText } from './icalendar.ts'
import { ownerOf } from './links.ts'

type Rows = (typeof contract)['rows']

type CalendarContent = Pick<Calendar, 'name' | 'entries' | 'isCut'>

/** Limits of a calendar: events it contains, events that have begun to choose from, and its range back and ahead. */
const maxEvents = 500
const maxPastEvents = 250
const pastWindowMs = 30 * dayMs
const futureWindowMs = 365 * dayMs

const iso = (ms: number): string => new Date(ms).toISOString()

/**
 * Future events, next first, and begun events, latest first. Each window reads one more than it may show. An event of
 * the last 30 days may have begun two weeks before them.
 */
const windowsAt = (now: Date) =>
  [
    { from: iso(now.getTime()), to: upTo(iso(now.getTime() + futureWindowMs)), limit: maxEvents + 1 },
    {
      from: iso(now.getTime() - pastWindowMs - longestMs),
      to: upTo(iso(now.getTime() - 1)),
      limit: maxPastEvents + 1,
      descending: true,
    },
  ] as const

/** Cards of both windows, and whether there are more. */
type FoundEvents = { readonly cards: readonly EventCard[]; readonly isMore: boolean }

/** Live events that have begun still run. They are read apart, so that events that are over never displace them. */
const findEvents = async (
  { live, past }: { live: Source; past: Source },
  now: Date,
): Promise<FoundEvents> => {
  const [ahead, behind] = windowsAt(now)
  const [coming, running, over] = await Promise.all([
    firstEvents([live, past], ahead),
    firstEvents([live], behind),
    firstEvents([past], behind),
  ])
  const isMore = coming.length > maxEvents || running.length > maxPastEvents || over.length > maxPastEvents
  return { cards: [...coming, ...running, ...over], isMore }
}

/** Past events never displace upcoming ones (rules/calendars 8). */
const selectEvents = ({ cards, isMore }: FoundEvents, now: Date): FoundEvents => {
  const at = iso(now.getTime())
  const byStart = (one: EventCard, other: EventCard): number => (one.start_time < other.start_time ? -1 : 1)
  const coming = cards.filter(({ end_time }) => end_time > at).sort(byStart)
  const over = cards.filter(({ end_time }) => end_time <= at).sort((one, other) => byStart(other, one))
  const kept = [...coming, ...over].slice(0, maxEvents)
  return { cards: kept.sort(byStart), isMore: isMore || kept.length < cards.length }
}

/** rules/calendars 6 and 7 */
const isInCalendar = ({ status, end_time, cancelledAt, updatedAt }: EventCard, now: Date): boolean => {
  const first = iso(now.getTime() - pastWindowMs)
  if (status === 'archived' || end_time < first) return false
  return status !== 'cancelled' || (cancelledAt ?? updatedAt) >= first
}

const entriesOf = (cards: readonly EventCard[]): readonly Entry[] => cards.map((card) => ({ card }))

/**
 * The calendar of one event. Two round trips at most. Fails with 404 `Event not found` for callers who may not see it.
 */
export const eventCalendar = async (
  eventId: string,
  context: Context<'optional'>,
): Promise<CalendarContent> => {
  const { card, body } = (await findEvent(context.table, eventId)) ?? fail(EventNotFound)
  const viewer = await viewerOf(context, [card])
  if (!(await canSeeEvent(card, viewer, context))) fail(EventNotFound)
  const { description } = body
  return { name: card.name, isCut: false, entries: [{ card, ...(description ? { description } : {}) }] }
}

/** The events that an organization hosts or helps to run, as far as lists show them to the reader. */
export const orgCalendar = async (orgId: string, context: Context<'optional'>): Promise<CalendarContent> => {
  const { table, now } = context
  const [org, known, found] = await Promise.all([
    table.get(organization, { orgId }),
    findOrgRightsIn(context, [orgId]),
    findEvents({ live: hostEvents(table, orgId, 'live'), past: hostEvents(table, orgId, 'past') }, now()),
  ])
  if (!org || org.deletedAt !== undefined) return fail(OrganizationNotFound)
  const current = found.cards.filter((card) => isInCalendar(card, now()))
  const viewer = await viewerOf(context, current, { known })
  const listed = current.filter((card) => isListed(card, viewer))
  const { cards, isMore } = selectEvents({ ...found, cards: listed }, now())
  return { name: org.org_name, isCut: isMore, entries: entriesOf(cards) }
}

export const schoolCalendar = async ({ table, tenant, now }: Context<'anyone'>): Promise<CalendarContent> => {
  const sources = { live: publicEvents(table, 'live'), past: publicEvents(table, 'past') }
  const found = await findEvents(sources, now())
  const current = found.cards.filter((card) => isInCalendar(card, now()) && isJoinableOrPast(card, now()))
  const { cards, isMore } = selectEvents({ ...found, cards: current }, now())
  return { name: `Events at ${tenant.key}`, isCut: isMore, entries: entriesOf(cards) }
}

/** Registrations and waitlist entries of the owner of a secret address. */
export const ownCalendar = async (
  token: string | undefined,
  context: Context<'anyone'>,
): Promise<CalendarContent> => {
  const { table, now } = context
  const caller = await ownerOf(token, context)
  const pages = await Promise.all(windowsAt(now()).map((window) => listRegistrations(table, caller, window)))
  const rows = new Map(pages.flatMap(({ items }) => items.map((row) => [row.eventId, row] as const)))
  const cards = await readCards(table, [...rows.keys()])
  const current = cards.filter((card) => isInCalendar(card, now()))
  const viewer = await viewerOf({ table, caller }, current)
  const own = current.filter((card) => isShownToRegistrant(card, viewer))
  const isMore = pages.some((page) => page.isMore)
  const { cards: kept, isMore: isCut } = selectEvents({ cards: own, isMore }, now())
  const entries = kept.map((card) => ({ card, tentative: rows.get(card.eventId)?.status === 'waiting' }))
  return { name: 'My events', isCut, entries }
}

const renderCalendar = async (
  content: Promise<Pick<Calendar, 'name' | 'entries' | 'isCut'>>,
  { tenant }: Pick<Context, 'tenant'>,
): Promise<string> => {
  return calendarText({ ...(await content), tenant })
}

export const getEventCalendar: Operation<Rows['getEventCalendar']> = ({ id }, context) =>
  renderCalendar(eventCalendar(id, context), context)

export const getOrgCalendar: Operation<Rows['getOrgCalendar']> = ({ orgId }, context) =>
  renderCalendar(orgCalendar(orgId, context), context)

export const getSchoolCalendar: Operation<Rows['getSchoolCalendar']> = (_, context) =>
  renderCalendar(schoolCalendar(context), context)

export const getMyCalendar: Operation<Rows['getMyCalendar']> = ({ token }, context) =>
  renderCalendar(ownCalendar(token, context), context)
