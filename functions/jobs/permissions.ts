import type { Context } from '../../lib/context.ts'
import { fail } from '../../lib/contract/failure.ts'
import { OrganizationNotFound } from '../../lib/contract/permissions.ts'
import { type OrgStanding, refuseWithoutOrgStanding } from '../../lib/identity/org/organizations.ts'
import { findStanding } from '../../lib/identity/org/states.ts'

/** How the caller stands in the organization of the path, for rows that also serve who is only concerned. */
export const requireStanding = async (context: Context<'caller'>, orgId: string): Promise<OrgStanding> =>
  (await findStanding(context, orgId)) ?? fail(OrganizationNotFound)

export const mayManage = (standing: OrgStanding): boolean => standing.may('manage_events')

/** Refuses whoever neither manages the events of the organization nor is the person concerned. */
export const refuseStranger = (standing: OrgStanding, isOwn: boolean): void => {
  if (!isOwn) refuseWithoutOrgStanding('manage_events', standing)
}
