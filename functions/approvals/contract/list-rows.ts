import * as z from 'zod/mini'
import { Id, text } from '../../../lib/contract/fields.ts'
import { PageQuery } from '../../../lib/contract/paging.ts'
import { data, flat } from '../../../lib/contract/reply.ts'
import { ApprovalRoutingUnavailable, DomainNotFound } from '../../stakeholders/contract.ts'
import { RoleNotYours } from './failures.ts'
import { DomainEvent, DraftFacts, PendingEvent, Preview } from './shapes.ts'

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

/** What waits for whom. Of a role only who holds it reads, and administrators. */
export const listRows = {
  listWaitingOnMe: {
    summary: 'Events that wait for the caller, the first to be due first',
    method: 'GET',
    path: '/approvals/waiting-on-me',
    access: 'member',
    query: z.strictObject(Page),
    reply: Listed,
    example: { as: 'ada' },
  },
  listStuckApprovals: {
    summary: 'Events whose approval is overdue, the oldest first',
    method: 'GET',
    path: '/approvals/stuck',
    access: 'admin',
    query: z.strictObject(Page),
    reply: Listed,
    example: { as: 'root' },
  },
  listPendingForRole: {
    summary: 'Events that wait for a role',
    path: '/oie/get-pending-events',
    ...ofRole,
  },
  listApprovedByRole: {
    summary: 'Events whose step of a role was approved',
    path: '/oie/get-approved-events',
    ...ofRole,
  },
  listRejectedForRole: {
    summary: 'Events that were rejected while a role was asked',
    path: '/oie/get-rejected-events',
    ...ofRole,
  },
  listDomainApprovals: {
    summary: 'Events that wait for the roles of a domain',
    method: 'GET',
    path: '/api/domain/:domainId/pending-approval-events',
    access: 'caller',
    query: z.strictObject(Page),
    reply: flat(z.object({ events: z.array(DomainEvent), nextCursor: z.optional(z.string()) })),
    fails: [DomainNotFound, RoleNotYours],
    example: { as: 'root', path: { domainId: 'demo-domain' } },
  },
  simulateApprovals: {
    summary: 'Who would be asked about an event, and why; nothing is saved',
    method: 'POST',
    path: '/api/event-system-config/simulate-approvals',
    access: 'admin',
    body: z.strictObject({ event: DraftFacts, organizer: z.optional(Id) }),
    reply: data(Preview),
    fails: [ApprovalRoutingUnavailable],
    example: {
      as: 'root',
      body: { event: { type: 'Party', expectedAttendance: 200, requiresApproval: true } },
    },
  },
} as const
