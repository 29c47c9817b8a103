import * as z from 'zod/mini'
import { PublicUser } from '../../lib/contract/people.ts'

const text = z.string()
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(schema)

/** `size` in bytes. */
export const Attachment = z.object({ filename: text, url: text, size: z.number() })
export type Attachment = z.infer<typeof Attachment>

/** An announcement, in the shape of a message of an organization. */
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
  /** In no feed: it reaches the people of the event, and those who may announce read it here. */
  visibility: z.literal('members_only'),
  /** The ways on which it was told, as far as the school allows them. */
  channels: z.object({ inApp: z.boolean(), email: z.boolean() }),
  attachments: z.array(Attachment),
  createdAt: text,
})
export type AnnouncementView = z.infer<typeof AnnouncementView>

/** An announcement as those read it whom it was for. */
export const HeardView = z.object({
  _id: text,
  orgId: text,
  eventId: text,
  /** In whose name it was told: the author, or the organization with its own name and picture. */
  authorId: PublicUser,
  subject: maybe(text),
  content: text,
  links: z.array(text),
  sendAsOrg: z.boolean(),
  attachments: z.array(Attachment),
  createdAt: text,
})
export type HeardView = z.infer<typeof HeardView>

export const RecipientView = z.object({
  userId: text,
  name: text,
  email: z.nullable(text),
  /** A guest, who has no account at this school and gets mails alone. */
  isAnonymous: maybe(z.literal(true)),
})
