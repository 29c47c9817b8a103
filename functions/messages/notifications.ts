import type { Audience } from '../../lib/audience.ts'
import { plainTextOf } from '../../lib/contract/text/html-to-text.ts'
import { type NotificationRequest, notificationDue } from '../../lib/outbox.ts'
import type { Write } from '../../lib/table/write.ts'
import type { MessagingRules } from '../policies/index.ts'
import type { Cards } from './content.ts'
import type { Message } from './repository.ts'
import type { VisitorContext } from './retrieval.ts'

type MessagePost = { readonly name: string; readonly author: string; readonly sent: Message }

const previewLength = 100

const preview = ({ content }: Message): string => [...plainTextOf(content)].slice(0, previewLength).join('')

const paramsOf = ({ name, author, sent }: MessagePost) => ({
  orgName: name,
  authorName: sent.sendAsOrg || author === '' ? name : author,
  messagePreview: preview(sent),
})

/** The author, unless the organization is. */
const namedIn = ({ author, sent }: MessagePost): Pick<NotificationRequest, 'namedPeople'> =>
  sent.sendAsOrg || author === '' ? {} : { namedPeople: { [sent.authorId]: author } }

const readersAudience = (
  { orgId, visibility }: Message,
  whom: { readonly except: string } | { readonly only: string },
): readonly Audience[] => {
  const members = { kind: 'organization', orgId, who: 'members', ...whom } as const
  return visibility === 'members_only' ? [members] : [members, { ...members, who: 'followers' as const }]
}

/**
 * One person, only if they may read the message. Excludes authors who have left and people outside the organization.
 */
const readerAudience = (message: Message, userId: string): Audience | readonly Audience[] =>
  message.visibility === 'public'
    ? { kind: 'users', ids: [userId] }
    : readersAudience(message, { only: userId })

/** Notifies members of every message, and followers of those they may see. Never notifies the author. */
export const notifyNewMessage = (
  context: VisitorContext,
  { notificationSettings }: MessagingRules,
  post: MessagePost,
): readonly Write[] => {
  if (!notificationSettings.notifyOnNewMessage) return []
  const { orgId, id } = post.sent
  return [
    notificationDue(context, {
      template: 'org_message_new',
      to: readersAudience(post.sent, { except: post.sent.authorId }),
      cause: `message.${id}`,
      params: paramsOf(post),
      ...namedIn(post),
      metadata: { orgId, messageId: id },
    }),
  ]
}

/** Notifies the author of the parent message while they may read the reply. Nobody is notified of their own reply. */
export const notifyReply = (
  context: VisitorContext,
  { notificationSettings }: MessagingRules,
  { parent, ...post }: MessagePost & { readonly parent: Message },
): readonly Write[] => {
  const { orgId, id, authorId } = post.sent
  if (!notificationSettings.notifyOnReply || parent.authorId === authorId) return []
  return [
    notificationDue(context, {
      template: 'org_message_reply',
      to: readerAudience(parent, parent.authorId),
      cause: `message.${id}`,
      params: paramsOf(post),
      ...namedIn(post),
      metadata: { orgId, messageId: parent.id, replyId: id },
    }),
  ]
}

/** Notifies an event's creator that it is mentioned, while they may read the message, unless they wrote it. */
export const notifyMentions = (
  context: VisitorContext,
  { notificationSettings }: MessagingRules,
  { mentioned, ...post }: MessagePost & { readonly mentioned: Cards },
): readonly Write[] => {
  if (!notificationSettings.notifyOnMention) return []
  const { orgId, id, authorId, mentionedEvents } = post.sent
  return mentionedEvents.flatMap((eventId) => {
    const { createdBy, name } = mentioned.get(eventId) ?? {}
    if (createdBy === undefined || createdBy === authorId) return []
    return notificationDue(context, {
      template: 'org_message_event_mention',
      to: readerAudience(post.sent, createdBy),
      cause: `message.${id}.${eventId}`,
      params: { ...paramsOf(post), eventTitle: name ?? '' },
      ...namedIn(post),
      metadata: { orgId, messageId: id, eventId },
    })
  })
}
