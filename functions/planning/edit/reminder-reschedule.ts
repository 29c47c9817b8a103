import { minuteMs } from '../../../lib/contract/time.ts'
import { type ScheduledTask, scheduleTask, type TaskHandler } from '../../../lib/scheduled/task.ts'
import { unchanged } from '../../../lib/table/condition.ts'
import { check, type Write } from '../../../lib/table/write.ts'
import { type EventRecord, eventBody, eventCard, findEventsNow, isLive } from '../../events/index.ts'
import type { PlanContext } from '../../lifecycle/index.ts'
import { listScheduled, reminderWrites } from '../../reminders/index.ts'
import { intervalsKind, readIntervals } from '../../stakeholders/index.ts'

/** Each event needs at most twelve writes: five reminders removed, five added, and checks of card and body. */
const pageSize = 7
/** Longer than any event change that still uses the earlier hours. */
const againMs = 10 * minuteMs

type ReminderHours = { readonly before: readonly number[]; readonly after: readonly number[] }

/** Moves the reminders of an event without hours of its own. */
const rescheduledWrites = (
  { card, body }: EventRecord,
  { before, after }: ReminderHours,
  context: PlanContext,
): readonly Write[] => {
  if (!isLive(card) || body.notificationSettings !== undefined) return []
  const writes = reminderWrites(context, card, card, after, before)
  if (writes.length === 0) return []
  const { eventId, start_time, status } = card
  return [
    ...writes,
    check(eventCard, { eventId }, { equals: { start_time, status }, without: ['deletedAt'] }),
    check(eventBody, { eventId }, unchanged(body)),
  ]
}

const nextTaskOf = (
  { subject, version, params }: ScheduledTask,
  more: Readonly<Record<string, string>>,
  at: Date,
  context: PlanContext,
) => {
  const [first] = version.split(' ')
  const { start_time = '', eventId = '', round = '1' } = more
  return scheduleTask(context, {
    kind: intervalsKind,
    subject,
    version: `${first} ${round} ${start_time} ${eventId}`,
    at: at.toISOString(),
    params: { from: params.from ?? '', ...more },
  })
}

/**
 * Moves the reminders of live events to the school's new hours, one page for each task. A second run finds events that
 * went live with the old hours in the meantime. Each page reads the new hours and checks them in its transaction, so
 * that the later of two changes wins.
 */
export const rescheduleReminders: TaskHandler['carryOut'] = async (row, context) => {
  const { from = '', start_time, eventId, round = '1' } = row.params
  const { table, now } = context
  const place = start_time && eventId ? { behind: { start_time, eventId } } : { from: now().toISOString() }
  const [{ hours: after, still }, { events, all }] = await Promise.all([
    readIntervals(table),
    listScheduled(table, place, pageSize),
  ])
  const before = from.split(',').flatMap((hours) => (hours === '' ? [] : Number(hours)))
  const whole = await findEventsNow(
    table,
    events.map((one) => one.eventId),
  )
  const writes = whole.flatMap((one) => rescheduledWrites(one, { before, after }, context))
  const last = events.at(-1)
  const next = (): readonly Write[] => {
    if (!all && last) return [nextTaskOf(row, { ...last, round }, now(), context)]
    if (round !== '1') return []
    return [nextTaskOf(row, { round: '2' }, new Date(now().getTime() + againMs), context)]
  }
  return [...writes, ...(writes.length > 0 ? [still] : []), ...next()]
}
