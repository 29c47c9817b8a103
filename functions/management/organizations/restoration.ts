import { pageOf } from '../../../lib/contract/paging.ts'
import type { Operation } from '../../../lib/operation.ts'
import type { Table } from '../../../lib/table/table.ts'
import { eventCard } from '../../events/index.ts'
import { listDeleted, restoreOrganization as restore } from '../../organizations/index.ts'
import type { contract } from '../contract.ts'

type Rows = (typeof contract)['rows']

export const listDeletedOrganizations: Operation<Rows['listDeletedOrganizations']> = async (
  query,
  { table, now },
) => {
  const { items, cursor } = await listDeleted(table, pageOf(query))
  const data = items
    .filter(({ expiresAt }) => Date.parse(expiresAt) > now().getTime())
    .map(({ orgId: _id, name: org_name = '', deletedAt = '', expiresAt: restorableUntil }) => {
      return { _id, org_name, deletedAt, restorableUntil }
    })
  return { data, nextCursor: cursor }
}

const maxEvents = 100

/** Upcoming events that were cancelled since the deletion. */
const listCancelled = async (table: Table, hostingId: string, since: string, now: Date) => {
  const { items } = await table.list(eventCard, {
    index: 'gsi2',
    keyParams: { hostingId, shelf: 'past' },
    from: now.toISOString(),
    limit: maxEvents,
  })
  return items
    .filter(({ cancelledAt }) => cancelledAt !== undefined && cancelledAt >= since)
    .map(({ eventId: _id, name, start_time }) => ({ _id, name, start_time }))
}

/** Restores a deleted organization. Its events stay cancelled, because attendees were notified (rules/management 35). */
export const restoreOrganization: Operation<Rows['restoreOrganization']> = async (request, context) => {
  const { before, after } = await restore(request, context)
  const { orgId, deletedAt = '' } = before
  const cancelledEvents = await listCancelled(context.table, orgId, deletedAt, context.now())
  return { _id: orgId, org_name: after.org_name, cancelledEvents }
}
