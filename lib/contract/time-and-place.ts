import { formatMoment, isZone, localTimeOf } from './zone.ts'

/** What notices say of an event, as texts. Times are ISO 8601; a place that is empty is not known yet. */
type MessageParams = Readonly<Record<string, string>>

/**
 * A moment on the clocks of an event, and on those of the reader where they show something else: `Wednesday 1 April 2026 at
 * 18:00 (Berlin time), which is 12:00 (New York time)`.
 */
const clockFor = (moment: string, given: string, readerZone: string | undefined): string => {
  // A row that says no zone, or none that there is, is told all the same.
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

/** When something is: its beginning, and its end where that is told of. */
const spanOf = (
  start: string,
  end: string | undefined,
  { timezone = 'UTC', readerZone }: MessageParams,
): string => {
  const from = `on ${clockFor(start, timezone, readerZone)}`
  return isMoment(end) ? `${from} and ends on ${clockFor(end, timezone, readerZone)}` : from
}

/**
 * When and where an event is, for people who read of it: on its own clocks and on theirs. `startTime`, `timezone`, `place`;
 * `endTime` where the end is news; `oldStartTime`, `oldEndTime` and `oldPlace` of what was changed; `readerZone`; `when`
 * where the words were made before. Empty where nothing is known. `begins` says what is there and in which tense: `It
 * begins`, `It was to begin`, `Your shift begins`.
 */
export const describeTimeAndPlace = (params: MessageParams, begins = 'It begins'): string => {
  const { startTime, when, endTime, place, oldStartTime, oldEndTime, oldPlace } = params
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

/** What is ours in these texts: moments, and names of zones. */
export const momentParams = [
  'startTime',
  'endTime',
  'oldStartTime',
  'oldEndTime',
  'timezone',
  'readerZone',
] as const
