import { onDue, type TaskHandler } from '../../lib/scheduled/task.ts'
import type { Entity } from '../../lib/table/entity.ts'
import { remove, type Write } from '../../lib/table/write.ts'
import { seatChildren } from '../attendance/index.ts'
import { attendee, collaborator, eventAgenda, eventBody, eventCard, eventJob } from '../events/index.ts'
import { statusWrites } from '../lifecycle/index.ts'
import { onEventEnd } from '../reminders/index.ts'
import { approvalInstance, approvalWait, intervalsKind, withdrawalWrites } from '../stakeholders/index.ts'
import { hostCopyHandler } from './collaboration/event-copies.ts'
import { rescheduleReminders } from './edit/reminder-reschedule.ts'
import { purgeKind, purgeTask } from './edit/status-change.ts'
import { orphanHandlers } from './hosts/orphaned-events.ts'
import { bulkActionHandler } from './submission/statuses.ts'

/** Entities whose rows belong to an event and are deleted with it. */
type ChildEntity = { readonly kind: Entity }

const own: readonly ChildEntity[] = [
  // Registrations come before their counter, because a withdrawal needs it.
  { kind: attendee as Entity },
  ...(seatChildren as readonly ChildEntity[]),
  ...[collaborator, eventAgenda, eventJob, approvalWait, approvalInstance].map((kind) => ({
    kind: kind as Entity,
  })),
]

const pageSize = 90

/**
 * Deletes the rows of an event that was deleted 30 days ago, one page at a time. Card and body are last, so that a
 * failed page can find them again. `children` are entities of domains that planning does not import.
 */
const purging =
  (children: readonly ChildEntity[]): TaskHandler['carryOut'] =>
  async ({ subject: eventId, version }, context) => {
    const card = await context.table.get(eventCard, { eventId }, { strong: true })
    if (card?.deletedAt === undefined) return []
    for (const { kind } of [...own, ...children]) {
      const { items } = await context.table.list(kind, {
        keyParams: { eventId },
        limit: pageSize,
        strong: true,
      })
      if (items.length === 0) continue
      const gone: Write[] = items.map((item) => remove(kind, item as Readonly<Record<string, string>>))
      return [...gone, purgeTask(eventId, Number(version) + 1, context, context.now())]
    }
    return [remove(eventBody, { eventId }), remove(eventCard, { eventId }, { with: ['deletedAt'] })]
  }

/** Handlers for due times of events: end and purge. `children`: see `purging`. */
export const taskHandlers = (children: readonly ChildEntity[] = []): readonly TaskHandler[] => [
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
  onDue(purgeKind, purging(children)),
  onDue(intervalsKind, rescheduleReminders),
]
