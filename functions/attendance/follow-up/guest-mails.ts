import * as z from 'zod/mini'
import { pageSize } from '../../../lib/audience.ts'
import type { ChangeContext } from '../../../lib/consumer.ts'
import { mailEachOnce, type NotificationDue } from '../../../lib/outbox.ts'
import { entity } from '../../../lib/table/entity.ts'
import { type Attendee, attendee, eventCard, filterAffiliated } from '../../events/index.ts'
import { readBy } from '../registration/notifications.ts'

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
  eventId: text,
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
const news: readonly string[] = ['event_cancelled', 'event_updated', 'event_reminder']

/** Starts the guest mails when an event's attendees are notified. */
export const beginGuestNews = async (due: NotificationDue, { table }: ChangeContext): Promise<void> => {
  const { cause, template, page, to, params, expiresAt } = due
  if (page !== '0000' || !news.includes(template)) return
  const people = to.flatMap((audience) => (audience.kind === 'event' ? [audience] : []))
  const attendees = people.find(({ who }) => who === 'attendees')
  if (!attendees) return
  const { eventId } = attendees
  const waiting = people.some((one) => one.who === 'waiting')
  await table.put(guestNews, { cause, template, page, eventId, waiting, params, expiresAt }, { absent: true })
}

/**
 * Creates the mails of one page and a row for the next page, which its own change event handles. A repetition creates
 * the same rows.
 */
export const mailGuestNews = async (due: GuestNews, { table, now }: ChangeContext): Promise<void> => {
  const { cause, template, eventId, params } = due
  const card = await table.get(eventCard, { eventId })
  if (!card) return
  const { items, cursor } = await table.list(attendee, {
    keyParams: { eventId, kind: 'g' },
    limit: pageSize,
    cursor: due.cursor,
    strong: true,
  })
  const isTold = ({ status, left }: Attendee): boolean => !left && (status === 'attending' || due.waiting)
  const told = await filterAffiliated(table, card, items.filter(isTold))
  const mails = told.map(({ personId, sourceTenant }) => ({
    template,
    to: `user:${personId}`,
    eventId,
    params: { ...params, ...readBy(sourceTenant) },
  }))
  await mailEachOnce(table, now(), cause, mails)
  if (cursor === undefined) return
  const page = String(Number(due.page) + 1).padStart(4, '0')
  await table.put(guestNews, { ...due, page, cursor }, { absent: true })
}
