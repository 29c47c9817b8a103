import * as z from 'zod/mini'
import { hourMs, minuteMs } from '../../lib/contract/time.ts'
import {
  onDue,
  rescheduleTasks,
  type TaskContext,
  type TaskFacts,
  type TaskHandler,
  type TaskPlace,
} from '../../lib/scheduled/task.ts'
import { entity } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'
import { type EventCard, type EventRecord, findEvent, isLive } from '../events/index.ts'

/** Event fields that determine its scheduled tasks. */
export type ScheduledFields = Pick<EventCard, 'eventId' | 'start_time' | 'end_time' | 'shelf' | 'deletedAt'>

export const reminderKind = 'reminder'
export const completionKind = 'completion'

const reminderOf = ({ eventId, start_time: startTime }: ScheduledFields, hours: number): TaskFacts => ({
  kind: reminderKind,
  subject: eventId,
  version: `${startTime}#${hours}`,
  at: new Date(Date.parse(startTime) - hours * hourMs).toISOString(),
  params: { startTime, hours: String(hours) },
})

const completionOf = ({ eventId, end_time: endTime }: ScheduledFields): TaskFacts => ({
  kind: completionKind,
  subject: eventId,
  version: endTime,
  at: endTime,
  params: { endTime },
})

/**
 * Returns the scheduled tasks of a live event: a reminder for each interval (hours before the start), and its end. The
 * hours are the event's own or the school's; without either, those of `stakeholders/defaults.ts`.
 */
export const taskFactsOf = (
  card: ScheduledFields | undefined,
  hours: readonly number[],
): readonly TaskFacts[] =>
  card && isLive(card)
    ? [...[...new Set(hours)].map((each) => reminderOf(card, each)), completionOf(card)]
    : []

/**
 * Handles the end of a live event (rules/reminders 10). `complete` returns the writes that move it to `completed`, the
 * card among them, conditional on its version. It runs with the current event, and only while that is live and past its
 * end. The domain that changes events registers this handler.
 */
export const onEventEnd = (
  complete: (whole: EventRecord, context: TaskContext) => Promise<readonly Write[]>,
): TaskHandler =>
  onDue(completionKind, async ({ subject: eventId }, context) => {
    const whole = await findEvent(context.table, eventId, { strong: true })
    // A moved event has another row for its new end (rules/reminders 11).
    if (!whole || !isLive(whole.card) || Date.parse(whole.card.end_time) > context.now().getTime()) return []
    return complete(whole, context)
  })

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** Formats the time from one date to a later one in words: `45 minutes`, `2 hours`, `3 days`. */
export const formatDuration = (from: Date, to: Date): string => {
  const minutes = Math.max(1, Math.round((to.getTime() - from.getTime()) / minuteMs))
  if (minutes < 60) return counted(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day')
}

/** A live event, public or not, ordered by start. Feeds list public events only. */
const ScheduledEvent = z.object({ start_time: z.string(), eventId: z.string() })
type ScheduledEvent = z.infer<typeof ScheduledEvent>
export const scheduledEvent = entity('ScheduledEvent', ScheduledEvent, {
  scope: 'tenant',
  pk: 'SCHEDULED',
  sk: '{start_time}#{eventId}',
})

const placeOf = (card: ScheduledFields | undefined): ScheduledEvent | undefined =>
  card && isLive(card) ? { start_time: card.start_time, eventId: card.eventId } : undefined

/** Adds, moves or removes an event in that list. */
export const listingWrites = (
  before: ScheduledFields | undefined,
  after: ScheduledFields | undefined,
): readonly Write[] => {
  const [was, is] = [placeOf(before), placeOf(after)]
  if (was?.start_time === is?.start_time) return []
  return [...(was ? [remove(scheduledEvent, was)] : []), ...(is ? [put(scheduledEvent, is)] : [])]
}

/**
 * Lists the next `limit` live events that begin at a time or later; `behind` continues after one of them. Strongly
 * consistent.
 */
export const listScheduled = async (
  table: Table,
  place: { readonly from: string } | { readonly behind: ScheduledEvent },
  limit: number,
): Promise<{ readonly events: readonly ScheduledEvent[]; readonly all: boolean }> => {
  const from = 'from' in place ? place.from : `${place.behind.start_time}#${place.behind.eventId}\u{10FFFF}`
  const { items, cursor } = await table.list(scheduledEvent, { keyParams: {}, limit, from, strong: true })
  return { events: items, all: cursor === undefined }
}

/**
 * Plans the scheduled tasks of an event: reminders at hours before its start, its end, and its place in the list of
 * scheduled events. Reminders before `since`, the time of the change, are left out. `before` is undefined for a new
 * event, `after` for a purged one. Reads nothing. `hoursBefore` has the earlier hours when the hours themselves change
 * (rules/reminders 1 to 4).
 */
export const reminderWrites = (
  place: TaskPlace,
  before: ScheduledFields | undefined,
  after: ScheduledFields | undefined,
  hours: readonly number[],
  hoursBefore: readonly number[] = hours,
  since: Date = place.now(),
): readonly Write[] => {
  const ahead = taskFactsOf(after, hours).filter(
    ({ kind, at }) => kind !== reminderKind || Date.parse(at) > since.getTime(),
  )
  return [...rescheduleTasks(place, taskFactsOf(before, hoursBefore), ahead), ...listingWrites(before, after)]
}
