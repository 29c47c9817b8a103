import { organization } from '../../lib/identity/org/records.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import { orgAsHost } from './host-view.ts'
import { type Collaborator, collaborator } from './records/event.ts'

type HelperStatus = 'active' | 'pending'

const helperStatusOf = ({ status, expiresAt }: Collaborator, now: Date): HelperStatus | undefined => {
  if (status === 'accepted') return 'active'
  return status === 'pending' && Date.parse(expiresAt) > now.getTime() ? 'pending' : undefined
}

/**
 * Lists collaborators and open invitations for organizers, optionally with some statuses only. One round trip, and one
 * more for names when there are any.
 */
export const readHelpers = async (
  table: Table,
  eventId: string,
  now: Date,
  statuses: readonly HelperStatus[] = ['active', 'pending'],
) => {
  const { items } = await table.list(collaborator, { keyParams: { eventId }, limit: 100 })
  const rows = items.flatMap((row) => {
    const status = helperStatusOf(row, now)
    return status !== undefined && statuses.includes(status) ? [{ orgId: row.orgId, status }] : []
  })
  const orgs = await table.batchGet(rows.map(({ orgId }) => key(organization, { orgId })))
  return rows.flatMap(({ status }, at) => {
    const org = orgs[at]
    return org ? [{ orgId: orgAsHost(org), status }] : []
  })
}
