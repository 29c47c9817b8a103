import { pageOf } from '../../lib/contract/paging.ts'
import { answer } from '../../lib/contract/reply.ts'
import type { Operations } from '../../lib/operation.ts'
import type { contract } from './contract.ts'
import { operationsOfActions, performAction } from './inbox/actions.ts'
import { changeStanding, readAll, readSeveral, requireNotification } from './inbox/changes.ts'
import { countUnread } from './inbox/counters.ts'
import { listInbox, viewOf } from './inbox/list.ts'
import { preferencesOf, setPreferences, showPage, unsubscribe } from './preferences.ts'
import { findInbox, listOrganizationEntries } from './repository.ts'
import { notifyEverybody, notifyOne, notifyOrganization, notifySome } from './send/direct.ts'

const modified = (modifiedCount: number) =>
  answer({ modifiedCount }, { message: `${modifiedCount} notifications marked as read` })

const act = performAction(operationsOfActions)

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
    return { preferences: await setPreferences(preferences, context) }
  },

  showUnsubscribePage: showPage,
  unsubscribe,

  async readSeveralNotifications({ notificationIds }, context) {
    return modified(await readSeveral(context, notificationIds))
  },

  async readAllNotifications({ type }, context) {
    return modified(await readAll(context, type))
  },

  createNotification: notifyOne,
  createNotificationBatch: notifySome,
  createSystemNotification: notifyEverybody,
  createOrganizationNotification: notifyOrganization,

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
    const { row, box } = await changeStanding(context, id, 'read')
    return viewOf(row, box)
  },

  async acknowledgeNotification({ id }, context) {
    const { row, box } = await changeStanding(context, id, 'acknowledged')
    return viewOf(row, box)
  },

  async archiveNotification({ id }, context) {
    const { row, box } = await changeStanding(context, id, 'archived')
    return viewOf(row, box)
  },

  async deleteNotification({ id }, context) {
    const { row, box } = await changeStanding(context, id, 'deleted')
    return viewOf(row, box)
  },

  performNotificationAction: act,
}
