import { dayMs } from './contract/time.ts'
import { type LocalTime, localTimeOf } from './contract/zone.ts'

export { formatMoment, type LocalTime, localTimeOf } from './contract/zone.ts'

const asUtc = ({ date, time }: LocalTime): number => Date.parse(`${date}T${time}Z`)

const offsetAt = (at: number, zone: string): number =>
  asUtc(localTimeOf(new Date(at).toISOString(), zone)) - Math.floor(at / 1000) * 1000

/**
 * The moment (ISO 8601, UTC) at which the clock of a zone shows this. Of an hour that comes twice it is the first one;
 * one that is left out is moved on by as much. Undefined for a day that no calendar has.
 */
export const momentAt = (localTime: LocalTime, zone: string): string | undefined => {
  const plain = asUtc(localTime)
  if (Number.isNaN(plain) || new Date(plain).toISOString().slice(0, 10) !== localTime.date) return undefined
  const early = plain - offsetAt(plain - dayMs, zone)
  const late = plain - offsetAt(plain + dayMs, zone)
  const fits = [early, late].find((at) => asUtc(localTimeOf(new Date(at).toISOString(), zone)) === plain)
  return new Date(fits ?? early).toISOString()
}

/** The day (`YYYY-MM-DD`) on which a moment lies in a zone. */
export const dayOf = (moment: string, zone: string): string => localTimeOf(moment, zone).date

/** When a day begins in a zone; where clocks leave midnight out, at the first moment that they show. */
export const startOfDay = (date: string, zone: string): string =>
  momentAt({ date, time: '00:00:00' }, zone) ?? new Date(date).toISOString()

/** A moment as clients send it, with an offset or on the wall clock of a zone; undefined when there is no such moment. */
export const momentOf = (given: string, zone: string): string | undefined => {
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(given)) {
    const at = Date.parse(given)
    return Number.isNaN(at) ? undefined : new Date(at).toISOString()
  }
  const [date = '', time = ''] = given.split('T')
  return momentAt({ date, time: time.length === 5 ? `${time}:00` : time.slice(0, 8) }, zone)
}

/** A stretch of time, from its beginning to its end (ISO 8601). */
export type TimeRange = { readonly start_time: string; readonly end_time: string }

const daysBetween = (one: string, other: string): number =>
  Math.round((Date.parse(other) - Date.parse(one)) / dayMs)

/** A moment at the same time of day so many days later, on the clocks of a zone. */
export const daysLater = (moment: string, days: number, zone: string): string | undefined => {
  const { date, time } = localTimeOf(moment, zone)
  const day = dayAfter(date, { days })
  return day && momentAt({ date: day, time }, zone)
}

/** When something is on any day: from a time of day to one so many days later. `lasts` is in milliseconds. */
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
 * Hours on a day of a zone: beginning and end show their times of day, whatever the clocks do in between or on that day.
 * Where these make it end before it begins it is as long as it was. Undefined for a day that no calendar has.
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

/** The day so many days, or months, later. A month that is too short leaves it out: undefined. */
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
