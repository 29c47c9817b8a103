import { notification } from '../functions/notifications/repository.ts'
import { unsubscribeToken } from '../functions/notifications/unsubscribe-link.ts'
import { notificationDue } from '../lib/outbox.ts'
import { organizationStages } from './organization-stages.ts'
import type { Campus } from './replay.ts'
import { streamOf } from './streamed.ts'

type Staged = Readonly<Record<string, string>>

/** A notification of ada's, in the place of the sample's. */
const notified = async ({ w, ada }: Campus): Promise<Staged> => {
  const actions = [{ id: 'open', label: 'Open', type: 'link' as const, url: '/events' }]
  const params = { eventTitle: 'Chess night' }
  const to = { kind: 'users' as const, ids: [ada.id] }
  const row = { template: 'event_created', params, to, actions, channels: ['in_app' as const] }
  await w.table().write([notificationDue(w.runtime, row)])
  await streamOf(w).drain()
  const { items } = await w.table().list(notification, { holes: { to: ada.id }, limit: 1 })
  return { '01DEMO00000000000000000000': items[0]?.id ?? '' }
}

const mailed = async ({ w, ada }: Campus): Promise<Staged> => ({
  'demo-unsubscribe-token': await unsubscribeToken(w.table(), { person: ada.id, kind: 'event' }, undefined),
})

/** What has to have happened before a sample of the inbox can succeed. */
export const notificationStages = {
  listNotifications: notified,
  countUnreadNotifications: notified,
  getNotificationStatistics: notified,
  readAllNotifications: notified,
  readSeveralNotifications: notified,
  getNotification: notified,
  readNotification: notified,
  acknowledgeNotification: notified,
  archiveNotification: notified,
  deleteNotification: notified,
  performNotificationAction: notified,
  createOrganizationNotification: organizationStages.getOrganization,
  showUnsubscribePage: mailed,
  unsubscribe: mailed,
} as const
