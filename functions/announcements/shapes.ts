import * as z from 'zod/mini'
import { PublicUser } from '../../lib/contract/people.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** `size` is in bytes. */
export const Attachment = z.object({ filename: text, url: text, size: z.number() })
export type Attachment = z.infer<typeof Attachment>

/** An announcement, in the shape of an organization's message. */
export const AnnouncementView = z.object({
  _id: text,
  orgId: text,
  eventId: text,
  authorId: PublicUser,
  authorRole: maybe(text),
  authorRoleDisplayName: maybe(text),
  subject: maybe(text),
  content: text,
  links: z.array(text),
  sendAsOrg: z.boolean(),
  /** Not in any feed: it reaches the people of the event, and announcers read it here. */
  visibility: z.literal('members_only'),
  /** Channels of the announcement that the school allows. */
  channels: z.object({ inApp: z.boolean(), email: z.boolean() }),
  attachments: z.array(Attachment),
  createdAt: text,
})
export type AnnouncementView = z.infer<typeof AnnouncementView>

/** An announcement as its recipients read it. */
export const AnnouncementForReader = z.object({
  _id: text,
  orgId: text,
  eventId: text,
  /** The sender: the author, or the organization with its own name and picture. */
  authorId: PublicUser,
  subject: maybe(text),
  content: text,
  links: z.array(text),
  sendAsOrg: z.boolean(),
  attachments: z.array(Attachment),
  createdAt: text,
})
export type AnnouncementForReader = z.infer<typeof AnnouncementForReader>

export const RecipientView = z.object({
  userId: text,
  name: text,
  email: z.nullable(text),
  /** A guest, who has no account at this school and gets mails only. */
  isAnonymous: maybe(z.literal(true)),
})
