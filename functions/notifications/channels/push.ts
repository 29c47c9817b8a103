import type { ChangeContext } from '../../../lib/consumer.ts'
import { truncate } from '../../../lib/contract/text/plain-text.ts'
import { days } from '../../../lib/contract/time.ts'
import type { PushMessage, PushTicket } from '../../../lib/gateways/gateways.ts'
import { type TenantUser, tenantUser } from '../../../lib/identity/person/records.ts'
import { listReachable } from '../../../lib/identity/session/push-devices.ts'
import { key } from '../../../lib/table/entity.ts'
import { conflicted } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { replace } from '../../../lib/table/write.ts'
import { type Notification, notification, type PushReceiptDue, pushReceiptDue } from '../repository.ts'
import { maxMessageLength } from '../templates/event.ts'
import { claim, type DeliveryResult, settle } from './claim.ts'

/** The push service keeps receipts for a day, and has most of them after a quarter of an hour. */
const readySeconds = 15 * 60
const keptSeconds = days
const maxReceipts = 100

/** Schedules the receipt check of a message. */
const awaitReceipt = async (
  { table, now, newId }: Pick<ChangeContext, 'table' | 'now' | 'newId'>,
  { id: notificationId, to }: Notification,
  ticket: string,
  token: string,
): Promise<void> => {
  const at = now()
  const id = `${at.toISOString()} ${newId()}`
  const expiresAt = new Date(at.getTime() + keptSeconds * 1000).toISOString()
  await table.put(pushReceiptDue, { id, ticket, token, to, notificationId, expiresAt })
}

/** Removes a person's push token, unless they have registered another meanwhile. */
const forgetToken = async (table: Table, id: string, token: string): Promise<void> => {
  await table.retryOnConflict(async () => {
    const user = await table.get(tenantUser, { id }, { strong: true })
    if (user?.pushToken !== token) return true
    const { pushToken: _, pushSession: __, ...rest } = user
    const written = await table.write([replace(tenantUser, user, rest)])
    return written.ok || conflicted
  })
}

const settleReceipt = async (
  { table }: Pick<ChangeContext, 'table'>,
  { to, notificationId, token, id }: PushReceiptDue,
  receipt: 'delivered' | 'gone' | 'refused',
): Promise<void> => {
  const push = receipt === 'delivered' ? 'delivered' : 'failed'
  if (receipt === 'gone') await forgetToken(table, to, token)
  await table.update(
    notification,
    { to, id: notificationId },
    { set: { push } },
    { equals: { push: 'sent' } },
  )
  await table.remove(pushReceiptDue, { id })
}

/** Collects the due receipts of one school, oldest first, at most a hundred. Returns the number collected. */
export const collectReceipts = async (
  context: Pick<ChangeContext, 'table' | 'now' | 'gateways'>,
): Promise<number> => {
  const ready = new Date(context.now().getTime() - readySeconds * 1000).toISOString()
  const { items } = await context.table.list(pushReceiptDue, { keyParams: {}, limit: maxReceipts, to: ready })
  if (items.length === 0) return 0
  const receipts = await context.gateways.push.receipts(items.map(({ ticket }) => ticket))
  const known = items.flatMap((item) => {
    const receipt = receipts[item.ticket]
    return receipt ? [{ item, receipt }] : []
  })
  await Promise.all(known.map(({ item, receipt }) => settleReceipt(context, item, receipt)))
  return known.length
}

type PushDelivery = { readonly row: Notification; readonly user: TenantUser; readonly token: string }

const messageOf = ({ row, token }: PushDelivery): PushMessage => ({
  to: token,
  title: row.title,
  body: truncate(row.message, maxMessageLength),
  data: { ...row.metadata, notificationId: row.id, type: row.type },
})

/** Claims the due notifications. Settles at once those of people without a phone, or whose session on it has ended. */
const preparePush = async (
  context: ChangeContext,
  row: Notification,
  user: TenantUser | undefined,
  alive: ReadonlySet<string>,
): Promise<PushDelivery | DeliveryResult> => {
  const claimed = await claim(context, row, 'push')
  if (!claimed) return 'pending'
  if (!user?.pushToken || row.status === 'deleted') return settle(context, claimed, 'push', 'failed')
  if (alive.has(user.id)) return { row: claimed, user, token: user.pushToken }
  await forgetToken(context.table, user.id, user.pushToken)
  return settle(context, claimed, 'push', 'failed')
}

const close = async (
  context: ChangeContext,
  { row, user, token }: PushDelivery,
  ticket: PushTicket,
): Promise<DeliveryResult> => {
  if (ticket.outcome === 'later') return settle(context, row, 'push', 'later')
  if (ticket.outcome === 'gone') await forgetToken(context.table, user.id, token)
  if (ticket.outcome !== 'sent') return settle(context, row, 'push', 'failed')
  await awaitReceipt(context, row, ticket.id, token)
  return settle(context, row, 'push', 'sent')
}

/** Sends a page of notifications to their readers' phones in one gateway call. */
export const sendPushes = async (
  context: ChangeContext,
  rows: readonly Notification[],
): Promise<DeliveryResult[]> => {
  // No push goes to a phone that was removed a moment ago.
  const users = await context.table.batchGet(
    rows.map(({ to }) => key(tenantUser, { id: to })),
    { strong: true },
  )
  const alive = await listReachable(context.table, users)
  const claimed = await Promise.all(rows.map((row, at) => preparePush(context, row, users[at], alive)))
  const parcels = claimed.filter((one) => typeof one !== 'string')
  const over = claimed.filter((one) => typeof one === 'string')
  if (parcels.length === 0) return over
  const none: readonly PushTicket[] = []
  const tickets = await context.gateways.push.send(parcels.map(messageOf)).catch(() => none)
  const closed = await Promise.all(
    parcels.map((parcel, at) => close(context, parcel, tickets[at] ?? { outcome: 'later' })),
  )
  return [...over, ...closed]
}
