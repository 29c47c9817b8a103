import { on } from '../../lib/consumer.ts'
import { attendee, eventCard } from '../events/service.ts'
import { count } from './counting.ts'
import { eventStats } from './repository.ts'
import { rollUp } from './rolling.ts'

/** What follows for the numbers when people register and come, when events change, and when somebody looks. */
export const notices = [
  on(attendee, ['made', 'changed', 'gone'], count),
  on(eventCard, ['made', 'changed'], async ({ after }, world) => {
    if (after) await rollUp(after.eventId, world)
  }),
  on(eventStats, ['made', 'changed'], async ({ after }, world) => {
    if (after?.lastViewAt !== undefined) await rollUp(after.eventId, world)
  }),
]
