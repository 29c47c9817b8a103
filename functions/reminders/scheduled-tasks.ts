import { notificationDue } from '../../lib/outbox.ts'
import { onDue, type ScheduledTask, type TaskContext, type TaskHandler } from '../../lib/scheduled/task.ts'
import { key } from '../../lib/table/entity.ts'
import { check, type Write } from '../../lib/table/write.ts'
import {
  type EventBody,
  type EventCard,
  eventBody,
  eventCard,
  eventParamsOf,
  isLive,
} from '../events/index.ts'
import { formatDuration, reminderKind } from './index.ts'

const reminderOf = (
  { params: { hours = '' } }: ScheduledTask,
  card: EventCard,
  body: EventBody | undefined,
  context: TaskContext,
): Write => {
  const { eventId, start_time: startTime, hostingType, hostingId } = card
  const channels = body?.notificationSettings?.channels
  return notificationDue(context, {
    template: 'event_reminder',
    cause: `${eventId}#${startTime}#${hours}`,
    to: [
      { kind: 'event', eventId, who: 'attendees' },
      { kind: 'event', eventId, who: 'workers' },
    ],
    params: { ...eventParamsOf(card), timeUntil: formatDuration(context.now(), new Date(startTime)) },
    ...(channels ? { channels } : {}),
    metadata: {
      eventId,
      ...(hostingType === 'Org' ? { orgId: hostingId } : {}),
      tenantKey: context.table.tenant,
      navigation: { route: 'EventDetails', params: { eventId }, deepLink: `/event/${eventId}` },
    },
  })
}

/**
 * Reminds attendees and workers of an event, once for each start and interval (rules/reminders 5). The reminder is
 * conditional on the card that was read (rules/reminders 8, rules/reminders 9).
 */
const remind: TaskHandler['carryOut'] = async (row, context) => {
  const { table } = context
  const eventId = row.subject
  const [card, body] = await table.batchGet([key(eventCard, { eventId }), key(eventBody, { eventId })], {
    strong: true,
  })
  if (!card || !isLive(card) || card.start_time !== row.params.startTime) return []
  if (Date.parse(card.start_time) <= context.now().getTime()) return []
  const { start_time, status } = card
  return [
    check(eventCard, { eventId }, { equals: { start_time, status }, without: ['deletedAt'] }),
    reminderOf(row, card, body, context),
  ]
}

export const taskHandlers: readonly TaskHandler[] = [onDue(reminderKind, remind)]
