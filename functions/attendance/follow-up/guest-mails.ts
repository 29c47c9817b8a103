import * as z from 'zod/mini'
import { pageSize } from '../../../lib/audience.ts'
import { type GroupedChange, listGroupedChanges, paramsOfChanges } from '../../../lib/change-groups.ts'
import { forEachConcurrently } from '../../../lib/concurrency.ts'
import type { ChangeContext } from '../../../lib/consumer.ts'
import { mailEachOnce, mailIdOf, type NotificationDue, outboxMail } from '../../../lib/outbox.ts'
import { entity, key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'
import { type Attendee, attendee, type EventCard, eventCard, filterAffiliated } from '../../events/index.ts'
import { readerSchoolParam } from '../registration/notifications.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/**
 * Guest mails that accompany a notification to users, one row for each page. Guests of other schools have no inbox
 * here.
 */
export const GuestNews = z.object({
  cause: text,
  template: text,
  /** Counts from `0000`. */
  page: text,
  /** In a group, the event whose guests are read now. */
  eventId: text,
  /** The group of changes that the mails list. */
  group: maybe(text),
  /** Whether waiting people get the mail as well. */
  waiting: z.boolean(),
  params: z.record(text, text),
  /** Start of the page. */
  cursor: maybe(text),
  expiresAt: text,
})
export type GuestNews = z.infer<typeof GuestNews>
export const guestNews = entity('GuestNews', GuestNews, {
  scope: 'tenant',
  pk: 'OUT#{cause}',
  sk: 'GN#{template}#{page}',
  ttl: 'expiresAt',
})

/** Notifications that guests receive too. Other mails to a guest are sent by the operation that causes them. */
const guestTemplates: readonly string[] = ['event_cancelled', 'event_updated', 'event_reminder']

/** Starts the guest mails when an event's attendees are notified. */
export const startGuestMails = async (due: NotificationDue, { table }: ChangeContext): Promise<void> => {
  const { cause, template, page, to, params, expiresAt } = due
  if (page !== '0000' || !guestTemplates.includes(template)) return
  const grouped = to.find((audience) => audience.kind === 'changeGroup')
  if (grouped) {
    const { group } = grouped
    const [first] = await listGroupedChanges(table, group, template)
    if (!first) return
    const row = { cause, template, page, group, eventId: first.eventId, waiting: true, params, expiresAt }
    await table.put(guestNews, row, { absent: true })
    return
  }
  const people = to.flatMap((audience) => (audience.kind === 'event' ? [audience] : []))
  const attendees = people.find(({ who }) => who === 'attendees')
  if (!attendees) return
  const { eventId } = attendees
  const waiting = people.some((one) => one.who === 'waiting')
  await table.put(guestNews, { cause, template, page, eventId, waiting, params, expiresAt }, { absent: true })
}

const getsMail =
  (waiting: boolean) =>
  ({ status, left }: Attendee): boolean =>
    !left && (status === 'attending' || waiting)

/** One page of an event's guests who may still attend it. */
const guestsOf = async (
  { eventId, cursor: from, waiting }: Pick<GuestNews, 'eventId' | 'cursor' | 'waiting'>,
  table: Table,
): Promise<{ readonly guests: readonly Attendee[]; readonly cursor?: string | undefined }> => {
  const card = await table.get(eventCard, { eventId })
  if (!card) return { guests: [] }
  const { items, cursor } = await table.list(attendee, {
    keyParams: { eventId, kind: 'g' },
    limit: pageSize,
    cursor: from,
    strong: true,
  })
  return { guests: await filterAffiliated(table, card, items.filter(getsMail(waiting))), cursor }
}

/** Events read at the same time. */
const maxConcurrent = 8

/** Finds for each guest the changes of a group that concern them, in the order of the events. */
const changesByGuest = async (
  changes: readonly GroupedChange[],
  guests: readonly Attendee[],
  table: Table,
): Promise<ReadonlyMap<string, readonly GroupedChange[]>> => {
  const concerned = new Map<string, ReadonlySet<string>>()
  await forEachConcurrently(changes, maxConcurrent, async ({ eventId }) => {
    const [card, ...rows] = await table.batchGet(
      [
        key(eventCard, { eventId }),
        ...guests.map(({ personId }) => key(attendee, { eventId, kind: 'g' as const, personId })),
      ],
      { strong: true },
    )
    const present = (rows as (Attendee | undefined)[]).filter((row) => row !== undefined)
    const reached = present.filter(getsMail(true))
    const affiliated = card ? await filterAffiliated(table, card as EventCard, reached) : []
    concerned.set(eventId, new Set(affiliated.map(({ personId }) => personId)))
  })
  return new Map(
    guests.map(({ personId }) => [
      personId,
      changes.filter(({ eventId }) => concerned.get(eventId)?.has(personId)),
    ]),
  )
}

/** The mails of one page. In a group, guests of an earlier event have their mail already. */
const mailsFor = async (
  { cause, template, eventId, group, params }: GuestNews,
  guests: readonly Attendee[],
  changes: readonly GroupedChange[],
  table: Table,
): Promise<Parameters<typeof mailEachOnce>[3]> => {
  const mailTo = ({ personId, sourceTenant }: Attendee) => ({
    template,
    to: `user:${personId}`,
    eventId,
    params: { ...params, ...readerSchoolParam(sourceTenant) },
  })
  if (group === undefined) return guests.map(mailTo)
  const ids = guests.map((guest) => mailIdOf(cause, mailTo(guest)))
  const existing = await table.batchGet(ids.map((id) => key(outboxMail, { cause: id, id })))
  const fresh = guests.filter((_, at) => existing[at] === undefined)
  const found = fresh.length > 0 ? await changesByGuest(changes, fresh, table) : new Map()
  return fresh.flatMap((guest) => {
    const concerned: readonly GroupedChange[] = found.get(guest.personId) ?? []
    const [first, ...others] = concerned
    if (!first) return []
    const mail = mailTo(guest)
    const more = others.length > 0 ? { otherEventIds: others.map((other) => other.eventId) } : {}
    return [
      { ...mail, eventId: first.eventId, ...more, params: { ...mail.params, ...paramsOfChanges(concerned) } },
    ]
  })
}

/**
 * Creates the mails of one page and a row for the next page, which its own change event handles. A repetition creates
 * the same rows. The next page of a group may be that of its next event.
 */
export const sendGuestMails = async (due: GuestNews, { table, now }: ChangeContext): Promise<void> => {
  const { cause, template, eventId, group } = due
  const changes = group === undefined ? [] : await listGroupedChanges(table, group, template)
  const { guests, cursor } = await guestsOf(due, table)
  await mailEachOnce(table, now(), cause, await mailsFor(due, guests, changes, table))
  const next =
    cursor === undefined ? changes[changes.findIndex((one) => one.eventId === eventId) + 1] : undefined
  if (cursor === undefined && !next) return
  const page = String(Number(due.page) + 1).padStart(4, '0')
  const { cursor: _, ...rest } = due
  const place = next ? { eventId: next.eventId } : { cursor }
  await table.put(guestNews, { ...rest, ...place, page }, { absent: true })
}
