import * as z from 'zod/mini'
import { entity, key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, type Write } from '../../lib/table/write.ts'
import { dayOf } from '../../lib/zones.ts'
import { type EventCard, eventCard } from '../events/index.ts'

const text = z.string()

const DayTopEntry = z.object({ eventId: text, views: z.number() })
type DayTopEntry = z.infer<typeof DayTopEntry>

/**
 * The events of the school that began on a day of it and were looked at most. A row per day, so that what is still to
 * come takes nobody's place, and so that not every look of a month meets at one row.
 */
export const DayTop = z.object({
  day: text,
  /** At most twelve, so that ten are left when some are deleted. */
  events: z.array(DayTopEntry).check(z.maxLength(12)),
  version: z.number(),
})
export type DayTop = z.infer<typeof DayTop>
export const dayTop = entity('DayTop', DayTop, { scope: 'tenant', pk: 'ROLL#school#TOP', sk: '{day}' })

const maxOfDay = 12
const mostShown = 10

const byViews = (one: DayTopEntry, other: DayTopEntry): number =>
  other.views - one.views || (one.eventId < other.eventId ? -1 : 1)

/** Where an event stands: on the day it begins, once it has been looked at. */
export const dayPlaceOf = (
  { start_time, deletedAt }: EventCard,
  views: number,
  zone: string,
): string | undefined => (deletedAt === undefined && views > 0 ? dayOf(start_time, zone) : undefined)

/** The best of those that are kept, with one in its new place or, without an entry, left out. */
const ranked = <Row extends { readonly eventId: string }>(
  kept: readonly Row[],
  eventId: string,
  entry: Row | undefined,
  { byRank, most }: { readonly byRank: (one: Row, other: Row) => number; readonly most: number },
): Row[] =>
  [...kept.filter((each) => each.eventId !== eventId), ...(entry ? [entry] : [])].sort(byRank).slice(0, most)

/** The writes that bring an event to its rank among those of its day, and take it out of the day where it stood before. */
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
    const condition = rows[at] ? { equals: { version: was.version } } : { absent: true as const }
    return [put(dayTop, { day, events, version: was.version + 1 }, condition)]
  })
}

/** The ten events of some days that were looked at most, with their cards. Two round trips, one where nobody looked. */
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

/** The events of an organization that began in a month of the school and were looked at most. Beside the numbers of the month. */
export const TopEvents = z.object({
  subject: text,
  month: text,
  /** At most twenty, so that ten are left when some are deleted. */
  events: z.array(TopEvent).check(z.maxLength(20)),
  version: z.number(),
})
export type TopEvents = z.infer<typeof TopEvents>
export const topEvents = entity('TopEvents', TopEvents, {
  scope: 'tenant',
  pk: 'ROLL#{subject}',
  sk: '{month}#TOP',
})

/** The last of a range of months, as the sort keys of a range end. */
export const lastTop = (month: string): string => `${month}#TOP`

const maxKept = 20

const byRank = (one: TopEvent, other: TopEvent): number =>
  other.views - one.views ||
  other.registrations - one.registrations ||
  (one.start_time + one.eventId < other.start_time + other.eventId ? -1 : 1)

type TopEventsKey = { readonly subject: string; readonly month: string }

/** Where an event may stand: events of organizations alone. */
export const topPlaceOf = (
  { hostingType, hostingId, start_time, deletedAt }: EventCard,
  zone: string,
): TopEventsKey | undefined =>
  hostingType === 'Org' && deletedAt === undefined
    ? { subject: `org:${hostingId}`, month: dayOf(start_time, zone).slice(0, 7) }
    : undefined

const isSame = (one: TopEventsKey | undefined, other: TopEventsKey | undefined): boolean =>
  one?.subject === other?.subject && one?.month === other?.month

/** The writes that bring an event to its rank, and take it out of the month where it stood before. */
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
    const condition = rows[at] ? { equals: { version: was.version } } : { absent: true as const }
    return [put(topEvents, { ...place, events, version: was.version + 1 }, condition)]
  })
}

/** The ten events of a range with the most views (rules/analytics 15). */
export const topOf = (rows: readonly TopEvents[], days: ReadonlySet<string>, zone: string) =>
  rows
    .flatMap(({ events }) => events)
    .filter(({ start_time }) => days.has(dayOf(start_time, zone)))
    .sort(byRank)
    .slice(0, mostShown)
