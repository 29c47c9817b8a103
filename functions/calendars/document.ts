import ical, { type ICalEventStatus } from 'ical-generator'
import type { EventCard } from '../events/index.ts'
import { isClear, type Zone, zoned, zoneOf } from './zones.ts'

/** One event of a calendar. `tentative`: the reader waits for a place. */
export type Entry = { readonly card: EventCard; readonly description?: string; readonly tentative?: boolean }

export type Calendar = {
  readonly name: string
  readonly entries: readonly Entry[]
  /** There are more, which the reader is told. */
  readonly isCut: boolean
  /** The school, and the address that its people use. */
  readonly tenant: { readonly key: string; readonly origin: string }
}

/** Signs that no text of a calendar may hold. */
const plain = (text: string): string =>
  text.replace(/\p{Cc}/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))

/** The writer puts the name of a calendar down as it is. */
const escaped = (text: string): string =>
  plain(text)
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\n/g, '\\n')

const statuses = {
  cancelled: 'CANCELLED',
  draft: 'TENTATIVE',
  pending: 'TENTATIVE',
  rejected: 'TENTATIVE',
} as const

const statusOf = ({ card, tentative = false }: Entry): ICalEventStatus => {
  const fixed = (statuses as Partial<Record<EventCard['status'], string>>)[card.status]
  return (fixed ?? (tentative ? 'TENTATIVE' : 'CONFIRMED')) as ICalEventStatus
}

/** The zone to tell an event in; undefined for UTC. */
const zoneFor = ({ timezone, start_time, end_time }: EventCard): Zone | undefined => {
  const zone = zoneOf(timezone)
  return zone && isClear(new Date(start_time), zone) && isClear(new Date(end_time), zone) ? zone : undefined
}

const eventOf = (entry: Entry, zone: Zone | undefined, { key, origin }: Calendar['tenant']) => {
  const { card, description } = entry
  const changed = new Date(card.updatedAt)
  return {
    id: `${card.eventId}@${key}`,
    sequence: card.sequence,
    status: statusOf(entry),
    start: zoned(new Date(card.start_time)),
    end: zoned(new Date(card.end_time)),
    timezone: zone?.id ?? null,
    stamp: changed,
    lastModified: changed,
    created: new Date(card.createdAt),
    summary: plain(card.name),
    url: `${origin}/event/${encodeURIComponent(card.eventId)}`,
    ...(card.location ? { location: plain(card.location) } : {}),
    ...(description ? { description: plain(description) } : {}),
  }
}

/** Read by people, so without signs that a calendar would have to escape. */
const cutWords =
  'This calendar is not complete. Of more events than it has room for it holds those that come next and then the latest that are over.'

/**
 * A calendar as RFC 5545 writes it: every event in its own zone, with the rules of these zones. The same events give the
 * same text, whenever and wherever it is made, so that its tag holds.
 */
export const calendarText = ({ name, entries, isCut, tenant }: Calendar): string => {
  const told = entries.map((entry) => ({ entry, zone: zoneFor(entry.card) }))
  const blocks = new Map(told.map(({ zone }) => [zone?.id, zone?.block]))
  const calendar = ical({ name: escaped(name), prodId: { company: 'Quad', product: 'calendar' } })
  if (isCut) calendar.description(cutWords)
  // Without a name: the calendar itself is in no zone, or the writer would tell every stamp in that one.
  calendar.timezone({ name: null, generator: (id) => blocks.get(id) ?? null })
  for (const { entry, zone } of told) calendar.createEvent(eventOf(entry, zone, tenant))
  return `${calendar.toString()}\r\n`
}
