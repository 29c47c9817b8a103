import { formatMoment, isZone, localTimeOf } from '../zone.ts'
import { visibleLine } from './plain-text.ts'

/** Parameters of messages about an event, as texts. Times are ISO 8601; an empty place is not known yet. */
type MessageParams = Readonly<Record<string, string>>

/**
 * A time in the event's zone, and in the reader's zone if it differs: `Wednesday 1 April 2026 at 18:00 (Berlin time),
 * which is 12:00 (New York time)`.
 */
const clockFor = (moment: string, given: string, readerZone: string | undefined): string => {
  // Rows with no zone or an unknown one still get a text.
  const zone = isZone(given) ? given : 'UTC'
  const text = formatMoment(moment, zone)
  if (!readerZone || !isZone(readerZone)) return text
  const [here, there] = [localTimeOf(moment, zone), localTimeOf(moment, readerZone)]
  if (here.date === there.date && here.time === there.time) return text
  const theirs = formatMoment(moment, readerZone)
  return `${text}, which is ${here.date === there.date ? theirs.replace(/^.* at (?=\d)/, '') : theirs}`
}

const isMoment = (text: string | undefined): text is string =>
  text !== undefined && !Number.isNaN(Date.parse(text))

/** The start of an event, and its end if that matters. */
const spanOf = (
  start: string,
  end: string | undefined,
  { timezone = 'UTC', readerZone }: MessageParams,
): string => {
  const from = `on ${clockFor(start, timezone, readerZone)}`
  return isMoment(end) ? `${from} and ends on ${clockFor(end, timezone, readerZone)}` : from
}

const datesPerParagraph = 10

const datesIn = (text: string): readonly MessageParams[] => {
  try {
    return JSON.parse(text)
  } catch {
    return []
  }
}

const sentencesOf = (params: MessageParams): readonly string[] => {
  const { startTime, place, oldStartTime, oldEndTime, oldPlace, endTime, eventTitle } = params
  const withoutOn = (span: string): string => span.replace(/^on /, '')
  return [
    ...(eventTitle === undefined ? [] : [eventTitle]),
    ...(isMoment(startTime) ? [withoutOn(spanOf(startTime, endTime, params))] : []),
    ...(isMoment(oldStartTime) ? [`before: ${withoutOn(spanOf(oldStartTime, oldEndTime, params))}`] : []),
    ...(place === undefined ? [] : [`place: ${place || 'to be announced'}`]),
    ...(oldPlace === undefined ? [] : [`before: ${oldPlace || 'not announced'}`]),
  ]
}

/** Several dates, one a line. A place that all of them share is named once. */
const listDates = (dates: readonly MessageParams[], readerZone: string | undefined): string => {
  const places = new Set(dates.map(({ place, oldPlace }) => JSON.stringify([place, oldPlace])))
  const shared = places.size === 1 && dates[0]?.oldPlace === undefined ? dates[0]?.place : undefined
  const lines = dates.map(({ place, ...date }) => {
    const shown = { ...date, ...(shared === undefined && place !== undefined ? { place } : {}) }
    const withZone = readerZone === undefined ? shown : { ...shown, readerZone }
    return `- ${sentencesOf(withZone).map(visibleLine).join('; ')}`
  })
  const paragraphs = Array.from({ length: Math.ceil(lines.length / datesPerParagraph) }, (_, at) =>
    lines.slice(at * datesPerParagraph, (at + 1) * datesPerParagraph).join('\n'),
  )
  const placeLine = shared === undefined ? [] : [`Place: ${visibleLine(shared) || 'to be announced'}.`]
  return ['', ...paragraphs, ...placeLine].join('\n\n')
}

/**
 * Time and place of an event for readers, in the event's zone and in theirs. Parameters: `startTime`, `timezone`,
 * `place`; `endTime` if the end matters; `oldStartTime`, `oldEndTime` and `oldPlace` of a change; `readerZone`; `when`
 * for prepared text. `dates` lists several events instead: a JSON array of these parameters, each with `eventTitle`
 * where the names differ. Empty if nothing is known. `begins` supplies subject and tense: `It begins`, `It was to begin`,
 * `Your shift begins`.
 */
export const describeTimeAndPlace = (params: MessageParams, begins = 'It begins'): string => {
  const { startTime, when, endTime, place, oldStartTime, oldEndTime, oldPlace, dates, readerZone } = params
  if (dates !== undefined) return listDates(datesIn(dates), readerZone)
  return [
    when ? `${begins} on ${when}.` : '',
    !when && isMoment(startTime) ? `${begins} ${spanOf(startTime, endTime, params)}.` : '',
    place === undefined ? '' : `Place: ${place || 'to be announced'}.`,
    isMoment(oldStartTime) ? `Before that it was planned ${spanOf(oldStartTime, oldEndTime, params)}.` : '',
    oldPlace === undefined ? '' : `The place was ${oldPlace || 'not announced'}.`,
  ]
    .filter((line) => line !== '')
    .join(' ')
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
