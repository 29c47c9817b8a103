import type { Tenant } from '../context.ts'
import { fail } from '../contract/failure.ts'
import {
  Forbidden,
  ImpersonationForbidden,
  NotAMember,
  PlatformAdminRequired,
  TenantUnavailable,
  UseTenantSubdomain,
} from '../contract/failures.ts'
import type { Row } from '../contract/row.ts'
import { type Caller, isAdmin, isMember, isPlatformAdmin } from '../identity/caller.ts'
import { refuseWithoutOrgStanding } from '../identity/organizations.ts'
import type { TenantRecord } from '../identity/records.ts'

/** The platform host answers only what is meant for it (rulings, More). */
export const refuseWrongHost = (row: Row, tenant: Tenant): void => {
  const host = row.host ?? 'tenant'
  if (tenant.platform && host === 'tenant') fail(UseTenantSubdomain)
  if (!tenant.platform && host === 'platform') fail(UseTenantSubdomain)
}

/** Whether a school, as it stands, keeps people without a right of their own from a row (identity.md 6). */
export const isClosed = (row: Row, school: TenantRecord | undefined): school is TenantRecord =>
  school !== undefined && school.status !== 'active' && school.status !== 'hidden' && !row.duringMaintenance

/** A school that is being prepared or maintained answers administrators, and what signing in needs (identity.md 6). */
export const refuseClosedSchool = (
  row: Row,
  school: TenantRecord | undefined,
  caller: Caller | undefined,
): void => {
  if (!isClosed(row, school) || (caller && isAdmin(caller))) return
  const message = school.statusMessage || `Tenant ${school.tenantKey} is currently unavailable.`
  fail({ ...TenantUnavailable, message }, { data: { status: school.status, tenant: school.tenantKey } })
}

/** An administrator who acts for somebody has no administrator's rights, and leaves alone what is the person's own. */
export const refuseInSomebodysName = (row: Row, caller: Caller | undefined): void => {
  if (caller?.actor === undefined) return
  if (row.inPerson || row.access === 'admin' || row.access === 'platformAdmin') fail(ImpersonationForbidden)
}

/** Whether the caller has the standing that the row demands. Who is not signed in was turned away before. */
export const refuseWithoutStanding = (row: Row, caller: Caller | undefined): void => {
  if (!caller || row.access === 'anyone' || row.access === 'optional' || row.access === 'caller') return
  if (typeof row.access === 'object') {
    if (row.access.org === 'visitor' && !isMember(caller)) fail(NotAMember)
    if (caller.org) refuseWithoutOrgStanding(row.access.org, caller.org)
    return
  }
  if (row.access === 'member' && !isMember(caller)) fail(NotAMember)
  if (row.access === 'admin' && !isAdmin(caller)) fail(Forbidden)
  if (row.access === 'platformAdmin' && !isPlatformAdmin(caller)) fail(PlatformAdminRequired)
}
