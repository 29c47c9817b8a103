// Made by `npm run derive` from the route table; changes belong there.
import type { Anywhere, NotSignedIn } from './failures.ts'
import type { Failed, Send } from './outcome.ts'
import type { AdminUser, SchoolRole } from './schemas.ts'
import { operation } from './send.ts'

export type ToggleUserRoleInput = { readonly role: SchoolRole; readonly userId: string }
export type ToggleUserRoleData = { readonly roles: readonly string[] }
export type ToggleUserRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'LAST_ADMIN'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'OUTRANKED'>
  | Failed<404, 'USER_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type GetUserStatsInput = Readonly<Record<string, never>>
export type GetUserStatsData = { readonly totalUsers: number; readonly adminCount: number; readonly memberCount: number }
export type GetUserStatsFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type FindSchoolUsersInput = {
  readonly q?: string | undefined
  readonly limit?: string | undefined
  readonly role?: 'admin' | undefined
}
export type FindSchoolUsersData = { readonly users: readonly AdminUser[]; readonly total: number }
export type FindSchoolUsersFailure =
  | Anywhere
  | NotSignedIn
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type SetAdminRoleInput = { readonly userId: string } & { readonly role: 'admin'; readonly assign: boolean }
export type SetAdminRoleData = { readonly roles: readonly string[] }
export type SetAdminRoleFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'LAST_ADMIN'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'OUTRANKED'>
  | Failed<404, 'USER_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

export type SetUserAccessInput = { readonly userId: string } & { readonly accessSuspended: boolean }
export type SetUserAccessData = { readonly accessSuspended: boolean; readonly accessSuspendedAt?: string | undefined }
export type SetUserAccessFailure =
  | Anywhere
  | NotSignedIn
  | Failed<400, 'OWN_ACCOUNT' | 'LAST_ADMIN'>
  | Failed<403, 'FORBIDDEN' | 'OWN_PROOF_REQUIRED' | 'USE_TENANT_SUBDOMAIN' | 'CROSS_SITE' | 'OUTRANKED'>
  | Failed<404, 'USER_NOT_FOUND'>
  | Failed<409, 'CONCURRENT_CHANGE'>
  | Failed<415, 'UNSUPPORTED_MEDIA_TYPE'>
  | Failed<503, 'TENANT_UNAVAILABLE'>

/** People of a school in the hands of its administrators. */
export const operators = (send: Send) => ({
  /** Gives somebody a role at the school, or takes it away. `POST /manage-roles` */
  toggleUserRole: operation<ToggleUserRoleInput, ToggleUserRoleData, ToggleUserRoleFailure>(
    send,
    { method: 'POST', path: '/manage-roles', body: true, reads: 'data' },
  ),
  /** How many people the school has, and how many administrators. `GET /org-management/root-operator-user-stats` */
  getUserStats: operation<GetUserStatsInput, GetUserStatsData, GetUserStatsFailure>(
    send,
    { method: 'GET', path: '/org-management/root-operator-user-stats', reads: 'data' },
  ),
  /** People whose username begins so; two letters at least, administrators without any. `GET /org-management/root-operator-users` */
  findSchoolUsers: operation<FindSchoolUsersInput, FindSchoolUsersData, FindSchoolUsersFailure>(
    send,
    { method: 'GET', path: '/org-management/root-operator-users', query: ['q','limit','role'], reads: 'data' },
  ),
  /** Makes somebody an administrator of the school, or ends it. `POST /org-management/root-operator-users/:userId/role` */
  setAdminRole: operation<SetAdminRoleInput, SetAdminRoleData, SetAdminRoleFailure>(
    send,
    { method: 'POST', path: '/org-management/root-operator-users/:userId/role', body: true, reads: 'data' },
  ),
  /** Suspends somebody at the school, or lets them in again; it counts from the next request on. `PATCH /org-management/root-operator-users/:userId/access` */
  setUserAccess: operation<SetUserAccessInput, SetUserAccessData, SetUserAccessFailure>(
    send,
    { method: 'PATCH', path: '/org-management/root-operator-users/:userId/access', body: true, reads: 'data' },
  ),
})
