import type { Tenant } from '../../context.ts'
import { type FailureKind, fail } from '../../contract/failure.ts'
import {
  Forbidden,
  ImpersonationForbidden,
  NotAMember,
  OwnProofRequired,
  PlatformAdminRequired,
  UseTenantSubdomain,
} from '../../contract/failures.ts'
import { OrgInactive } from '../../contract/org-rules.ts'
import { type Row, requiresOwnProof } from '../../contract/row.ts'
import { requireFactorInSession, requireRecentFactor } from '../../identity/factor/strength.ts'
import {
  type OrgMember,
  type OrgRoles,
  orgMember,
  orgRefusal,
  orgRightsOf,
  orgRoles,
} from '../../identity/org/organizations.ts'
import { type Caller, identityOf, isAdmin, isMember, isPlatformAdmin } from '../../identity/person/caller.ts'
import type { TenantRecord } from '../../identity/person/records.ts'
import { failUnavailable } from '../../identity/school/availability.ts'
import type { UnverifiedClaims } from '../../identity/token/tokens.ts'
import type { Settings } from '../../settings.ts'
import { key, type Ref } from '../../table/entity.ts'
import type { Table } from '../../table/table.ts'

/** The platform host serves only operations meant for it (rules/http 4). */
export const refuseWrongHost = (row: Row, tenant: Tenant): void => {
  const host = row.host ?? 'tenant'
  if (tenant.platform && host === 'tenant') fail(UseTenantSubdomain)
  if (!tenant.platform && host === 'platform') fail(UseTenantSubdomain)
}

/** Whether a school's status closes a row to people without special rights (rules/http 6). */
export const isClosed = (row: Row, school: TenantRecord | undefined): school is TenantRecord =>
  school !== undefined && school.status !== 'active' && school.status !== 'hidden' && !row.duringMaintenance

/** A school in preparation or maintenance serves only administrators and sign-in operations (rules/http 6). */
export const refuseClosedSchool = (
  row: Row,
  school: TenantRecord | undefined,
  caller: Caller | undefined,
): void => {
  if (!isClosed(row, school) || (caller && isAdmin(caller))) return
  failUnavailable(school)
}

/**
 * During impersonation an administrator has no administrator rights and no access to operations for the person in
 * person.
 */
const refuseImpersonated = (row: Row, caller: Caller | undefined): void => {
  if (caller?.actor === undefined) return
  const inPerson = row.inPerson || requiresOwnProof(row)
  if (inPerson || row.access === 'admin' || row.access === 'platformAdmin') fail(ImpersonationForbidden)
}

/** A school's identity provider vouches only for its own people, and only to its own school. */
const refuseWithoutProof = (row: Row, caller: Caller | undefined): void => {
  if (requiresOwnProof(row) && caller) identityOf(caller)
  if (!caller?.proof) return
  if (requiresOwnProof(row) || (row.proof === 'here' && caller.plain)) fail(OwnProofRequired)
}

/** Fails with a demand for another proof if such a proof could grant the right, even if it would not. */
const failMissingRight = (caller: Caller, kind: FailureKind): never =>
  fail(caller.plain || (caller.proof && kind === PlatformAdminRequired) ? OwnProofRequired : kind)

/** Checks the rights that the row requires. Callers who are not signed in have been refused before. */
const refuseWithoutAccess = (row: Row, caller: Caller | undefined): void => {
  if (!caller || row.access === 'anyone' || row.access === 'optional' || row.access === 'caller') return
  if (typeof row.access === 'object') {
    if (row.access.org === 'visitor' && !isMember(caller)) fail(NotAMember)
    const refusal = caller.org && orgRefusal(row.access.org, caller.org)
    if (refusal) failMissingRight(caller, refusal)
    if (row.begins && caller.org?.roles.dormant) fail(OrgInactive)
    return
  }
  if (row.access === 'member' && !isMember(caller)) fail(NotAMember)
  if (row.access === 'admin' && !isAdmin(caller)) failMissingRight(caller, Forbidden)
  if (row.access === 'platformAdmin' && !isPlatformAdmin(caller))
    failMissingRight(caller, PlatformAdminRequired)
}

/** All checks between a caller and a row, in this order. */
export const admit = (
  row: Row,
  school: TenantRecord | undefined,
  caller: Caller | undefined,
  settings: Pick<Settings, 'STAGE'>,
): void => {
  refuseClosedSchool(row, school, caller)
  refuseImpersonated(row, caller)
  refuseWithoutProof(row, caller)
  refuseWithoutAccess(row, caller)
  requireFactorInSession(row, caller, school)
  requireRecentFactor(row, caller, school, settings)
}

type AccessContext = {
  readonly row: Row
  readonly tenant: Tenant
  readonly table: Table
  readonly params: Readonly<Record<string, string>>
}

type Reads = { queue(ref: Ref): () => unknown }

/**
 * For an operation on an organization: reads its roles and the caller's membership together with the caller. The token
 * names the tenant user; a membership newer than the token costs one more read. The returned function adds the rights
 * to the authenticated caller. It fails if the organization does not exist.
 */
export const queueOrgRights = (
  { row, tenant, table, params }: AccessContext,
  unproven: UnverifiedClaims | undefined,
  reads: Reads,
): ((caller: Caller) => Promise<Caller>) => {
  const { orgId } = params
  if (typeof row.access !== 'object' || orgId === undefined) return async (caller) => caller
  const guess = unproven?.school === tenant.key ? unproven.tenantUserId : undefined
  const roles = reads.queue(key(orgRoles, { orgId }))
  const guessed = guess ? reads.queue(key(orgMember, { orgId, userId: guess })) : undefined
  return async (caller) => {
    const userId = caller.tenantUserId
    const known = guessed && userId === guess
    const member = known
      ? (guessed() as OrgMember | undefined)
      : userId && (await table.get(orgMember, { orgId, userId }, { strong: true }))
    const org = orgRightsOf(caller, roles() as OrgRoles | undefined, member || undefined)
    return { ...caller, org }
  }
}
