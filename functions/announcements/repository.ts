import * as z from 'zod/mini'
import { entity } from '../../lib/table/entity.ts'
import { Attachment } from './shapes.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** What an organization told the people of an event. It stands with the event, in no feed. */
export const Announcement = z.object({
  eventId: text,
  orgId: text,
  id: text,
  authorId: text,
  subject: maybe(text),
  content: text,
  links: z.array(text),
  sendAsOrg: z.boolean(),
  /** The ways on which it was told. */
  channels: z.object({ inApp: z.boolean(), email: z.boolean() }),
  attachments: z.array(Attachment),
  /** Digests of people and addresses whom its sender left out. */
  leftOut: maybe(z.array(text)),
  /** The school left out who was checked in by then. */
  checkedIn: maybe(z.literal(false)),
  /** The school left out guests. */
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

/** Mails of an announcement to guests of the event that are due, and every further page of them. */
export const GuestMails = z.object({
  announcementId: text,
  /** Counts from `0000`. */
  page: text,
  eventId: text,
  /** Where the page begins. */
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
