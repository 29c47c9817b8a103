/** What a clock on the wall shows: `YYYY-MM-DD` and `HH:mm:ss`. */
export type Wall = { readonly date: string; readonly time: string }

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** Whether a text names a time zone (IANA). */
export const isZone = (zone: string): boolean => {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/** The wall clock of a zone at a moment (ISO 8601). */
export const wallOf = (moment: string, zone: string): Wall => {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(new Date(moment))
      .map(({ type, value }) => [type, value]),
  )
  const { year = '', month, day, hour, minute, second } = parts
  return { date: `${year.padStart(4, '0')}-${month}-${day}`, time: `${hour}:${minute}:${second}` }
}

const asUtc = ({ date, time }: Wall): number => Date.parse(`${date}T${time}Z`)

const offsetAt = (at: number, zone: string): number =>
  asUtc(wallOf(new Date(at).toISOString(), zone)) - Math.floor(at / 1000) * 1000

/**
 * The moment (ISO 8601, UTC) at which the clock of a zone shows this. Of an hour that comes twice it is the first one;
 * one that is left out is moved on by as much. Undefined for a day that no calendar has.
 */
export const momentAt = (wall: Wall, zone: string): string | undefined => {
  const plain = asUtc(wall)
  if (Number.isNaN(plain) || new Date(plain).toISOString().slice(0, 10) !== wall.date) return undefined
  const early = plain - offsetAt(plain - 24 * 3600_000, zone)
  const late = plain - offsetAt(plain + 24 * 3600_000, zone)
  const fits = [early, late].find((at) => asUtc(wallOf(new Date(at).toISOString(), zone)) === plain)
  return new Date(fits ?? early).toISOString()
}

/** A moment as clients send it, with an offset or on the wall clock of a zone; undefined when there is no such moment. */
export const momentOf = (given: string, zone: string): string | undefined => {
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(given)) {
    const at = Date.parse(given)
    return Number.isNaN(at) ? undefined : new Date(at).toISOString()
  }
  const [date = '', time = ''] = given.split('T')
  return momentAt({ date, time: time.length === 5 ? `${time}:00` : time.slice(0, 8) }, zone)
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
