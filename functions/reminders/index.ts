import { type DuePlace, dueChanges } from '../../lib/scheduled/task.ts'
import type { Write } from '../../lib/table/write.ts'
import { factsOf, listingWrites, reminderKind, type Scheduled } from './schedule.ts'

export type { Scheduled } from './schedule.ts'
export { listScheduled, whenOver } from './schedule.ts'

/**
 * The due rows of an event, for the transaction that changes it: reminders so many hours before its start (only those
 * that still lie ahead), its end, and its place in the list of what is scheduled. `before` is undefined for a new event,
 * `after` for one that is purged. Nothing is read. `hoursBefore` is what held until now, when the hours themselves change
 * (rules/reminders 1 to 4).
 */
export const reminderWrites = (
  place: DuePlace,
  before: Scheduled | undefined,
  after: Scheduled | undefined,
  hours: readonly number[],
  hoursBefore: readonly number[] = hours,
): readonly Write[] => {
  const now = place.now().getTime()
  const ahead = factsOf(after, hours).filter(({ kind, at }) => kind !== reminderKind || Date.parse(at) > now)
  return [...dueChanges(place, factsOf(before, hoursBefore), ahead), ...listingWrites(before, after)]
}
