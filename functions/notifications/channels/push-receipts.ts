import type { NoticeWorld } from '../../../lib/consumer.ts'
import { days } from '../../../lib/contract/time.ts'
import { tenantUser } from '../../../lib/identity/person/records.ts'
import { lost } from '../../../lib/table/retry.ts'
import type { Table } from '../../../lib/table/table.ts'
import { put } from '../../../lib/table/write.ts'
import { type Notification, notification, type PushReceiptDue, pushReceiptDue } from '../repository.ts'

/** The push service keeps receipts for a day, and has most of them after a quarter of an hour. */
const readySeconds = 15 * 60
const keptSeconds = days
const mostAtOnce = 100

/** Remembers to ask what became of a message. */
export const awaitReceipt = async (
  { table, now, newId }: Pick<NoticeWorld, 'table' | 'now' | 'newId'>,
  { id: notificationId, to }: Notification,
  ticket: string,
  token: string,
): Promise<void> => {
  const at = now()
  const id = `${at.toISOString()} ${newId()}`
  const expiresAt = new Date(at.getTime() + keptSeconds * 1000).toISOString()
  await table.put(pushReceiptDue, { id, ticket, token, to, notificationId, expiresAt })
}

/** Forgets the phone of a person, unless they have registered another meanwhile. */
export const forgetToken = async (table: Table, id: string, token: string): Promise<void> => {
  await table.retryOnConflict(async () => {
    const user = await table.get(tenantUser, { id }, { strong: true })
    if (user?.pushToken !== token) return true
    const { pushToken: _, pushSession: __, ...rest } = user
    const next = { ...rest, version: user.version + 1 }
    const written = await table.write([put(tenantUser, next, { equals: { version: user.version } })])
    return written.ok || lost
  })
}

const settleReceipt = async (
  { table }: Pick<NoticeWorld, 'table'>,
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

/** Asks for the receipts of one school that are ready, oldest first, at most a hundred. Answers how many came. */
export const collectReceipts = async (
  world: Pick<NoticeWorld, 'table' | 'now' | 'gateways'>,
): Promise<number> => {
  const ready = new Date(world.now().getTime() - readySeconds * 1000).toISOString()
  const { items } = await world.table.list(pushReceiptDue, { holes: {}, limit: mostAtOnce, to: ready })
  if (items.length === 0) return 0
  const receipts = await world.gateways.push.receipts(items.map(({ ticket }) => ticket))
  const known = items.flatMap((item) => {
    const receipt = receipts[item.ticket]
    return receipt ? [{ item, receipt }] : []
  })
  await Promise.all(known.map(({ item, receipt }) => settleReceipt(world, item, receipt)))
  return known.length
}
