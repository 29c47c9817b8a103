import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { performNotificationAction } from './inbox/actions.ts'
import { countUnreadNotifications, getNotificationStatistics } from './inbox/counters.ts'
import { listNotifications } from './inbox/list.ts'
import {
  acknowledgeNotification,
  archiveNotification,
  cleanUpNotifications,
  deleteNotification,
  getNotification,
  readAllNotifications,
  readNotification,
  readSeveralNotifications,
  restoreNotification,
} from './inbox/notification.ts'
import { listOrganizationEntries } from './inbox/organization-entries.ts'
import { getNotificationPreferences, setNotificationPreferences } from './preferences.ts'
import {
  createNotification,
  createNotificationBatch,
  createOrganizationNotification,
  createSystemNotification,
} from './send/direct.ts'
import { showUnsubscribePage, unsubscribe } from './unsubscribe.ts'

export const operations: Operations<typeof contract> = {
  listNotifications,
  countUnreadNotifications,
  getNotificationStatistics,
  getNotificationPreferences,
  setNotificationPreferences,
  showUnsubscribePage,
  unsubscribe,
  readSeveralNotifications,
  readAllNotifications,
  createNotification,
  createNotificationBatch,
  createSystemNotification,
  createOrganizationNotification,
  listOrganizationEntries,
  cleanUpNotifications,
  getNotification,
  readNotification,
  acknowledgeNotification,
  archiveNotification,
  restoreNotification,
  deleteNotification,
  performNotificationAction,
}
