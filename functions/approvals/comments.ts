import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { isAdmin } from '../../lib/identity/person/caller.ts'
import type { Operation } from '../../lib/operation.ts'
import { put, remove, type Write } from '../../lib/table/write.ts'
import {
  type ApprovalComment,
  approvalComment,
  instanceViewOf,
  listComments,
  readComment,
  submissionName,
  withAuthors,
} from '../events/index.ts'
import { type ApprovalCase, actorIdOf, readDeciderRights, requireApproval } from './approval.ts'
import type { contract } from './contract.ts'
import { listDecisions } from './repository.ts'
import { type CommentView, NoComment, NoParentComment, NotInvolved, NotYourComment } from './shapes.ts'

type Rows = (typeof contract)['rows']

type CommentContext = { now(): Date; newId(): string }

export const commentWrite = (
  { now, newId }: CommentContext,
  eventId: string,
  userId: string,
  text: string,
  parentCommentId?: string,
): Write =>
  put(
    approvalComment,
    {
      eventId,
      id: newId(),
      userId,
      text,
      createdAt: now().toISOString(),
      ...(parentCommentId === undefined ? {} : { parentCommentId }),
    },
    { absent: true },
  )

const commentViewOf = ({ id, userId, text, createdAt, parentCommentId }: ApprovalComment): CommentView => ({
  _id: id,
  userId,
  text,
  createdAt,
  parentCommentId: parentCommentId ?? null,
})

/** Admits administrators, organizers of the event, and everyone whom one of its steps names. */
const refuseStrangers = async (found: ApprovalCase, context: Context<'caller'>): Promise<void> => {
  const rights = await readDeciderRights(context, found)
  if (rights.isAdmin || rights.organizes) return
  const isInvolved = found.instance.elements.some(({ asked, deciders }) =>
    [...asked, ...deciders].some((decider) => rights.isA(decider)),
  )
  if (!isInvolved) fail(NotInvolved)
}

type CommentRequest = {
  readonly event_id: string
  readonly comment: string
  readonly parentCommentId?: string | undefined
}

/** Adds a comment to an approval. Replies have one level: a reply to a reply belongs to its parent. */
export const addComment = async (
  { event_id: eventId, comment: text, parentCommentId }: CommentRequest,
  context: Context<'caller'>,
): Promise<CommentView> => {
  const { table, caller } = context
  const [found, parent] = await Promise.all([
    requireApproval(table, eventId, caller.tenantUserId),
    parentCommentId === undefined ? undefined : readComment(table, eventId, parentCommentId),
  ])
  await refuseStrangers(found, context)
  if (parentCommentId !== undefined && !parent) fail(NoParentComment)
  const write = commentWrite(context, eventId, actorIdOf(caller), text, parent?.parentCommentId ?? parent?.id)
  await table.write([write])
  return commentViewOf(write.does === 'put' ? (write.value as ApprovalComment) : fail(NoComment))
}

/** Deletes a comment; its author and administrators may. Replies remain. */
export const deleteApprovalComment: Operation<Rows['deleteApprovalComment']> = async (
  { event_id: eventId, comment_id: id },
  { table, caller },
) => {
  const found = (await readComment(table, eventId, id)) ?? fail(NoComment)
  if (found.userId !== actorIdOf(caller) && !isAdmin(caller)) fail(NotYourComment)
  await table.commit([remove(approvalComment, { eventId, id }, { exists: NoComment })])
}

const mostComments = 50

/**
 * Returns the approval of an event with decisions and comments, newest first, for everyone involved. Three round trips.
 */
export const getApproval: Operation<Rows['getApproval']> = async (
  { eventId, cursor, submission },
  context,
) => {
  const found = await requireApproval(context.table, eventId, context.caller.tenantUserId)
  const [decisions, commentPage] = await Promise.all([
    listDecisions(
      context.table,
      eventId,
      submission === undefined ? found.instance.submission : submissionName(Number(submission)),
    ),
    listComments(context.table, eventId, mostComments, cursor),
    refuseStrangers(found, context),
  ])
  const signed = await withAuthors(context.table, commentPage.items)
  const comments = signed.map(({ userId: author, ...rest }) => ({ ...rest, userId: author._id, author }))
  return {
    instance: instanceViewOf(found.instance),
    decisions: [...decisions],
    comments: [...comments],
    nextCursor: commentPage.cursor,
  }
}

export const addApprovalComment: Operation<Rows['addApprovalComment']> = async (input, context) => ({
  comment: await addComment(input, context),
})
