import type { Tenant } from '../../context.ts'
import { fail, failureText, withText } from '../../contract/failure.ts'
import { SchoolNotOpen, TenantUnavailable } from '../../contract/failures.ts'
import type { Access, TenantRecord } from '../person/records.ts'

/** The failure of a temporarily closed school, with the school's own message if it has one. */
export const failUnavailable = ({ statusMessage, tenantKey, status }: TenantRecord): never => {
  const text =
    statusMessage || failureText('Tenant {school} is currently unavailable.', { school: tenantKey })
  return fail(withText(TenantUnavailable, text), { data: { status, tenant: tenantKey } })
}

/** The school that a person is about to join. Its row is at most two seconds old. */
export type JoinTarget = { readonly tenant: Tenant; readonly school: TenantRecord | undefined }

/**
 * Requires that a school accepts new members: it must be open. A platform operator may also join a school in
 * maintenance.
 */
export const requireOpen = ({ school }: JoinTarget, isOperator: boolean): void => {
  if (!school || school.status === 'active') return
  if (school.status !== 'maintenance') fail(SchoolNotOpen)
  if (!isOperator) failUnavailable(school)
}

/** Whether a person is a member of the school, or is on the platform host, which has no members. */
export const isMemberOrPlatform = (
  { tenant }: Pick<JoinTarget, 'tenant'>,
  { memberships }: Access,
): boolean => tenant.platform || memberships[tenant.key]?.status === 'active'
