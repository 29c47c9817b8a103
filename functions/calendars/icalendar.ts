import type { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import ical from 'ical-generator'
import { tzlib_get_ical_block, tzlib_get_offset, tzlib_get_timezones } from 'timezones-ical-library'
import type { Tenant } from '../../lib/context.ts'
import { plainTextOf } from '../../lib/contract/text/html-to-text.ts'
import { minuteMs } from '../../lib/contract/time.ts'
import { addressOf } from '../../lib/identity/school/addresses.ts'
import type { EventCard } from '../events/index.ts'

/** A time zone in a calendar: its name, and its VTIMEZONE block. */
export type Zone = { readonly id: string; readonly block: string }

const known = new Set<string>(tzlib_get_timezones())
const universal = new Set(['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT'])

/** Undefined for zones written in UTC: UTC itself, and zones without rules in the library. */
export const zoneOf = (name: string): Zone | undefined => {
  if (universal.has(name) || !known.has(name)) return undefined
  const [block = '', line = ''] = tzlib_get_ical_block(name)
  const id = line.replace(/^TZID=/, '')
  return block === '' || id === '' ? undefined : { id, block }
}

const clocks = new Map<string, Intl.DateTimeFormat>()

const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const numeric = '2-digit'
  const parts = { month: numeric, day: numeric, hour: numeric, minute: numeric, second: numeric } as const
  const made =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', year: 'numeric', ...parts })
  clocks.set(timeZone, made)
  return made
}

/** Local date and time in a zone. */
const wallOf = (at: Date, timeZone: string) => {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? ''
  const [year, month, day] = [part('year'), part('month'), part('day')]
  const [hour, minute, second] = [part('hour'), part('minute'), part('second')]
  return {
    date: `${year}-${month}-${day}`,
    time: `${hour}:${minute}`,
    YYYYMMDD: `${year}${month}${day}`,
    HHmmss: `${hour}${minute}${second}`,
  }
}

/** Converts `+HHMM` to milliseconds. */
const offsetOf = (text: string): number => {
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(3, 5))
  return (text.startsWith('-') ? -minutes : minutes) * minuteMs
}

/**
 * Whether local time in a zone identifies a moment without doubt. It must occur once, and the library's zone rules must
 * agree with those of this process. Rules change by law, and updates arrive at different times.
 */
export const isUnambiguous = (at: Date, { id }: Zone): boolean => {
  const { date, time, HHmmss } = wallOf(at, id)
  const told = Date.parse(`${date}T${time}:00Z`) - offsetOf(tzlib_get_offset(id, date, time))
  const once = [-60, -30, 30, 60].every((minutes) => {
    const other = wallOf(new Date(at.getTime() + minutes * minuteMs), id)
    return other.HHmmss !== HHmmss
  })
  return once && told === Math.floor(at.getTime() / minuteMs) * minuteMs
}

/** The methods that the calendar library calls on a time, with the names of date libraries. */
type Zoned = {
  format(pattern?: string): string
  isValid(): boolean
  toDate(): Date
  toJSON(): string
  tz(timeZone?: string): Zoned
  utc(): Zoned
}

/** A time that the library can format in any zone. It would format a plain Date in the zone of the process. */
export const zoned = (at: Date, timeZone = 'UTC'): Zoned => ({
  format: (pattern) => wallOf(at, timeZone)[pattern === 'HHmmss' ? 'HHmmss' : 'YYYYMMDD'],
  isValid: () => !Number.isNaN(at.getTime()),
  toDate: () => at,
  toJSON: () => at.toISOString(),
  tz: (other = 'UTC') => zoned(at, other),
  utc: () => zoned(at),
})

/** One event of a calendar. `tentative`: the reader is on the waitlist. */
export type Entry = { readonly card: EventCard; readonly description?: string; readonly tentative?: boolean }

export type Calendar = {
  readonly name: string
  readonly entries: readonly Entry[]
  /** There are more events, and the calendar says so. */
  readonly isCut: boolean
  /** For a file in a mail. Feeds have no method. */
  readonly method?: 'PUBLISH'
  /** The school, and the web address of its people. */
  readonly tenant: Pick<Tenant, 'key' | 'origin' | 'web'>
}

/** Removes control characters, which a calendar may not contain. */
const plain = (text: string): string =>
  text.replace(/\p{Cc}/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))

/** Escapes a calendar's name, which the library writes unchanged. */
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

/** The zone to write an event in; undefined for UTC. */
const zoneFor = ({ timezone, start_time, end_time }: EventCard): Zone | undefined => {
  const zone = zoneOf(timezone)
  return zone && isUnambiguous(new Date(start_time), zone) && isUnambiguous(new Date(end_time), zone)
    ? zone
    : undefined
}

const eventOf = (entry: Entry, zone: Zone | undefined, tenant: Calendar['tenant']) => {
  const { card, description } = entry
  const changed = new Date(card.updatedAt)
  return {
    id: `${card.eventId}@${tenant.key}`,
    sequence: card.sequence,
    status: statusOf(entry),
    start: zoned(new Date(card.start_time)),
    end: zoned(new Date(card.end_time)),
    timezone: zone?.id ?? null,
    stamp: changed,
    lastModified: changed,
    created: new Date(card.createdAt),
    summary: plain(card.name),
    url: addressOf(tenant, 'event', { eventId: card.eventId }),
    ...(card.location ? { location: plain(card.location) } : {}),
    ...(description ? { description: plain(plainTextOf(description)) } : {}),
  }
}

/** A text for readers, without characters that a calendar must escape. */
const truncationNotice =
  'This calendar is not complete. Of more events than it has room for it holds those that come next and then the latest that are over.'

/**
 * Renders a calendar in the format of RFC 5545. Each event is in its own zone, and the zones' rules are included. The
 * same events always give the same text, so that its ETag stays valid.
 */
export const calendarText = ({ name, entries, isCut, tenant, method }: Calendar): string => {
  const told = entries.map((entry) => ({ entry, zone: zoneFor(entry.card) }))
  const blocks = new Map(told.map(({ zone }) => [zone?.id, zone?.block]))
  const calendar = ical({ name: escaped(name), prodId: { company: 'Quad', product: 'calendar' } })
  if (method) calendar.method(method as ICalCalendarMethod)
  if (isCut) calendar.description(truncationNotice)
  // Without a name the calendar has no zone. Otherwise the library would write every timestamp in that zone.
  calendar.timezone({ name: null, generator: (id) => blocks.get(id) ?? null })
  for (const { entry, zone } of told) calendar.createEvent(eventOf(entry, zone, tenant))
  return `${calendar.toString()}\r\n`
}
