import * as z from 'zod/mini'
import { Id, text } from '../../../lib/contract/fields.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { data, done, flat } from '../../../lib/contract/reply.ts'
import { InstanceView } from '../../events/contract.ts'
import { NoComment, NoEvent, NoInstance, NoParentComment, NotInvolved, NotYourComment } from './failures.ts'
import { CommentView, DecisionView } from './shapes.ts'

const event = { event_id: 'demo-event' }

/** What is said about an approval. */
export const commentRows = {
  getApproval: {
    summary: 'The approval of an event: steps, decisions and comments, newest first',
    method: 'GET',
    path: '/approvals/:eventId',
    access: 'caller',
    query: z.strictObject({ cursor: PageQuery.cursor }),
    reply: data(
      z.object({
        instance: InstanceView,
        decisions: z.array(DecisionView),
        comments: z.array(CommentView),
        nextCursor: z.optional(z.string()),
      }),
    ),
    fails: [NoEvent, NoInstance, NotInvolved],
    example: { as: 'root', path: { eventId: 'demo-event' } },
  },
  addApprovalComment: {
    summary: 'Says something about an approval',
    method: 'POST',
    path: '/add-approval-comment',
    access: 'caller',
    body: z.strictObject({ event_id: Id, comment: text(2000), parentCommentId: z.optional(Id) }),
    reply: flat(z.object({ comment: CommentView }), 'Comment added successfully.', { status: 201 }),
    fails: [NoEvent, NoInstance, NotInvolved, NoParentComment],
    example: { as: 'ada', body: { ...event, comment: 'We have a fire marshal now' } },
  },
  deleteApprovalComment: {
    summary: 'Takes back what was said about an approval',
    method: 'POST',
    path: '/delete-approval-comment',
    access: 'caller',
    body: z.strictObject({ event_id: Id, comment_id: Id }),
    reply: done('Comment deleted successfully.'),
    fails: [NoComment, NotYourComment],
    example: { as: 'ada', body: { ...event, comment_id: 'demo-comment' } },
  },
} as const
