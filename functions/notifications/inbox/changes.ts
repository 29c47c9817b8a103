import type { Context } from '../../../lib/context.ts'
import { fail } from '../../../lib/contract/failure.ts'
import { key } from '../../../lib/table/entity.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import { type Change, update, type Write } from '../../../lib/table/write.ts'
import { NotificationNotFound } from '../contract/failures.ts'
import { type NotificationType, notificationTypes } from '../contract/kinds.ts'
import {
  findInbox,
  findNotification,
  type Inbox,
  inbox,
  type Notification,
  notification,
} from '../repository.ts'
import {
  countersOf,
  countUnread,
  eraField,
  type ReadState,
  readStateOf,
  sameEra,
  unreadField,
} from './counters.ts'

type ChangesContext = Pick<Context<'member'>, 'table' | 'caller' | 'now'>
type TargetState = Exclude<ReadState, 'unread'>

/** The states that each change starts from. From any other state it changes nothing. */
const origins: Readonly<Record<TargetState, readonly ReadState[]>> = {
  read: ['unread'],
  acknowledged: ['unread', 'read'],
  archived: ['unread', 'read', 'acknowledged'],
  deleted: ['unread', 'read', 'acknowledged', 'archived'],
}

const moved = (row: Notification, to: TargetState, at: string): Notification => ({
  ...row,
  status: to,
  ...(to === 'acknowledged' ? { readAt: row.readAt ?? at } : {}),
  [`${to}At`]: at,
})

/** Requires the row to be as it was read. The inbox update changes its counters. */
const rowWrite = (row: Notification, next: Notification): Write => {
  const { status, readAt, acknowledgedAt, archivedAt, deletedAt } = next
  const set = { status, readAt, acknowledgedAt, archivedAt, deletedAt }
  const remove = archivedAt === undefined && row.archivedAt !== undefined ? ['archivedAt' as const] : []
  const seen = row.status ? { equals: { status: row.status } } : { without: ['status' as const] }
  return update(notification, { to: row.to, id: row.id }, { set, remove }, { exists: true, ...seen })
}

const boxWrite = (box: Inbox, rows: readonly Notification[], to: TargetState): Write => {
  const add: Record<string, number> = {}
  for (const row of rows) {
    for (const [field, by] of Object.entries(countersOf(readStateOf(row, box), to, row.type)))
      add[field] = (add[field] ?? 0) + by
  }
  // An unread count depends on the era, so the era must be the one that was read.
  const held = rows.filter(({ status }) => status === undefined).map(({ type }) => sameEra(box, type))
  const equals = Object.assign({}, ...held.map((one) => one.equals ?? {}))
  const without = held.flatMap((one) => one.without ?? [])
  const owner = rows[0]?.to ?? ''
  return update(inbox, { owner }, { add }, { exists: true, equals, without: [...new Set(without)] })
}

const presentIn = (row: Notification | undefined, box: Inbox | undefined): row is Notification =>
  row !== undefined && !row.hidden && readStateOf(row, box) !== 'deleted'

/** The caller's notification, with the inbox. Fails as not found for another person's. */
export const requireNotification = async ({ table, caller }: ChangesContext, id: string) => {
  const [row, box] = await findNotification(table, caller.tenantUserId, id)
  if (!presentIn(row, box)) fail(NotificationNotFound)
  return { row, box: box ?? { owner: caller.tenantUserId } }
}

/** Writes the next version of one notification, if there is one, and the counters in one transaction. */
const change = (
  context: ChangesContext,
  id: string,
  nextOf: (row: Notification, from: ReadState, at: string) => Notification | undefined,
) =>
  context.table.retryOnConflict(async () => {
    const { row, box } = await requireNotification(context, id)
    const next = nextOf(row, readStateOf(row, box), context.now().toISOString())
    if (!next?.status) return { row, box }
    const written = await context.table.write([rowWrite(row, next), boxWrite(box, [row], next.status)])
    return written.ok ? { row: next, box } : conflicted
  })

/** Changes the state of one notification. From a state that the change does not start from, nothing changes. */
export const changeReadState = (context: ChangesContext, id: string, to: TargetState) =>
  change(context, id, (row, from, at) => (origins[to].includes(from) ? moved(row, to, at) : undefined))

/** Moves an archived notification back to the inbox, as acknowledged if it was, else as read. */
export const restoreFromArchive = (context: ChangesContext, id: string) =>
  change(context, id, (row, from, at) =>
    from === 'archived'
      ? {
          ...row,
          status: row.acknowledgedAt ? 'acknowledged' : 'read',
          readAt: row.readAt ?? at,
          archivedAt: undefined,
        }
      : undefined,
  )

/** Rows per transaction, beside the inbox. */
const batchSize = 50

const readSome = async (context: ChangesContext, ids: readonly string[]): Promise<number> => {
  const { table, caller, now } = context
  const to = caller.tenantUserId
  return table.retryOnConflict(async () => {
    const [box, found] = await Promise.all([
      findInbox(table, to, true),
      table.batchGet(
        ids.map((id) => key(notification, { to, id })),
        { strong: true },
      ),
    ])
    const unread = found
      .filter((row) => presentIn(row, box))
      .filter((row) => readStateOf(row, box) === 'unread')
    if (!box || unread.length === 0) return 0
    const at = now().toISOString()
    const writes = unread.map((row) => rowWrite(row, moved(row, 'read', at)))
    return (await table.write([...writes, boxWrite(box, unread, 'read')])).ok ? unread.length : conflicted
  })
}

/** Marks up to a hundred notifications as read. Skips those of other people and those already read. */
export const markSeveralRead = async (context: ChangesContext, ids: readonly string[]): Promise<number> => {
  const unique = [...new Set(ids)]
  let count = 0
  for (let at = 0; at < unique.length; at += batchSize)
    count += await readSome(context, unique.slice(at, at + batchSize))
  return count
}

const readAllChange = (types: readonly NotificationType[], at: string): Change<Inbox> => ({
  set: { readAllAt: at, ...Object.fromEntries(types.map((type) => [unreadField(type), 0])) },
  add: Object.fromEntries(types.map((type) => [eraField(type), 1])),
})

/**
 * Marks all notifications, or all of one type, as read. It starts a new era with one write, whatever the size of the
 * inbox. Returns the number that was unread.
 */
export const markAllRead = async (
  { table, caller, now }: ChangesContext,
  type?: NotificationType,
): Promise<number> => {
  const types = type ? [type] : notificationTypes
  const owner = caller.tenantUserId
  return table.retryOnConflict(async () => {
    const box = await findInbox(table, owner, true)
    const count = countUnread(box, types)
    if (!box || count === 0) return 0
    const counted = types.filter((one) => (box[unreadField(one)] ?? 0) > 0)
    const equals = Object.fromEntries(counted.map((one) => [unreadField(one), box[unreadField(one)]]))
    const change = readAllChange(counted, now().toISOString())
    return (await table.update(inbox, { owner }, change, { equals })).ok ? count : conflicted
  })
}
