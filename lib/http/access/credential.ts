import type { Tenant } from '../../context.ts'
import { fail } from '../../contract/failure.ts'
import {
  AccountSuspended,
  ImpersonationForbidden,
  InvalidToken,
  NoToken,
  SessionRevoked,
  TokenExpired,
} from '../../contract/failures.ts'
import type { Row } from '../../contract/row.ts'
import { type Caller, callerOf, legacyCallerOf } from '../../identity/person/caller.ts'
import type { Access, Membership, Session, TenantRecord, TenantUser } from '../../identity/person/records.ts'
import { isTrusted } from '../../identity/school/provider-trust.ts'
import { earliestValidTimes, isExpiredAtSchool } from '../../identity/school/session-limits.ts'
import { failSignInPolicy, satisfiesSignInPolicy } from '../../identity/school/sign-in-policy.ts'
import { type Impersonation, impersonationStatus } from '../../identity/session/impersonation-status.ts'
import { isEndedBySuspension, isLive } from '../../identity/session/sessions.ts'
import type { AccessClaims, Verified } from '../../identity/token/tokens.ts'
import type { PresentedToken, Verifier } from '../../identity/token/verifier.ts'
import { bearerOf, cookieOf, hasDuplicateCookie, type Request } from '../request.ts'

export type Credential = PresentedToken & { readonly via: Caller['via'] }

/** A request's access token. Bearer wins over cookie; two cookies of one name are refused. */
export const credentialOf = (request: Request, row: Row, verifier: Verifier): Credential | undefined => {
  if (row.access === 'anyone') return undefined
  const bearer = bearerOf(request)
  const unclear = row.takesAnyCookies && hasDuplicateCookie(request, 'accessToken')
  const token = bearer ?? (unclear ? undefined : cookieOf(request, 'accessToken'))
  if (token === undefined) {
    if (request.headers.authorization && row.access !== 'optional') fail(InvalidToken)
    return undefined
  }
  return { ...verifier.read(token), via: bearer === undefined ? 'cookie' : 'bearer' }
}

/** The table's records of the person that a token names. */
export type PresentedPerson = {
  readonly session: Session | undefined
  readonly access: Access | undefined
  /** The administrator behind an impersonation, if the token names one. */
  readonly administrator?: Impersonation['administrator']
  /** The school whose identity provider is the token's proof. */
  readonly provenBy?: TenantRecord | undefined
}

const noSession = { session: undefined, access: undefined }

/**
 * The school's row where its sign-in policy applies. Operations that lead to another sign-in method accept any
 * session.
 */
export const signInPolicyOf = (row: Row, school: TenantRecord | undefined): TenantRecord | undefined =>
  row.atAnyDoor || row.takesAnyCookies ? undefined : school

type AccessAndSession = readonly [Access, Session]

/** Whether a suspension at this school has ended one of the caller's sessions. */
const isEndedAt = ({ key: tenantKey }: Tenant, ...all: readonly AccessAndSession[]): boolean =>
  all.some(([access, session]) => isEndedBySuspension(session, access, tenantKey))

/** The sign-in policy that applies to a caller, if any, and the time of the check. */
type PolicyCheck = { readonly school: TenantRecord | undefined; readonly now: Date }

/** The caller, or a failure that tells the client what to do: refresh on 401, give up on 403. */
export const authenticate = (
  verdict: Verified<AccessClaims>,
  { session, access, administrator = noSession, provenBy: school }: PresentedPerson,
  tenant: Tenant,
  via: Caller['via'],
  door?: PolicyCheck,
): Caller => {
  if (verdict === 'expired') fail(TokenExpired)
  if (verdict === 'invalid') fail(InvalidToken)
  const { claims } = verdict
  if (!session || !access || !isLive(session, access)) fail(SessionRevoked)
  const trusted = [session, administrator.session ?? session].every((one) =>
    isTrusted(one, claims.provenBy, school),
  )
  if (!trusted) fail(SessionRevoked)
  const impersonation = impersonationStatus(claims, { session, access, administrator }, tenant.key)
  if (impersonation === 'ended') fail(SessionRevoked)
  if (impersonation === 'elsewhere') fail(ImpersonationForbidden)
  // During impersonation the sign-in policy applies to the administrator.
  const effective =
    administrator.session && administrator.access
      ? ([administrator.access, administrator.session] as const)
      : ([access, session] as const)
  const isMember = access.memberships[tenant.key]?.status === 'active'
  const isSuspended = access.memberships[tenant.key]?.suspended === true
  if (isMember && !isSuspended && isEndedAt(tenant, effective, [access, session])) fail(SessionRevoked)
  if (isMember && door && !satisfiesSignInPolicy(door.school, ...effective)) failSignInPolicy(door.school)
  if (isMember && door && isExpiredAtSchool(door.school, effective[1], door.now)) fail(TokenExpired)
  const { suspended, ...caller } = callerOf(claims, session, access, tenant.key, via)
  if (suspended) fail(AccountSuspended)
  return caller
}

/** A token from before sessions: its user, that person's current rights, and its issue time. */
type LegacyToken = {
  readonly user: TenantUser | undefined
  readonly rights: Access | undefined
  readonly iat: number | undefined
}

/** A legacy token has no epoch, so its issue time decides whether it has been ended (rules/identity 59). */
const isLegacyTokenEnded = (
  { endedAt, epoch, factors = [] }: Access,
  { endedAt: endedHere }: Membership,
  iat: number | undefined,
): boolean => {
  // A legacy token has shown no second factor and never can.
  if (factors.length > 0) return true
  const moments = [endedAt, endedHere].flatMap((moment) => (moment === undefined ? [] : [Date.parse(moment)]))
  const hasEnded = epoch > 0 || moments.length > 0
  // If sessions were ended before that time was recorded, all legacy tokens of the person are over.
  if (hasEnded && (iat === undefined || moments.length === 0)) return true
  return moments.some((moment) => (iat ?? 0) * 1000 <= moment)
}

export const authenticateLegacy = (
  { user, rights, iat }: LegacyToken,
  { key: tenantKey }: Tenant,
  via: Caller['via'],
  door?: PolicyCheck,
): Caller => {
  const membership = rights?.memberships[tenantKey]
  if (!user || !rights || membership?.tenantUserId !== user.id) return fail(InvalidToken)
  if (door?.school?.door) failSignInPolicy(door.school)
  // The start of a legacy token's session is unknown.
  if (door && earliestValidTimes(door.school, door.now)) fail(TokenExpired)
  const { suspended, ...caller } = legacyCallerOf(user, via)
  if (suspended || membership.suspended) fail(AccountSuspended)
  if (isLegacyTokenEnded(rights, membership, iat)) fail(SessionRevoked)
  return caller
}

export const missingToken = (row: Row): undefined =>
  row.access === 'anyone' || row.access === 'optional' ? undefined : fail(NoToken)
