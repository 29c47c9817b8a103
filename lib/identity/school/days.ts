import { dayAfter, dayOf } from '../../zones.ts'
import type { TenantRecord } from '../person/records.ts'
import { readSchool, type ZoneContext, zoneOfSchool } from './zone.ts'

/** The school's last days up to today (`YYYY-MM-DD`), oldest first. */
export const lastDays = (now: Date, zone: string, count: number): readonly string[] => {
  const today = dayOf(now.toISOString(), zone)
  return Array.from({ length: count }, (_, at) => dayAfter(today, { days: at + 1 - count }) ?? today)
}

type Zones = Pick<TenantRecord, 'timezone' | 'pastZones'>

/** Former zones with their end, oldest first. */
const pastOf = (school: Zones | undefined) => Object.entries(school?.pastZones ?? {}).sort()

/** More changes than any school makes. The oldest zone also covers the time before. */
const maxPastZones = 50

/** The school's former zones after a change of zone. */
export const zonesBefore = (school: Zones, timezone: string, at: string): Pick<TenantRecord, 'pastZones'> => {
  if (school.timezone === timezone) return {}
  return { pastZones: Object.fromEntries([...pastOf(school), [at, school.timezone]].slice(-maxPastZones)) }
}

/**
 * Finds the day of a time, in the zone that the school had then. A time keeps its day even after a change of zone, so
 * counts of a day are found again. Reads one item per batch of change events, which are older than the read.
 */
export const findDays = async (
  context: Pick<ZoneContext, 'table' | 'settings' | 'once'>,
): Promise<(moment: string) => string> => {
  const school = await readSchool(context)
  const past = pastOf(school)
  const now = zoneOfSchool(school, context.settings)
  return (moment) => dayOf(moment, past.find(([until]) => moment <= until)?.[1] ?? now)
}
