import * as z from 'zod/mini'
import { dayMs } from '../../../lib/contract/time.ts'
import type { Write } from '../../../lib/table/write.ts'
import { dailyHoursOf, dayAfter, hoursOnDay, localTimeOf } from '../../../lib/zones.ts'
import type { EventRecord } from '../../events/index.ts'
import { followRunOf, type PlanContext, seriesGroupOf } from '../../lifecycle/index.ts'
import { EventFields, type Scope } from '../contract/request-bodies.ts'
import { type SeriesTask, seriesTaskWrite } from '../repository.ts'

/** An edit that applies to any event of a series: a shift in days, and new times of day. */
const SeriesEdit = z.object({
  fields: EventFields,
  shift: z.optional(
    z.object({
      days: z.number(),
      time: z.string(),
      lasts: z.number(),
      ends: z.optional(z.object({ days: z.number(), time: z.string() })),
    }),
  ),
  /** Milliseconds before the start. */
  deadline: z.optional(z.number()),
})
export type SeriesEdit = z.infer<typeof SeriesEdit>
export const isSeriesEdit = (facts: unknown): facts is SeriesEdit => z.safeParse(SeriesEdit, facts).success

/** Derives the edit for the other events of a series. */
export const seriesEditOf = (before: EventRecord, requested: EventRecord, sent: EventFields): SeriesEdit => {
  const {
    start_time: _,
    end_time: __,
    date: ___,
    time: ____,
    duration: _____,
    recurrence: ______,
    registrationDeadline,
    ...fields
  } = sent
  const [was, is] = [before, requested].map(({ card }) => localTimeOf(card.start_time, card.timezone))
  const moved =
    before.card.start_time !== requested.card.start_time || before.card.end_time !== requested.card.end_time
  const { registrationDeadline: limit, location = null } = requested.card
  return {
    fields: {
      ...fields,
      // Without a new room, each event of the series takes the name of its own.
      ...(fields.location === undefined || fields.classroom_id === undefined ? {} : { location }),
      ...(registrationDeadline === null || registrationDeadline === '' ? { registrationDeadline } : {}),
    },
    ...(moved && was && is
      ? {
          shift: {
            days: Math.round((Date.parse(is.date) - Date.parse(was.date)) / dayMs),
            ...dailyHoursOf(requested.card, requested.card.timezone),
          },
        }
      : {}),
    ...(registrationDeadline && limit
      ? { deadline: Date.parse(requested.card.start_time) - Date.parse(limit) }
      : {}),
  }
}

/** Returns the fields that apply a series edit to one event. */
export const occurrenceFieldsOf = (
  { fields, shift, deadline }: SeriesEdit,
  { card }: EventRecord,
): EventFields => {
  const timezone = fields.timezone ?? card.timezone
  const { date } = localTimeOf(card.start_time, timezone)
  const day = shift && dayAfter(date, { days: shift.days })
  const moved = day && shift ? hoursOnDay(day, shift, timezone) : undefined
  const start_time = moved?.start_time ?? card.start_time
  const registrationDeadline =
    deadline === undefined
      ? {}
      : { registrationDeadline: new Date(Date.parse(start_time) - deadline).toISOString() }
  return { ...fields, ...moved, ...registrationDeadline }
}

/** A change of several events of a series, and the group of their notifications. */
type SeriesChange = {
  readonly context: PlanContext
  /** Schedules the change for the other events, in the transaction of the first. */
  readonly taskWrites: (facts: SeriesTask['facts']) => readonly Write[]
}

/**
 * Plans the same change for the other events of a series. The returned context belongs to the first change. A single
 * event has no other events and no group.
 */
export const seriesChangeOf = (
  { card, body }: EventRecord,
  scope: Scope | undefined,
  job: 'edit' | 'cancel' | 'delete',
  context: PlanContext,
): SeriesChange => {
  const { seriesId, eventId, status, version } = card
  if (seriesId === undefined || scope === undefined || scope === 'this')
    return { context, taskWrites: () => [] }
  // The others would also follow the first event out of `pending`. This run takes the place of that one.
  const isFollowed = job !== 'edit' && seriesId === eventId && status === 'pending'
  const run = isFollowed ? followRunOf(version + 1) : context.newId()
  const after = scope === 'following' ? (body.occurrenceIndex ?? 1) : 0
  return {
    context: { ...context, changeGroup: seriesGroupOf(seriesId, run) },
    taskWrites: (facts) => [seriesTaskWrite({ seriesId, job, facts, after, except: eventId, run }, context)],
  }
}
