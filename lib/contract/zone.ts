const formats = new Map<string, Intl.DateTimeFormat>()

/** What tells the wall clock of a zone. Throws a RangeError for what is no zone. */
export const clockOf = (zone: string): Intl.DateTimeFormat => {
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
    clockOf(zone)
    return true
  } catch {
    return false
  }
}

/** The name of a zone that follows the clocks of a place, as it is written; undefined for offsets and what is no zone. */
export const placeZone = (given: string): string | undefined => {
  if (!/^[a-z]/i.test(given) || !isZone(given)) return undefined
  const written = Intl.supportedValuesOf('timeZone')
  return written.find((zone) => zone.toLowerCase() === given.toLowerCase()) ?? given
}
