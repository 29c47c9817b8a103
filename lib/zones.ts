import { dayMs } from './contract/time.ts'
import { type LocalTime, localTimeOf } from './contract/zone.ts'

export { formatMoment, type LocalTime, localTimeOf } from './contract/zone.ts'

const asUtc = ({ date, time }: LocalTime): number => Date.parse(`${date}T${time}Z`)

const offsetAt = (at: number, zone: string): number =>
  asUtc(localTimeOf(new Date(at).toISOString(), zone)) - Math.floor(at / 1000) * 1000

/**
 * The time (ISO 8601, UTC) at which a zone's clocks show this local time. Of a repeated hour it is the first; a
 * skipped hour moves forward by the gap. Undefined for a day that does not exist.
 */
export const momentAt = (localTime: LocalTime, zone: string): string | undefined => {
  const plain = asUtc(localTime)
  if (Number.isNaN(plain) || new Date(plain).toISOString().slice(0, 10) !== localTime.date) return undefined
  const early = plain - offsetAt(plain - dayMs, zone)
  const late = plain - offsetAt(plain + dayMs, zone)
  const fits = [early, late].find((at) => asUtc(localTimeOf(new Date(at).toISOString(), zone)) === plain)
  return new Date(fits ?? early).toISOString()
}

/** The day (`YYYY-MM-DD`) of a time in a zone. */
export const dayOf = (moment: string, zone: string): string => localTimeOf(moment, zone).date

/** The start of a day in a zone; where clocks skip midnight, the first time that they show. */
export const startOfDay = (date: string, zone: string): string =>
  momentAt({ date, time: '00:00:00' }, zone) ?? new Date(date).toISOString()

/** A time as clients send it, with an offset or in a zone's local time; undefined when it does not exist. */
export const momentOf = (given: string, zone: string): string | undefined => {
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(given)) {
    const at = Date.parse(given)
    return Number.isNaN(at) ? undefined : new Date(at).toISOString()
  }
  const [date = '', time = ''] = given.split('T')
  return momentAt({ date, time: time.length === 5 ? `${time}:00` : time.slice(0, 8) }, zone)
}

/** A period from start to end (ISO 8601). */
export type TimeRange = { readonly start_time: string; readonly end_time: string }

const daysBetween = (one: string, other: string): number =>
  Math.round((Date.parse(other) - Date.parse(one)) / dayMs)

/** The same local time some days later. */
export const daysLater = (moment: string, days: number, zone: string): string | undefined => {
  const { date, time } = localTimeOf(moment, zone)
  const day = dayAfter(date, { days })
  return day && momentAt({ date: day, time }, zone)
}

/**
 * The hours of something on any day: from a time of day to another one, some days later. `lasts` is in milliseconds.
 */
export type DailyHours = {
  readonly time: string
  readonly ends?: { readonly days: number; readonly time: string } | undefined
  readonly lasts: number
}

export const dailyHoursOf = ({ start_time, end_time }: TimeRange, zone: string): DailyHours => {
  const [from, to] = [localTimeOf(start_time, zone), localTimeOf(end_time, zone)]
  const ends = { days: daysBetween(from.date, to.date), time: to.time }
  return { time: from.time, ends, lasts: Date.parse(end_time) - Date.parse(start_time) }
}

/**
 * These hours on a given day in a zone: start and end keep their times of day across clock changes. If the end would
 * then precede the start, the duration stays the same. Undefined for a day that does not exist.
 */
export const hoursOnDay = (
  date: string,
  { time, ends, lasts }: DailyHours,
  zone: string,
): TimeRange | undefined => {
  const start = momentAt({ date, time }, zone)
  if (start === undefined) return undefined
  const last = ends && dayAfter(date, { days: ends.days })
  const end = ends && last && momentAt({ date: last, time: ends.time }, zone)
  const whole = new Date(Date.parse(start) + lasts).toISOString()
  return { start_time: start, end_time: end && end > start ? end : whole }
}

/** The day some days or months later; undefined if that month has no such day. */
export const dayAfter = (
  date: string,
  by: { readonly days: number } | { readonly months: number },
): string | undefined => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const at =
    'days' in by
      ? new Date(Date.UTC(year, month - 1, day + by.days))
      : new Date(Date.UTC(year, month - 1 + by.months, day))
  if ('months' in by && at.getUTCDate() !== day) return undefined
  return at.toISOString().slice(0, 10)
}
