import { type DueHandler, type DueWorld, whenDue } from '../../lib/due.ts'
import type { Write } from '../../lib/table/write.ts'
import { findEvent, isLive, type WholeEvent } from '../events/service.ts'
import { completionKind } from './rows.ts'

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
