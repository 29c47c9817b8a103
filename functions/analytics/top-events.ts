import * as z from 'zod/mini'
import { entity, key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { replace, type Write } from '../../lib/table/write.ts'
import { dayOf } from '../../lib/zones.ts'
import { type EventCard, eventCard } from '../events/index.ts'

const text = z.string()

const DayTopEntry = z.object({ eventId: text, views: z.number() })
type DayTopEntry = z.infer<typeof DayTopEntry>

/**
 * The most viewed events of the school that began on one day. One row for each day, so that future events displace
 * none, and views of a month do not all update one row.
 */
export const DayTop = z.object({
  day: text,
  /** At most twelve, so that ten are left after some deletions. */
  events: z.array(DayTopEntry).check(z.maxLength(12)),
  version: z.number(),
})
export type DayTop = z.infer<typeof DayTop>
export const dayTop = entity('DayTop', DayTop, { scope: 'tenant', pk: 'ROLL#school#TOP', sk: '{day}' })

const maxOfDay = 12
const mostShown = 10

const byViews = (one: DayTopEntry, other: DayTopEntry): number =>
  other.views - one.views || (one.eventId < other.eventId ? -1 : 1)

/** The day on which an event ranks: that of its start, once it has views. */
export const dayPlaceOf = (
  { start_time, deletedAt }: EventCard,
  views: number,
  zone: string,
): string | undefined => (deletedAt === undefined && views > 0 ? dayOf(start_time, zone) : undefined)

/** Ranks entries with one event's new entry, or without the event if there is none. */
const ranked = <Row extends { readonly eventId: string }>(
  kept: readonly Row[],
  eventId: string,
  entry: Row | undefined,
  { byRank, most }: { readonly byRank: (one: Row, other: Row) => number; readonly most: number },
): Row[] =>
  [...kept.filter((each) => each.eventId !== eventId), ...(entry ? [entry] : [])].sort(byRank).slice(0, most)

/** Plans the writes that rank an event on its day, and remove it from its former day. */
export const dayTopWrites = async (
  table: Table,
  { eventId }: Pick<EventCard, 'eventId'>,
  { views, day: is }: { readonly views: number; readonly day: string | undefined },
  before: string | undefined,
): Promise<readonly Write[]> => {
  const days = [...new Set([is, before])].filter((day) => day !== undefined)
  if (days.length === 0) return []
  const rows = await table.batchGet(
    days.map((day) => key(dayTop, { day })),
    { strong: true },
  )
  return days.flatMap((day, at) => {
    const was = rows[at] ?? { day, events: [], version: 0 }
    const entry = day === is ? { eventId, views } : undefined
    const events = ranked(was.events, eventId, entry, { byRank: byViews, most: maxOfDay })
    if (JSON.stringify(events) === JSON.stringify(was.events)) return []
    return [replace(dayTop, rows[at], { day, events })]
  })
}

/** Reads the ten most viewed events of some days with their cards. Two round trips, or one without views. */
export const readDayTops = async (table: Table, days: readonly string[]) => {
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return []
  const { items } = await table.list(dayTop, { keyParams: {}, limit: days.length, from, to })
  const top = items
    .flatMap(({ events }) => events)
    .sort(byViews)
    .slice(0, mostShown)
  if (top.length === 0) return []
  const cards = await table.batchGet(top.map(({ eventId }) => key(eventCard, { eventId })))
  return top.flatMap(({ views }, at) => {
    const card = cards[at]
    return card && card.deletedAt === undefined ? [{ card, views }] : []
  })
}

const TopEvent = z.object({
  eventId: text,
  name: text,
  type: text,
  start_time: text,
  views: z.number(),
  registrations: z.number(),
})
type TopEvent = z.infer<typeof TopEvent>

/**
 * The most viewed events of an organization that began in one month of the school. Stored beside the month's figures.
 */
export const TopEvents = z.object({
  subject: text,
  month: text,
  /** At most twenty, so that ten are left after some deletions. */
  events: z.array(TopEvent).check(z.maxLength(20)),
  version: z.number(),
})
export type TopEvents = z.infer<typeof TopEvents>
export const topEvents = entity('TopEvents', TopEvents, {
  scope: 'tenant',
  pk: 'ROLL#{subject}',
  sk: '{month}#TOP',
})

/** The end of a range of months as a sort key. */
export const lastTop = (month: string): string => `${month}#TOP`

const maxKept = 20

const byRank = (one: TopEvent, other: TopEvent): number =>
  other.views - one.views ||
  other.registrations - one.registrations ||
  (one.start_time + one.eventId < other.start_time + other.eventId ? -1 : 1)

type TopEventsKey = { readonly subject: string; readonly month: string }

/** The month in which an event may rank. Only events of organizations rank. */
export const topPlaceOf = (
  { hostingType, hostingId, start_time, deletedAt }: EventCard,
  zone: string,
): TopEventsKey | undefined =>
  hostingType === 'Org' && deletedAt === undefined
    ? { subject: `org:${hostingId}`, month: dayOf(start_time, zone).slice(0, 7) }
    : undefined

const isSame = (one: TopEventsKey | undefined, other: TopEventsKey | undefined): boolean =>
  one?.subject === other?.subject && one?.month === other?.month

/** Plans the writes that rank an event in its month, and remove it from its former month. */
export const topWrites = async (
  table: Table,
  { eventId, name, type, start_time, registrationCount: registrations }: EventCard,
  { views, top: is }: { readonly views: number; readonly top: TopEventsKey | undefined },
  before: TopEventsKey | undefined,
): Promise<readonly Write[]> => {
  const places = [is, isSame(is, before) ? undefined : before].filter((place) => place !== undefined)
  if (places.length === 0) return []
  const rows = await table.batchGet(
    places.map((place) => key(topEvents, place)),
    { strong: true },
  )
  return places.flatMap((place, at) => {
    const was = rows[at] ?? { ...place, events: [], version: 0 }
    const entry = isSame(place, is) ? { eventId, name, type, start_time, views, registrations } : undefined
    const events = ranked(was.events, eventId, entry, { byRank, most: maxKept })
    if (JSON.stringify(events) === JSON.stringify(was.events)) return []
    return [replace(topEvents, rows[at], { ...place, events })]
  })
}

/** Returns the ten most viewed events of a range (rules/analytics 15). */
export const topOf = (rows: readonly TopEvents[], days: ReadonlySet<string>, zone: string) =>
  rows
    .flatMap(({ events }) => events)
    .filter(({ start_time }) => days.has(dayOf(start_time, zone)))
    .sort(byRank)
    .slice(0, mostShown)
