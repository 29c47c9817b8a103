import { fail, invalid } from '../contract/failure.ts'
import type { OrgStanding } from './organizations.ts'
import type { Access, TenantUser } from './records.ts'
import type { AccessClaims } from './tokens.ts'

/** Who calls, as the specification's request user (Authentication 5). Ids and roles are of the current tenant. */
export type Caller = {
  readonly globalUserId?: string
  /** Null for a guest of this tenant. */
  readonly tenantUserId: string | null
  /** Shown to clients. A guest's come from the token and authorise nothing: see `authority`. */
  readonly roles: readonly string[]
  /** What the caller may do here: stored roles of this tenant; none for guests. */
  readonly authority: readonly string[]
  readonly platformRoles: readonly string[]
  /** Tenants on which this person has an active membership. */
  readonly communities: readonly string[]
  readonly sid?: string
  /** Standing in the organization that the operation concerns. */
  readonly org?: OrgStanding
  readonly via: 'bearer' | 'cookie'
  /** The global id of the administrator who acts for this person (identity.md 5.6). */
  readonly actor?: string
}

export type Member = Caller & { readonly tenantUserId: string }

export const isAdminRole = (role: string): boolean => role === 'admin' || role === 'root'
export const isPlatformRole = (role: string): boolean => role === 'platform_admin' || role === 'root'

/** The stored platform roles are read with every request, so a token's own claim never outlives them. */
export const isPlatformAdmin = ({ platformRoles, actor }: Caller): boolean =>
  actor === undefined && platformRoles.some(isPlatformRole)

/** requireAdmin, in the order of the specification (Authentication 7). */
export const isAdmin = (caller: Caller): boolean =>
  isPlatformAdmin(caller) ||
  (caller.actor === undefined && caller.tenantUserId !== null && caller.authority.some(isAdminRole))

export const isMember = (caller: Caller): caller is Member => caller.tenantUserId !== null

export const GlobalIdentityRequired = invalid('Global identity required. Log in again to get a full account.')

/** The global identity of a caller; legacy tokens carry none. */
export const identityOf = ({ globalUserId }: Caller): string => globalUserId ?? fail(GlobalIdentityRequired)

const communitiesOf = ({ memberships }: Access): string[] =>
  Object.entries(memberships).flatMap(([tenantKey, { status }]) => (status === 'active' ? [tenantKey] : []))

export const callerOf = (
  claims: AccessClaims,
  access: Access,
  tenantKey: string,
  via: Caller['via'],
): Caller & { suspended: boolean } => {
  const membership = access.memberships[tenantKey]
  const active = membership?.status === 'active' ? membership : undefined
  return {
    globalUserId: claims.globalUserId,
    tenantUserId: active?.tenantUserId ?? null,
    roles: active ? active.roles : claims.roles,
    authority: active ? active.roles : [],
    platformRoles: claims.impersonatedBy === undefined ? access.platformRoles : [],
    communities: communitiesOf(access),
    sid: claims.sid,
    via,
    ...(claims.impersonatedBy === undefined ? {} : { actor: claims.impersonatedBy }),
    suspended: active?.suspended === true,
  }
}

/** A legacy token names a user of this tenant; what that user may do is read from the record, never from the token. */
export const legacyCallerOf = (user: TenantUser, via: Caller['via']): Caller & { suspended: boolean } => ({
  tenantUserId: user.id,
  roles: user.roles,
  authority: user.roles,
  platformRoles: [],
  communities: [],
  via,
  suspended: user.accessSuspended,
})
