import * as z from 'zod/mini'
import { described, Id, text } from '../../lib/contract/fields.ts'
import { messageRepeatSeconds } from '../../lib/contract/idempotency.ts'
import { PageQuery } from '../../lib/contract/paging.ts'
import { data, done, flat } from '../../lib/contract/reply.ts'
import { declare } from '../../lib/contract/row.ts'
import { InstanceView } from '../events/contract.ts'
import { ApprovalRoutingUnavailable, DomainNotFound } from '../stakeholders/contract.ts'
import { decisionRows } from './decision-rows.ts'
import {
  CommentView,
  DecisionView,
  DomainEvent,
  DraftFacts,
  NoComment,
  NoEvent,
  NoInstance,
  NoParentComment,
  NotInvolved,
  NotYourComment,
  PendingEvent,
  Preview,
  RoleNotYours,
  SignedCommentView,
} from './shapes.ts'

const event = { event_id: 'demo-event' }

/** Operations on approval comments. */
export const commentRows = {
  getApproval: {
    summary: 'Get the approval of an event: steps, decisions and comments, newest first',
    method: 'GET',
    path: '/approvals/:eventId',
    access: 'caller',
    query: z.strictObject({
      cursor: PageQuery.cursor,
      submission: z.optional(
        described(
          z.string().check(z.regex(/^\d{1,6}$/)),
          'Number of an earlier submission, whose decisions to list. Default: the newest.',
          '1',
        ),
      ),
    }),
    reply: data(
      z.object({
        instance: InstanceView,
        decisions: z.array(DecisionView),
        comments: z.array(SignedCommentView),
        nextCursor: z.optional(z.string()),
      }),
    ),
    fails: [NoEvent, NoInstance, NotInvolved],
    costs: { depth: 3, read: 7, write: 0 },
    example: { as: 'root', path: { eventId: 'demo-event' } },
  },
  addApprovalComment: {
    summary: 'Comment on an approval',
    publishes: true,
    method: 'POST',
    path: '/add-approval-comment',
    creates: messageRepeatSeconds,
    access: 'caller',
    body: z.strictObject({ event_id: Id, comment: text(2000), parentCommentId: z.optional(Id) }),
    reply: flat(z.object({ comment: CommentView }), 'Comment added successfully.', { status: 201 }),
    fails: [NoEvent, NoInstance, NotInvolved, NoParentComment],
    costs: { depth: 3, read: 6, write: 3 },
    example: { as: 'ada', body: { ...event, comment: 'We have a fire marshal now' } },
  },
  deleteApprovalComment: {
    summary: 'Delete a comment on an approval',
    method: 'POST',
    path: '/delete-approval-comment',
    access: 'caller',
    consequence: 'none',
    body: z.strictObject({ event_id: Id, comment_id: Id }),
    reply: done('Comment deleted successfully.'),
    fails: [NoComment, NotYourComment],
    costs: { depth: 3, read: 3, write: 2 },
    example: { as: 'ada', body: { ...event, comment_id: 'demo-comment' } },
  },
} as const

const Page = { limit: PageQuery.limit, cursor: PageQuery.cursor }
const Listed = flat(z.object({ events: z.array(PendingEvent), nextCursor: z.optional(z.string()) }))

const ofRole = {
  method: 'GET',
  access: 'member',
  query: z.strictObject({ ...Page, role: z.optional(text(100)) }),
  reply: Listed,
  fails: [RoleNotYours],
  example: { as: 'ada' },
} as const

/** Lists of pending approvals. A role's list is for its holders and administrators. */
export const listRows = {
  listWaitingOnMe: {
    summary: "List events that await the caller's decision, earliest due first",
    method: 'GET',
    path: '/approvals/waiting-on-me',
    access: 'member',
    query: z.strictObject(Page),
    reply: Listed,
    costs: { depth: 4, read: 4.5, write: 0 },
    example: { as: 'ada' },
  },
  listStuckApprovals: {
    summary: 'List events whose approval is overdue, oldest first',
    method: 'GET',
    path: '/approvals/stuck',
    access: 'admin',
    query: z.strictObject(Page),
    reply: Listed,
    costs: { depth: 2, read: 2.5, write: 0 },
    example: { as: 'root' },
  },
  listPendingForRole: {
    summary: "List events that await a role's decision",
    replacedBy: 'listWaitingOnMe',
    path: '/oie/get-pending-events',
    costs: { depth: 2, read: 2.5, write: 0 },
    ...ofRole,
  },
  listApprovedByRole: {
    summary: 'List events that a role approved',
    path: '/oie/get-approved-events',
    costs: { depth: 2, read: 2.5, write: 0 },
    ...ofRole,
  },
  listRejectedForRole: {
    summary: "List events that were rejected during a role's step",
    path: '/oie/get-rejected-events',
    costs: { depth: 2, read: 2.5, write: 0 },
    ...ofRole,
  },
  listDomainApprovals: {
    summary: 'List events that await the roles of a domain',
    replacedBy: 'listWaitingOnMe',
    method: 'GET',
    path: '/api/domain/:domainId/pending-approval-events',
    access: 'caller',
    query: z.strictObject(Page),
    reply: flat(z.object({ events: z.array(DomainEvent), nextCursor: z.optional(z.string()) })),
    fails: [DomainNotFound, RoleNotYours],
    costs: { depth: 2, read: 4, write: 0 },
    example: { as: 'root', path: { domainId: 'demo-domain' } },
  },
  simulateApprovals: {
    summary: 'Simulate the approval of an event: list who would decide, and why; nothing is saved',
    method: 'POST',
    path: '/api/event-system-config/simulate-approvals',
    access: 'admin',
    body: z.strictObject({ event: DraftFacts, organizer: z.optional(Id) }),
    reply: data(Preview),
    fails: [ApprovalRoutingUnavailable],
    costs: { depth: 2, read: 4, write: 0 },
    example: {
      as: 'root',
      body: { event: { type: 'Party', expectedAttendance: 200, requiresApproval: true } },
    },
  },
} as const

export * from './shapes.ts'
export * from './shapes.ts'

export const contract = declare('approvals', 'Approval of events: queues, decisions and comments', {
  ...decisionRows,
  ...commentRows,
  ...listRows,
})
