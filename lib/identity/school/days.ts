import { dayAfter, dayOf } from '../../zones.ts'
import type { TenantRecord } from '../person/records.ts'
import { readSchool, type ZoneContext, zoneOfSchool } from './zone.ts'

/** The last days of the school up to today (`YYYY-MM-DD`), the oldest first. */
export const lastDays = (now: Date, zone: string, count: number): readonly string[] => {
  const today = dayOf(now.toISOString(), zone)
  return Array.from({ length: count }, (_, at) => dayAfter(today, { days: at + 1 - count }) ?? today)
}

type Zones = Pick<TenantRecord, 'timezone' | 'pastZones'>

/** Until when there was which zone, the oldest first. */
const pastOf = (school: Zones | undefined) => Object.entries(school?.pastZones ?? {}).sort()

/** More changes than any school makes; the oldest zone stands for what was before. */
const maxPastZones = 50

/** The zones that a school had, once it has another one. */
export const zonesBefore = (school: Zones, timezone: string, at: string): Pick<TenantRecord, 'pastZones'> => {
  if (school.timezone === timezone) return {}
  return { pastZones: Object.fromEntries([...pastOf(school), [at, school.timezone]].slice(-maxPastZones)) }
}

/**
 * Says on which day a moment lies, on the clocks that the school had at that moment. So the same moment is always of the
 * same day, whatever zone the school takes later: what was counted on a day is found there again. Reads one item for
 * a batch of notices, which tell of moments before it was read.
 */
export const findDays = async (
  context: Pick<ZoneContext, 'table' | 'settings' | 'once'>,
): Promise<(moment: string) => string> => {
  const school = await readSchool(context)
  const past = pastOf(school)
  const now = zoneOfSchool(school, context.settings)
  return (moment) => dayOf(moment, past.find(([until]) => moment <= until)?.[1] ?? now)
}
