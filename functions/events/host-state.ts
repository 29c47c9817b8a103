import { type OrgRoles, orgRoles } from '../../lib/identity/org/organizations.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import type { Table } from '../../lib/table/table.ts'
import type { EventCard } from './records/event.ts'

export type HostState = 'gone' | 'dormant' | undefined

type Host = Pick<EventCard, 'hostingType' | 'hostingId'>

/** The roles of an organization that holds an event. It keeps this row for 30 days after its end. */
const rolesOf = async (
  table: Table,
  { hostingType, hostingId }: Host,
): Promise<OrgRoles | 'gone' | undefined> => {
  if (hostingType === 'User') return (await table.get(tenantUser, { id: hostingId })) ? undefined : 'gone'
  const roles = await table.get(orgRoles, { orgId: hostingId }, { strong: true })
  return roles?.deletedAt === undefined ? roles : 'gone'
}

/**
 * Whether whoever holds an event was deleted, or is an inactive organization, which takes nobody to its events: until
 * each of its events is called off, seconds later, nobody joins one. One strong read; what is joined in the moment of the deletion is called off with the event.
 */
export const hostState = async (table: Table, host: Host): Promise<HostState> => {
  const roles = await rolesOf(table, host)
  if (roles === 'gone' || roles === undefined) return roles
  return roles.dormant ? 'dormant' : undefined
}

export const isHostGone = async (table: Table, host: Host): Promise<boolean> =>
  (await rolesOf(table, host)) === 'gone'
