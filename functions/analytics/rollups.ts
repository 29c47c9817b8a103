import { createHash } from 'node:crypto'
import type { ChangeContext } from '../../lib/consumer.ts'
import { findZone } from '../../lib/identity/school/zone.ts'
import { key } from '../../lib/table/entity.ts'
import { conflicted } from '../../lib/table/retry.ts'
import { replace, update, type Write } from '../../lib/table/write.ts'
import { dayOf } from '../../lib/zones.ts'
import { type EventCard, eventCard } from '../events/index.ts'
import { type EventStats, eventStats, rolledUp, rollupMonth } from './repository.ts'
import { dayPlaceOf, dayTopWrites, topPlaceOf, topWrites } from './top-events.ts'

/** Letters of the field names: `<letter><day>`, followed by the type or status. */
export const letters = {
  events: 'e',
  expected: 'x',
  registrations: 'r',
  /** Views of any event on the day. */
  views: 'v',
  uniqueViews: 'u',
  /** All views of the events that began on the day. */
  viewsOfEvents: 'w',
  uniqueViewsOfEvents: 'q',
  anonymousViewsOfEvents: 'z',
  byType: 't',
  expectedByType: 'y',
  byStatus: 's',
} as const

const separator = '|'
const placeOf = (subject: string, month: string, field: string): string =>
  [subject, month, field].join(separator)

const subjectsOf = ({ hostingType, hostingId }: EventCard): readonly string[] =>
  hostingType === 'Org' ? ['school', `org:${hostingId}`] : ['school']

const folded = (type: string): string => type.trim().toLowerCase()

/** Type names are free text, so field names contain five characters for each; `n<word>` maps them to the name. */
export const wordOf = (type: string): string => {
  const digest = createHash('sha256').update(folded(type)).digest()
  return digest.readUIntBE(0, 6).toString(36).slice(-5)
}

export const viewsIn = ({ views = 0, anonymousViews = 0 }: Partial<EventStats>): number =>
  views + anonymousViews
const uniqueViewsIn = ({ uniqueViews = 0, uniqueAnonymousViews = 0 }: Partial<EventStats>): number =>
  uniqueViews + uniqueAnonymousViews

const fieldsOf = (card: EventCard, stats: Partial<EventStats>, date: string) => {
  const day = date.slice(8)
  const { expectedAttendance, registrationCount, type, status } = card
  const views = [
    [letters.viewsOfEvents, viewsIn(stats)],
    [letters.uniqueViewsOfEvents, uniqueViewsIn(stats)],
    [letters.anonymousViewsOfEvents, stats.anonymousViews ?? 0],
  ] as const
  return {
    [`${letters.events}${day}`]: 1,
    [`${letters.expected}${day}`]: expectedAttendance,
    [`${letters.registrations}${day}`]: registrationCount,
    ...Object.fromEntries(
      views.flatMap(([letter, count]) => (count === 0 ? [] : [[`${letter}${day}`, count]])),
    ),
    [`${letters.byType}${day}${wordOf(type)}`]: 1,
    [`${letters.expectedByType}${day}${wordOf(type)}`]: expectedAttendance,
    [`${letters.byStatus}${day}${status}`]: 1,
  }
}

/** The figures of an event, by field. A deleted event has none. */
const countedOf = (
  card: EventCard,
  stats: Partial<EventStats>,
  zone: string,
): Readonly<Record<string, number>> => {
  if (card.deletedAt !== undefined) return {}
  const date = dayOf(card.start_time, zone)
  const month = date.slice(0, 7)
  return Object.fromEntries(
    subjectsOf(card).flatMap((subject) =>
      Object.entries(fieldsOf(card, stats, date)).map(
        ([field, value]) => [placeOf(subject, month, field), value] as const,
      ),
    ),
  )
}

type Changes = Map<string, number>

const differences = (before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>) =>
  new Map(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].map(
      (place) => [place, (after[place] ?? 0) - (before[place] ?? 0)] as const,
    ),
  )

const addViews = (changes: Changes, card: EventCard, date: string, letter: string, by: number): void => {
  if (by === 0) return
  for (const subject of subjectsOf(card)) {
    const place = placeOf(subject, date.slice(0, 7), `${letter}${date.slice(8)}`)
    changes.set(place, (changes.get(place) ?? 0) + by)
  }
}

const monthWrites = (changes: Changes, { type }: EventCard): readonly Write[] => {
  const named = { [`n${wordOf(type)}`]: folded(type) }
  const months = new Map<string, Record<string, number>>()
  for (const [place, by] of changes) {
    const [subject = '', month = '', field = ''] = place.split(separator)
    if (by === 0) continue
    const name = placeOf(subject, month, '')
    months.set(name, { ...months.get(name), [field]: by })
  }
  return [...months].map(([name, add]) => {
    const [subject = '', month = ''] = name.split(separator)
    return update(rollupMonth, { subject, month }, { set: { subject, month, ...named }, add }, {})
  })
}

/**
 * Updates the rollups from an event's current card and counters, by days of the school. The included figures are stored
 * in the same transaction. Change events may therefore arrive twice, late, in any order or not at all before the next.
 * The first of a batch does the work of all.
 */
export const rollUp = async (eventId: string, context: ChangeContext): Promise<void> => {
  const { table } = context
  await table.retryOnConflict(async () => {
    const refs = [
      key(eventCard, { eventId }),
      key(eventStats, { eventId }),
      key(rolledUp, { eventId }),
    ] as const
    const [[card, stats, before], zone] = await Promise.all([
      table.batchGet(refs, { strong: true }),
      findZone(context),
    ])
    if (!card) return true
    const [views, uniqueViews] = [viewsIn(stats ?? {}), uniqueViewsIn(stats ?? {})]
    const counted = countedOf(card, stats ?? {}, zone)
    const changes: Changes = differences(before?.counted ?? {}, counted)
    const at = dayOf(stats?.lastViewAt ?? card.updatedAt, zone)
    addViews(changes, card, at, letters.views, views - (before?.views ?? 0))
    addViews(changes, card, at, letters.uniqueViews, uniqueViews - (before?.uniqueViews ?? 0))
    const [top, day] = [topPlaceOf(card, zone), dayPlaceOf(card, views, zone)]
    const [ranks, dayRanks] = await Promise.all([
      topWrites(table, card, { views, top }, before?.top),
      dayTopWrites(table, card, { views, day }, before?.day),
    ])
    const writes = [...monthWrites(changes, card), ...ranks, ...dayRanks]
    if (writes.length === 0) return true
    const places = { ...(top ? { top } : {}), ...(day === undefined ? {} : { day }) }
    const after = { eventId, counted, views, uniqueViews, ...places }
    return (await table.write([replace(rolledUp, before, after), ...writes])).ok || conflicted
  })
}
