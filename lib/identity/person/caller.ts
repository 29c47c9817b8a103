import { fail } from '../../contract/failure.ts'
import { GlobalIdentityRequired } from '../../contract/failures.ts'
import type { OrgRights } from '../org/organizations.ts'
import { sessionStrengthAt } from '../school/provider-trust.ts'
import type { AccessClaims } from '../token/tokens.ts'
import type { Access, Session, TenantUser } from './records.ts'

/** The caller. Ids and roles are those of the current tenant. */
export type Caller = {
  readonly globalUserId?: string
  /** Null for a guest of this tenant. */
  readonly tenantUserId: string | null
  /** Shown to clients. A guest's roles come from the token and grant nothing: see `authority`. */
  readonly roles: readonly string[]
  /** Roles that grant rights here: the stored roles of this tenant; none for guests. */
  readonly authority: readonly string[]
  readonly platformRoles: readonly string[]
  /** Tenants with an active membership of this person. During impersonation only this tenant. */
  readonly communities: readonly string[]
  readonly sid?: string
  /** The time of the request (ISO 8601): roles whose membership term has ended by then do not count. */
  readonly at?: string
  /** Rights in the organization that the operation concerns. */
  readonly org?: OrgRights
  readonly via: 'bearer' | 'cookie'
  /** The global id of the administrator who impersonates this person (rules/admins 13). */
  readonly actor?: string | undefined
  /** During impersonation: the names of administrator and person, and when it ends (ISO 8601). */
  readonly impersonation?: { readonly by: string; readonly as: string; readonly until: string }
  /** The proof that opened the session, if it was a school's identity provider. Absent after an own proof. */
  readonly proof?: Session['proof']
  /** Kinds of the person's second factors; empty for a legacy token. */
  readonly factors: NonNullable<Access['factors']>
  /** When the session last showed a second factor. */
  readonly strong?: Session['strong']
  /** When the identity provider that opened the session required a second factor, and the context it reported. */
  readonly confirmed?: Session['confirmed']
  /**
   * The session was opened by another school's identity provider. Whatever this school's records say about the person,
   * only a plain member's rights count.
   */
  readonly plain?: true
}

type SessionFacts = Partial<
  Pick<Session, 'proof' | 'impersonatorGlobalUserId' | 'impersonation' | 'expiresAt' | 'strong' | 'confirmed'>
>

export type Member = Caller & { readonly tenantUserId: string }

export const isAdminRole = (role: string): boolean => role === 'admin' || role === 'root'
export const isPlatformRole = (role: string): boolean => role === 'platform_admin' || role === 'root'

/** Whether the person runs the platform, as far as their proof supports it. */
export const isOperator = (rights: Access, { proof }: SessionFacts, tenantKey: string): boolean =>
  sessionStrengthAt(rights, { proof }, tenantKey).platformRoles.some(isPlatformRole)

/** Facts that identify administrators. */
export type Authority = Pick<Caller, 'platformRoles' | 'authority' | 'tenantUserId' | 'actor'>

/** Stored platform roles are read with every request, so a token's own claim never outlives them. */
export const isPlatformAdmin = ({ platformRoles, actor }: Authority): boolean =>
  actor === undefined && platformRoles.some(isPlatformRole)

/** An administrator of the platform or of this school; never during impersonation (rules/admins 13). */
export const isAdmin = (caller: Authority): boolean =>
  isPlatformAdmin(caller) ||
  (caller.actor === undefined && caller.tenantUserId !== null && caller.authority.some(isAdminRole))

export const isMember = (caller: Caller): caller is Member => caller.tenantUserId !== null

/** The global identity of a caller; legacy tokens carry none. */
export const identityOf = ({ globalUserId }: Caller): string => globalUserId ?? fail(GlobalIdentityRequired)

/** The approval roles of the caller's own record, as far as the session lets them count. */
export const approvalRolesOf = (
  { plain }: Pick<Caller, 'plain'>,
  user: Pick<TenantUser, 'approvalRoles'> | undefined,
): readonly string[] => (plain ? [] : (user?.approvalRoles ?? []))

/** The only other school that a session shows anything of; undefined if it shows all of them. */
const boundSchoolOf = (
  { proof, impersonatorGlobalUserId }: SessionFacts,
  tenantKey: string,
): string | undefined => proof?.school ?? (impersonatorGlobalUserId === undefined ? undefined : tenantKey)

const communitiesOf = ({ memberships }: Access, shown: readonly (string | undefined)[]): string[] =>
  Object.entries(memberships).flatMap(([tenantKey, { status }]) =>
    status === 'active' && (shown[0] === undefined || shown.includes(tenantKey)) ? [tenantKey] : [],
  )

/**
 * Whether the caller may see the person's data at a school. After an own proof all schools, during impersonation this
 * school, otherwise the school of the proof.
 */
export const showsSchool = ({ proof, actor }: Caller, tenantKey: string, school: string): boolean =>
  proof === undefined ? actor === undefined || school === tenantKey : school === proof.school

/**
 * The person's sessions that the caller may see and end. After an own proof these are all sessions. After a school's
 * identity provider they are those that it opened. During impersonation they are those of the school.
 */
export const isSessionVisibleTo =
  ({ proof, actor, sid }: Caller, tenantKey: string) =>
  (one: Session): boolean => {
    if (one.id === sid) return true
    if (proof !== undefined) return one.proof?.school === proof.school
    return actor === undefined || one.tenantKey === tenantKey
  }

/** What the pages show of an impersonation. */
const impersonationOf = ({
  impersonatorGlobalUserId,
  impersonation,
  expiresAt = '',
}: SessionFacts): Pick<Caller, 'impersonation'> =>
  impersonatorGlobalUserId === undefined
    ? {}
    : { impersonation: { by: '', as: '', ...impersonation, until: expiresAt } }

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
    ...impersonationOf(session),
    proof: session.proof,
    ...(plain ? { plain } : {}),
    suspended: membership?.suspended === true,
  }
}

/** A legacy token names a user of this tenant. Rights are read from the record, never from the token. */
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
