import { orgRoles } from '../../lib/identity/organizations.ts'
import { tenantUser } from '../../lib/identity/records.ts'
import type { Table } from '../../lib/table/table.ts'
import type { EventCard } from './records.ts'

export type HostState = 'gone' | 'dormant' | undefined

/**
 * Whether whoever holds an event was deleted, or is an inactive organization, which takes nobody to its events: until each of its events is called off, seconds later, nobody joins one.
 * One read, eventual: what is joined in the moment of the deletion is called off with the event.
 */
export const hostState = async (
  table: Table,
  { hostingType, hostingId }: Pick<EventCard, 'hostingType' | 'hostingId'>,
): Promise<HostState> => {
  if (hostingType === 'User') return (await table.get(tenantUser, { id: hostingId })) ? undefined : 'gone'
  // An organization keeps this row for 30 days.
  const roles = await table.get(orgRoles, { orgId: hostingId })
  if (roles?.deletedAt !== undefined) return 'gone'
  return roles?.dormant ? 'dormant' : undefined
}

export const isHostGone = async (
  table: Table,
  card: Pick<EventCard, 'hostingType' | 'hostingId'>,
): Promise<boolean> => (await hostState(table, card)) === 'gone'
