// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { InviteOutcome, InviteRequest, InviteToken, InviteView, PendingInvite, PublicUser } from './schemas.ts'
import { operation } from './send.ts'

export type InviteInput = { readonly orgId: string } & InviteRequest
export type InviteData = { readonly userExists: boolean; readonly inviteId: string }
export type InviteFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'EMAIL_REQUIRED' | 'EMAIL_INVALID'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'OWNER_BY_TRANSFER_ONLY' | 'ROLE_ABOVE_YOURS' | 'PERMISSION_NOT_HELD' | 'ORG_PENDING_APPROVAL' | 'EMAIL_NOT_VERIFIED'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'ROLE_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'ALREADY_MEMBER' | 'ALREADY_INVITED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type PreviewInvitesInput = { readonly orgId: string } & { readonly emails?: readonly string[] | undefined }
export type PreviewInvitesData = {
  readonly members: readonly { readonly email: string; readonly user: PublicUser }[]
  readonly invited: readonly { readonly email: string }[]
  readonly toInvite: readonly ({ readonly email: string; readonly user: PublicUser | null; readonly role: string })[]
}
export type PreviewInvitesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'EMAIL_NOT_VERIFIED'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type InviteBatchInput = { readonly orgId: string } & { readonly invites?: readonly InviteRequest[] | undefined }
export type InviteBatchData = {
  readonly sent: number
  readonly skipped: number
  readonly errors: readonly { readonly email: string; readonly message: string }[]
  readonly results: readonly InviteOutcome[]
}
export type InviteBatchFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | undefined>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'ORG_PENDING_APPROVAL' | 'EMAIL_NOT_VERIFIED'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListInvitesInput = { readonly orgId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListInvitesData = { readonly data: readonly InviteView[]; readonly nextCursor?: string | undefined }
export type ListInvitesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RevokeInviteInput = { readonly orgId: string; readonly inviteId: string }
export type RevokeInviteData = undefined
export type RevokeInviteFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'INVITE_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListPendingInvitesInput = Readonly<Record<string, never>>
export type ListPendingInvitesData = readonly PendingInvite[]
export type ListPendingInvitesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ValidateInviteInput = { readonly token: string }
export type ValidateInviteData = { readonly orgName: string; readonly inviterName: string; readonly email: string }
export type ValidateInviteFailure =
  | Anywhere
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'INVITE_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type LandOnInviteInput = { readonly token: string }
export type LandOnInviteData = string
export type LandOnInviteFailure = Anywhere | Failed<403, 'USE_TENANT_SUBDOMAIN'> | Failed<503, 'TENANT_UNAVAILABLE'>

export type AcceptInviteByTokenInput = InviteToken
export type AcceptInviteByTokenData = { readonly alreadyMember: boolean }
export type AcceptInviteByTokenFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'TOKEN_REQUIRED' | 'INVITE_OVER' | 'INVITE_EXPIRED'>
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'INVITE_EMAIL_MISMATCH' | 'MEMBERSHIP_SUSPENDED' | 'FEATURE_RESTRICTED' | 'ORG_PENDING_APPROVAL' | 'ORG_INACTIVE'>
  | Failed<404, 'INVITE_NOT_FOUND' | 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'TOO_MANY_MEMBERSHIPS' | 'ORG_FULL' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeclineInviteByTokenInput = InviteToken
export type DeclineInviteByTokenData = undefined
export type DeclineInviteByTokenFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'TOKEN_REQUIRED'>
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'INVITE_EMAIL_MISMATCH'>
  | Failed<404, 'INVITE_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type AcceptInviteInput = { readonly inviteId: string }
export type AcceptInviteData = { readonly alreadyMember: boolean }
export type AcceptInviteFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'INVITE_OVER' | 'INVITE_EXPIRED'>
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'EMAIL_NOT_VERIFIED' | 'INVITE_EMAIL_MISMATCH' | 'MEMBERSHIP_SUSPENDED' | 'FEATURE_RESTRICTED' | 'ORG_PENDING_APPROVAL' | 'ORG_INACTIVE'>
  | Failed<404, 'INVITE_NOT_FOUND' | 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'TOO_MANY_MEMBERSHIPS' | 'ORG_FULL' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeclineInviteInput = { readonly inviteId: string }
export type DeclineInviteData = undefined
export type DeclineInviteFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'EMAIL_NOT_VERIFIED' | 'INVITE_EMAIL_MISMATCH'>
  | Failed<404, 'INVITE_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Invitations to organizations. */
export const invites = (send: Send) => ({
  /** Invites somebody by e-mail address; the mail holds a token for seven days. `POST /org-invites/:orgId/invite` */
  invite: operation<InviteInput, InviteData, InviteFailure>(
    send,
    { method: 'POST', path: '/org-invites/:orgId/invite', body: true, reads: 'data', keyed: true },
  ),
  /** Says of up to 30 addresses who is a member, who is invited, and who would be; `user` to administrators alone. `POST /org-invites/:orgId/batch-preview` */
  previewInvites: operation<PreviewInvitesInput, PreviewInvitesData, PreviewInvitesFailure>(
    send,
    { method: 'POST', path: '/org-invites/:orgId/batch-preview', body: true, reads: 'data' },
  ),
  /** Invites up to 30 people; each row succeeds or fails by itself. `POST /org-invites/:orgId/invite-batch` */
  inviteBatch: operation<InviteBatchInput, InviteBatchData, InviteBatchFailure>(
    send,
    { method: 'POST', path: '/org-invites/:orgId/invite-batch', body: true, reads: 'data', keyed: true },
  ),
  /** Invitations of an organization, newest first; those of the last 30 days. `GET /org-invites/:orgId` */
  listInvites: operation<ListInvitesInput, ListInvitesData, ListInvitesFailure>(
    send,
    { method: 'GET', path: '/org-invites/:orgId', query: ['page','limit','cursor'], reads: 'flat' },
  ),
  /** Takes an open invitation back. `DELETE /org-invites/:orgId/invites/:inviteId` */
  revokeInvite: operation<RevokeInviteInput, RevokeInviteData, RevokeInviteFailure>(
    send,
    { method: 'DELETE', path: '/org-invites/:orgId/invites/:inviteId', reads: 'done' },
  ),
  /** Open invitations of the caller. `GET /org-invites/pending` */
  listPendingInvites: operation<ListPendingInvitesInput, ListPendingInvitesData, ListPendingInvitesFailure>(
    send,
    { method: 'GET', path: '/org-invites/pending', reads: 'data' },
  ),
  /** What a token from a mail invites to. `GET /org-invites/validate/:token` */
  validateInvite: operation<ValidateInviteInput, ValidateInviteData, ValidateInviteFailure>(
    send,
    { method: 'GET', path: '/org-invites/validate/:token', reads: 'data', open: true },
  ),
  /** Leads from the mail to the school's page for signing up. `GET /org-invites/landing/:token` */
  landOnInvite: operation<LandOnInviteInput, LandOnInviteData, LandOnInviteFailure>(
    send,
    { method: 'GET', path: '/org-invites/landing/:token', reads: 'text', open: true },
  ),
  /** Accepts an invitation by the token of its mail. `POST /org-invites/accept-by-token` */
  acceptInviteByToken: operation<AcceptInviteByTokenInput, AcceptInviteByTokenData, AcceptInviteByTokenFailure>(
    send,
    { method: 'POST', path: '/org-invites/accept-by-token', body: true, reads: 'data' },
  ),
  /** Declines an invitation by the token of its mail. `POST /org-invites/decline-by-token` */
  declineInviteByToken: operation<DeclineInviteByTokenInput, DeclineInviteByTokenData, DeclineInviteByTokenFailure>(
    send,
    { method: 'POST', path: '/org-invites/decline-by-token', body: true, reads: 'done' },
  ),
  /** Accepts an own invitation; the e-mail address has to be verified. `POST /org-invites/:inviteId/accept` */
  acceptInvite: operation<AcceptInviteInput, AcceptInviteData, AcceptInviteFailure>(
    send,
    { method: 'POST', path: '/org-invites/:inviteId/accept', body: true, reads: 'data' },
  ),
  /** Declines an own invitation. `POST /org-invites/:inviteId/decline` */
  declineInvite: operation<DeclineInviteInput, DeclineInviteData, DeclineInviteFailure>(
    send,
    { method: 'POST', path: '/org-invites/:inviteId/decline', body: true, reads: 'done' },
  ),
})
