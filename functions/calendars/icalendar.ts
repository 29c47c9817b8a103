import type { ICalEventStatus } from 'ical-generator'
import ical from 'ical-generator'
import { tzlib_get_ical_block, tzlib_get_offset, tzlib_get_timezones } from 'timezones-ical-library'
import type { Tenant } from '../../lib/context.ts'
import { plainTextOf } from '../../lib/contract/text/html-to-text.ts'
import { minuteMs } from '../../lib/contract/time.ts'
import { addressOf } from '../../lib/identity/school/addresses.ts'
import type { EventCard } from '../events/index.ts'

/** A zone as calendars know it: its name there, and the VTIMEZONE that describes it. */
export type Zone = { readonly id: string; readonly block: string }

const known = new Set<string>(tzlib_get_timezones())
const universal = new Set(['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT'])

/** Undefined for what is told in UTC: UTC itself, and zones that the library has no rules of. */
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

/** What the clocks of a zone show. */
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

/** `+HHMM` in milliseconds. */
const offsetOf = (text: string): number => {
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(3, 5))
  return (text.startsWith('-') ? -minutes : minutes) * minuteMs
}

/**
 * Whether the clocks of a zone say a moment so that everybody understands the same: they show it once, and the rules that
 * go along with the calendar are those of this process. Rules change by decree, and not everybody hears of it at once.
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

/** What the writer of calendars asks of a moment, by the names of date libraries. */
type Zoned = {
  format(pattern?: string): string
  isValid(): boolean
  toDate(): Date
  toJSON(): string
  tz(timeZone?: string): Zoned
  utc(): Zoned
}

/** A moment that can be told in any zone. The writer would tell a plain date in the zone of the process. */
export const zoned = (at: Date, timeZone = 'UTC'): Zoned => ({
  format: (pattern) => wallOf(at, timeZone)[pattern === 'HHmmss' ? 'HHmmss' : 'YYYYMMDD'],
  isValid: () => !Number.isNaN(at.getTime()),
  toDate: () => at,
  toJSON: () => at.toISOString(),
  tz: (other = 'UTC') => zoned(at, other),
  utc: () => zoned(at),
})

/** One event of a calendar. `tentative`: the reader waits for a place. */
export type Entry = { readonly card: EventCard; readonly description?: string; readonly tentative?: boolean }

export type Calendar = {
  readonly name: string
  readonly entries: readonly Entry[]
  /** There are more, which the reader is told. */
  readonly isCut: boolean
  /** The school, and the address that its people use. */
  readonly tenant: Pick<Tenant, 'key' | 'origin' | 'web'>
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

/** Read by people, so without signs that a calendar would have to escape. */
const truncationNotice =
  'This calendar is not complete. Of more events than it has room for it holds those that come next and then the latest that are over.'

/**
 * A calendar as RFC 5545 writes it: every event in its own zone, with the rules of these zones. The same events give the
 * same text, whenever and wherever it is made, so that its tag holds.
 */
export const calendarText = ({ name, entries, isCut, tenant }: Calendar): string => {
  const told = entries.map((entry) => ({ entry, zone: zoneFor(entry.card) }))
  const blocks = new Map(told.map(({ zone }) => [zone?.id, zone?.block]))
  const calendar = ical({ name: escaped(name), prodId: { company: 'Quad', product: 'calendar' } })
  if (isCut) calendar.description(truncationNotice)
  // Without a name: the calendar itself is in no zone, or the writer would tell every stamp in that one.
  calendar.timezone({ name: null, generator: (id) => blocks.get(id) ?? null })
  for (const { entry, zone } of told) calendar.createEvent(eventOf(entry, zone, tenant))
  return `${calendar.toString()}\r\n`
}
