import { type ChangeContext, notifyDirectly } from '../../../lib/consumer.ts'
import { dueOf, type NotificationDue } from '../../../lib/outbox.ts'
import { type ChangeEvent, markSeenTogether } from '../../../lib/table/change-event.ts'
import { unchanged } from '../../../lib/table/condition.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { replace, update, type Write } from '../../../lib/table/write.ts'
import { type Attendee, attendee, type EventCard, eventCard, eventCountNames } from '../../events/index.ts'
import { attendeeIdOf } from '../attendee-key.ts'
import { type Counts, countsOf } from '../registration/counts.ts'
import {
  type RegistrationTemplate,
  registrationNotification,
  userNotification,
} from '../registration/notifications.ts'
import { firstAttendeesAfter, listNameFor } from './first-attendees.ts'

const differenceOf = (before: Attendee | undefined, after: Attendee | undefined): Partial<Counts> => {
  const [was, is] = [countsOf(before), countsOf(after)]
  return Object.fromEntries(
    eventCountNames.map((name) => [name, is[name] - was[name]]).filter(([, by]) => by !== 0),
  )
}

/** Identifies one change of one row. The stream's sequence number by itself is not unique in every stream. */
const markOf = ({ id, before, after }: ChangeEvent<Attendee>): string =>
  [id, (after ?? before)?.entryId, before?.version ?? 0, after?.version ?? 0].join('.')

/** The notification of a new registration. Promotions send their own; a guest who joined the school gets none. */
const templateOf = ({ kind, after }: ChangeEvent<Attendee>): RegistrationTemplate | undefined => {
  if (kind !== 'made' || !after || after.walkIn || after.reason === 'joined_school') return undefined
  return after.status === 'attending' ? 'event_registered' : 'event_waitlisted'
}

/** Notifications to users of the school, dated by their registration, so that a repetition creates the same ones. */
const notificationsOf = (
  card: EventCard,
  changes: readonly RowChange[],
  context: ChangeContext,
): NotificationDue[] =>
  changes.flatMap(({ changeEvent, row }) => {
    const template = templateOf(changeEvent)
    if (template === undefined || row.kind !== 'u') return []
    const cause = `${card.eventId}#${attendeeIdOf(row)}#${row.entryId}`
    const notification = userNotification(template, card, context, row)
    return [dueOf(new Date(row.registeredAt), cause, notification)]
  })

/** Mails to guests of other schools. */
const guestMails = (card: EventCard, changes: readonly RowChange[], context: ChangeContext): Write[] =>
  changes.flatMap(({ changeEvent, row }) => {
    const template = templateOf(changeEvent)
    if (template === undefined || row.kind === 'u') return []
    return [registrationNotification(context, template, card, row, '')]
  })

/** Corrects the copied start of a row that was written while the event moved. */
const correctStart = async (
  card: EventCard,
  after: Attendee | undefined,
  { table }: ChangeContext,
): Promise<void> => {
  if (!after || after.left || after.start_time === card.start_time) return
  await table.write([replace(attendee, after, { ...after, start_time: card.start_time })])
}

type RowChange = {
  readonly changeEvent: ChangeEvent<Attendee>
  readonly row: Attendee
  readonly mark: string
}

/** Changes in one transaction: a mark and possibly a mail for each, and the card. */
const maxChanges = 45

/** Computes the card's first attendees after some changes, and the changes of its counts. */
const cardAfter = async (table: Table, card: EventCard, changes: readonly RowChange[]) => {
  let next = card
  const add: Record<string, number> = {}
  for (const { changeEvent, row } of changes) {
    for (const [name, by] of Object.entries(differenceOf(changeEvent.before, changeEvent.after)))
      add[name] = (add[name] ?? 0) + by
    const registrations = card.registrationCount + (add.registrationCount ?? 0)
    const shown = await firstAttendeesAfter(table, next, row, registrations)
    if (shown) next = { ...next, [listNameFor(row)]: shown }
  }
  const { firstAttendees, firstGuests } = next
  return {
    add: Object.fromEntries(Object.entries(add).filter(([, by]) => by !== 0)),
    set: {
      ...(firstAttendees === card.firstAttendees ? {} : { firstAttendees }),
      ...(firstGuests === card.firstGuests ? {} : { firstGuests }),
    },
  }
}

/** Whether a change alters a count or sends a notification. */
const isCounted = ({ changeEvent: { before, after, kind } }: RowChange): boolean =>
  kind === 'made' || Object.keys(differenceOf(before, after)).length > 0

/**
 * Counts some changes. Returns their notifications, and those of changes counted before, which may not have been sent.
 */
const countSome = async (
  eventId: string,
  changes: readonly RowChange[],
  context: ChangeContext,
): Promise<readonly NotificationDue[]> => {
  const { table, now } = context
  let left = changes
  let notifications: readonly NotificationDue[] = []
  await table.retryOnConflict(async (turn) => {
    if (left.length === 0) return true
    const card = await table.get(eventCard, { eventId }, { strong: true })
    if (!card) return true
    // Rows purged with the event are not counted.
    const own = card.deletedAt === undefined ? left : left.filter(({ changeEvent }) => changeEvent.after)
    if (turn === 0) {
      for (const { changeEvent } of own) await correctStart(card, changeEvent.after, context)
      notifications = notificationsOf(card, own, context)
    }
    const { add, set } = await cardAfter(table, card, own)
    const isFirstChanged = Object.keys(set).length > 0
    const counted = isFirstChanged ? own : own.filter(isCounted)
    if (counted.length === 0) return true
    const marking = markSeenTogether(
      `card ${eventId}`,
      counted.map(({ mark, changeEvent }) => ({ id: mark, at: changeEvent.at })),
      now(),
    )
    const written = await table.write([
      ...marking.writes,
      update(
        eventCard,
        { eventId },
        { add: { ...add, version: 1 }, ...(isFirstChanged ? { set } : {}) },
        unchanged(card),
      ),
      ...guestMails(card, counted, context),
    ])
    if (written.ok) return true
    const seen = marking.seen(written)
    left = left.filter(({ mark }) => !seen.has(mark))
    return conflicted
  })
  return notifications
}

/**
 * Adds changes of an event's rows to its card's counts, each exactly once. A mark for each change is in the same
 * transaction, so changes may arrive twice, late or out of order. People are notified afterwards.
 */
export const countChanges = async (
  changeEvents: readonly ChangeEvent<Attendee>[],
  context: ChangeContext,
): Promise<void> => {
  const all = changeEvents.flatMap((changeEvent) => {
    const row = changeEvent.after ?? changeEvent.before
    return row ? [{ changeEvent, row, mark: markOf(changeEvent) }] : []
  })
  const each = [...new Map(all.map((one) => [one.mark, one])).values()]
  const eventId = each[0]?.row.eventId ?? ''
  const notifications: NotificationDue[] = []
  for (let from = 0; from < each.length; from += maxChanges)
    notifications.push(...(await countSome(eventId, each.slice(from, from + maxChanges), context)))
  await notifyDirectly(notifications, context)
}
