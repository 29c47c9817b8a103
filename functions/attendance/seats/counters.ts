import { type NoticeContext, tell } from '../../../lib/consumer.ts'
import { dueOf, type NotificationDue } from '../../../lib/outbox.ts'
import { type Notice, seenTogether } from '../../../lib/table/notice.ts'
import { lost } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put, update, type Write } from '../../../lib/table/write.ts'
import { type Attendee, attendee, type EventCard, eventCard } from '../../events/index.ts'
import { nameOf } from '../person.ts'
import { registrationNotification, type Told, userNotification } from '../registration/notifications.ts'
import { listFor, shownAfter } from './shown-people.ts'

const counts = [
  'registrationCount',
  'seatsTaken',
  'waitlistCount',
  'checkedInCount',
  'correctedCount',
  'registeredInCount',
] as const
type Counts = Readonly<Record<(typeof counts)[number], number>>

/** What one row counts for. Somebody who came without a registration takes no seat. */
export const countsOf = (row: Attendee | undefined): Counts => {
  const registered = row !== undefined && !row.walkIn
  const seated = registered && row.status === 'attending'
  return {
    registrationCount: seated ? 1 : 0,
    seatsTaken: seated ? row.guestCount : 0,
    waitlistCount: registered && !seated ? 1 : 0,
    checkedInCount: row?.checkedIn ? 1 : 0,
    correctedCount: row?.correction ? 1 : 0,
    registeredInCount: seated && row.checkedIn ? 1 : 0,
  }
}

const differenceOf = (before: Attendee | undefined, after: Attendee | undefined): Partial<Counts> => {
  const [was, is] = [countsOf(before), countsOf(after)]
  return Object.fromEntries(counts.map((name) => [name, is[name] - was[name]]).filter(([, by]) => by !== 0))
}

/** Names one change of one row: the stream's own number alone is not told apart by every stream. */
const markOf = ({ id, before, after }: Notice<Attendee>): string =>
  [id, (after ?? before)?.entryId, before?.version ?? 0, after?.version ?? 0].join('.')

/** What a new registration is told, unless that is told by itself: who is promoted hears of it, and who joins the school knows. */
const templateOf = ({ kind, after }: Notice<Attendee>): Told | undefined => {
  if (kind !== 'made' || !after || after.walkIn || after.reason === 'joined_school') return undefined
  return after.status === 'attending' ? 'event_registered' : 'event_waitlisted'
}

/** Users of the school who are to be told, since the moment of their registration: made again it is the same. */
const duesOf = (card: EventCard, counted: readonly Counted[], context: NoticeContext): NotificationDue[] =>
  counted.flatMap(({ notice, row }) => {
    const template = templateOf(notice)
    if (template === undefined || row.kind !== 'u') return []
    const cause = `${card.eventId}#${nameOf(row)}#${row.entryId}`
    const told = userNotification(template, card, context, row)
    return [dueOf(new Date(row.registeredAt), cause, told)]
  })

/** Mails to guests of other schools. */
const guestMails = (card: EventCard, counted: readonly Counted[], context: NoticeContext): Write[] =>
  counted.flatMap(({ notice, row }) => {
    const template = templateOf(notice)
    if (template === undefined || row.kind === 'u') return []
    return [registrationNotification(context, template, card, row, '')]
  })

/** Who registered while the event moved may still stand at its old time. */
const atItsTime = async (
  card: EventCard,
  after: Attendee | undefined,
  { table }: NoticeContext,
): Promise<void> => {
  if (!after || after.left || after.start_time === card.start_time) return
  const row = { ...after, start_time: card.start_time, version: after.version + 1 }
  await table.write([put(attendee, row, { equals: { version: after.version } })])
}

type Counted = { readonly notice: Notice<Attendee>; readonly row: Attendee; readonly mark: string }

/** Notices of one transaction: a mark and perhaps a mail for each, and the card. */
const together = 45

/** What the card shows after all of them, and how many are registered then. */
const cardAfter = async (table: Table, card: EventCard, told: readonly Counted[]) => {
  let next = card
  const add: Record<string, number> = {}
  for (const { notice, row } of told) {
    for (const [name, by] of Object.entries(differenceOf(notice.before, notice.after)))
      add[name] = (add[name] ?? 0) + by
    const registrations = card.registrationCount + (add.registrationCount ?? 0)
    const shown = await shownAfter(table, next, row, registrations)
    if (shown) next = { ...next, [listFor(row)]: shown }
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

/** Whether anything follows from a notice but a new look at the row. */
const isCounted = ({ notice: { before, after, kind } }: Counted): boolean =>
  kind === 'made' || Object.keys(differenceOf(before, after)).length > 0

/** Counts some notices. Answers who is to be told: also those who were counted before may not have been. */
const foldSome = async (
  eventId: string,
  asked: readonly Counted[],
  context: NoticeContext,
): Promise<readonly NotificationDue[]> => {
  const { table, now } = context
  let left = asked
  let dues: readonly NotificationDue[] = []
  await table.retryOnConflict(async (turn) => {
    if (left.length === 0) return true
    const card = await table.get(eventCard, { eventId }, { strong: true })
    if (!card) return true
    // What is purged page by page counts nowhere any more.
    const own = card.deletedAt === undefined ? left : left.filter(({ notice }) => notice.after)
    if (turn === 0) {
      for (const { notice } of own) await atItsTime(card, notice.after, context)
      dues = duesOf(card, own, context)
    }
    const { add, set } = await cardAfter(table, card, own)
    const isShownAnew = Object.keys(set).length > 0
    const counted = isShownAnew ? own : own.filter(isCounted)
    if (counted.length === 0) return true
    const marking = seenTogether(
      `card ${eventId}`,
      counted.map(({ mark, notice }) => ({ id: mark, at: notice.at })),
      now(),
    )
    const written = await table.write([
      ...marking.writes,
      update(
        eventCard,
        { eventId },
        { add: { ...add, version: 1 }, ...(isShownAnew ? { set } : {}) },
        { exists: true, equals: { version: card.version } },
      ),
      ...guestMails(card, counted, context),
    ])
    if (written.ok) return true
    const seen = marking.seen(written)
    left = left.filter(({ mark }) => !seen.has(mark))
    return lost
  })
  return dues
}

/**
 * Adds what happened to people of an event to the counts of its card, each exactly once: a mark for the notice is left in
 * the same transaction, so it may come twice, late or in another order. The people are told after it.
 */
export const fold = async (notices: readonly Notice<Attendee>[], context: NoticeContext): Promise<void> => {
  const all = notices.flatMap((notice) => {
    const row = notice.after ?? notice.before
    return row ? [{ notice, row, mark: markOf(notice) }] : []
  })
  const each = [...new Map(all.map((one) => [one.mark, one])).values()]
  const dues: NotificationDue[] = []
  for (let from = 0; from < each.length; from += together)
    dues.push(...(await foldSome(each[0]?.row.eventId ?? '', each.slice(from, from + together), context)))
  await tell(dues, context)
}
