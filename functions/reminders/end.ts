import { type DueHandler, type DueWorld, whenDue } from '../../lib/scheduled/task.ts'
import type { Write } from '../../lib/table/write.ts'
import { findEvent, isLive, type WholeEvent } from '../events/index.ts'
import { completionKind } from './records.ts'

/**
 * What happens when a live event is over (rules/reminders 10). `complete` answers the writes that move it to `completed`, the
 * card among them under its version; it is asked with the event as it is now, and only while it is live and its end has
 * passed. To be registered with the clock by the domain that moves events.
 */
export const whenOver = (
  complete: (whole: WholeEvent, world: DueWorld) => Promise<readonly Write[]>,
): DueHandler =>
  whenDue(completionKind, async ({ subject: eventId }, world) => {
    const whole = await findEvent(world.table, eventId, { strong: true })
    // One that was moved has a row of its own for its new end (rules/reminders 11).
    if (!whole || !isLive(whole.card) || Date.parse(whole.card.end_time) > world.now().getTime()) return []
    return complete(whole, world)
  })

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** How long it is from one moment to a later one, as people say it: `45 minutes`, `2 hours`, `3 days`. */
export const timeBetween = (from: Date, to: Date): string => {
  const minutes = Math.max(1, Math.round((to.getTime() - from.getTime()) / 60_000))
  if (minutes < 60) return counted(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day')
}
