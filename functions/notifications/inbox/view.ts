import type { PersonalChannel } from '../contract/kinds.ts'
import type { Delivery, NotificationView } from '../contract/views.ts'
import type { Inbox, Notification, Sending } from '../repository.ts'
import { madeAt } from '../send/draft.ts'
import { standingOf } from './counters.ts'

const outward = (status: Sending): Delivery['status'] => (status === 'claimed' ? 'pending' : status)

const deliveriesOf = ({
  hidden,
  email,
  emailTries = 0,
  emailAt,
  push,
  pushTries = 0,
  pushAt,
}: Notification): Partial<Record<PersonalChannel, Delivery>> => ({
  ...(hidden ? {} : { in_app: { status: 'delivered' as const, attempts: 1 } }),
  ...(email ? { email: { status: outward(email), attempts: emailTries, lastAttempt: emailAt } } : {}),
  ...(push ? { push: { status: outward(push), attempts: pushTries, lastAttempt: pushAt } } : {}),
})

/** From the worst to the best. */
const order = ['failed', 'pending', 'sent', 'delivered'] as const

const summaryOf = (deliveries: readonly Delivery[]) => ({
  deliveryStatus: order.find((status) => deliveries.some((one) => one.status === status)) ?? 'delivered',
  deliveryAttempts: deliveries.reduce((sum, { attempts }) => sum + attempts, 0),
  lastDeliveryAttempt: deliveries
    .flatMap(({ lastAttempt }) => lastAttempt ?? [])
    .sort()
    .at(-1),
})

/** A notification as its reader sees it. */
export const viewOf = (row: Notification, box: Inbox | undefined): NotificationView => {
  const deliveries = deliveriesOf(row)
  const status = standingOf(row, box)
  return {
    _id: row.id,
    id: row.id,
    recipient: row.to,
    recipientModel: 'User',
    ...(row.sender ? { sender: row.sender, senderModel: 'User' } : {}),
    title: row.title,
    message: row.message,
    type: row.type,
    category: row.category,
    priority: row.priority ?? 'normal',
    status,
    readAt: row.readAt ?? (status === 'read' ? box?.readAllAt : undefined),
    acknowledgedAt: row.acknowledgedAt,
    archivedAt: row.archivedAt,
    deletedAt: row.deletedAt,
    actions: row.actions ?? [],
    actionResult: row.actionResult,
    metadata: row.metadata ?? {},
    channels: Object.keys(deliveries) as PersonalChannel[],
    ...summaryOf(Object.values(deliveries)),
    deliveries: deliveries as Record<string, Delivery>,
    ...(row.template ? { template: { name: row.template } } : {}),
    batchId: row.batchId,
    createdAt: madeAt(row.id),
    expiresAt: row.expiresAt,
  }
}
