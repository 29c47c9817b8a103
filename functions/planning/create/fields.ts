import * as z from 'zod/mini'
import { Failure, fail } from '../../../lib/contract/failure.ts'
import { ValidationError } from '../../../lib/contract/failures.ts'
import { readJson } from '../../../lib/contract/json.ts'
import { dayMs, hourMs, minuteMs } from '../../../lib/contract/time.ts'
import { isZone } from '../../../lib/contract/zone.ts'
import { momentOf } from '../../../lib/zones.ts'
import { EventFields, fieldAliases, isList, isTyped } from '../contract/request-bodies.ts'

/** Rejects one field in the format of the request pipeline. */
export const refuseField = (field: string, message: string): never =>
  fail(ValidationError, { field, details: [{ field, message }] })

const booleanTexts: Readonly<Record<string, boolean>> = { true: true, false: false }

const jsonOrText = (text: string): unknown => {
  try {
    return readJson(text)
  } catch (error) {
    if (error instanceof Failure) throw error
    return text
  }
}

/** Parses a form's text. A list may use commas; an empty string is no value. */
const parsedFieldOf = (name: string, value: unknown): unknown => {
  if (typeof value !== 'string' || !isTyped(name)) return value
  const given = value.trim()
  if (isList(name) && !given.startsWith('['))
    return given === '' ? [] : given.split(',').map((part) => part.trim())
  if (given === '') return null
  return Object.hasOwn(booleanTexts, given) ? booleanTexts[given] : jsonOrText(given)
}

const nameOf = (name: string): string =>
  Object.hasOwn(fieldAliases, name) ? fieldAliases[name as keyof typeof fieldAliases] : name

const isUnset = (name: string, value: unknown): boolean =>
  (value === null && ['duration', 'expectedAttendance'].includes(name)) ||
  (value === '' && name === 'visibility')

/**
 * Parses the event fields of a request: resolves aliases and parses form texts. Ignores unknown fields. Fails with 400
 * `VALIDATION_ERROR` and the field's name.
 */
export const readFields = (sent: Readonly<Record<string, unknown>>): EventFields => {
  const named: Record<string, unknown> = {}
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  // Own names come after their aliases, so that they win.
  const [aliases, own] = [
    given.filter(([name]) => name !== nameOf(name)),
    given.filter(([name]) => name === nameOf(name)),
  ]
  for (const [sentName, value] of [...aliases, ...own]) {
    const name = nameOf(sentName)
    const meant = parsedFieldOf(name, value)
    if (!isUnset(name, meant)) named[name] = meant
  }
  const parsed = z.safeParse(EventFields, named)
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  return fail(ValidationError, { details, field: details[0]?.field ?? '' })
}

export const isFlagSet = (sent: boolean | 'true' | 'false' | undefined): boolean =>
  sent === true || sent === 'true'

/** Parses a list of ids from a form or a JSON body. */
export const readIds = (field: string, sent: unknown, most: number): readonly string[] => {
  if (sent === undefined || sent === null || sent === '') return []
  const list = typeof sent === 'string' ? jsonOrText(sent) : sent
  const Ids = z.array(z.string().check(z.minLength(1), z.maxLength(128))).check(z.maxLength(most))
  const parsed = z.safeParse(Ids, list)
  return parsed.success
    ? [...new Set(parsed.data)]
    : refuseField(field, `Expected a list of at most ${most} ids`)
}

const zoneOf = ({ timezone }: EventFields, otherwise: string): string => {
  const zone = timezone ?? otherwise
  return isZone(zone) ? zone : refuseField('timezone', 'Expected the name of a time zone')
}

const moment = (field: string, given: string, zone: string): string =>
  momentOf(given, zone) ?? refuseField(field, 'This date and time does not exist')

const startOf = ({ start_time, date, time }: EventFields, zone: string): string | undefined => {
  if (start_time !== undefined) return moment('start_time', start_time, zone)
  if (date === undefined) return undefined
  if (time === undefined) return /T.*\d/.test(date) ? moment('date', date, zone) : undefined
  return moment('date', `${date.slice(0, 10)}T${time}`, zone)
}

const defaultMinutes = 60
const longestMs = 14 * dayMs

/** The times of an event. Without an end, an event keeps its length or lasts an hour. */
export type Times = { readonly start_time: string; readonly end_time: string; readonly timezone: string }

/**
 * Merges sent times into those of an event. Local times are in `zone` unless the fields name another one. Undefined
 * while there is no start.
 */
export const parseTimes = (fields: EventFields, zone: string, before?: Times): Times | undefined => {
  const timezone = zoneOf(fields, zone)
  const start_time = startOf(fields, timezone) ?? before?.start_time
  if (start_time === undefined) return undefined
  const previousMs = before && Date.parse(before.end_time) - Date.parse(before.start_time)
  const durationMs =
    fields.duration === undefined ? (previousMs ?? defaultMinutes * minuteMs) : fields.duration * minuteMs
  const moved = startOf(fields, timezone) !== undefined || fields.duration !== undefined
  const end_time =
    fields.end_time === undefined
      ? moved || !before
        ? new Date(Date.parse(start_time) + durationMs).toISOString()
        : before.end_time
      : moment('end_time', fields.end_time, timezone)
  return { start_time, end_time, timezone }
}

/** Merges times like `parseTimes`. Rejects an event that ends before it starts, or lasts longer than 14 days. */
export const readTimes = (fields: EventFields, zone: string, before?: Times): Times | undefined => {
  const times = parseTimes(fields, zone, before)
  if (times === undefined) return undefined
  const length = Date.parse(times.end_time) - Date.parse(times.start_time)
  if (length <= 0) refuseField('end_time', 'The event must end after it starts')
  if (length > longestMs) refuseField('end_time', 'An event can last at most 14 days')
  return times
}

/** Proposes times for a draft without any: one hour, starting a week after the next full hour. */
export const proposedTimes = (zone: string, now: Date): Times => {
  const start = Math.ceil(now.getTime() / hourMs) * hourMs + 7 * dayMs
  const end = start + hourMs
  return { start_time: new Date(start).toISOString(), end_time: new Date(end).toISOString(), timezone: zone }
}
