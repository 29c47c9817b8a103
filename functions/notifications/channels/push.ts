import type { NoticeWorld } from '../../../lib/consumer.ts'
import type { PushMessage, PushTicket } from '../../../lib/gateways/gateways.ts'
import { type TenantUser, tenantUser } from '../../../lib/identity/person/records.ts'
import { reachable } from '../../../lib/identity/session/push-devices.ts'
import { key } from '../../../lib/table/entity.ts'
import type { Notification } from '../repository.ts'
import { claim, type Settled, settle } from './claim.ts'
import { awaitReceipt, forgetToken } from './push-receipts.ts'

type Parcel = { readonly row: Notification; readonly user: TenantUser; readonly token: string }

const messageOf = ({ row, token }: Parcel): PushMessage => ({
  to: token,
  title: row.title,
  body: row.message,
  data: { ...row.metadata, notificationId: row.id, type: row.type },
})

/** Claims what is due; who has no phone any more, or whose session with it has ended, is settled at once. */
const parcelOf = async (
  world: NoticeWorld,
  row: Notification,
  user: TenantUser | undefined,
  alive: ReadonlySet<string>,
): Promise<Parcel | Settled> => {
  const claimed = await claim(world, row, 'push')
  if (!claimed) return 'pending'
  if (!user?.pushToken || row.status === 'deleted') return settle(world, claimed, 'push', 'failed')
  if (alive.has(user.id)) return { row: claimed, user, token: user.pushToken }
  await forgetToken(world.table, user.id, user.pushToken)
  return settle(world, claimed, 'push', 'failed')
}

const close = async (
  world: NoticeWorld,
  { row, user, token }: Parcel,
  ticket: PushTicket,
): Promise<Settled> => {
  if (ticket.outcome === 'later') return settle(world, row, 'push', 'later')
  if (ticket.outcome === 'gone') await forgetToken(world.table, user.id, token)
  if (ticket.outcome !== 'sent') return settle(world, row, 'push', 'failed')
  await awaitReceipt(world, row, ticket.id, token)
  return settle(world, row, 'push', 'sent')
}

/** Sends the notifications of a page to their readers' phones, in one call of the gateway. */
export const sendPushes = async (world: NoticeWorld, rows: readonly Notification[]): Promise<Settled[]> => {
  const users = await world.table.batchGet(rows.map(({ to }) => key(tenantUser, { id: to })))
  const alive = await reachable(world.table, users)
  const claimed = await Promise.all(rows.map((row, at) => parcelOf(world, row, users[at], alive)))
  const parcels = claimed.filter((one) => typeof one !== 'string')
  const over = claimed.filter((one) => typeof one === 'string')
  if (parcels.length === 0) return over
  const none: readonly PushTicket[] = []
  const tickets = await world.gateways.push.send(parcels.map(messageOf)).catch(() => none)
  const closed = await Promise.all(
    parcels.map((parcel, at) => close(world, parcel, tickets[at] ?? { outcome: 'later' })),
  )
  return [...over, ...closed]
}
