import { unsubscribeToken } from '../../functions/notifications/preferences.ts'
import { notification } from '../../functions/notifications/repository.ts'
import { notificationDue } from '../../lib/outbox.ts'
import type { Campus } from '../support/replay.ts'
import { streamOf } from '../support/streamed.ts'
import { organizationStages } from './organizations.ts'

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

/** Something stands on the page of ada's organization. */
const told = async (campus: Campus): Promise<Staged> => {
  const staged = await organizationStages.getOrganization(campus)
  const orgId = staged['demo-org-chess'] ?? ''
  const to = { kind: 'users' as const, ids: [campus.ada.id] }
  const channels = ['in_app' as const, 'organization' as const]
  const row = {
    template: 'event_created',
    params: { eventTitle: 'Chess night' },
    to,
    channels,
    metadata: { orgId },
  }
  await campus.w.table().write([notificationDue(campus.w.runtime, row)])
  await streamOf(campus.w).drain()
  return staged
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
  listOrganizationEntries: told,
  showUnsubscribePage: mailed,
  unsubscribe: mailed,
} as const
