import * as z from 'zod/mini'
import { forbidden, invalid, notFound } from '../../lib/contract/failure.ts'
import { ConcurrentChange } from '../../lib/contract/failures.ts'
import { prose } from '../../lib/contract/fields.ts'
import { messageRepeatSeconds } from '../../lib/contract/idempotency.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { PublicUser } from '../../lib/contract/people.ts'
import { data, done, flat } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { minutes } from '../../lib/contract/time.ts'

export const MessageNotFound = notFound('Message not found', 'MESSAGE_NOT_FOUND')
export const ParentNotFound = notFound('Parent message not found', 'MESSAGE_NOT_FOUND')
export const NotTheAuthor = notFound('Message not found or you are not the author', 'MESSAGE_NOT_FOUND')
export const MessagingOff = forbidden('Messaging is not enabled for this organization', 'MESSAGING_DISABLED')
export const MembersOnly = forbidden(
  'You must be a member of this organization to post messages',
  'NOT_AN_ORG_MEMBER',
)
export const PostingForbidden = forbidden(
  'You do not have permission to post messages',
  'PERMISSION_REQUIRED',
)
export const SendAsOrgForbidden = forbidden(
  'You do not have permission to post as the organization',
  'PERMISSION_REQUIRED',
)
export const OrgPending = forbidden(
  'Your organization is pending approval and cannot post messages yet.',
  'ORG_PENDING_APPROVAL',
)
export const ViewForbidden = forbidden('You do not have permission to view this message', 'FORBIDDEN')
export const LikesOff = forbidden('Likes are not allowed for this organization', 'LIKES_DISABLED')
export const RepliesOff = forbidden('Replies are not allowed for this organization', 'REPLIES_DISABLED')
export const TooLateToEdit = forbidden(
  'Message can only be edited within 15 minutes of creation',
  'EDIT_WINDOW_OVER',
)
export const DeletionForbidden = forbidden('You do not have permission to delete this message', 'FORBIDDEN')

export const ContentRequired = invalid('Message content is required', 'CONTENT_REQUIRED')
/** The message names the limit. */
export const ContentTooLong = invalid('Message exceeds character limit', 'CONTENT_TOO_LONG')
export const ContentTooShort = invalid('Message is too short', 'CONTENT_TOO_SHORT')
export const ContentProfane = invalid('Message contains inappropriate language', 'CONTENT_PROFANE')
export const LinksOff = invalid(
  'Links and addresses are not allowed in messages. Remove them, and put a space after each full stop.',
  'LINKS_DISABLED',
)
export const MentionsOff = invalid('Event mentions are not allowed in messages', 'MENTIONS_DISABLED')
export const TooManyMentions = invalid('A message can mention at most ten events', 'MENTIONS_TOO_MANY')
export const UnknownEvent = invalid(
  'The message mentions an event of another organization. Remove the mention.',
  'EVENT_UNKNOWN',
)

export const Visibility = z.enum(['members_only', 'members_and_followers', 'public'])

/** Far above every limit. The rules check the limits of school and organization. */
const Content = prose(20_000)

const EventSummary = z.object({
  _id: z.string(),
  name: z.string(),
  start_time: z.optional(z.string()),
  location: z.optional(z.string()),
  image: z.optional(z.string()),
  previewImage: z.optional(z.string()),
  type: z.optional(z.string()),
})

export const MessageView = z.object({
  _id: z.string(),
  orgId: z.string(),
  authorId: PublicUser,
  authorRole: z.optional(z.string()),
  authorRoleDisplayName: z.optional(z.string()),
  content: z.string(),
  visibility: Visibility,
  mentionedEvents: z.array(EventSummary),
  links: z.array(z.string()),
  sendAsOrg: z.boolean(),
  /** Contains only the reader's own id, when the reader likes the message. Clients look for it here. */
  likes: z.array(z.string()),
  likedByMe: z.boolean(),
  likeCount: z.number(),
  replyCount: z.number(),
  parentMessageId: z.nullable(z.string()),
  isDeleted: z.literal(false),
  createdAt: z.string(),
  updatedAt: z.string(),
  editedAt: z.optional(z.string()),
})
export type MessageView = z.infer<typeof MessageView>

const Listed = z.object({ ...MessageView.shape, replies: z.optional(z.array(MessageView)) })

const Pagination = z.object({
  page: z.number(),
  limit: z.number(),
  total: z.number(),
  pages: z.number(),
  nextCursor: z.optional(z.string()),
})

export const postingLimits = { person: { max: 60, seconds: 10 * minutes } } as const

/** Failures of any text in an organization. */
export const textRules = [ContentRequired, ContentTooLong, ContentTooShort, ContentProfane, LinksOff] as const

const contentRules = [...textRules, MentionsOff, TooManyMentions, UnknownEvent] as const

const visitor = { org: 'visitor' } as const
const messages = '/org-messages/:orgId/messages'
const sample = { orgId: 'demo-org-chess', messageId: 'demo-message' }

export const contract = declare('messages', 'Messages, replies and likes in organizations', {
  postMessage: {
    summary: 'Post a message, or a reply if `parentMessageId` is set',
    publishes: true,
    method: 'POST',
    path: messages,
    creates: messageRepeatSeconds,
    access: visitor,
    consequence: 'mass-message',
    begins: true,
    body: z.strictObject({
      content: z.optional(Content),
      visibility: z.optional(Visibility),
      sendAsOrg: z.optional(z.boolean()),
      parentMessageId: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
    }),
    reply: data(MessageView, 'Message created successfully', { status: 201 }),
    fails: [
      MessagingOff,
      OrgPending,
      MembersOnly,
      PostingForbidden,
      SendAsOrgForbidden,
      RepliesOff,
      ParentNotFound,
      ...contentRules,
    ],
    limits: postingLimits,
    costs: { depth: 3, read: 7, write: 8 },
    example: { as: 'ada', path: { orgId: sample.orgId }, body: { content: 'Practice moves to Tuesday.' } },
  },
  listMessages: {
    summary: 'List messages that the caller can see, newest first',
    method: 'GET',
    counted: true,
    path: messages,
    access: visitor,
    query: z.strictObject({ ...PageQuery, includeReplies: z.optional(z.enum(['true', 'false'])) }),
    reply: flat(z.object({ messages: z.array(Listed), pagination: Pagination })),
    costs: { depth: 3, read: 5.5, write: 0 },
    example: { as: 'ada', path: { orgId: sample.orgId }, query: { page: '1', limit: '20' } },
  },
  getMessage: {
    summary: 'Get a message with its first 100 replies, oldest first',
    method: 'GET',
    counted: true,
    path: `${messages}/:messageId`,
    access: visitor,
    reply: flat(z.object({ message: MessageView, replies: z.array(MessageView) })),
    fails: [MessageNotFound, ViewForbidden],
    costs: { depth: 3, read: 7, write: 0 },
    example: { as: 'ada', path: sample },
  },
  likeMessage: {
    summary: 'Like a message or remove the like; `liked` sets the state instead of toggling it',
    method: 'POST',
    path: `${messages}/:messageId/like`,
    access: visitor,
    consequence: 'none',
    begins: true,
    body: z.optional(z.strictObject({ liked: z.optional(z.boolean()) })),
    reply: flat(z.object({ liked: z.boolean(), likeCount: z.number() })),
    fails: [MessageNotFound, ViewForbidden, LikesOff, ConcurrentChange],
    costs: { depth: 3, read: 9, write: 3 },
    example: { as: 'ada', path: sample },
  },
  replyToMessage: {
    summary: 'Reply to a message; a reply to a reply is attached to the same message',
    publishes: true,
    method: 'POST',
    path: `${messages}/:messageId/reply`,
    creates: messageRepeatSeconds,
    access: visitor,
    consequence: 'none',
    begins: true,
    body: z.strictObject({ content: z.optional(Content) }),
    reply: data(MessageView, 'Reply created successfully', { status: 201 }),
    fails: [
      MessagingOff,
      OrgPending,
      MembersOnly,
      RepliesOff,
      ParentNotFound,
      ...contentRules.filter((rule) => rule !== ContentTooShort),
    ],
    limits: postingLimits,
    costs: { depth: 3, read: 9, write: 7 },
    example: { as: 'ada', path: sample, body: { content: 'See you there.' } },
  },
  editMessage: {
    summary: "Edit the caller's own message within 15 minutes",
    publishes: true,
    method: 'PUT',
    path: `${messages}/:messageId`,
    access: visitor,
    consequence: 'none',
    body: z.strictObject({ content: z.optional(Content) }),
    reply: data(MessageView, 'Message updated successfully'),
    fails: [NotTheAuthor, TooLateToEdit, MessagingOff, OrgPending, MembersOnly, ...contentRules],
    costs: { depth: 3, read: 9, write: 2 },
    example: { as: 'ada', path: sample, body: { content: 'Practice moves to Wednesday.' } },
  },
  deleteMessage: {
    summary: 'Delete a message with its replies, or one reply',
    method: 'DELETE',
    path: `${messages}/:messageId`,
    access: visitor,
    consequence: 'none',
    reply: done('Message deleted successfully'),
    fails: [MessageNotFound, DeletionForbidden],
    costs: { depth: 3, read: 6, write: 5 },
    example: { as: 'ada', path: sample },
  },
})
