import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { isDormant } from '../../../lib/contract/org-rules.ts'
import { OrganizationNotFound } from '../../../lib/contract/permissions.ts'
import { type Organization, organization } from '../../../lib/identity/org/records.ts'
import { findOrgRights } from '../../../lib/identity/org/rights.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import type { Table } from '../../../lib/table/table.ts'
import type { EventCard } from '../../events/index.ts'
import {
  blocksEvents,
  findSettings,
  isAllowedWhilePending,
  refuseWithoutFeature,
} from '../../policies/index.ts'
import { HostInactive, HostPending, NotAsOrganization, NotAsSomebodyElse } from '../contract/failures.ts'

/** The host of an event, with the copies that its card shows. */
export type Host = Pick<EventCard, 'hostingId' | 'hostingType' | 'host'>

type HostFields = {
  readonly hostingId?: string | undefined
  readonly hostingType?: 'User' | 'Org' | undefined
  readonly organizationId?: string | null | undefined
  readonly orgId?: string | null | undefined
}

/** The organization that a request names as host; undefined for the caller's own events. */
export const hostOrgOf = (
  { hostingId, hostingType, organizationId, orgId }: HostFields,
  userId: string,
): string | undefined => {
  const named = organizationId || orgId || undefined
  if (hostingType === 'User')
    return hostingId === undefined || hostingId === userId ? undefined : fail(NotAsSomebodyElse)
  if (hostingType === 'Org') return hostingId ?? named ?? fail(OrganizationNotFound)
  return hostingId !== undefined && hostingId !== userId ? hostingId : named
}

/** The copy of an organization that event cards carry. */
export const copyOfOrg = (org: Organization): EventCard['host'] => ({
  name: org.org_name,
  image: org.org_profile_image,
  ...(isDormant(org) ? { dormant: true } : {}),
})

/** Rejects a host whose lifecycle status or school policy forbids new events. */
const refuseHost = (settings: Awaited<ReturnType<typeof findSettings>>, card: Organization): void => {
  if (blocksEvents(settings, card)) fail(HostInactive)
  if (!isAllowedWhilePending(settings, 'create_events', card)) fail(HostPending)
  refuseWithoutFeature(settings, 'eventCreation', card)
}

/** Repeats the check of the host when a draft is submitted: its organization may have closed in the meantime. */
export const requireActiveHost = async (
  table: Table,
  { hostingType, hostingId: orgId }: EventCard,
): Promise<void> => {
  if (hostingType !== 'Org') return
  const [card, settings] = await Promise.all([
    table.get(organization, { orgId }, { strong: true }),
    findSettings(table),
  ])
  refuseHost(settings, card ?? fail(OrganizationNotFound))
}

const findOrgHost = async (context: Context<'member'>, orgId: string): Promise<Host> => {
  const { table } = context
  const [rights, card, settings] = await Promise.all([
    findOrgRights(context, orgId),
    table.get(organization, { orgId }, { strong: true }),
    findSettings(table),
  ])
  if (!rights || !card) return fail(OrganizationNotFound)
  if (!rights.may('manage_events') && !rights.may('create_events')) fail(NotAsOrganization)
  refuseHost(settings, card)
  return { hostingId: orgId, hostingType: 'Org', host: copyOfOrg(card) }
}

/**
 * Finds the host of a new event: an organization for which the caller may manage or create events, or the caller. One
 * round trip. Fails with 404 for an unknown organization, and with 403 without the right.
 */
export const findHost = async (context: Context<'member'>, orgId: string | undefined): Promise<Host> => {
  if (orgId !== undefined) return findOrgHost(context, orgId)
  const { tenantUserId: id } = context.caller
  const user = await context.table.get(tenantUser, { id })
  const host = { name: user?.name ?? '', ...(user?.picture ? { image: user.picture } : {}) }
  return { hostingId: id, hostingType: 'User', host }
}
