import type { ChangeContext } from '../../lib/consumer.ts'
import { oncePerBatch } from '../../lib/keyed-answer.ts'
import { key } from '../../lib/table/entity.ts'
import { type EventBody, type EventCard, eventBody, eventCard, isLive } from '../events/index.ts'
import { reminderWrites } from '../reminders/index.ts'
import { readIntervals } from '../stakeholders/index.ts'

/** Whether a change affects an event's reminders or its end. */
export const movesTasks = (before: EventCard | undefined, after: EventCard): boolean => {
  const [was, is] = [before !== undefined && isLive(before), isLive(after)]
  if (was !== is) return true
  return is && (before?.start_time !== after.start_time || before.end_time !== after.end_time)
}

const ownHoursOf = (body: EventBody | undefined): readonly number[] | undefined =>
  body?.notificationSettings?.reminders

/** Whether a change affects the hours of an event's reminders. */
export const movesReminders = (before: EventBody, after: EventBody): boolean =>
  JSON.stringify(ownHoursOf(before)) !== JSON.stringify(ownHoursOf(after))

type Earlier = {
  /** The card before the change; undefined when it did not change. */
  readonly card?: EventCard | undefined
  /** The body before the change, if it changed. */
  readonly body?: EventBody
}

/**
 * Moves the scheduled tasks of an event to its current state: reminders, its end, and its place in the list of scheduled
 * events. It is for the stream's consumers, which repeat a change until its effects are done. Tasks are written in a batch,
 * at half the cost of the event's transaction. Repeating it writes the same tasks, and a task that stays
 * behind does nothing, since its handler reads the event again. A late consumer schedules what lay ahead at the change.
 */
export const scheduleEventTasks = async (
  eventId: string,
  earlier: Earlier,
  context: ChangeContext,
): Promise<void> => {
  const { table } = context
  const [[card, body], { hours: usual }] = await Promise.all([
    table.batchGet([key(eventCard, { eventId }), key(eventBody, { eventId })], { strong: true }),
    oncePerBatch(context, 'reminder hours', () => readIntervals(table)),
  ])
  const hours = ownHoursOf(body) ?? usual
  const [before, hoursBefore] = earlier.body
    ? [card, ownHoursOf(earlier.body) ?? usual]
    : [earlier.card, hours]
  const since = new Date(card?.updatedAt ?? context.now())
  await table.store(reminderWrites(context, before, card, hours, hoursBefore, since))
}
