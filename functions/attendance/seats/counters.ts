import { type NoticeContext, tell } from '../../../lib/consumer.ts'
import { type NotificationDue, notificationRow } from '../../../lib/outbox.ts'
import { type Notice, seenTogether } from '../../../lib/table/notice.ts'
import { lost } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put, update, type Write } from '../../../lib/table/write.ts'
import {
  type Attendee,
  attendee,
  type EventCard,
  eventCard,
  partitionsOf,
  type ShownPerson,
} from '../../events/index.ts'
import { nameOf, rowKey, type Who } from '../person.ts'
import { registrationNotification } from '../registration/notifications.ts'

/** People of each kind that a card shows. */
const most = 5
const pageSize = 50
/** Pages of one partition that are looked through for somebody to show: those in line stand among them. */
const mostPages = 10

const isShown = ({ status, walkIn, left }: Attendee): boolean => status === 'attending' && !walkIn && !left

const shownOf = (row: Attendee): ShownPerson => {
  const { kind, personId: id, name, username, picture, sourceTenant, registeredAt, guestCount } = row
  return {
    kind,
    id,
    name,
    registeredAt,
    guestCount,
    ...(username === undefined ? {} : { username }),
    ...(picture === undefined ? {} : { picture }),
    ...(sourceTenant === undefined ? {} : { sourceTenant }),
  }
}

const placeOf = ({ registeredAt, id }: ShownPerson): string => `${registeredAt}#${id}`
const inOrder = (people: readonly ShownPerson[]): ShownPerson[] =>
  [...people].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)).slice(0, most)

/** Others of a kind who are seated, as many as fit beside `known`. */
const others = async (
  table: Table,
  card: EventCard,
  kind: Who['kind'],
  known: readonly ShownPerson[],
): Promise<ShownPerson[]> => {
  const found = [...known]
  for (const partition of partitionsOf(card)) {
    const holes = { eventId: card.eventId, partition, kind }
    let cursor: string | undefined
    for (let page = 0; page < mostPages && found.length < most; page += 1) {
      const { items, cursor: next } = await table.list(attendee, {
        holes,
        limit: pageSize,
        cursor,
        strong: true,
      })
      found.push(
        ...items
          .filter(isShown)
          .map(shownOf)
          .filter(({ id }) => !found.some((one) => one.id === id)),
      )
      cursor = next
      if (cursor === undefined) break
    }
  }
  return found
}

const listFor = ({ kind }: Who): 'firstAttendees' | 'firstGuests' =>
  kind === 'u' ? 'firstAttendees' : 'firstGuests'

/**
 * The first people of a card after something happened to one of them; undefined when it shows the same. Notices may come
 * late and in any order, so the row is read as it is now, after the card whose version guards the write.
 */
const shownAfter = async (
  table: Table,
  card: EventCard,
  who: Who & Pick<Attendee, 'registeredAt'>,
  registrations: number,
): Promise<readonly ShownPerson[] | undefined> => {
  const list = card[listFor(who)]
  const held = list.filter(({ id }) => id !== who.personId)
  const last = held[most - 1]
  if (last && last.registeredAt <= who.registeredAt) return undefined
  const row = await table.get(attendee, rowKey(card, who), { strong: true })
  const next = row && isShown(row) ? [...held, shownOf(row)] : held
  const both = next.length + (who.kind === 'u' ? card.firstGuests : card.firstAttendees).length
  const full = next.length < most && registrations > both ? await others(table, card, who.kind, next) : next
  const sorted = inOrder(full)
  return JSON.stringify(sorted) === JSON.stringify(list) ? undefined : sorted
}

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

/** Whoever registers or joins the line hears of it; a promotion tells by itself, and who joins the school knows. */
const notificationOf = (
  card: EventCard,
  { kind, after }: Notice<Attendee>,
  context: NoticeContext,
): readonly Write[] => {
  if (kind !== 'made' || !after || after.walkIn || after.reason === 'joined_school') return []
  const cause = `${card.eventId}#${nameOf(after)}#${after.entryId}`
  const template = after.status === 'attending' ? 'event_registered' : 'event_waitlisted'
  // The moment is that of the registration, so that a notice which comes again makes the same notification.
  const moment = { ...context, now: () => new Date(after.registeredAt) }
  return [registrationNotification(moment, template, card, after, cause)]
}

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

type Told = { readonly notice: Notice<Attendee>; readonly row: Attendee; readonly mark: string }

/** Notices of one transaction: a mark and perhaps a mail for each, and the card. */
const together = 45

/** What the card shows after all of them, and how many are registered then. */
const cardAfter = async (table: Table, card: EventCard, told: readonly Told[]) => {
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
const isCounted = ({ notice: { before, after, kind } }: Told): boolean =>
  kind === 'made' || Object.keys(differenceOf(before, after)).length > 0

type Telling = { readonly users: readonly NotificationDue[]; readonly guests: readonly Write[] }

/** Who is told what. A notification is there once however often it is made; a mail to a guest is part of the transaction. */
const tellingOf = (card: EventCard, told: readonly Told[], context: NoticeContext): Telling => {
  const all = told.flatMap(({ notice }) => notificationOf(card, notice, context))
  const users = all.flatMap((write) =>
    write.does === 'put' && write.entity.name === notificationRow.name
      ? [write.value as NotificationDue]
      : [],
  )
  return { users, guests: all.filter(({ entity }) => entity.name !== notificationRow.name) }
}

const foldSome = async (eventId: string, asked: readonly Told[], context: NoticeContext): Promise<void> => {
  const { table, now } = context
  let left = asked
  let users: readonly NotificationDue[] = []
  await table.retryOnConflict(async (turn) => {
    if (left.length === 0) return true
    const card = await table.get(eventCard, { eventId }, { strong: true })
    if (!card) return true
    // What is purged page by page counts nowhere any more.
    const own = card.deletedAt === undefined ? left : left.filter(({ notice }) => notice.after)
    if (turn === 0) {
      for (const { notice } of own) await atItsTime(card, notice.after, context)
      // Whoever was counted before may still have to be told.
      users = tellingOf(card, own, context).users
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
      ...tellingOf(card, counted, context).guests,
    ])
    if (written.ok) return true
    const seen = marking.seen(written)
    left = left.filter(({ mark }) => !seen.has(mark))
    return lost
  })
  await tell(users, context)
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
  for (let from = 0; from < each.length; from += together)
    await foldSome(each[0]?.row.eventId ?? '', each.slice(from, from + together), context)
}
