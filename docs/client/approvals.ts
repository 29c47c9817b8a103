// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { ApprovalsCommentView, DecisionView, DomainEvent, DraftFacts, InstanceView, PendingEvent, Preview } from './schemas.ts'
import { operation } from './send.ts'

export type ApproveEventInput = ({
  readonly event_id: string
  readonly stepId?: string | undefined
  readonly comment?: string | undefined
  readonly formResponses?: readonly ({ readonly referenceId: string; readonly answer?: string | readonly string[] | null | undefined })[] | undefined
})
export type ApproveEventData = { readonly status: string; readonly data: { readonly instance: InstanceView } }
export type ApproveEventFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'APPROVAL_STEP_REQUIRED' | 'INVALID_FORM_ANSWERS' | 'ANSWERS_TOO_LARGE'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'NOT_AN_APPROVER' | 'OWN_EVENT'>
  | Failed<404, 'EVENT_NOT_FOUND' | 'APPROVAL_NOT_FOUND' | 'APPROVAL_STEP_NOT_FOUND'>
  | Failed<409, 'APPROVAL_DECIDED' | 'DECIDED_OTHERWISE' | 'CONCURRENT_CHANGE' | 'reservation_conflict'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RejectEventInput = { readonly event_id: string; readonly stepId?: string | undefined; readonly reason: string }
export type RejectEventData = { readonly status: string; readonly data: { readonly instance: InstanceView } }
export type RejectEventFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'NOT_AN_APPROVER' | 'OWN_EVENT'>
  | Failed<404, 'EVENT_NOT_FOUND' | 'APPROVAL_NOT_FOUND' | 'APPROVAL_STEP_NOT_FOUND'>
  | Failed<409, 'APPROVAL_DECIDED' | 'DECIDED_OTHERWISE' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RequestEventChangesInput = { readonly event_id: string; readonly stepId?: string | undefined; readonly reason: string }
export type RequestEventChangesData = { readonly status: string; readonly data: { readonly instance: InstanceView } }
export type RequestEventChangesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'NOT_AN_APPROVER' | 'OWN_EVENT'>
  | Failed<404, 'EVENT_NOT_FOUND' | 'APPROVAL_NOT_FOUND' | 'APPROVAL_STEP_NOT_FOUND'>
  | Failed<409, 'APPROVAL_DECIDED' | 'DECIDED_OTHERWISE' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type AcknowledgeEventInput = { readonly event_id: string }
export type AcknowledgeEventData = { readonly status: string; readonly data: { readonly instance: InstanceView } }
export type AcknowledgeEventFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'NOT_AN_APPROVER'>
  | Failed<404, 'EVENT_NOT_FOUND' | 'APPROVAL_NOT_FOUND'>
  | Failed<409, 'APPROVAL_DECIDED' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DelegateApprovalInput = { readonly event_id: string; readonly stepId?: string | undefined; readonly userId: string }
export type DelegateApprovalData = { readonly status: string; readonly data: { readonly instance: InstanceView } }
export type DelegateApprovalFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'APPROVAL_STEP_REQUIRED' | 'NOT_A_BACKUP'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'NOT_AN_APPROVER' | 'OWN_EVENT'>
  | Failed<404, 'EVENT_NOT_FOUND' | 'APPROVAL_NOT_FOUND'>
  | Failed<409, 'APPROVAL_DECIDED' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ApproveDomainEventInput = { readonly domainId: string; readonly eventId: string } & ({
  readonly comment?: string | undefined
  readonly formResponses?: readonly ({ readonly referenceId: string; readonly answer?: string | readonly string[] | null | undefined })[] | undefined
})
export type ApproveDomainEventData = { readonly status: string; readonly data: { readonly instance: InstanceView } }
export type ApproveDomainEventFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'NOT_AN_APPROVER' | 'OWN_EVENT' | 'ROLE_NOT_HELD'>
  | Failed<404, 'EVENT_NOT_FOUND' | 'APPROVAL_NOT_FOUND' | 'APPROVAL_STEP_NOT_FOUND' | 'DOMAIN_NOT_FOUND'>
  | Failed<409, 'APPROVAL_DECIDED' | 'DECIDED_OTHERWISE' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RejectDomainEventInput = { readonly domainId: string; readonly eventId: string } & { readonly reason: string }
export type RejectDomainEventData = { readonly status: string; readonly data: { readonly instance: InstanceView } }
export type RejectDomainEventFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'NOT_AN_APPROVER' | 'OWN_EVENT' | 'ROLE_NOT_HELD'>
  | Failed<404, 'EVENT_NOT_FOUND' | 'APPROVAL_NOT_FOUND' | 'APPROVAL_STEP_NOT_FOUND' | 'DOMAIN_NOT_FOUND'>
  | Failed<409, 'APPROVAL_DECIDED' | 'DECIDED_OTHERWISE' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetApprovalInput = { readonly eventId: string } & { readonly cursor?: string | undefined }
export type GetApprovalData = {
  readonly instance: InstanceView
  readonly decisions: readonly DecisionView[]
  readonly comments: readonly ApprovalsCommentView[]
  readonly nextCursor?: string | undefined
}
export type GetApprovalFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'NOT_INVOLVED'>
  | Failed<404, 'EVENT_NOT_FOUND' | 'APPROVAL_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type AddApprovalCommentInput = {
  readonly event_id: string
  readonly comment: string
  readonly parentCommentId?: string | undefined
}
export type AddApprovalCommentData = { readonly comment: ApprovalsCommentView }
export type AddApprovalCommentFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'NOT_INVOLVED'>
  | Failed<404, 'EVENT_NOT_FOUND' | 'APPROVAL_NOT_FOUND' | 'PARENT_COMMENT_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeleteApprovalCommentInput = { readonly event_id: string; readonly comment_id: string }
export type DeleteApprovalCommentData = undefined
export type DeleteApprovalCommentFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'FORBIDDEN'>
  | Failed<404, 'COMMENT_NOT_FOUND'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListWaitingOnMeInput = { readonly limit?: string | undefined; readonly cursor?: string | undefined }
export type ListWaitingOnMeData = { readonly events: readonly PendingEvent[]; readonly nextCursor?: string | undefined }
export type ListWaitingOnMeFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListStuckApprovalsInput = { readonly limit?: string | undefined; readonly cursor?: string | undefined }
export type ListStuckApprovalsData = { readonly events: readonly PendingEvent[]; readonly nextCursor?: string | undefined }
export type ListStuckApprovalsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListPendingForRoleInput = {
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly role?: string | undefined
}
export type ListPendingForRoleData = { readonly events: readonly PendingEvent[]; readonly nextCursor?: string | undefined }
export type ListPendingForRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'ROLE_NOT_HELD'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListApprovedByRoleInput = {
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly role?: string | undefined
}
export type ListApprovedByRoleData = { readonly events: readonly PendingEvent[]; readonly nextCursor?: string | undefined }
export type ListApprovedByRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'ROLE_NOT_HELD'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListRejectedForRoleInput = {
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly role?: string | undefined
}
export type ListRejectedForRoleData = { readonly events: readonly PendingEvent[]; readonly nextCursor?: string | undefined }
export type ListRejectedForRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'ROLE_NOT_HELD'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListDomainApprovalsInput = { readonly domainId: string } & { readonly limit?: string | undefined; readonly cursor?: string | undefined }
export type ListDomainApprovalsData = { readonly events: readonly DomainEvent[]; readonly nextCursor?: string | undefined }
export type ListDomainApprovalsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'ROLE_NOT_HELD'>
  | Failed<404, 'DOMAIN_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type SimulateApprovalsInput = { readonly event: DraftFacts; readonly organizer?: string | undefined }
export type SimulateApprovalsData = Preview
export type SimulateApprovalsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE' | 'APPROVAL_ROUTING_UNAVAILABLE'>

/** Decisions on events that wait for approval. */
export const approvals = (send: Send) => ({
  /** Approves an event, as far as the caller is asked. `POST /approve-event` */
  approveEvent: operation<ApproveEventInput, ApproveEventData, ApproveEventFailure>(
    send,
    { method: 'POST', path: '/approve-event', body: true, reads: 'flat' },
  ),
  /** Rejects an event. `POST /reject-event` */
  rejectEvent: operation<RejectEventInput, RejectEventData, RejectEventFailure>(
    send,
    { method: 'POST', path: '/reject-event', body: true, reads: 'flat' },
  ),
  /** Hands an event back to its organizers. `POST /request-event-changes` */
  requestEventChanges: operation<RequestEventChangesInput, RequestEventChangesData, RequestEventChangesFailure>(
    send,
    { method: 'POST', path: '/request-event-changes', body: true, reads: 'flat' },
  ),
  /** Takes note of an event. `POST /acknowledge-event` */
  acknowledgeEvent: operation<AcknowledgeEventInput, AcknowledgeEventData, AcknowledgeEventFailure>(
    send,
    { method: 'POST', path: '/acknowledge-event', body: true, reads: 'flat' },
  ),
  /** Asks a backup of the role besides. `POST /delegate-approval` */
  delegateApproval: operation<DelegateApprovalInput, DelegateApprovalData, DelegateApprovalFailure>(
    send,
    { method: 'POST', path: '/delegate-approval', body: true, reads: 'flat' },
  ),
  /** Approves an event for the roles of one domain. `POST /api/domain/:domainId/approval-events/:eventId/approve` */
  approveDomainEvent: operation<ApproveDomainEventInput, ApproveDomainEventData, ApproveDomainEventFailure>(
    send,
    { method: 'POST', path: '/api/domain/:domainId/approval-events/:eventId/approve', body: true, reads: 'flat' },
  ),
  /** Rejects an event for the roles of one domain. `POST /api/domain/:domainId/approval-events/:eventId/reject` */
  rejectDomainEvent: operation<RejectDomainEventInput, RejectDomainEventData, RejectDomainEventFailure>(
    send,
    { method: 'POST', path: '/api/domain/:domainId/approval-events/:eventId/reject', body: true, reads: 'flat' },
  ),
  /** The approval of an event: steps, decisions and comments, newest first. `GET /approvals/:eventId` */
  getApproval: operation<GetApprovalInput, GetApprovalData, GetApprovalFailure>(
    send,
    { method: 'GET', path: '/approvals/:eventId', query: ['cursor'], reads: 'data' },
  ),
  /** Says something about an approval. `POST /add-approval-comment` */
  addApprovalComment: operation<AddApprovalCommentInput, AddApprovalCommentData, AddApprovalCommentFailure>(
    send,
    { method: 'POST', path: '/add-approval-comment', body: true, reads: 'flat', keyed: true },
  ),
  /** Takes back what was said about an approval. `POST /delete-approval-comment` */
  deleteApprovalComment: operation<DeleteApprovalCommentInput, DeleteApprovalCommentData, DeleteApprovalCommentFailure>(
    send,
    { method: 'POST', path: '/delete-approval-comment', body: true, reads: 'done' },
  ),
  /** Events that wait for the caller, the first to be due first. `GET /approvals/waiting-on-me` */
  listWaitingOnMe: operation<ListWaitingOnMeInput, ListWaitingOnMeData, ListWaitingOnMeFailure>(
    send,
    { method: 'GET', path: '/approvals/waiting-on-me', query: ['limit','cursor'], reads: 'flat' },
  ),
  /** Events whose approval is overdue, the oldest first. `GET /approvals/stuck` */
  listStuckApprovals: operation<ListStuckApprovalsInput, ListStuckApprovalsData, ListStuckApprovalsFailure>(
    send,
    { method: 'GET', path: '/approvals/stuck', query: ['limit','cursor'], reads: 'flat' },
  ),
  /** Events that wait for a role. `GET /oie/get-pending-events` */
  listPendingForRole: operation<ListPendingForRoleInput, ListPendingForRoleData, ListPendingForRoleFailure>(
    send,
    { method: 'GET', path: '/oie/get-pending-events', query: ['limit','cursor','role'], reads: 'flat' },
  ),
  /** Events whose step of a role was approved. `GET /oie/get-approved-events` */
  listApprovedByRole: operation<ListApprovedByRoleInput, ListApprovedByRoleData, ListApprovedByRoleFailure>(
    send,
    { method: 'GET', path: '/oie/get-approved-events', query: ['limit','cursor','role'], reads: 'flat' },
  ),
  /** Events that were rejected while a role was asked. `GET /oie/get-rejected-events` */
  listRejectedForRole: operation<ListRejectedForRoleInput, ListRejectedForRoleData, ListRejectedForRoleFailure>(
    send,
    { method: 'GET', path: '/oie/get-rejected-events', query: ['limit','cursor','role'], reads: 'flat' },
  ),
  /** Events that wait for the roles of a domain. `GET /api/domain/:domainId/pending-approval-events` */
  listDomainApprovals: operation<ListDomainApprovalsInput, ListDomainApprovalsData, ListDomainApprovalsFailure>(
    send,
    { method: 'GET', path: '/api/domain/:domainId/pending-approval-events', query: ['limit','cursor'], reads: 'flat' },
  ),
  /** Who would be asked about an event, and why; nothing is saved. `POST /api/event-system-config/simulate-approvals` */
  simulateApprovals: operation<SimulateApprovalsInput, SimulateApprovalsData, SimulateApprovalsFailure>(
    send,
    { method: 'POST', path: '/api/event-system-config/simulate-approvals', body: true, reads: 'data' },
  ),
})
