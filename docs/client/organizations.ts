// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { EventView, FollowerView, FormChange, FormDraft, FormView, MemberView, NameQuestion, NewOrganization, OrganizationCard, OrganizationChange, OrganizationView, Overview, RoleView, SocialLink } from './schemas.ts'
import { operation } from './send.ts'

export type GetOrganizationInput = { readonly id: string }
export type GetOrganizationData = { readonly org: readonly OrganizationView[] }
export type GetOrganizationFailure = Anywhere | Failed<403, 'USE_TENANT_SUBDOMAIN'> | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetOrganizationByNameInput = { readonly name: string } & { readonly exhaustive?: 'true' | 'false' | undefined }
export type GetOrganizationByNameData = {
  readonly org: Overview
  readonly overview: {
    readonly _id: string
    readonly org_name: string
    readonly org_description: string
    readonly org_profile_image: string
    readonly owner: string
    readonly requireApprovalForJoin: boolean
    readonly memberForm: FormView | null
    readonly unlisted: boolean
    readonly verified: boolean
    readonly verifiedAt?: string | undefined
    readonly verificationType: string
    readonly verificationStatus: string
    readonly approvalStatus: 'pending' | 'approved'
    readonly approvedAt?: string | undefined
    readonly lifecycleStatus: string
    readonly orgTypeKey: string
    readonly createdAt: string
    readonly updatedAt: string
    readonly org_banner_image: string | null
    readonly positions: readonly RoleView[]
    readonly weekly_meeting: unknown
    readonly socialLinks: readonly SocialLink[]
    readonly messageSettings: {
      readonly enabled: boolean
      readonly visibility: string
      readonly postingPermissions: readonly string[]
      readonly allowReplies: boolean
      readonly allowLikes: boolean
      readonly characterLimit: number
    }
    readonly memberCount: number
    readonly followerCount: number
    readonly messagingLimits: { readonly minCharacterLimit: number; readonly maxCharacterLimit: number }
    readonly verificationTiers: Readonly<Record<string, { readonly name: string; readonly description: string; readonly benefits: readonly string[] }>>
  }
  readonly members: readonly MemberView[]
  readonly followers: readonly FollowerView[]
  readonly isMember: boolean
  readonly isFollower: boolean
  readonly isPending: boolean
  readonly exhaustive: { readonly eventCount: number; readonly memberCount: number; readonly followerCount: number } | null
}
export type GetOrganizationByNameFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateOrganizationInput = NewOrganization & { readonly image?: Blob | undefined } & { readonly bannerImage?: Blob | undefined }
export type CreateOrganizationData = { readonly org: OrganizationView }
export type CreateOrganizationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | undefined | 'ORG_NAME_PROFANE' | 'ORG_DESCRIPTION_PROFANE' | 'INVALID_WEEKLY_MEETING' | 'INVALID_MEMBER_FORM' | 'INVALID_SOCIAL_LINKS' | 'INVALID_SOCIAL_LINK_TYPE' | 'WEBSITE_INCOMPLETE' | 'SOCIAL_LINK_INCOMPLETE' | 'TOO_MANY_LINKS' | 'UNSUPPORTED_IMAGE' | 'UNKNOWN_PERMISSION' | 'DUPLICATE_ROLES' | 'ROLE_NAME_RESERVED' | 'TOO_MANY_ROLES' | 'INVALID_ROLES'>
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'CONCURRENT_CHANGE' | 'ORG_NAME_TAKEN' | 'TOO_MANY_MEMBERSHIPS'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type EditOrganizationInput = OrganizationChange & { readonly image?: Blob | undefined } & { readonly bannerImage?: Blob | undefined }
export type EditOrganizationData = { readonly org: OrganizationView }
export type EditOrganizationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, undefined | 'ORG_NAME_PROFANE' | 'ORG_DESCRIPTION_PROFANE' | 'INVALID_WEEKLY_MEETING' | 'INVALID_MEMBER_FORM' | 'INVALID_SOCIAL_LINKS' | 'INVALID_SOCIAL_LINK_TYPE' | 'WEBSITE_INCOMPLETE' | 'SOCIAL_LINK_INCOMPLETE' | 'TOO_MANY_LINKS' | 'UNSUPPORTED_IMAGE' | 'UNKNOWN_PERMISSION' | 'DUPLICATE_ROLES' | 'ROLE_NAME_RESERVED' | 'TOO_MANY_ROLES' | 'INVALID_POSITIONS' | 'INVALID_MESSAGE_SETTINGS' | 'SYSTEM_ROLES_MISSING' | 'ROLE_INCOMPLETE'>
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'ORG_PENDING_APPROVAL' | 'OWNER_ONLY'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE' | 'ORG_NAME_TAKEN' | 'ROLE_IN_USE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ApplyToOrganizationInput = { readonly orgId: string } & {
  readonly formResponse?: readonly ({ readonly referenceId: string; readonly answer?: string | readonly string[] | null | undefined })[] | undefined
}
export type ApplyToOrganizationData = undefined
export type ApplyToOrganizationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'FORM_RESPONSE_REQUIRED' | 'INVALID_FORM_ANSWERS' | 'ANSWERS_TOO_LARGE'>
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'MEMBERSHIP_SUSPENDED' | 'ORG_PENDING_APPROVAL' | 'ORG_INACTIVE' | 'FEATURE_RESTRICTED'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'ALREADY_MEMBER' | 'ALREADY_APPLIED' | 'TOO_MANY_MEMBERSHIPS' | 'ORG_FULL' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type LeaveOrganizationInput = { readonly orgId: string }
export type LeaveOrganizationData = undefined
export type LeaveOrganizationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'OWNER_STAYS' | 'NOT_AN_ORG_MEMBER'>
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'OWN_PROOF_REQUIRED'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeleteOrganizationInput = { readonly orgId: string }
export type DeleteOrganizationData = undefined
export type DeleteOrganizationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'OWNER_ONLY' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListOrganizationMembersInput = { readonly orgId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListOrganizationMembersData = { readonly members: readonly MemberView[]; readonly nextCursor?: string | undefined }
export type ListOrganizationMembersFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListMeetingsInput = { readonly name: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListMeetingsData = { readonly events: readonly EventView[]; readonly nextCursor?: string | undefined }
export type ListMeetingsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListOrganizationEventsInput = { readonly orgId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListOrganizationEventsData = {
  readonly events: readonly EventView[]
  readonly nextCursor?: string | undefined
  readonly hasMore: boolean
  readonly total: number
  readonly totalIsLowerBound: boolean
}
export type ListOrganizationEventsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type FollowOrganizationInput = { readonly orgId: string }
export type FollowOrganizationData = undefined
export type FollowOrganizationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'ALREADY_FOLLOWING'>
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'ORG_PENDING_APPROVAL' | 'ORG_INACTIVE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UnfollowOrganizationInput = { readonly orgId: string }
export type UnfollowOrganizationData = undefined
export type UnfollowOrganizationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'NOT_FOLLOWING'>
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListFollowedOrganizationsInput = {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListFollowedOrganizationsData = {
  readonly orgs: readonly { readonly _id: string; readonly user_id: string; readonly org_id: OrganizationCard }[]
  readonly nextCursor?: string | undefined
}
export type ListFollowedOrganizationsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CheckOrganizationNameInput = NameQuestion
export type CheckOrganizationNameData = { readonly valid: true }
export type CheckOrganizationNameFailure =
  | Anywhere
  | Failed<400, undefined | 'ORG_NAME_PROFANE'>
  | Failed<403, 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<409, 'ORG_NAME_TAKEN'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListOrganizationsInput = {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly exhaustive?: 'true' | 'false' | undefined
  readonly includePending?: 'true' | 'false' | undefined
  readonly search?: string | undefined
}
export type ListOrganizationsData = {
  readonly orgs: readonly ({
    readonly _id: string
    readonly org_name: string
    readonly org_description: string
    readonly org_profile_image: string
    readonly owner: string
    readonly requireApprovalForJoin: boolean
    readonly memberForm: string | null
    readonly unlisted: boolean
    readonly verified: boolean
    readonly verifiedAt?: string | undefined
    readonly verificationType: string
    readonly verificationStatus: string
    readonly approvalStatus: 'pending' | 'approved'
    readonly approvedAt?: string | undefined
    readonly lifecycleStatus: string
    readonly orgTypeKey: string
    readonly createdAt: string
    readonly updatedAt: string
    readonly memberCount?: number | undefined
    readonly followerCount?: number | undefined
    readonly eventCount?: number | undefined
  })[]
  readonly nextCursor?: string | undefined
}
export type ListOrganizationsFailure = Anywhere | Failed<403, 'USE_TENANT_SUBDOMAIN'> | Failed<503, 'TENANT_UNAVAILABLE'>

export type RequestOrgUploadInput = { readonly orgId: string } & { readonly type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'; readonly size: number }
export type RequestOrgUploadData = { readonly uploadId: string; readonly uploadUrl: string; readonly expiresAt: string }
export type RequestOrgUploadFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID'>
  | Failed<403, 'OWNER_ONLY' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CommitOrgUploadInput = { readonly orgId: string; readonly uploadId: string } & { readonly kind: 'image' | 'bannerImage' }
export type CommitOrgUploadData = { readonly org: OrganizationView }
export type CommitOrgUploadFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'UNSUPPORTED_IMAGE'>
  | Failed<403, 'OWNER_ONLY' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'ORG_PENDING_APPROVAL'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'UPLOAD_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateApprovalSettingsInput = { readonly orgId: string } & ({
  readonly approvalSettings: {
    readonly type?: 'regular' | 'approval_group' | undefined
    readonly escalationTimeout?: number | undefined
    readonly autoEscalate?: boolean | undefined
    readonly maxPendingApprovals?: 50 | undefined
    readonly notificationPreferences?: {
      readonly email?: true | undefined
      readonly sms?: false | undefined
      readonly push?: true | undefined
    } | undefined
  } & Readonly<Record<string, unknown>>
})
export type UpdateApprovalSettingsData = {
  readonly type: 'regular' | 'approval_group'
  readonly escalationTimeout: number
  readonly autoEscalate: boolean
  readonly maxPendingApprovals: number
  readonly notificationPreferences: { readonly email: boolean; readonly sms: boolean; readonly push: boolean }
}
export type UpdateApprovalSettingsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'NOT_AN_APPROVAL_GROUP' | 'APPROVAL_TYPE_FIXED'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListFormsInput = { readonly orgId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListFormsData = { readonly forms: readonly FormView[]; readonly nextCursor?: string | undefined }
export type ListFormsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateFormInput = { readonly orgId: string } & { readonly form: FormDraft }
export type CreateFormData = { readonly form: FormView }
export type CreateFormFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateFormInput = { readonly orgId: string; readonly formId: string } & { readonly form: FormChange }
export type UpdateFormData = { readonly form: FormView }
export type UpdateFormFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'FORM_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeleteFormInput = { readonly orgId: string; readonly formId: string }
export type DeleteFormData = undefined
export type DeleteFormFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'FORM_NOT_FOUND'>
  | Failed<409, 'FORM_IN_USE' | 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Organizations: their pages, the directory, joining and following. */
export const organizations = (send: Send) => ({
  /** An organization by its id, as a list of one or none. `GET /get-org/:id` */
  getOrganization: operation<GetOrganizationInput, GetOrganizationData, GetOrganizationFailure>(
    send,
    { method: 'GET', path: '/get-org/:id', reads: 'flat', open: true },
  ),
  /** The page of an organization, with its newest members and followers. `GET /get-org-by-name/:name` */
  getOrganizationByName: operation<GetOrganizationByNameInput, GetOrganizationByNameData, GetOrganizationByNameFailure>(
    send,
    { method: 'GET', path: '/get-org-by-name/:name', query: ['exhaustive'], reads: 'flat' },
  ),
  /** Makes an organization; whoever makes it owns it. `POST /create-org` */
  createOrganization: operation<CreateOrganizationInput, CreateOrganizationData, CreateOrganizationFailure>(
    send,
    { method: 'POST', path: '/create-org', body: true, files: ['image','bannerImage'], reads: 'flat', keyed: true },
  ),
  /** Changes an organization; only fields that are sent. `POST /edit-org` */
  editOrganization: operation<EditOrganizationInput, EditOrganizationData, EditOrganizationFailure>(
    send,
    { method: 'POST', path: '/edit-org', body: true, files: ['image','bannerImage'], reads: 'flat' },
  ),
  /** Joins an organization, or applies where it wants to be asked. `POST /:orgId/apply-to-org` */
  applyToOrganization: operation<ApplyToOrganizationInput, ApplyToOrganizationData, ApplyToOrganizationFailure>(
    send,
    { method: 'POST', path: '/:orgId/apply-to-org', body: true, reads: 'done', keyed: true },
  ),
  /** Ends the own membership. `POST /leave-org/:orgId` */
  leaveOrganization: operation<LeaveOrganizationInput, LeaveOrganizationData, LeaveOrganizationFailure>(
    send,
    { method: 'POST', path: '/leave-org/:orgId', reads: 'done' },
  ),
  /** Deletes an organization: gone from every list at once. `DELETE /delete-org/:orgId` */
  deleteOrganization: operation<DeleteOrganizationInput, DeleteOrganizationData, DeleteOrganizationFailure>(
    send,
    { method: 'DELETE', path: '/delete-org/:orgId', reads: 'done' },
  ),
  /** Members of an organization, for members. `GET /get-org-members/:orgId` */
  listOrganizationMembers: operation<ListOrganizationMembersInput, ListOrganizationMembersData, ListOrganizationMembersFailure>(
    send,
    { method: 'GET', path: '/get-org-members/:orgId', query: ['page','limit','cursor'], reads: 'flat' },
  ),
  /** Meetings of an organization, the next first. `GET /get-meetings/:name` */
  listMeetings: operation<ListMeetingsInput, ListMeetingsData, ListMeetingsFailure>(
    send,
    { method: 'GET', path: '/get-meetings/:name', query: ['page','limit','cursor'], reads: 'flat' },
  ),
  /** Events of an organization that are still to come. `GET /:orgId/events` */
  listOrganizationEvents: operation<ListOrganizationEventsInput, ListOrganizationEventsData, ListOrganizationEventsFailure>(
    send,
    { method: 'GET', path: '/:orgId/events', query: ['page','limit','cursor'], reads: 'flat' },
  ),
  /** Follows an organization. `POST /follow-org/:orgId` */
  followOrganization: operation<FollowOrganizationInput, FollowOrganizationData, FollowOrganizationFailure>(
    send,
    { method: 'POST', path: '/follow-org/:orgId', reads: 'done' },
  ),
  /** Follows an organization no more. `POST /unfollow-org/:orgId` */
  unfollowOrganization: operation<UnfollowOrganizationInput, UnfollowOrganizationData, UnfollowOrganizationFailure>(
    send,
    { method: 'POST', path: '/unfollow-org/:orgId', reads: 'done' },
  ),
  /** Organizations that the caller follows. `GET /get-followed-orgs` */
  listFollowedOrganizations: operation<ListFollowedOrganizationsInput, ListFollowedOrganizationsData, ListFollowedOrganizationsFailure>(
    send,
    { method: 'GET', path: '/get-followed-orgs', query: ['page','limit','cursor'], reads: 'flat' },
  ),
  /** Whether a name is free and decent. `POST /check-org-name` */
  checkOrganizationName: operation<CheckOrganizationNameInput, CheckOrganizationNameData, CheckOrganizationNameFailure>(
    send,
    { method: 'POST', path: '/check-org-name', body: true, reads: 'flat', open: true },
  ),
  /** The directory, by name. A search looks for words of names that begin like its own. `GET /get-orgs` */
  listOrganizations: operation<ListOrganizationsInput, ListOrganizationsData, ListOrganizationsFailure>(
    send,
    { method: 'GET', path: '/get-orgs', query: ['page','limit','cursor','exhaustive','includePending','search'], reads: 'flat', open: true },
  ),
  /** An address to which a larger picture of an organization is put. `POST /org-images/:orgId/uploads` */
  requestOrgUpload: operation<RequestOrgUploadInput, RequestOrgUploadData, RequestOrgUploadFailure>(
    send,
    { method: 'POST', path: '/org-images/:orgId/uploads', body: true, reads: 'data', keyed: true },
  ),
  /** Makes an uploaded picture that of the organization. `POST /org-images/:orgId/uploads/:uploadId/commit` */
  commitOrgUpload: operation<CommitOrgUploadInput, CommitOrgUploadData, CommitOrgUploadFailure>(
    send,
    { method: 'POST', path: '/org-images/:orgId/uploads/:uploadId/commit', body: true, reads: 'flat' },
  ),
  /** Changes how an approval group decides; administrators also make an organization one, or end it. `POST /:orgId/approval-settings` */
  updateApprovalSettings: operation<UpdateApprovalSettingsInput, UpdateApprovalSettingsData, UpdateApprovalSettingsFailure>(
    send,
    { method: 'POST', path: '/:orgId/approval-settings', body: true, reads: 'data' },
  ),
  /** Forms of an organization, last changed first. `GET /:orgId/forms` */
  listForms: operation<ListFormsInput, ListFormsData, ListFormsFailure>(
    send,
    { method: 'GET', path: '/:orgId/forms', query: ['page','limit','cursor'], reads: 'flat' },
  ),
  /** Makes a form of an organization. `POST /:orgId/forms` */
  createForm: operation<CreateFormInput, CreateFormData, CreateFormFailure>(
    send,
    { method: 'POST', path: '/:orgId/forms', body: true, reads: 'flat', keyed: true },
  ),
  /** Changes a form; responses keep what they were given to. `PUT /:orgId/forms/:formId` */
  updateForm: operation<UpdateFormInput, UpdateFormData, UpdateFormFailure>(
    send,
    { method: 'PUT', path: '/:orgId/forms/:formId', body: true, reads: 'flat' },
  ),
  /** Deletes a form for good: it is gone at once, what people answered to it within minutes. Refused while applicants, or an event that is not over, are asked with it; to keep the answers, close the form instead. `DELETE /:orgId/forms/:formId` */
  deleteForm: operation<DeleteFormInput, DeleteFormData, DeleteFormFailure>(
    send,
    { method: 'DELETE', path: '/:orgId/forms/:formId', reads: 'done' },
  ),
})
