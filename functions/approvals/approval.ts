import { fail } from '../../lib/contract/failure.ts'
import { type TenantUser, tenantUser } from '../../lib/identity/person/records.ts'
import { key } from '../../lib/table/entity.ts'
import type { Table } from '../../lib/table/table.ts'
import {
  type ApprovalInstance,
  eventBody,
  eventCard,
  findNewestApproval,
  submissionName,
  type WholeEvent,
} from '../events/index.ts'
import { NoEvent, NoInstance } from './contract/failures.ts'

/** An event with the approval of its last submission, and the caller's own record. */
export type Found = {
  readonly whole: WholeEvent
  readonly instance: ApprovalInstance
  readonly user: TenantUser | undefined
}

/**
 * Strongly consistent, one round trip: the newest instance is found without knowing its number. Fails with 404
 * `Event not found.` and `Approval instance not found.`.
 */
export const requireApproval = async (
  table: Table,
  eventId: string,
  userId: string | null | undefined,
): Promise<Found> => {
  const event = [key(eventCard, { eventId }), key(eventBody, { eventId })] as const
  const [[card, body, user], instance] = await Promise.all([
    userId
      ? table.batchGet([...event, key(tenantUser, { id: userId })], { strong: true })
      : table.batchGet(event, { strong: true }).then(([card, body]) => [card, body, undefined] as const),
    findNewestApproval(table, eventId),
  ])
  if (!card || !body || card.deletedAt !== undefined) return fail(NoEvent)
  if (!instance || instance.submission !== submissionName(card.submission)) return fail(NoInstance)
  return { whole: { card, body }, instance, user }
}
