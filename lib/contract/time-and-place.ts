import type { Translate } from './text/locale.ts'
import { visibleLine } from './text/plain-text.ts'
import { formatMoment, formatTimeOfDay, isZone, localTimeOf } from './zone.ts'

/** Parameters of messages about an event, as texts. Times are ISO 8601; an empty place is not known yet. */
type MessageParams = Readonly<Record<string, string>>

/**
 * A time in the event's zone, and in the reader's zone if it differs: `Wednesday, April 1, 2026 at 6:00 PM (Central
 * European Time), which is 12:00 PM (Eastern Time)`.
 */
const clockFor = (moment: string, { timezone = 'UTC', readerZone }: MessageParams, t: Translate): string => {
  // Rows with no zone or an unknown one still get a text.
  const zone = isZone(timezone) ? timezone : 'UTC'
  const time = formatMoment(moment, zone, t)
  if (!readerZone || !isZone(readerZone)) return time
  const [here, there] = [localTimeOf(moment, zone), localTimeOf(moment, readerZone)]
  if (here.date === there.date && here.time === there.time) return time
  const other =
    here.date === there.date ? formatTimeOfDay(moment, readerZone, t) : formatMoment(moment, readerZone, t)
  return t('{time}, which is {other}', { time, other })
}

const isMoment = (text: string | undefined): text is string =>
  text !== undefined && !Number.isNaN(Date.parse(text))

/** One time for readers: `moment` in `zone`. Rows of older versions have it as text, in `when`. */
export const momentText = ({ moment, zone = 'UTC', when = '' }: MessageParams, t: Translate): string =>
  isMoment(moment) ? formatMoment(moment, isZone(zone) ? zone : 'UTC', t) : when

/** The start of an event, and its end if that matters. */
type Span = { readonly start: string; readonly end?: string }

const spanOf = (start: string, end: string | undefined, params: MessageParams, t: Translate): Span => ({
  start: clockFor(start, params, t),
  ...(isMoment(end) ? { end: clockFor(end, params, t) } : {}),
})

/** What begins, and whether it still does. */
type Beginning = 'begins' | 'was to begin' | 'began' | 'shift begins' | 'shift was to begin'

const startTexts: Readonly<Record<Beginning, (t: Translate, span: Span) => string>> = {
  begins: (t, span) => t('It begins on {start}.', span),
  'was to begin': (t, span) => t('It was to begin on {start}.', span),
  began: (t, span) => t('It began on {start}.', span),
  'shift begins': (t, span) => t('Your shift begins on {start}.', span),
  'shift was to begin': (t, span) => t('Your shift was to begin on {start}.', span),
}

const spanTexts: Readonly<Record<Beginning, (t: Translate, span: Span) => string>> = {
  begins: (t, span) => t('It begins on {start} and ends on {end}.', span),
  'was to begin': (t, span) => t('It was to begin on {start} and ends on {end}.', span),
  began: (t, span) => t('It began on {start} and ends on {end}.', span),
  'shift begins': (t, span) => t('Your shift begins on {start} and ends on {end}.', span),
  'shift was to begin': (t, span) => t('Your shift was to begin on {start} and ends on {end}.', span),
}

const oldTimeText = (span: Span, t: Translate): string =>
  span.end === undefined
    ? t('It was planned for {start}.', span)
    : t('It was planned for {start} to {end}.', span)

const listedSpan = (span: Span, t: Translate): string =>
  span.end === undefined ? span.start : t('{start} and ends on {end}', span)

const datesPerParagraph = 10

const datesIn = (text: string): readonly MessageParams[] => {
  try {
    return JSON.parse(text)
  } catch {
    return []
  }
}

const sentencesOf = (params: MessageParams, t: Translate): readonly string[] => {
  const { startTime, place, oldStartTime, oldEndTime, oldPlace, endTime, eventTitle } = params
  return [
    ...(eventTitle === undefined ? [] : [eventTitle]),
    ...(isMoment(startTime) ? [listedSpan(spanOf(startTime, endTime, params, t), t)] : []),
    ...(isMoment(oldStartTime)
      ? [t('before: {time}', { time: listedSpan(spanOf(oldStartTime, oldEndTime, params, t), t) })]
      : []),
    ...(place === undefined ? [] : [t('place: {place}', { place: place || t('to be announced') })]),
    ...(oldPlace === undefined ? [] : [t('before: {place}', { place: oldPlace || t('not announced') })]),
  ]
}

const placeText = (place: string, t: Translate): string =>
  t('Place: {place}.', { place: place || t('to be announced') })

/** Several dates, one a line. A place that all of them share is named once. */
const listDates = (dates: readonly MessageParams[], readerZone: string | undefined, t: Translate): string => {
  const places = new Set(dates.map(({ place, oldPlace }) => JSON.stringify([place, oldPlace])))
  const shared = places.size === 1 && dates[0]?.oldPlace === undefined ? dates[0]?.place : undefined
  const lines = dates.map(({ place, ...date }) => {
    const shown = { ...date, ...(shared === undefined && place !== undefined ? { place } : {}) }
    const withZone = readerZone === undefined ? shown : { ...shown, readerZone }
    return `- ${sentencesOf(withZone, t).map(visibleLine).join('; ')}`
  })
  const paragraphs = Array.from({ length: Math.ceil(lines.length / datesPerParagraph) }, (_, at) =>
    lines.slice(at * datesPerParagraph, (at + 1) * datesPerParagraph).join('\n'),
  )
  const placeLine = shared === undefined ? [] : [placeText(visibleLine(shared), t)]
  return ['', ...paragraphs, ...placeLine].join('\n\n')
}

/**
 * Time and place of an event for readers, in the event's zone and in theirs. Parameters: `startTime`, `timezone`,
 * `place`; `endTime` if the end matters; `oldStartTime`, `oldEndTime` and `oldPlace` of a change; `readerZone`; `when`
 * for prepared text. `dates` lists several events instead: a JSON array of these parameters, each with `eventTitle`
 * where the names differ. Empty if nothing is known.
 */
export const describeTimeAndPlace = (
  params: MessageParams,
  t: Translate,
  beginning: Beginning = 'begins',
): string => {
  const { startTime, when, endTime, place, oldStartTime, oldEndTime, oldPlace, dates, readerZone } = params
  if (dates !== undefined) return listDates(datesIn(dates), readerZone, t)
  const known = isMoment(startTime) ? spanOf(startTime, endTime, params, t) : undefined
  const span: Span | undefined = when ? { start: when } : known
  return [
    span ? (span.end === undefined ? startTexts : spanTexts)[beginning](t, span) : '',
    place === undefined ? '' : placeText(place, t),
    isMoment(oldStartTime) ? oldTimeText(spanOf(oldStartTime, oldEndTime, params, t), t) : '',
    oldPlace === undefined ? '' : t('The place was {place}.', { place: oldPlace || t('not announced') }),
  ]
    .filter((line) => line !== '')
    .join(' ')
}

/**
 * The name of the event, or of several: a series with the number of its dates in `dateCount`, or `eventCount` events.
 * Undefined where no name is known.
 */
export const eventTitleText = (
  { eventTitle, dateCount, eventCount }: MessageParams,
  t: Translate,
): string | undefined => {
  if (eventCount !== undefined) return t('{count} events', { count: Number(eventCount) })
  return eventTitle === undefined || dateCount === undefined
    ? eventTitle
    : t('{event} ({count} dates)', { event: eventTitle, count: Number(dateCount) })
}

const durations: Readonly<Record<string, (t: Translate, count: number) => string>> = {
  minute: (t, count) => t('{count, plural, one {# minute} other {# minutes}}', { count }),
  hour: (t, count) => t('{count, plural, one {# hour} other {# hours}}', { count }),
  day: (t, count) => t('{count, plural, one {# day} other {# days}}', { count }),
}

/** A length of time, such as `3 hours`, in the reader's language. */
export const durationText = (text: string, t: Translate): string => {
  const [, count, unit = ''] = /^(\d{1,4}) (minute|hour|day)s?$/.exec(text) ?? []
  return durations[unit]?.(t, Number(count)) ?? text
}

/** Parameters that the platform writes itself: times and zone names. */
export const momentParams = [
  'startTime',
  'endTime',
  'oldStartTime',
  'oldEndTime',
  'timezone',
  'readerZone',
  'dates',
] as const
