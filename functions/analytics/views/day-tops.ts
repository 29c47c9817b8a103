import * as z from 'zod/mini'
import { entity, key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put, type Write } from '../../../lib/table/write.ts'
import { dayOf } from '../../../lib/zones.ts'
import { type EventCard, eventCard } from '../../events/index.ts'

const text = z.string()

const Seen = z.object({ eventId: text, views: z.number() })
type Seen = z.infer<typeof Seen>

/**
 * The events of the school that began on a day of it and were looked at most. A row per day, so that what is still to
 * come takes nobody's place, and so that not every look of a month meets at one row.
 */
export const DayTop = z.object({
  day: text,
  /** At most twelve, so that ten are left when some are deleted. */
  events: z.array(Seen).check(z.maxLength(12)),
  version: z.number(),
})
export type DayTop = z.infer<typeof DayTop>
export const dayTop = entity('DayTop', DayTop, { scope: 'tenant', pk: 'ROLL#school#TOP', sk: '{day}' })

const mostKept = 12
const mostShown = 10

const byRank = (one: Seen, other: Seen): number =>
  other.views - one.views || (one.eventId < other.eventId ? -1 : 1)

/** Where an event stands: on the day it begins, once it has been looked at. */
export const dayPlaceOf = (
  { start_time, deletedAt }: EventCard,
  views: number,
  zone: string,
): string | undefined => (deletedAt === undefined && views > 0 ? dayOf(start_time, zone) : undefined)

const ranked = (kept: readonly Seen[], eventId: string, entry: Seen | undefined): Seen[] =>
  [...kept.filter((each) => each.eventId !== eventId), ...(entry ? [entry] : [])]
    .sort(byRank)
    .slice(0, mostKept)

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
    const events = ranked(was.events, eventId, day === is ? { eventId, views } : undefined)
    if (JSON.stringify(events) === JSON.stringify(was.events)) return []
    const condition = rows[at] ? { equals: { version: was.version } } : { absent: true as const }
    return [put(dayTop, { day, events, version: was.version + 1 }, condition)]
  })
}

/** The ten events of some days that were looked at most, with their cards. Two round trips, one where nobody looked. */
export const readDayTops = async (table: Table, days: readonly string[]) => {
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return []
  const { items } = await table.list(dayTop, { holes: {}, limit: days.length, from, to })
  const top = items
    .flatMap(({ events }) => events)
    .sort(byRank)
    .slice(0, mostShown)
  if (top.length === 0) return []
  const cards = await table.batchGet(top.map(({ eventId }) => key(eventCard, { eventId })))
  return top.flatMap(({ views }, at) => {
    const card = cards[at]
    return card && card.deletedAt === undefined ? [{ card, views }] : []
  })
}
