import type { Context } from '../../lib/context.ts'
import type { ZoneContext } from '../../lib/identity/school/zone.ts'
import { notificationDue } from '../../lib/outbox.ts'
import type { Write } from '../../lib/table/write.ts'
import { type EventCard, type EventRecord, eventParamsOf, isLive, locationTextOf } from '../events/index.ts'

/** Context for changing an event. Operations have it, and so do consumers and sweeps. */
export type PlanContext = Pick<Context, 'table' | 'now' | 'newId'> & ZoneContext

/** Metadata of a notification about an event. */
export const metadataOf = ({ eventId, hostingType, hostingId }: EventCard, { table }: PlanContext) => ({
  eventId,
  ...(hostingType === 'Org' ? { orgId: hostingId } : {}),
  tenantKey: table.tenant,
  navigation: { route: 'EventDetails', params: { eventId }, deepLink: `/event/${eventId}` },
})

const notifyPeople = (
  card: EventCard,
  template: 'event_cancelled' | 'event_updated',
  more: Readonly<Record<string, string>>,
  context: PlanContext,
): Write => {
  const { eventId, version } = card
  return notificationDue(context, {
    template,
    cause: `${eventId}#${version}`,
    to: [
      { kind: 'event', eventId, who: 'attendees' },
      { kind: 'event', eventId, who: 'waiting' },
      { kind: 'event', eventId, who: 'workers' },
    ],
    params: { ...eventParamsOf(card), ...more },
    metadata: metadataOf(card, context),
  })
}

const places = ['location', 'classroom_id'] as const
const hasNewTime = (before: EventCard, after: EventCard): boolean =>
  before.start_time !== after.start_time || before.end_time !== after.end_time
const hasNewPlace = (before: EventCard, after: EventCard): boolean =>
  places.some((field) => before[field] !== after[field])

/** Whether people may have registered. Registration counts lag, so they cannot decide this. */
const hasBeenLive = ({ liveAt }: EventCard): boolean => liveAt !== undefined

/** Approval changes of an event that already has attendees, when it needs approval again and when that is decided. */
const approvalChanges = (before: EventCard, after: EventCard): readonly string[] => {
  if (isLive(before)) return after.status === 'pending' ? ['approval'] : []
  if (isLive(after)) return ['confirmed']
  return before.status === 'pending' && after.status !== 'pending' ? ['withdrawn'] : []
}

/** Asks attendees of an ended event for feedback, when its planners have set a feedback form. */
export const feedbackWrites = (
  before: EventCard | undefined,
  { card, body }: EventRecord,
  context: PlanContext,
): readonly Write[] => {
  const { feedbackFormId } = body
  const { eventId } = card
  if (!before || !isLive(before) || card.status !== 'completed' || feedbackFormId === undefined) return []
  const address = `/form/${feedbackFormId}?eventId=${eventId}`
  const feedbackRequest = notificationDue(context, {
    template: 'event_feedback',
    cause: `${eventId}#completed`,
    // If the event recorded check-ins, only checked-in people attended.
    to: [
      { kind: 'event', eventId, who: 'attendees', ...(card.checkedInCount > 0 ? { checkedIn: true } : {}) },
    ],
    params: { ...eventParamsOf(card), feedbackFormId },
    metadata: {
      ...metadataOf(card, context),
      feedbackFormId,
      mailLink: address,
      navigation: { route: 'Form', params: { formId: feedbackFormId, eventId }, deepLink: address },
    },
  })
  return [feedbackRequest]
}

/** The previous values: times when they changed, the place when it changed. */
const changedOf = (before: EventCard, after: EventCard): Readonly<Record<string, string>> => ({
  ...(hasNewTime(before, after)
    ? { endTime: after.end_time, oldStartTime: before.start_time, oldEndTime: before.end_time }
    : {}),
  ...(hasNewPlace(before, after) ? { oldPlace: locationTextOf(before) } : {}),
})

/** Notifies attendees, waitlisted people and workers of a change. */
export const changeNotifications = (
  before: EventCard | undefined,
  after: EventCard,
  context: PlanContext,
  reason = '',
): readonly Write[] => {
  if (!before || before.deletedAt !== undefined) return []
  const isGone = after.status === 'cancelled' || after.deletedAt !== undefined
  if (isGone) {
    // A past event took place, whatever happens to it now (rules/planning 38).
    const isOver = Date.parse(before.end_time) <= context.now().getTime()
    const shouldNotify = hasBeenLive(before) && before.shelf !== 'past' && !isOver
    return shouldNotify
      ? [notifyPeople(after, 'event_cancelled', reason === '' ? {} : { reason }, context)]
      : []
  }
  if (!hasBeenLive(before) || after.shelf === 'past') return []
  // Changes of a draft notify nobody until it is published again.
  const isHidden = before.status === 'draft' || before.status === 'rejected'
  if (isHidden && !isLive(after)) return []
  const changes = [
    ...(hasNewTime(before, after) ? ['time'] : []),
    ...(hasNewPlace(before, after) ? ['place'] : []),
    ...approvalChanges(before, after),
  ]
  if (changes.length === 0) return []
  const more = { changes: changes.join(','), ...changedOf(before, after) }
  return [notifyPeople(after, 'event_updated', more, context)]
}
