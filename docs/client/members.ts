// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { ApplicationView, Assignment, HistoryView, MemberView, NewRole, OwnApplicationView, RoleChange, RoleDraft, RoleManagement, RoleView } from './schemas.ts'
import { operation } from './send.ts'

export type CheckRoleManagementInput = { readonly orgId: string }
export type CheckRoleManagementData = { readonly canManageRoles: true }
export type CheckRoleManagementFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetMyPermissionsInput = { readonly orgId: string }
export type GetMyPermissionsData = {
  readonly role: string | null
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
}
export type GetMyPermissionsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListRolesInput = { readonly orgId: string }
export type ListRolesData = { readonly roles: readonly RoleView[]; readonly roleManagement: RoleManagement }
export type ListRolesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type CreateRoleInput = { readonly orgId: string } & NewRole
export type CreateRoleData = { readonly role: RoleView }
export type CreateRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'IDEMPOTENCY_KEY_INVALID' | 'UNKNOWN_PERMISSION' | 'ROLE_NAME_RESERVED' | 'TOO_MANY_ROLES'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'ROLE_ABOVE_YOURS' | 'PERMISSION_NOT_HELD'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'IDEMPOTENCY_IN_FLIGHT' | 'IDEMPOTENCY_KEY_REUSED' | 'ROLE_EXISTS' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ReplaceRolesInput = { readonly orgId: string } & { readonly positions: readonly RoleDraft[] }
export type ReplaceRolesData = { readonly roles: readonly RoleView[] }
export type ReplaceRolesFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'UNKNOWN_PERMISSION' | 'DUPLICATE_ROLES' | 'ROLE_NAME_RESERVED' | 'SYSTEM_ROLES_MISSING' | 'TOO_MANY_ROLES' | 'ROLE_INCOMPLETE'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'ROLE_ABOVE_YOURS' | 'PERMISSION_NOT_HELD'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'ROLE_IN_USE' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type UpdateRoleInput = { readonly orgId: string; readonly roleName: string } & RoleChange
export type UpdateRoleData = { readonly role: RoleView }
export type UpdateRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'ROLE_IMMUTABLE' | 'UNKNOWN_PERMISSION' | 'ROLE_NAME_RESERVED'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'ROLE_ABOVE_YOURS' | 'PERMISSION_NOT_HELD'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'ROLE_NOT_FOUND'>
  | Failed<409, 'ROLE_EXISTS' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type DeleteRoleInput = { readonly orgId: string; readonly roleName: string }
export type DeleteRoleData = undefined
export type DeleteRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'ROLE_IMMUTABLE'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'ROLE_ABOVE_YOURS'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'ROLE_NOT_FOUND'>
  | Failed<409, 'ROLE_IN_USE' | 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetRolePermissionsInput = { readonly orgId: string; readonly roleName: string }
export type GetRolePermissionsData = { readonly role: RoleView }
export type GetRolePermissionsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'ROLE_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListOwnApplicationsInput = {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListOwnApplicationsData = { readonly applications: readonly OwnApplicationView[]; readonly nextCursor?: string | undefined }
export type ListOwnApplicationsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type WithdrawApplicationInput = { readonly orgId: string; readonly applicationId: string }
export type WithdrawApplicationData = undefined
export type WithdrawApplicationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'APPLICATION_NOT_FOUND'>
  | Failed<409, 'APPLICATION_DECIDED' | 'CONCURRENT_CHANGE'>
  | Failed<429, 'RATE_LIMITED'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListOrgMembersInput = { readonly orgId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly search?: string | undefined
  readonly role?: string | undefined
}
export type ListOrgMembersData = {
  readonly members: readonly MemberView[]
  readonly count: number
  readonly nextCursor?: string | undefined
  readonly applications: readonly ApplicationView[]
}
export type ListOrgMembersFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'ROLE_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListRoleMembersInput = { readonly orgId: string; readonly roleName: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
}
export type ListRoleMembersData = {
  readonly members: readonly MemberView[]
  readonly count: number
  readonly nextCursor?: string | undefined
}
export type ListRoleMembersFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'ROLE_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type AssignOrgRoleInput = { readonly orgId: string; readonly userId: string } & Assignment
export type AssignOrgRoleData = {
  readonly member: {
    readonly userId: string
    readonly role: string
    readonly roles: readonly string[]
    readonly assignedAt: string
  }
}
export type AssignOrgRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'ROLE_REQUIRED' | 'OWNER_STAYS'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'OWNER_BY_TRANSFER_ONLY' | 'ROLE_ABOVE_YOURS' | 'PERMISSION_NOT_HELD' | 'MEMBERSHIP_SUSPENDED' | 'FEATURE_RESTRICTED' | 'ORG_PENDING_APPROVAL' | 'MEMBER_ABOVE_YOU' | 'ROLE_TERM_STAYS'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'ROLE_NOT_FOUND' | 'USER_NOT_FOUND'>
  | Failed<409, 'TOO_MANY_MEMBERSHIPS' | 'MEMBERSHIP_REFUSED' | 'ORG_FULL' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RefuseOrgMembershipInput = { readonly orgId: string }
export type RefuseOrgMembershipData = undefined
export type RefuseOrgMembershipFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'NOT_AN_ORG_MEMBER' | 'NOT_DRAFTED' | 'OWNER_STAYS'>
  | Failed<403, 'NOT_A_MEMBER' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RemoveOrgMemberInput = { readonly orgId: string; readonly userId: string } & { readonly reason?: string | undefined }
export type RemoveOrgMemberData = undefined
export type RemoveOrgMemberFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'OWNER_STAYS'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'MEMBER_ABOVE_YOU'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'MEMBER_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetMemberHistoryInput = { readonly orgId: string; readonly userId: string }
export type GetMemberHistoryData = HistoryView
export type GetMemberHistoryFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type TransferOrgOwnershipInput = { readonly orgId: string; readonly newOwnerUserId: string }
export type TransferOrgOwnershipData = {
  readonly newOwnerMembership: { readonly userId: string; readonly role: string; readonly roles: readonly string[] }
}
export type TransferOrgOwnershipFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'ALREADY_OWNER' | 'NOT_AN_ORG_MEMBER'>
  | Failed<403, 'OWNER_ONLY' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ListApplicationsInput = { readonly orgId: string } & {
  readonly page?: string | undefined
  readonly limit?: string | undefined
  readonly cursor?: string | undefined
  readonly status?: 'pending' | 'approved' | 'rejected' | undefined
}
export type ListApplicationsData = { readonly applications: readonly ApplicationView[]; readonly nextCursor?: string | undefined }
export type ListApplicationsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type ApproveApplicationInput = { readonly orgId: string; readonly applicationId: string } & {
  readonly role?: string | undefined
  readonly roles?: readonly string[] | undefined
  readonly reason?: string | undefined
}
export type ApproveApplicationData = { readonly member: MemberView }
export type ApproveApplicationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'ROLE_REQUIRED' | 'APPLICATION_PROCESSED'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'ORG_INACTIVE' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'OWNER_BY_TRANSFER_ONLY' | 'ROLE_ABOVE_YOURS' | 'PERMISSION_NOT_HELD' | 'MEMBERSHIP_SUSPENDED' | 'FEATURE_RESTRICTED' | 'ORG_PENDING_APPROVAL'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'ROLE_NOT_FOUND' | 'APPLICATION_NOT_FOUND' | 'USER_NOT_FOUND'>
  | Failed<409, 'TOO_MANY_MEMBERSHIPS' | 'MEMBERSHIP_REFUSED' | 'ORG_FULL' | 'CONCURRENT_CHANGE' | 'APPLICATION_WITHDRAWN' | 'ALREADY_MEMBER'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type RejectApplicationInput = { readonly orgId: string; readonly applicationId: string } & { readonly reason?: string | undefined }
export type RejectApplicationData = undefined
export type RejectApplicationFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'APPLICATION_PROCESSED'>
  | Failed<403, 'NOT_AN_ORG_MEMBER' | 'PERMISSION_REQUIRED' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE'>
  | Failed<404, 'ORGANIZATION_NOT_FOUND' | 'APPLICATION_NOT_FOUND'>
  | Failed<409, 'APPLICATION_WITHDRAWN' | 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** Members of organizations: roles, applications, ownership. */
export const members = (send: Send) => ({
  /** Whether the caller may manage roles. `GET /org-roles/:orgId/can-manage-roles` */
  checkRoleManagement: operation<CheckRoleManagementInput, CheckRoleManagementData, CheckRoleManagementFailure>(
    send,
    { method: 'GET', path: '/org-roles/:orgId/can-manage-roles', reads: 'flat' },
  ),
  /** What the caller may do in an organization; owner and administrators may do all. `GET /org-roles/:orgId/me/permissions` */
  getMyPermissions: operation<GetMyPermissionsInput, GetMyPermissionsData, GetMyPermissionsFailure>(
    send,
    { method: 'GET', path: '/org-roles/:orgId/me/permissions', reads: 'flat' },
  ),
  /** Roles of an organization, the highest first. `GET /org-roles/:orgId/roles` */
  listRoles: operation<ListRolesInput, ListRolesData, ListRolesFailure>(
    send,
    { method: 'GET', path: '/org-roles/:orgId/roles', reads: 'flat' },
  ),
  /** Makes a role below the own one. `POST /org-roles/:orgId/roles` */
  createRole: operation<CreateRoleInput, CreateRoleData, CreateRoleFailure>(
    send,
    { method: 'POST', path: '/org-roles/:orgId/roles', body: true, reads: 'flat', keyed: true },
  ),
  /** All roles at once: their order, new ones, and without those that nobody holds any more. `PUT /org-roles/:orgId/roles` */
  replaceRoles: operation<ReplaceRolesInput, ReplaceRolesData, ReplaceRolesFailure>(
    send,
    { method: 'PUT', path: '/org-roles/:orgId/roles', body: true, reads: 'flat' },
  ),
  /** Changes a role below the own one; whoever holds it keeps it. `PUT /org-roles/:orgId/roles/:roleName` */
  updateRole: operation<UpdateRoleInput, UpdateRoleData, UpdateRoleFailure>(
    send,
    { method: 'PUT', path: '/org-roles/:orgId/roles/:roleName', body: true, reads: 'flat' },
  ),
  /** Deletes a role that nobody holds. `DELETE /org-roles/:orgId/roles/:roleName` */
  deleteRole: operation<DeleteRoleInput, DeleteRoleData, DeleteRoleFailure>(
    send,
    { method: 'DELETE', path: '/org-roles/:orgId/roles/:roleName', reads: 'done' },
  ),
  /** What a role permits. `GET /org-roles/:orgId/roles/:roleName/permissions` */
  getRolePermissions: operation<GetRolePermissionsInput, GetRolePermissionsData, GetRolePermissionsFailure>(
    send,
    { method: 'GET', path: '/org-roles/:orgId/roles/:roleName/permissions', reads: 'flat' },
  ),
  /** Own applications to organizations of the school, newest first, with what became of them; withdrawn ones are shown for 90 days. `GET /org-roles/me/applications` */
  listOwnApplications: operation<ListOwnApplicationsInput, ListOwnApplicationsData, ListOwnApplicationsFailure>(
    send,
    { method: 'GET', path: '/org-roles/me/applications', query: ['page','limit','cursor'], reads: 'flat' },
  ),
  /** Takes an own pending application back, with what was answered to its form; one can apply again at once. `DELETE /org-roles/:orgId/me/applications/:applicationId` */
  withdrawApplication: operation<WithdrawApplicationInput, WithdrawApplicationData, WithdrawApplicationFailure>(
    send,
    { method: 'DELETE', path: '/org-roles/:orgId/me/applications/:applicationId', reads: 'done' },
  ),
  /** Members, newest first. Managers also get addresses and the pending applications. `GET /org-roles/:orgId/members` */
  listOrgMembers: operation<ListOrgMembersInput, ListOrgMembersData, ListOrgMembersFailure>(
    send,
    { method: 'GET', path: '/org-roles/:orgId/members', query: ['page','limit','cursor','search','role'], reads: 'flat' },
  ),
  /** Members who hold a role. `GET /org-roles/:orgId/roles/:roleName/members` */
  listRoleMembers: operation<ListRoleMembersInput, ListRoleMembersData, ListRoleMembersFailure>(
    send,
    { method: 'GET', path: '/org-roles/:orgId/roles/:roleName/members', query: ['page','limit','cursor'], reads: 'flat' },
  ),
  /** Gives a member roles; somebody of the school who is no member becomes one. `POST /org-roles/:orgId/members/:userId/role` */
  assignOrgRole: operation<AssignOrgRoleInput, AssignOrgRoleData, AssignOrgRoleFailure>(
    send,
    { method: 'POST', path: '/org-roles/:orgId/members/:userId/role', body: true, reads: 'flat' },
  ),
  /** Ends an own membership that somebody else has made; nobody there makes it again for thirty days. `POST /org-roles/:orgId/me/refuse` */
  refuseOrgMembership: operation<RefuseOrgMembershipInput, RefuseOrgMembershipData, RefuseOrgMembershipFailure>(
    send,
    { method: 'POST', path: '/org-roles/:orgId/me/refuse', reads: 'done' },
  ),
  /** Removes a member. `DELETE /org-roles/:orgId/members/:userId` */
  removeOrgMember: operation<RemoveOrgMemberInput, RemoveOrgMemberData, RemoveOrgMemberFailure>(
    send,
    { method: 'DELETE', path: '/org-roles/:orgId/members/:userId', body: true, reads: 'done' },
  ),
  /** What happened to a membership, newest first. `GET /org-roles/:orgId/members/:userId/history` */
  getMemberHistory: operation<GetMemberHistoryInput, GetMemberHistoryData, GetMemberHistoryFailure>(
    send,
    { method: 'GET', path: '/org-roles/:orgId/members/:userId/history', reads: 'flat' },
  ),
  /** Makes another active member the owner. `POST /org-roles/:orgId/transfer-ownership/:newOwnerUserId` */
  transferOrgOwnership: operation<TransferOrgOwnershipInput, TransferOrgOwnershipData, TransferOrgOwnershipFailure>(
    send,
    { method: 'POST', path: '/org-roles/:orgId/transfer-ownership/:newOwnerUserId', reads: 'flat' },
  ),
  /** Applications, newest first. `GET /org-roles/:orgId/applications` */
  listApplications: operation<ListApplicationsInput, ListApplicationsData, ListApplicationsFailure>(
    send,
    { method: 'GET', path: '/org-roles/:orgId/applications', query: ['page','limit','cursor','status'], reads: 'flat' },
  ),
  /** Turns an application into a membership. `POST /org-roles/:orgId/applications/:applicationId/approve` */
  approveApplication: operation<ApproveApplicationInput, ApproveApplicationData, ApproveApplicationFailure>(
    send,
    { method: 'POST', path: '/org-roles/:orgId/applications/:applicationId/approve', body: true, reads: 'flat' },
  ),
  /** Declines an application; the person may apply again. `POST /org-roles/:orgId/applications/:applicationId/reject` */
  rejectApplication: operation<RejectApplicationInput, RejectApplicationData, RejectApplicationFailure>(
    send,
    { method: 'POST', path: '/org-roles/:orgId/applications/:applicationId/reject', body: true, reads: 'done' },
  ),
})
