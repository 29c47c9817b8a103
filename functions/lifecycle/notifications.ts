import { groupedChangeWrite } from '../../lib/change-groups.ts'
import type { Context } from '../../lib/context.ts'
import type { ZoneContext } from '../../lib/identity/school/zone.ts'
import { type NotificationRequest, notificationDue } from '../../lib/outbox.ts'
import type { Write } from '../../lib/table/write.ts'
import {
  type EventBody,
  type EventCard,
  type EventRecord,
  eventParamsOf,
  isLive,
  locationTextOf,
} from '../events/index.ts'

/** Context for changing an event. Operations have it, and so do consumers and sweeps. */
export type PlanContext = Pick<Context, 'table' | 'now' | 'newId'> &
  ZoneContext & {
    /** The group of the changes, when one operation changes several events. It sends the notifications. */
    readonly changeGroup?: string
  }

/** The run of a series task that gives all events the status of the first, at this version. */
export const followRunOf = (version: number): string => `follow-${version}`

/** The group of the changes that one run makes to the events of a series. */
export const seriesGroupOf = (seriesId: string, run: string): string => `${seriesId}#${run}`

/** Metadata of a notification about an event. */
export const metadataOf = ({ eventId, hostingType, hostingId }: EventCard, { table }: PlanContext) => ({
  eventId,
  ...(hostingType === 'Org' ? { orgId: hostingId } : {}),
  tenantKey: table.tenant,
  navigation: { route: 'EventDetails', params: { eventId }, deepLink: `/event/${eventId}` },
})

type ChangeNotification = Pick<NotificationRequest, 'template' | 'params'>

const aboutEvent = (
  card: EventCard,
  template: 'event_cancelled' | 'event_updated',
  more: Readonly<Record<string, string>>,
): ChangeNotification => ({ template, params: { ...eventParamsOf(card), ...more } })

/** Notifies an event's attendees, waitlisted people and workers. */
const notifyPeople = (card: EventCard, notification: ChangeNotification, context: PlanContext): Write => {
  const { eventId, version } = card
  return notificationDue(context, {
    ...notification,
    cause: `${eventId}#${version}`,
    to: [
      { kind: 'event', eventId, who: 'attendees' },
      { kind: 'event', eventId, who: 'waiting' },
      { kind: 'event', eventId, who: 'workers' },
    ],
    metadata: metadataOf(card, context),
  })
}

/** The other events of a series follow a decision on the first, so all of them make one group. */
const groupOf = (before: EventCard, after: EventCard, { changeGroup }: PlanContext): string | undefined => {
  if (changeGroup !== undefined) return changeGroup
  const { eventId, seriesId, version } = after
  const isFollowed = seriesId === eventId && before.status === 'pending' && after.status !== 'pending'
  return isFollowed ? seriesGroupOf(seriesId, followRunOf(version)) : undefined
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

/** A new or removed link. Attendees of an online event depend on it like on a place. */
const linkChanges = (
  { externalLink: before }: EventBody,
  { externalLink: after }: EventBody,
): readonly string[] => ((before ?? '') === (after ?? '') ? [] : [after ? 'link' : 'unlinked'])

/** The previous values: times when they changed, the place when it changed. */
const changedOf = (before: EventCard, after: EventCard): Readonly<Record<string, string>> => ({
  ...(hasNewTime(before, after)
    ? { endTime: after.end_time, oldStartTime: before.start_time, oldEndTime: before.end_time }
    : {}),
  ...(hasNewPlace(before, after) ? { oldPlace: locationTextOf(before) } : {}),
  ...(before.name === after.name ? {} : { oldTitle: before.name }),
})

/** The notification of a change. Undefined when nobody needs to know. */
const findNotification = (
  { card: before, body: bodyBefore }: EventRecord,
  { card: after, body: bodyAfter }: EventRecord,
  reason: string,
  now: Date,
): ChangeNotification | undefined => {
  if (before.deletedAt !== undefined) return undefined
  const isGone = after.status === 'cancelled' || after.deletedAt !== undefined
  if (isGone) {
    // A past event took place, whatever happens to it now (rules/planning 38).
    const isOver = Date.parse(before.end_time) <= now.getTime()
    const shouldNotify = hasBeenLive(before) && before.shelf !== 'past' && !isOver
    return shouldNotify ? aboutEvent(after, 'event_cancelled', reason === '' ? {} : { reason }) : undefined
  }
  if (!hasBeenLive(before) || after.shelf === 'past') return undefined
  // Changes of a draft notify nobody until it is published again.
  const isHidden = before.status === 'draft' || before.status === 'rejected'
  if (isHidden && !isLive(after)) return undefined
  const changes = [
    ...(hasNewTime(before, after) ? ['time'] : []),
    ...(hasNewPlace(before, after) ? ['place'] : []),
    ...(before.name === after.name ? [] : ['name']),
    ...linkChanges(bodyBefore, bodyAfter),
    ...approvalChanges(before, after),
  ]
  if (changes.length === 0) return undefined
  return aboutEvent(after, 'event_updated', { changes: changes.join(','), ...changedOf(before, after) })
}

/**
 * Notifies attendees, waitlisted people and workers of a change. In a group it records the change instead, also one
 * without a notification, so that the group's operation does not change the event twice.
 */
export const changeNotifications = (
  before: EventRecord | undefined,
  whole: EventRecord,
  context: PlanContext,
  reason = '',
): readonly Write[] => {
  if (!before) return []
  const { card: after } = whole
  const notification = findNotification(before, whole, reason, context.now())
  const group = groupOf(before.card, after, context)
  if (group === undefined) return notification ? [notifyPeople(after, notification, context)] : []
  const { eventId, start_time: startsAt } = after
  const content = notification ? { ...notification, metadata: metadataOf(after, context) } : { params: {} }
  return [groupedChangeWrite(context, { group, eventId, startsAt, ...content })]
}
