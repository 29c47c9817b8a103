import { dailyHoursOf, dayAfter, hoursOnDay, localTimeOf, type TimeRange } from '../../lib/zones.ts'
import type { EventBody, EventCard, Recurrence } from './records/event.ts'

/** A series has at most 52 events. One more is computed, so that a longer series can be refused. */
export const maxSeriesLength = 52
/** Monthly rules skip months without the day, such as a 31st or a fifth Monday. */
const maxSteps = maxSeriesLength * 12

export const occurrenceId = (seriesId: string, index: number): string =>
  `${seriesId}-${String(index).padStart(4, '0')}`

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
/** Monday is 0. */
const weekdayOf = (date: string): number => (new Date(date).getUTCDay() + 6) % 7
const plusDays = (date: string, days: number): string => dayAfter(date, { days }) ?? date

/** Whether a date is the named weekday of its month: `MO` each, `2MO` the second, `-1MO` the last. */
const isNamedDay = (date: string, names: readonly string[]): boolean => {
  const name = weekdays[weekdayOf(date)]
  const fromStart = Math.ceil(Number(date.slice(8)) / 7)
  const isLast = plusDays(date, 7).slice(0, 7) !== date.slice(0, 7)
  return names.some(
    (each) => each === name || each === `${fromStart}${name}` || (isLast && each === `-1${name}`),
  )
}

const datesFrom = (first: string, length: number): readonly string[] =>
  Array.from({ length }, (_, at) => plusDays(first, at))

/** The dates of one period of a rule (RFC 5545), in order. Weeks begin on Monday. */
const datesOfPeriod = (
  first: string,
  { frequency, interval, byDay = [] }: Recurrence,
  step: number,
): readonly string[] => {
  const isNamed = (date: string) => byDay.length === 0 || isNamedDay(date, byDay)
  if (frequency === 'daily') return [plusDays(first, step * interval)].filter(isNamed)
  if (frequency === 'monthly') {
    if (byDay.length === 0) return [dayAfter(first, { months: step * interval }) ?? []].flat()
    const month = dayAfter(`${first.slice(0, 8)}01`, { months: step * interval }) ?? first
    return datesFrom(month, 31).filter((date) => date.slice(0, 7) === month.slice(0, 7) && isNamed(date))
  }
  const days = (frequency === 'biweekly' ? 14 : 7) * step * interval
  if (byDay.length === 0) return [plusDays(first, days)]
  return datesFrom(plusDays(first, days - weekdayOf(first)), 7).filter(isNamed)
}

/** The dates of a rule. The first date always counts, as in calendars, even if the rule does not name it. */
function* ruleDates(first: string, rule: Recurrence): Generator<string> {
  const until = rule.until?.slice(0, 10)
  let left = (rule.count ?? maxSteps) - 1
  yield first
  for (let step = 0; step < maxSteps; step += 1)
    for (const date of datesOfPeriod(first, rule, step)) {
      if (date <= first) continue
      if (left <= 0 || (until !== undefined && date > until)) return
      left -= 1
      yield date
    }
}

/** Dates to leave out, and the rule's first date where the series begins on a later one. */
export type SeriesExceptions = Pick<EventBody, 'seriesStart' | 'skippedDates'>

/** The dates on which a series that begins on `first` takes place. */
const keptDates = (first: string, rule: Recurrence, left: ReadonlySet<string>): readonly string[] => {
  const moves = new Map((rule.move ?? []).map(({ from, to }) => [from, to]))
  const kept: string[] = []
  for (const date of ruleDates(first, rule)) {
    if (!left.has(date)) kept.push(moves.get(date) ?? date)
    if (kept.length > maxSeriesLength) break
  }
  return kept
}

/** The first date of a series' rule. It differs from the first event's date if that event was skipped or moved. */
export const ruleStartOf = (
  { start_time, timezone }: Pick<EventCard, 'start_time' | 'timezone'>,
  rule: Recurrence,
  { seriesStart, skippedDates = [] }: SeriesExceptions,
): string => {
  const { date } = localTimeOf(start_time, timezone)
  if (seriesStart === undefined) return date
  const left = new Set([...(rule.skip ?? []), ...skippedDates.map((each) => each.date)])
  return keptDates(seriesStart, rule, left)[0] === date ? seriesStart : date
}

/** The times of a rule's dates except those that it skips. Start and end keep their local time (rules/planning 26). */
export const plannedTimesOf = (
  card: Pick<EventCard, 'start_time' | 'end_time' | 'timezone'>,
  rule: Recurrence,
  exceptions: SeriesExceptions = {},
  left: readonly string[] = rule.skip ?? [],
): readonly TimeRange[] => {
  const hours = dailyHoursOf(card, card.timezone)
  const start = ruleStartOf(card, rule, exceptions)
  return keptDates(start, rule, new Set(left)).flatMap((date) => hoursOnDay(date, hours, card.timezone) ?? [])
}

/**
 * Returns the times of all events of a series, the first included. At most 53, of which a series may have 52.
 */
export const timesOf = (
  card: Pick<EventCard, 'start_time' | 'end_time' | 'timezone'>,
  rule: Recurrence,
  exceptions: SeriesExceptions = {},
): readonly TimeRange[] => {
  const { start_time, end_time } = card
  const left = [...(rule.skip ?? []), ...(exceptions.skippedDates ?? []).map(({ date }) => date)]
  return [{ start_time, end_time }, ...plannedTimesOf(card, rule, exceptions, left).slice(1)]
}
