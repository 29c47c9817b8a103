import { dayMs, days, hours, minutes } from '../../../lib/contract/time.ts'
import { zoneNameOf } from '../../../lib/contract/zone.ts'
import { currentLocale, sentenceCase, t } from '../locale.ts'
import { type Html, html } from './html.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
const mostFormats = 500

/** Making a format takes longer than using it a hundred times. `tag` is the reader's locale by default. */
const formatOf = (
  name: string,
  zone: string,
  options: Intl.DateTimeFormatOptions,
  tag = currentLocale().tag,
): Intl.DateTimeFormat => {
  const key = `${name} ${zone} ${tag}`
  const known = formats.get(key)
  if (known) return known
  if (formats.size > mostFormats) formats.clear()
  const made = new Intl.DateTimeFormat(tag, { timeZone: zone, ...options })
  formats.set(key, made)
  return made
}

const day = (zone: string) =>
  formatOf('day', zone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const shortDay = (zone: string) =>
  formatOf('short', zone, { weekday: 'short', day: 'numeric', month: 'short' })
const date = (zone: string) => formatOf('date', zone, { day: 'numeric', month: 'short', year: 'numeric' })
const clock = (zone: string) => formatOf('clock', zone, { hour: 'numeric', minute: '2-digit' })

/** `America/New_York` as people say it: Eastern Time. */
export const zoneWords = (zone: string): string => zoneNameOf(zone, currentLocale().tag)

/** `Friday, March 6, 2026`; in Spanish without a comma behind the weekday, as in mails. */
export const dayWords = (iso: string, zone: string): string => {
  const text = day(zone).format(new Date(iso))
  return currentLocale().language === 'en' ? text : text.replace(',', '')
}
/** `Mar 6, 2026`. */
export const dateWords = (iso: string, zone: string): string => date(zone).format(new Date(iso))
/** `6:00 PM`, on one line. */
export const clockWords = (iso: string, zone: string): string =>
  clock(zone).format(new Date(iso)).replaceAll(' ', '\u00a0')

/** `Fri, Mar 6, 6:00 PM`. */
export const momentWords = (iso: string, zone: string): string =>
  `${shortDay(zone).format(new Date(iso))}, ${clockWords(iso, zone)}`

/** The time alone today, such as `6:00 PM`; with the day otherwise. */
export const shortMoment = (iso: string, zone: string, now: Date): string =>
  dayWords(iso, zone) === dayWords(now.toISOString(), zone) ? clockWords(iso, zone) : momentWords(iso, zone)

/** `Mar 6, 2026`, as an element. */
export const dateElement = (iso: string, zone: string): Html =>
  html`<time datetime="${iso}">${dateWords(iso, zone)}</time>`

export const moment = (iso: string, zone: string): Html =>
  html`<time datetime="${iso}">${momentWords(iso, zone)}</time>`

/** When an event starts, also of a draft without a time. */
export const eventMoment = (
  event: {
    readonly start_time: string
    readonly undated?: true | undefined
    readonly timezone?: string | undefined
  },
  zone: string,
): Html => (event.undated ? html`${t('No time yet')}` : moment(event.start_time, event.timezone ?? zone))

/** From when to when, on the clock of the place, named as in the footer: over midnight with both days. */
export const spanOf = (start: string, end: string, zone: string): Html => {
  const sameDay = dayWords(start, zone) === dayWords(end, zone)
  const to = sameDay ? clockWords(end, zone) : momentWords(end, zone)
  const from = html`<time datetime="${start}">${sentenceCase(dayWords(start, zone))}, ${clockWords(start, zone)}</time>`
  const until = html`<time datetime="${end}">${to}</time>`
  return html`${t('{start} to {end}', { start: from, end: until })} <span class="soft">${zoneWords(zone)}</span>`
}

/** The leaf of a calendar. */
export const dayTile = (iso: string, zone: string): Html => {
  const parts = formatOf('tile', zone, { weekday: 'short', day: 'numeric', month: 'short' }).formatToParts(
    new Date(iso),
  )
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? ''
  return html`<div class="day" aria-hidden="true"><span>${part('month')}</span><b>${part('day')}</b><span>${part('weekday')}</span></div>`
}

/**
 * The last minute of a day (`YYYY-MM-DD`) on the clock of a place, ISO 8601, so that readers see this day and not the
 * midnight of the next. `latest`: the day that holds this time ends then. Undefined for a text that is no day.
 */
export const endOfDay = (day: string, zone: string, latest?: Date): string | undefined => {
  const midnight = Date.parse(`${day}T00:00:00Z`) + dayMs
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(midnight)) return undefined
  const behind = (at: number): number => Date.parse(`${wallOf(new Date(at).toISOString(), zone)}Z`) - at
  // The clock changes at midnight in few places, and there the second look finds the right hour.
  const end = midnight - behind(midnight - behind(midnight)) - minutes * 1000
  const limit = latest?.getTime() ?? Number.POSITIVE_INFINITY
  return new Date(end > limit && end - dayMs < limit ? limit : end).toISOString()
}

const units = [
  [days, 'day'],
  [hours, 'hour'],
  [minutes, 'minute'],
] as const

/** `3 hours ago`, for a list that is read now. */
export const agoWords = (iso: string, now: Date): string => {
  const seconds = Math.max(0, (now.getTime() - Date.parse(iso)) / 1000)
  const relative = new Intl.RelativeTimeFormat(currentLocale().tag)
  for (const [length, name] of units) {
    const count = Math.floor(seconds / length)
    if (count >= 1) return relative.format(-count, name)
  }
  return t('just now')
}

const wallClock = (zone: string) =>
  formatOf(
    'wall',
    zone,
    {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    },
    'en-GB',
  )

/** A moment on the clock of a place, as a field for date and time holds it: `2026-05-09T18:00`. */
export const wallOf = (iso: string, zone: string): string => {
  const parts = wallClock(zone).formatToParts(new Date(iso))
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/** `November 2026`; months count from 1. */
export const monthName = (year: number, month: number): string =>
  sentenceCase(
    formatOf('month', 'UTC', { month: 'long', year: 'numeric' }).format(
      new Date(Date.UTC(year, month - 1, 1)),
    ),
  )

/** The day on which a week begins in the reader's region: 1 is Monday, 7 Sunday. */
export const firstWeekday = (): number => {
  const locale = new Intl.Locale(currentLocale().tag) as { getWeekInfo?(): { readonly firstDay: number } }
  return locale.getWeekInfo?.().firstDay ?? 1
}

/** Short names of the weekdays, from the first one of the reader's region. January 1, 2024 is a Monday. */
export const weekdayNames = (): string[] =>
  Array.from({ length: 7 }, (_, at) =>
    formatOf('weekday-name', 'UTC', { weekday: 'short' }).format(
      new Date(Date.UTC(2024, 0, at + firstWeekday())),
    ),
  )

/** The heading of a day in a list: `Today`, or the weekday, with the date beside it. */
export const dayHeading = (iso: string, zone: string, now: Date): Html => {
  const date = new Date(iso)
  const weekday = formatOf('weekday', zone, { weekday: 'long' }).format(date)
  const dayOfMonth = formatOf('month-day', zone, { day: 'numeric', month: 'long' }).format(date)
  const isDay = (days: number) =>
    dayWords(new Date(now.getTime() + days * dayMs).toISOString(), zone) === dayWords(iso, zone)
  const near = isDay(0) ? t('Today') : isDay(1) ? t('Tomorrow') : undefined
  return html`<h3>${near ?? sentenceCase(weekday)} <span>${near === undefined ? '' : `${weekday}, `}${dayOfMonth}</span></h3>`
}

const numbers = new Map<string, Intl.NumberFormat>()

/** A number with the separators of the reader's locale: `1,204`. */
export const numberWords = (value: number): string => {
  const { tag } = currentLocale()
  const format = numbers.get(tag) ?? new Intl.NumberFormat(tag)
  if (numbers.size > mostFormats) numbers.clear()
  numbers.set(tag, format)
  return format.format(value)
}
