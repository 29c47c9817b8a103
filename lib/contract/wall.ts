import { clockOf } from './zone.ts'

/** What a clock on the wall shows: `YYYY-MM-DD` and `HH:mm:ss`. */
export type Wall = { readonly date: string; readonly time: string }

/** The wall clock of a zone at a moment (ISO 8601). */
export const wallOf = (moment: string, zone: string): Wall => {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(new Date(moment))
      .map(({ type, value }) => [type, value]),
  )
  const { year = '', month, day, hour, minute, second } = parts
  return { date: `${year.padStart(4, '0')}-${month}-${day}`, time: `${hour}:${minute}:${second}` }
}

const spoken = new Map<string, Intl.DateTimeFormat>()

/** `America/Argentina/Buenos_Aires` as people say it. */
const placeOf = (zone: string): string => {
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
  return place === 'UTC' ? place : `${place} time`
}

/** A moment as people say it in a zone: `Wednesday 1 April 2026 at 18:00 (Berlin time)`. */
export const spokenTime = (moment: string, zone: string): string => {
  const parts = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const
  const made =
    spoken.get(zone) ??
    new Intl.DateTimeFormat('en-GB', { ...parts, hour: '2-digit', minute: '2-digit', timeZone: zone })
  spoken.set(zone, made)
  return `${made.format(new Date(moment)).replace(',', '')} (${placeOf(zone)})`
}
