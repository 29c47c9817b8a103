import { onDue, type TaskHandler } from '../../lib/scheduled/task.ts'
import { remove } from '../../lib/table/write.ts'
import { eventBody, eventCard, eventPartitions } from '../events/index.ts'
import { statusWrites } from '../lifecycle/index.ts'
import { onEventEnd } from '../reminders/index.ts'
import { intervalsKind, withdrawalWrites } from '../stakeholders/index.ts'
import { hostCopyHandler } from './collaboration/event-copies.ts'
import { rescheduleReminders } from './edit/reminder-reschedule.ts'
import { purgeKind, purgeTask } from './edit/status-change.ts'
import { orphanHandlers } from './hosts/orphaned-events.ts'
import { bulkActionHandler } from './submission/statuses.ts'

/**
 * Deletes everything below an event that was deleted 30 days ago, one page at a time. Card and body are last, so that a
 * failed page can find them again.
 */
const purge: TaskHandler['carryOut'] = async ({ subject: eventId, version }, context) => {
  const card = await context.table.get(eventCard, { eventId }, { strong: true })
  if (card?.deletedAt === undefined) return []
  const keep = [eventCard.name, eventBody.name]
  for (const template of eventPartitions)
    if (await context.table.purgePage({ template, keyParams: { eventId }, keep }))
      return [purgeTask(eventId, Number(version) + 1, context, context.now())]
  return [remove(eventBody, { eventId }), remove(eventCard, { eventId }, { with: ['deletedAt'] })]
}

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
  onDue(purgeKind, purge),
  onDue(intervalsKind, rescheduleReminders),
]
