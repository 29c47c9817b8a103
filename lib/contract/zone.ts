import { defaultLocale, type Translate } from './text/locale.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The formatter for a zone's local time. Throws a RangeError for an unknown zone. */
export const clockFormatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, formatter)
  return formatter
}

/** Whether a text is the name of a time zone (IANA). */
export const isZone = (zone: string): boolean => {
  // UTC is always valid, and loading time zone data takes ten milliseconds of a start.
  if (zone === 'UTC') return true
  try {
    clockFormatOf(zone)
    return true
  } catch {
    return false
  }
}

/** The zone's name in its canonical spelling; undefined for offsets and unknown zones. */
export const namedZone = (given: string): string | undefined => {
  if (!/^[a-z]/i.test(given) || !isZone(given)) return undefined
  const written = Intl.supportedValuesOf('timeZone')
  return written.find((zone) => zone.toLowerCase() === given.toLowerCase()) ?? given
}

/** Local time: `YYYY-MM-DD` and `HH:mm:ss`. */
export type LocalTime = { readonly date: string; readonly time: string }

/** The local time of a zone at a time (ISO 8601). */
export const localTimeOf = (moment: string, zone: string): LocalTime => {
  const parts = Object.fromEntries(
    clockFormatOf(zone)
      .formatToParts(new Date(moment))
      .map(({ type, value }) => [type, value]),
  )
  const { year = '', month, day, hour, minute, second } = parts
  return { date: `${year.padStart(4, '0')}-${month}-${day}`, time: `${hour}:${minute}:${second}` }
}

const momentFormats = new Map<string, Intl.DateTimeFormat>()

const momentFormatOf = (zone: string, t: Translate | undefined, isWithDay: boolean): Intl.DateTimeFormat => {
  const tag = t?.locale.tag ?? 'en-US'
  const key = `${tag} ${zone} ${isWithDay}`
  const known = momentFormats.get(key)
  if (known) return known
  const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  const formatter = new Intl.DateTimeFormat(tag, {
    ...(isWithDay ? day : {}),
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  })
  momentFormats.set(key, formatter)
  return formatter
}

/** A time as the formatter writes it. `p.m.` would look like an address in a mail, and stays on the time's line. */
const textOf = (format: Intl.DateTimeFormat, moment: string): string =>
  format
    .format(new Date(moment))
    .replace(/\s?\b([ap])\.\s?m\./, '\u00A0$1.\u00A0m.')
    .replace(/\s(?=[AP]M\b)/, ' ')

/** A day as people write it; a text that is no date stays as it is. */
export const formatDay = (moment: string, zone: string, t: Translate): string => {
  if (Number.isNaN(Date.parse(moment))) return moment.slice(0, 10)
  return new Intl.DateTimeFormat(t.locale.tag, { dateStyle: 'long', timeZone: zone }).format(new Date(moment))
}

const zoneNameFormats = new Map<string, Intl.DateTimeFormat>()
/** A name depends on the year: Berlin had no summer time in 1970, so its name then would be that of winter time. */
const zoneNameDate = new Date('2026-01-01')
/** Readers' browsers choose the language tag. */
const mostZoneNames = 500

/** A zone's name in a language, without its offset: `America/New_York` is Eastern Time. Mails and pages use the same. */
export const zoneNameOf = (zone: string, tag: string): string => {
  if (zone === 'UTC') return 'UTC'
  const key = `${tag} ${zone}`
  const format =
    zoneNameFormats.get(key) ?? new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName: 'longGeneric' })
  if (zoneNameFormats.size > mostZoneNames) zoneNameFormats.clear()
  zoneNameFormats.set(key, format)
  const name = format.formatToParts(zoneNameDate).find(({ type }) => type === 'timeZoneName')?.value ?? zone
  // As Spanish speakers in the United States call it.
  return name.replace('hora oriental', 'hora del Este')
}

const zoneLabelOf = (zone: string, t: Translate | undefined): string =>
  zoneNameOf(zone, t?.locale.tag ?? defaultLocale)

/** A time as people say it in a zone: `Wednesday, April 1, 2026 at 6:00 PM (Central European Time)`. */
export const formatMoment = (moment: string, zone: string, t?: Translate): string => {
  const text = textOf(momentFormatOf(zone, t, true), moment)
  // `miércoles 1 de abril` needs no comma behind the weekday.
  const shown = t === undefined || t.locale.language === 'en' ? text : text.replace(',', '')
  return `${shown} (${zoneLabelOf(zone, t)})`
}

/** The time of a day as people say it in a zone: `6:00 PM (Central European Time)`. */
export const formatTimeOfDay = (moment: string, zone: string, t?: Translate): string =>
  `${textOf(momentFormatOf(zone, t, false), moment)} (${zoneLabelOf(zone, t)})`
