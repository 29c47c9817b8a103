import { orgRoles } from '../../lib/identity/organizations.ts'
import { tenantUser } from '../../lib/identity/records.ts'
import type { Table } from '../../lib/table/table.ts'
import type { EventCard } from './records.ts'

/**
 * Whether whoever holds an event was deleted: until each of its events is called off, seconds later, nobody joins one.
 * One read, eventual: what is joined in the moment of the deletion is called off with the event.
 */
export const isHostGone = async (
  table: Table,
  { hostingType, hostingId }: Pick<EventCard, 'hostingType' | 'hostingId'>,
): Promise<boolean> => {
  if (hostingType === 'User') return (await table.get(tenantUser, { id: hostingId })) === undefined
  // An organization keeps this row for 30 days.
  return (await table.get(orgRoles, { orgId: hostingId }))?.deletedAt !== undefined
}
