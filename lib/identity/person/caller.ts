import { fail } from '../../contract/failure.ts'
import { GlobalIdentityRequired } from '../../contract/failures.ts'
import type { OrgRights } from '../org/organizations.ts'
import { sessionStrengthAt } from '../school/trust.ts'
import type { AccessClaims } from '../token/tokens.ts'
import type { Access, Session, TenantUser } from './records.ts'

/** Who calls. Ids and roles are of the current tenant. */
export type Caller = {
  readonly globalUserId?: string
  /** Null for a guest of this tenant. */
  readonly tenantUserId: string | null
  /** Shown to clients. A guest's come from the token and authorise nothing: see `authority`. */
  readonly roles: readonly string[]
  /** What the caller may do here: stored roles of this tenant; none for guests. */
  readonly authority: readonly string[]
  readonly platformRoles: readonly string[]
  /** Tenants on which this person has an active membership; whoever acts for the person learns of this one alone. */
  readonly communities: readonly string[]
  readonly sid?: string
  /** The moment of the request (ISO 8601): offices whose term is over by then count no more. */
  readonly at?: string
  /** Rights in the organization that the operation concerns. */
  readonly org?: OrgRights
  readonly via: 'bearer' | 'cookie'
  /** The global id of the administrator who acts for this person (rules/admins 13). */
  readonly actor?: string | undefined
  /** What opened the session, when it was a school's identity provider. Absent after a proof of the person's own. */
  readonly proof?: Session['proof']
  /** The kinds of second factors that the person has; none for a token of the time before sessions. */
  readonly factors: NonNullable<Access['factors']>
  /** When the session last showed one of them. */
  readonly strong?: Session['strong']
  /** When the identity provider that opened the session asked for one, and the context that it named. */
  readonly confirmed?: Session['confirmed']
  /**
   * The session was opened by another school's identity provider: whatever the records of this school say about the
   * person, nothing counts but what any member may do.
   */
  readonly plain?: true
}

type SessionFacts = Partial<Pick<Session, 'proof' | 'impersonatorGlobalUserId' | 'strong' | 'confirmed'>>

export type Member = Caller & { readonly tenantUserId: string }

export const isAdminRole = (role: string): boolean => role === 'admin' || role === 'root'
export const isPlatformRole = (role: string): boolean => role === 'platform_admin' || role === 'root'

/** Whether somebody runs the platform, as far as what they sign in with proves it. */
export const isOperator = (rights: Access, { proof }: SessionFacts, tenantKey: string): boolean =>
  sessionStrengthAt(rights, { proof }, tenantKey).platformRoles.some(isPlatformRole)

/** What administrators are known by. */
export type Authority = Pick<Caller, 'platformRoles' | 'authority' | 'tenantUserId' | 'actor'>

/** The stored platform roles are read with every request, so a token's own claim never outlives them. */
export const isPlatformAdmin = ({ platformRoles, actor }: Authority): boolean =>
  actor === undefined && platformRoles.some(isPlatformRole)

/** An administrator of the platform, or of this school; never somebody who acts for another (rules/admins 13). */
export const isAdmin = (caller: Authority): boolean =>
  isPlatformAdmin(caller) ||
  (caller.actor === undefined && caller.tenantUserId !== null && caller.authority.some(isAdminRole))

export const isMember = (caller: Caller): caller is Member => caller.tenantUserId !== null

/** The global identity of a caller; legacy tokens carry none. */
export const identityOf = ({ globalUserId }: Caller): string => globalUserId ?? fail(GlobalIdentityRequired)

/** The approval roles of the caller's own record, as far as they count. */
export const approvalRolesOf = (
  { plain }: Pick<Caller, 'plain'>,
  user: Pick<TenantUser, 'approvalRoles'> | undefined,
): readonly string[] => (plain ? [] : (user?.approvalRoles ?? []))

/** The only school beside the one at hand that a session shows anything of; undefined where it shows all of them. */
const boundSchoolOf = (
  { proof, impersonatorGlobalUserId }: SessionFacts,
  tenantKey: string,
): string | undefined => proof?.school ?? (impersonatorGlobalUserId === undefined ? undefined : tenantKey)

const communitiesOf = ({ memberships }: Access, shown: readonly (string | undefined)[]): string[] =>
  Object.entries(memberships).flatMap(([tenantKey, { status }]) =>
    status === 'active' && (shown[0] === undefined || shown.includes(tenantKey)) ? [tenantKey] : [],
  )

/** Whether the caller may see what is the person's at a school: after another proof only what concerns the one it is of. */
export const showsSchool = ({ proof, actor }: Caller, tenantKey: string, school: string): boolean =>
  proof === undefined ? actor === undefined || school === tenantKey : school === proof.school

/**
 * Which sessions of the person the caller may see and end: all of them after a proof of their own, in a session that a
 * school's identity provider opened those that it opened, in one that an administrator was lent those of the school.
 */
export const isSessionVisibleTo =
  ({ proof, actor, sid }: Caller, tenantKey: string) =>
  (one: Session): boolean => {
    if (one.id === sid) return true
    if (proof !== undefined) return one.proof?.school === proof.school
    return actor === undefined || one.tenantKey === tenantKey
  }

export const callerOf = (
  claims: AccessClaims,
  session: SessionFacts,
  access: Access,
  tenantKey: string,
  via: Caller['via'],
): Caller & { suspended: boolean } => {
  const { membership, authority, platformRoles, plain } = sessionStrengthAt(access, session, tenantKey)
  return {
    globalUserId: claims.globalUserId,
    tenantUserId: membership?.tenantUserId ?? null,
    roles: membership || plain ? authority : claims.roles,
    authority,
    platformRoles: claims.impersonatedBy === undefined ? platformRoles : [],
    communities: communitiesOf(access, [boundSchoolOf(session, tenantKey), tenantKey]),
    sid: claims.sid,
    via,
    factors: access.factors ?? [],
    strong: session.strong,
    confirmed: session.confirmed,
    actor: claims.impersonatedBy,
    proof: session.proof,
    ...(plain ? { plain } : {}),
    suspended: membership?.suspended === true,
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
  factors: [],
  suspended: user.accessSuspended,
})
