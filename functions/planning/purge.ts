import { dayMs } from '../../lib/contract/time.ts'
import { scheduleTask, type TaskHandler } from '../../lib/scheduled/task.ts'
import { remove } from '../../lib/table/write.ts'
import { eventBody, eventCard, eventPartitions } from '../events/index.ts'
import type { PlanContext } from '../lifecycle/index.ts'

export const purgeKind = 'event-purge'
export const purgeDelayMs = 30 * dayMs

/** Schedules the purge of a deleted event's remaining rows. */
export const purgeTask = (eventId: string, page: number, context: PlanContext, at: Date) =>
  scheduleTask(context, {
    kind: purgeKind,
    subject: eventId,
    version: String(page),
    at: at.toISOString(),
  })

/**
 * Deletes everything below an event that was deleted 30 days ago, one page at a time. Card and body are last, so that a
 * failed page can find them again. The agenda goes too. No save brings it back: a save needs a card that is not deleted,
 * and a deleted card is never restored.
 */
export const purgeEvent: TaskHandler['carryOut'] = async ({ subject: eventId, version }, context) => {
  const card = await context.table.get(eventCard, { eventId }, { strong: true })
  if (card?.deletedAt === undefined) return []
  const keep = [eventCard.name, eventBody.name]
  for (const template of eventPartitions)
    if (await context.table.purgePage({ template, keyParams: { eventId }, keep }))
      return [purgeTask(eventId, Number(version) + 1, context, context.now())]
  return [remove(eventBody, { eventId }), remove(eventCard, { eventId }, { with: ['deletedAt'] })]
}
