import type { Tenant } from '../../context.ts'
import { fail } from '../../contract/failure.ts'
import { SchoolNotOpen, TenantUnavailable } from '../../contract/failures.ts'
import type { Access, TenantRecord } from '../person/records.ts'

/** The failure of a school that is closed for the moment, in the school's own words where it has some. */
export const failUnavailable = ({ statusMessage, tenantKey, status }: TenantRecord): never => {
  const message = statusMessage || `Tenant ${tenantKey} is currently unavailable.`
  return fail({ ...TenantUnavailable, message }, { data: { status, tenant: tenantKey } })
}

/** Where somebody would become a member; the row of the school is at most two seconds old. */
export type JoinTarget = { readonly tenant: Tenant; readonly school: TenantRecord | undefined }

/**
 * Whether a school takes new members, by whichever way they come: an open one alone does. Whoever runs the platform may
 * become a member of one that is being maintained.
 */
export const requireOpen = ({ school }: JoinTarget, isOperator: boolean): void => {
  if (!school || school.status === 'active') return
  if (school.status !== 'maintenance') fail(SchoolNotOpen)
  if (!isOperator) failUnavailable(school)
}

/** Whether somebody is at home at a school, or is let in for being nobody's member: the platform host has none. */
export const isMemberOrPlatform = (
  { tenant }: Pick<JoinTarget, 'tenant'>,
  { memberships }: Access,
): boolean => tenant.platform || memberships[tenant.key]?.status === 'active'
