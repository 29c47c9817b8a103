import * as z from 'zod/mini'
import { days } from '../../lib/contract/time.ts'
import { orgMember } from '../../lib/identity/org/organizations.ts'
import { organization, organizationBody, orgFollower } from '../../lib/identity/org/records.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { entity, key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { put, remove, update, type Write } from '../../lib/table/write.ts'
import { MessageNotFound } from './contract.ts'

const text = z.string()
const Visibility = z.enum(['members_only', 'members_and_followers', 'public'])

/** A message, or a reply (`parentMessageId`). A reply has the visibility of its message. */
export const Message = z.object({
  orgId: text,
  id: text,
  authorId: text,
  content: text,
  visibility: Visibility,
  mentionedEvents: z.array(text),
  links: z.array(text),
  sendAsOrg: z.boolean(),
  parentMessageId: z.optional(text),
  likeCount: z.number(),
  replyCount: z.number(),
  /** Set with the first like and the first reply; the counts lag by seconds. */
  hasLikes: z.optional(z.boolean()),
  hasReplies: z.optional(z.boolean()),
  createdAt: text,
  updatedAt: text,
  editedAt: z.optional(text),
})
export type Message = z.infer<typeof Message>

type VisibleMessage = Pick<Message, 'visibility'>

/** Members read the table; followers and everybody else have an index each. So each kind of reader needs one query. */
export const message = entity('Message', Message, {
  expected: true,
  scope: 'tenant',
  pk: 'ORG#{orgId}#MSG',
  sk: '{id}',
  gsi1: {
    pk: 'ORG#{orgId}#MSG#public',
    sk: '{id}',
    when: ({ visibility }: VisibleMessage) => visibility === 'public',
  },
  gsi2: {
    pk: 'ORG#{orgId}#MSG#followers',
    sk: '{id}',
    when: ({ visibility }: VisibleMessage) => visibility !== 'members_only',
  },
})

/** A reply's id is `<message id>-<ulid>`, so that it leads to its key. */
export const reply = entity('Reply', Message, {
  expected: true,
  scope: 'tenant',
  pk: 'MSG#{parentMessageId}',
  sk: 'R#{id}',
})

const Like = z.object({ entryId: text, orgId: text, messageId: text, userId: text, at: text })
export const like = entity('Like', Like, { scope: 'tenant', pk: 'MSG#{messageId}', sk: 'L#{userId}' })

/** Number of an organization's messages, per kind of reader. */
const MessageCount = z.object({ orgId: text, members: z.number(), followers: z.number(), public: z.number() })
export const messageCount = entity('MessageCount', MessageCount, {
  scope: 'tenant',
  pk: 'ORG#{orgId}',
  sk: 'MSGCOUNT',
})

/** A deleted message, invisible to every read until it expires. */
const DeletedMessage = z.object({ ...Message.shape, deletedAt: text, deletedBy: text, expiresAt: text })
export const deletedMessage = entity('DeletedMessage', DeletedMessage, {
  scope: 'tenant',
  pk: 'ORG#{orgId}#MSGGONE',
  sk: '{id}',
  ttl: 'expiresAt',
})

export const parentIdOf = (id: string): string | undefined =>
  id.includes('-') ? id.split('-')[0] || undefined : undefined

/** The key of a message or a reply. */
export const locationOf = (orgId: string, id: string) => {
  const parentMessageId = parentIdOf(id)
  return parentMessageId === undefined
    ? ({ of: message, keyParams: { orgId, id } } as const)
    : ({ of: reply, keyParams: { parentMessageId, id } } as const)
}

const refOf = (orgId: string, id: string) => {
  const { of, keyParams } = locationOf(orgId, id)
  return key(of, keyParams as never)
}

export const isFollower = async (table: Table, orgId: string, userId: string): Promise<boolean> =>
  (await table.get(orgFollower, { orgId, userId }, { strong: true })) !== undefined

/** A message, the person's like, and the parent message: a reply is deleted with its parent. */
export const findMessage = async (table: Table, orgId: string, id: string, userId: string) => {
  const parentId = parentIdOf(id)
  const [found, mark, parent] = (await table.batchGet(
    [
      refOf(orgId, id),
      key(like, { messageId: id, userId }),
      ...(parentId === undefined ? [] : [key(message, { orgId, id: parentId })]),
    ],
    { strong: true },
  )) as [Message | undefined, unknown, Message | undefined]
  const isVisible = found?.orgId === orgId && (parentId === undefined || parent !== undefined)
  return { found: isVisible ? found : undefined, parent, liked: mark !== undefined }
}

export const findOrganization = (table: Table, orgId: string) =>
  table.batchGet([key(organization, { orgId }), key(organizationBody, { orgId })], { strong: true })

/** Writes a new message or reply. The stream counts it. */
export const messageWrite = (sent: Message): Write =>
  put(sent.parentMessageId === undefined ? message : reply, sent, { absent: true })

const retentionSeconds = 30 * days

/** Removes a message from all lists. The first write fails after a concurrent change. */
export const deletionWrites = (deleted: Message, deletedBy: string, at: Date): readonly Write[] => {
  const { of, keyParams } = locationOf(deleted.orgId, deleted.id)
  const expiresAt = new Date(at.getTime() + retentionSeconds * 1000).toISOString()
  return [
    remove(of, keyParams as never, { exists: MessageNotFound }),
    put(deletedMessage, { ...deleted, deletedAt: at.toISOString(), deletedBy, expiresAt }),
  ]
}

type LikeEntry = { readonly entryId: string; readonly userId: string; readonly at: string }

/** Adds a like. False when the person already likes the message. The stream counts likes. */
export const addLike = async (table: Table, { orgId, id: messageId }: Message, entry: LikeEntry) => {
  const written = await table.put(like, { orgId, messageId, ...entry }, { absent: true })
  // The same entry means that this write succeeded earlier and its response was lost.
  return written.ok || written.found?.entryId === entry.entryId
}
export const removeLike = async (table: Table, { id: messageId }: Message, userId: string) =>
  (await table.remove(like, { messageId, userId }, { exists: true })).ok

type MessageFlag = 'hasLikes' | 'hasReplies'

/** Marks a message that has replies or likes below it. */
export const markMessage = async (table: Table, found: Message, mark: MessageFlag): Promise<void> => {
  if (found[mark]) return
  const { of, keyParams } = locationOf(found.orgId, found.id)
  await table.update(
    of,
    keyParams as never,
    { set: { [mark]: true } },
    { exists: true, equals: { orgId: found.orgId } },
  )
}

/** The write that adds to a counter of a message or reply. */
export const countWrite = (
  orgId: string,
  id: string,
  add: Readonly<Record<string, number>>,
  mark: MessageFlag,
): Write => {
  const { of, keyParams } = locationOf(orgId, id)
  return update(of, keyParams as never, { set: { [mark]: true }, add }, { exists: true, equals: { orgId } })
}

/** Changes the content of a message, if it still exists. */
export const saveContent = (
  table: Table,
  { orgId, id }: Message,
  change: Partial<Pick<Message, 'content' | 'mentionedEvents' | 'links' | 'editedAt' | 'updatedAt'>>,
) => {
  const { of, keyParams } = locationOf(orgId, id)
  return table.update(of, keyParams as never, { set: change }, { exists: true, equals: { orgId } })
}

export const findCount = (table: Table, orgId: string) => table.get(messageCount, { orgId })

/** People by tenant user id: their memberships, and the users of those without one. */
export const findAuthors = async (table: Table, orgId: string, ids: readonly string[]) => {
  const members = await table.batchGet(ids.map((userId) => key(orgMember, { orgId, userId })))
  const known = new Map(members.flatMap((member) => (member ? [[member.userId, member] as const] : [])))
  const left = ids.filter((id) => !known.has(id))
  const users = await table.batchGet(left.map((id) => key(tenantUser, { id })))
  return { members: known, users: new Map(users.flatMap((user) => (user ? [[user.id, user] as const] : []))) }
}

/** The messages among these that a person likes. */
export const findLikes = async (table: Table, ids: readonly string[], userId: string) => {
  const marks = await table.batchGet(ids.map((messageId) => key(like, { messageId, userId })))
  return new Set(marks.flatMap((mark) => mark?.messageId ?? []))
}

/** Oldest first. */
export const listReplies = async (table: Table, parentMessageId: string, limit: number) =>
  (await table.list(reply, { keyParams: { parentMessageId }, limit })).items
