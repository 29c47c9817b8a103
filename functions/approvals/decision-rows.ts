import * as z from 'zod/mini'
import { ConcurrentChange, SecondFactorRequired, StrongProofRequired } from '../../lib/contract/failures.ts'
import { Id, text } from '../../lib/contract/fields.ts'
import { flat } from '../../lib/contract/reply.ts'
import { InstanceView } from '../events/contract.ts'
import { AnswersTooLarge, InvalidAnswers, NamedAnswers } from '../form-records/contract.ts'
import { ReservationConflict } from '../rooms/contract.ts'
import { DomainNotFound } from '../stakeholders/contract.ts'
import {
  ApprovalDecided,
  DecidedOtherwise,
  NoEvent,
  NoInstance,
  NotABackup,
  NotAuthorized,
  OwnEvent,
  RoleNotYours,
  StepNotFound,
  StepRequired,
} from './shapes.ts'

const Decided = z.object({ status: z.string(), data: z.object({ instance: InstanceView }) })

const Named = { event_id: Id, stepId: z.optional(text(64)) }
const Reason = text(1000)
const Approval = { comment: z.optional(text(2000)), formResponses: z.optional(NamedAnswers) }

const event = { event_id: 'demo-event' }
const inDomain = { domainId: 'demo-domain', eventId: 'demo-event' }

/** A school may require a second factor of its roles (rules/mfa 22). */
const found = [NoEvent, NoInstance, SecondFactorRequired, StrongProofRequired] as const
const deciding = [
  ...found,
  NotAuthorized,
  OwnEvent,
  ApprovalDecided,
  DecidedOtherwise,
  StepNotFound,
  ConcurrentChange,
] as const

/** Decisions. Impersonation cannot make them. */
export const decisionRows = {
  approveEvent: {
    summary: 'Approve an event for the roles that the caller holds',
    method: 'POST',
    path: '/approve-event',
    access: 'caller',
    inPerson: true,
    body: z.strictObject({ ...Named, ...Approval }),
    reply: flat(Decided, 'Event approved successfully.'),
    fails: [...deciding, StepRequired, InvalidAnswers, AnswersTooLarge, ReservationConflict],
    costs: { depth: 4, read: 7, write: 22 },
    example: { as: 'root', body: event },
  },
  rejectEvent: {
    summary: 'Reject an event',
    method: 'POST',
    path: '/reject-event',
    access: 'caller',
    inPerson: true,
    body: z.strictObject({ ...Named, reason: Reason }),
    reply: flat(Decided, 'Event rejected.'),
    fails: deciding,
    costs: { depth: 4, read: 7, write: 20 },
    example: { as: 'root', body: { ...event, reason: 'The hall is closed that week' } },
  },
  requestEventChanges: {
    summary: 'Return an event to its organizers for changes',
    method: 'POST',
    path: '/request-event-changes',
    access: 'caller',
    inPerson: true,
    body: z.strictObject({ ...Named, reason: Reason }),
    reply: flat(Decided, 'Changes requested.'),
    fails: deciding,
    costs: { depth: 4, read: 7, write: 21 },
    example: { as: 'root', body: { ...event, reason: 'Please name a person for first aid' } },
  },
  acknowledgeEvent: {
    summary: 'Acknowledge an event',
    method: 'POST',
    path: '/acknowledge-event',
    access: 'caller',
    inPerson: true,
    body: z.strictObject({ event_id: Id }),
    reply: flat(Decided, 'Event acknowledged.'),
    fails: [...found, NotAuthorized, ApprovalDecided, ConcurrentChange],
    costs: { depth: 4, read: 8, write: 7 },
    example: { as: 'ada', body: event },
  },
  delegateApproval: {
    summary: 'Delegate a decision to a backup of the role, in addition to the role itself',
    method: 'POST',
    path: '/delegate-approval',
    access: 'caller',
    inPerson: true,
    body: z.strictObject({ ...Named, userId: Id }),
    reply: flat(Decided, 'Approval delegated.'),
    fails: [...found, NotAuthorized, OwnEvent, ApprovalDecided, StepRequired, NotABackup, ConcurrentChange],
    costs: { depth: 4, read: 7, write: 19 },
    example: { as: 'root', body: { ...event, userId: 'demo-user-ben' } },
  },
  approveDomainEvent: {
    summary: 'Approve an event for the roles of one domain',
    replacedBy: 'approveEvent',
    method: 'POST',
    path: '/api/domain/:domainId/approval-events/:eventId/approve',
    access: 'caller',
    inPerson: true,
    body: z.strictObject(Approval),
    reply: flat(Decided, 'Event approved successfully.'),
    fails: [...deciding, DomainNotFound, RoleNotYours],
    costs: { depth: 4, read: 8, write: 22 },
    example: { as: 'root', path: inDomain, body: {} },
  },
  rejectDomainEvent: {
    summary: 'Reject an event for the roles of one domain',
    replacedBy: 'rejectEvent',
    method: 'POST',
    path: '/api/domain/:domainId/approval-events/:eventId/reject',
    access: 'caller',
    inPerson: true,
    body: z.strictObject({ reason: Reason }),
    reply: flat(Decided, 'Event rejected.'),
    fails: [...deciding, DomainNotFound, RoleNotYours],
    costs: { depth: 4, read: 8, write: 20 },
    example: { as: 'root', path: inDomain, body: { reason: 'The laboratory is closed' } },
  },
} as const
