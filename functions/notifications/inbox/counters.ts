import type { ChangeContext } from '../../../lib/consumer.ts'
import type { NotificationType } from '../../../lib/contract/notification.ts'
import { type Operation, prefetching } from '../../../lib/operation.ts'
import { type ChangeEvent, changeSeen, markSeen } from '../../../lib/table/change-event.ts'
import type { Condition } from '../../../lib/table/condition.ts'
import { key } from '../../../lib/table/entity.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import { update } from '../../../lib/table/write.ts'
import { notificationTypes } from '../contract/kinds.ts'
import type { contract } from '../contract.ts'
import { findInbox, type Inbox, inbox, type Notification } from '../repository.ts'

type Rows = (typeof contract)['rows']

export type ReadState = 'unread' | 'read' | 'acknowledged' | 'archived' | 'deleted'

export const unreadField = (type: NotificationType) => `unread_${type}` as const
export const eraField = (type: NotificationType) => `era_${type}` as const

export const eraOf = (box: Inbox | undefined, type: NotificationType): number => box?.[eraField(type)] ?? 0

/** The state of a notification for its reader. */
export const readStateOf = ({ status, type, era = 0 }: Notification, box: Inbox | undefined): ReadState =>
  status ?? (era < eraOf(box, type) ? 'read' : 'unread')

/** Holds unless all of `type` was marked as read since `box` was read. */
export const sameEra = (box: Inbox | undefined, type: NotificationType): Condition<Inbox> => {
  const field = eraField(type)
  const era = box?.[field]
  return era === undefined ? { without: [field] } : { equals: { [field]: era } }
}

export const countUnread = (box: Inbox | undefined, types: readonly NotificationType[] = notificationTypes) =>
  types.reduce((sum, type) => sum + (box?.[unreadField(type)] ?? 0), 0)

type Counters = Partial<Record<keyof Inbox & string, number>>

const leaving = (readState: ReadState, type: NotificationType): Counters => {
  if (readState === 'unread') return { [unreadField(type)]: -1 }
  if (readState === 'acknowledged' || readState === 'archived') return { [readState]: -1 }
  return {}
}

const entering = (readState: ReadState): Counters => {
  if (readState === 'acknowledged' || readState === 'archived') return { [readState]: 1 }
  return readState === 'deleted' ? { total: -1 } : {}
}

/** Counter changes when one notification is read or archived. */
export const countersOf = (from: ReadState, to: ReadState, type: NotificationType): Counters => ({
  ...leaving(from, type),
  ...entering(to),
})

/** Removes an expired notification from the counters, once, when the table deletes it. */
export const uncountRemoved = async (
  { before }: ChangeEvent<Notification>,
  { table, now }: ChangeContext,
): Promise<void> => {
  if (!before || before.hidden || before.status === 'deleted') return
  const { id, to, type, status } = before
  const mark = `gone ${to} ${id}`
  await table.retryOnConflict(async () => {
    const box = await findInbox(table, to, true)
    if (!box) return true
    const add = countersOf(readStateOf(before, box), 'deleted', type)
    const held = status === undefined ? sameEra(box, type) : {}
    const written = await table.write([
      markSeen(mark, now()),
      update(inbox, { owner: to }, { add }, { exists: true, ...held }),
    ])
    if (written.ok || (await table.get(changeSeen, { id: mark }, { strong: true }))) return true
    return conflicted
  })
}

/** Every page counts, so the inbox is read with the caller's record. */
export const countUnreadNotifications: Operation<Rows['countUnreadNotifications']> = prefetching(
  ({ userId }) => (userId === undefined ? {} : { late: [key(inbox, { owner: userId })] }),
  async (_, { table, caller }) => ({ count: countUnread(await findInbox(table, caller.tenantUserId)) }),
)

export const getNotificationStatistics: Operation<Rows['getNotificationStatistics']> = async (
  _,
  { table, caller },
) => {
  const box = await findInbox(table, caller.tenantUserId)
  const { total = 0, acknowledged = 0, archived = 0 } = box ?? {}
  const unread = countUnread(box)
  return { total, unread, read: total - unread - acknowledged - archived, acknowledged, archived }
}
