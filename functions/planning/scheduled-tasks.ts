import { onDue, type TaskHandler } from '../../lib/scheduled/task.ts'
import { statusWrites } from '../lifecycle/index.ts'
import { onEventEnd } from '../reminders/index.ts'
import { intervalsKind, withdrawalWrites } from '../stakeholders/index.ts'
import { hostCopyHandler } from './collaboration/event-copies.ts'
import { rescheduleReminders } from './edit/reminder-reschedule.ts'
import { orphanHandlers } from './hosts/orphaned-events.ts'
import { purgeEvent, purgeKind } from './purge.ts'
import { bulkActionHandler } from './submission/statuses.ts'

/** Handlers for due times of events: end and purge. */
export const taskHandlers: readonly TaskHandler[] = [
  // Open acknowledgement requests end with the event.
  onEventEnd(async (whole, context) => {
    const [moved, asked] = await Promise.all([
      statusWrites(context, whole, 'completed'),
      withdrawalWrites(context, whole.card),
    ])
    return [...moved, ...asked]
  }),
  hostCopyHandler,
  ...orphanHandlers,
  bulkActionHandler,
  onDue(purgeKind, purgeEvent),
  onDue(intervalsKind, rescheduleReminders),
]
