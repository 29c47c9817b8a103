import { pageSize } from '../../lib/audience.ts'
import type { ChangeContext } from '../../lib/consumer.ts'
import type { Context } from '../../lib/context.ts'
import { plainTextOf } from '../../lib/contract/text/html-to-text.ts'
import { defuseLinks } from '../../lib/contract/text/plain-text.ts'
import { days } from '../../lib/contract/time.ts'
import { fileLine } from '../../lib/gateways/mail.ts'
import type { Member } from '../../lib/identity/person/caller.ts'
import { mailDue, mailEachOnce, notificationDue } from '../../lib/outbox.ts'
import { put, type Write } from '../../lib/table/write.ts'
import { isRecipient, readerSchoolParam } from '../attendance/index.ts'
import { attendee, type EventCard, eventCard, eventParamsOf, filterAffiliated } from '../events/index.ts'
import type { Author, Club } from '../messages/index.ts'
import type { AnnouncementOptions } from './draft.ts'
import { type Announcement, type GuestMails, guestMails } from './repository.ts'

/**
 * Creates the mails of one page of guests and a row for the next page, which its own change event handles. Every write
 * is safe to repeat: a mail is created once, whether or not it has been sent.
 */
export const mailGuests = async (due: GuestMails, context: ChangeContext): Promise<void> => {
  const { table, now } = context
  const { announcementId, eventId, params } = due
  const card = await table.get(eventCard, { eventId })
  if (!card) return
  const page = { keyParams: { eventId, kind: 'g' }, limit: pageSize, cursor: due.cursor }
  const { items, cursor } = await table.list(attendee, page)
  const recipients = await filterAffiliated(
    table,
    card,
    items.filter((row) => isRecipient(row, due)),
  )
  const mails = recipients.map(({ personId, sourceTenant }) => ({
    template: 'org_event_announcement',
    to: `user:${personId}`,
    eventId,
    params: { ...params, ...readerSchoolParam(sourceTenant) },
  }))
  await mailEachOnce(table, now(), announcementId, mails)
  if (cursor === undefined) return
  const number = String(Number(due.page) + 1).padStart(4, '0')
  await table.put(guestMails, { ...due, page: number, cursor }, { absent: true })
}

type AnnouncementDelivery = {
  readonly card: EventCard
  readonly club: Club
  readonly sent: Announcement
  readonly author: Author
  readonly wish: AnnouncementOptions
}
type GuestMailsContext = Pick<Context, 'tenant' | 'now' | 'newId'> & { readonly caller: Member }

/** Parameters of the notification and mail templates. */
const paramsOf = ({ card, club, sent }: AnnouncementDelivery): Record<string, string> => ({
  orgName: club.name,
  ...eventParamsOf(card),
  announcementId: sent.id,
  subject: sent.subject ?? '',
  content: plainTextOf(sent.content),
})

const addressPath = ({ eventId, id }: Announcement): string =>
  `/event/${encodeURIComponent(eventId)}?source=email&announcement=${encodeURIComponent(id)}`

const metadataOf = ({ card: { eventId }, sent }: AnnouncementDelivery, tenantKey: string) => ({
  eventId,
  orgId: sent.orgId,
  announcementId: sent.id,
  tenantKey,
  navigation: { route: 'EventDetails', params: { eventId }, deepLink: `/event/${eventId}` },
  mailLink: addressPath(sent),
  ...(sent.attachments.length > 0 ? { attachments: sent.attachments } : {}),
})

const addressingOf = ({ club, wish }: AnnouncementDelivery) => ({
  except: wish.except,
  exceptAddresses: [...wish.exceptAddresses],
  ...(club.rules.eventAnnouncements.includeCheckedIn ? {} : { checkedIn: false as const }),
})

/** Users of the school get inbox entries, push messages, and a mail with a link. */
const userNotificationWrites = (context: GuestMailsContext, told: AnnouncementDelivery): readonly Write[] => {
  const { sent, author } = told
  const { inApp, email } = sent.channels
  if (!inApp && !email) return []
  const { _id, name, username, picture } = author.authorId
  const person = { _id, name, username, ...(picture ? { picture } : {}) }
  return [
    notificationDue(context, {
      template: 'org_event_announcement',
      cause: `announcement.${sent.id}`,
      to: { kind: 'event', eventId: sent.eventId, who: 'attendees', ...addressingOf(told) },
      channels: [...(inApp ? (['in_app', 'push'] as const) : []), ...(email ? (['email'] as const) : [])],
      params: paramsOf(told),
      metadata: metadataOf(told, context.tenant.key),
      origin: { orgName: paramsOf(told).orgName },
      ...(sent.sendAsOrg ? {} : { sender: person }),
    }),
  ]
}

const keptSeconds = 7 * days

/** Guests and other addresses have no inbox here, so they get mails. */
const otherMailWrites = (context: GuestMailsContext, told: AnnouncementDelivery): readonly Write[] => {
  const { sent, club, wish } = told
  if (!sent.channels.email) return []
  const attachments = sent.attachments.map(({ filename, url }) => fileLine(filename, url)).join('\n')
  const params = { ...paramsOf(told), attachments, link: addressPath(sent) }
  const template = 'org_event_announcement'
  // A recipient who did not ask for the mail gets no links from a sender they do not know.
  const strange = { ...params, content: defuseLinks(plainTextOf(sent.content)) }
  const more = wish.additional.map((to) => mailDue(context, { template, to, params: strange }))
  if (!club.rules.eventAnnouncements.includeAnonymousInEmail) return more
  const first = put(guestMails, {
    announcementId: sent.id,
    page: '0000',
    eventId: sent.eventId,
    ...addressingOf(told),
    params,
    expiresAt: new Date(context.now().getTime() + keptSeconds * 1000).toISOString(),
  })
  return [...more, first]
}

/** All messages of an announcement, for the transaction that stores it. */
export const guestMailWrites = (context: GuestMailsContext, told: AnnouncementDelivery): readonly Write[] => [
  ...userNotificationWrites(context, told),
  ...otherMailWrites(context, told),
]
