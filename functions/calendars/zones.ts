import { tzlib_get_ical_block, tzlib_get_offset, tzlib_get_timezones } from 'timezones-ical-library'
import { minuteMs } from '../../lib/contract/time.ts'

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
export const isClear = (at: Date, { id }: Zone): boolean => {
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
