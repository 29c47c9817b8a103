import * as z from 'zod/mini'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import { entity, key } from '../../../lib/table/entity.ts'
import type { Table } from '../../../lib/table/table.ts'

const text = z.string()

export const ApprovalComment = z.object({
  eventId: text,
  id: text,
  userId: text,
  text,
  createdAt: text,
  parentCommentId: z.optional(text),
})
export type ApprovalComment = z.infer<typeof ApprovalComment>
export const approvalComment = entity('ApprovalComment', ApprovalComment, {
  scope: 'tenant',
  pk: 'EV#{eventId}',
  sk: 'APC#{id}',
})

/** Newest first. */
export const listComments = (table: Table, eventId: string, limit: number, cursor?: string) =>
  table.list(approvalComment, { keyParams: { eventId }, limit, cursor, descending: true })

export const readComment = (table: Table, eventId: string, id: string) =>
  table.get(approvalComment, { eventId, id }, { strong: true })

/** Adds authors to comments. An author who has left the school has no name. */
export const withAuthors = async (table: Table, comments: readonly ApprovalComment[]) => {
  const ids = [...new Set(comments.map(({ userId }) => userId))]
  const users = await table.batchGet(ids.map((id) => key(tenantUser, { id })))
  const known = new Map(users.flatMap((user) => (user ? [[user.id, user] as const] : [])))
  return comments.map(({ id, userId, text: said, createdAt, parentCommentId }) => {
    const { name = '', username = '', picture } = known.get(userId) ?? {}
    return {
      _id: id,
      userId: { _id: userId, name, username, ...(picture ? { picture } : {}) },
      text: said,
      createdAt,
      parentCommentId: parentCommentId ?? null,
    }
  })
}
