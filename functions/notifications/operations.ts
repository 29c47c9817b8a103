import { pageOf } from '../../lib/contract/paging.ts'
import { answer } from '../../lib/contract/reply.ts'
import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { actionOperations, performAction } from './inbox/actions.ts'
import {
  changeReadState,
  readAllNotifications,
  readSeveralNotifications,
  requireNotification,
} from './inbox/changes.ts'
import { countUnread } from './inbox/counters.ts'
import { listInbox, viewOf } from './inbox/list.ts'
import { preferencesOf, setNotificationPreferences, showUnsubscribePage, unsubscribe } from './preferences.ts'
import { findInbox, listOrganizationEntries } from './repository.ts'
import {
  createNotification,
  createNotificationBatch,
  createOrganizationNotification,
  createSystemNotification,
} from './send/direct.ts'

const modified = (modifiedCount: number) =>
  answer({ modifiedCount }, { message: `${modifiedCount} notifications marked as read` })

const performNotificationAction = performAction(actionOperations)

export const operations: Operations<typeof contract> = {
  listNotifications: listInbox,

  async countUnreadNotifications(_, { table, caller }) {
    return { count: countUnread(await findInbox(table, caller.tenantUserId)) }
  },

  async getNotificationStatistics(_, { table, caller }) {
    const box = await findInbox(table, caller.tenantUserId)
    const { total = 0, acknowledged = 0, archived = 0 } = box ?? {}
    const unread = countUnread(box)
    return { total, unread, read: total - unread - acknowledged - archived, acknowledged, archived }
  },

  async getNotificationPreferences(_, { table, caller }) {
    return { preferences: preferencesOf(await findInbox(table, caller.tenantUserId)) }
  },

  async setNotificationPreferences({ preferences }, context) {
    return { preferences: await setNotificationPreferences(preferences, context) }
  },

  showUnsubscribePage,
  unsubscribe,

  async readSeveralNotifications({ notificationIds }, context) {
    return modified(await readSeveralNotifications(context, notificationIds))
  },

  async readAllNotifications({ type }, context) {
    return modified(await readAllNotifications(context, type))
  },

  createNotification,
  createNotificationBatch,
  createSystemNotification,
  createOrganizationNotification,

  async listOrganizationEntries({ orgId, ...asked }, { table }) {
    const { limit, cursor } = pageOf(asked)
    const page = await listOrganizationEntries(table, orgId, limit, cursor)
    const data = page.items.map(({ id, type, title, message, metadata = {}, createdAt }) => ({
      _id: id,
      orgId,
      type,
      title,
      message,
      metadata,
      createdAt,
    }))
    return { data, nextCursor: page.cursor }
  },

  async cleanUpNotifications() {
    return { deletedCount: 0 }
  },

  async getNotification({ id }, context) {
    const { row, box } = await requireNotification(context, id)
    return viewOf(row, box)
  },

  async readNotification({ id }, context) {
    const { row, box } = await changeReadState(context, id, 'read')
    return viewOf(row, box)
  },

  async acknowledgeNotification({ id }, context) {
    const { row, box } = await changeReadState(context, id, 'acknowledged')
    return viewOf(row, box)
  },

  async archiveNotification({ id }, context) {
    const { row, box } = await changeReadState(context, id, 'archived')
    return viewOf(row, box)
  },

  async deleteNotification({ id }, context) {
    const { row, box } = await changeReadState(context, id, 'deleted')
    return viewOf(row, box)
  },

  performNotificationAction,
}
