import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'
import { Attachment } from './shapes.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** An organization's announcement to the people of an event. It belongs to the event and is in no feed. */
export const Announcement = z.object({
  eventId: text,
  orgId: text,
  id: text,
  authorId: text,
  subject: maybe(text),
  content: text,
  links: z.array(text),
  sendAsOrg: z.boolean(),
  /** Channels of the announcement. */
  channels: z.object({ inApp: z.boolean(), email: z.boolean() }),
  attachments: z.array(Attachment),
  /** Digests of excluded people and addresses. */
  leftOut: maybe(z.array(text)),
  /** The school excluded people who were checked in by then. */
  checkedIn: maybe(z.literal(false)),
  /** The school excluded guests. */
  guests: maybe(z.literal(false)),
  createdAt: text,
})
export type Announcement = z.infer<typeof Announcement>
export const announcement = entity('Announcement', Announcement, {
  expected: true,
  scope: 'tenant',
  pk: 'EV#{eventId}#TOLD',
  sk: '{orgId}#{id}',
  gsi1: { pk: 'EV#{eventId}#HEARD', sk: '{id}' },
})

/** Pending mails of an announcement to guests of the event, one row for each page. */
export const GuestMails = z.object({
  announcementId: text,
  /** Counts from `0000`. */
  page: text,
  eventId: text,
  /** Start of the page. */
  cursor: maybe(text),
  except: z.array(text),
  exceptAddresses: z.array(text),
  checkedIn: maybe(z.literal(false)),
  params: z.record(text, text),
  expiresAt: text,
})
export type GuestMails = z.infer<typeof GuestMails>
export const guestMails = entity('GuestMails', GuestMails, {
  scope: 'tenant',
  pk: 'OUT#{announcementId}',
  sk: 'G#{page}',
  ttl: 'expiresAt',
})
