import { firstRows, maxErasedPerPage, type PersonalData } from '../../lib/personal-data.ts'
import { countUnread } from './inbox/counters.ts'
import { withoutDeparted } from './inbox/departed-people.ts'
import { viewOf } from './inbox/list.ts'
import { preferencesOf } from './preferences.ts'
import { findInbox, findNotifications, inbox, notification } from './repository.ts'

export const personalData: readonly PersonalData[] = [
  {
    name: 'notifications',
    of: 'school',
    entities: ['Notification', 'NotificationDue', 'ChannelDue', 'PushReceiptDue', 'OrganizationEntry'],
    holds: 'Your notifications, including archived ones and those sent only by mail or push',
    removed: 'Your inbox within minutes',
    kept: {
      why: 'Notifications that other people received because of you are theirs. From your departure on they show “Former member” instead of your name. The stored copy has the name until it expires, after 30 days at most (a year for the school’s own). Text that you wrote yourself stays as it is, and so do mails that were sent. Records of unsent notifications expire after 7 days, and push receipts after one.',
      entities: {
        Notification: 'words',
        NotificationDue: 'words',
        OrganizationEntry: 'words',
        ChannelDue: 'ids',
        PushReceiptDue: 'ids',
      },
    },
    async collect({ user }, table) {
      if (!user) return { rows: [] }
      let before: string | undefined
      const [box, { items, all }] = await Promise.all([
        findInbox(table, user.id),
        firstRows(async (limit) => {
          const page = await findNotifications(table, user.id, limit, before)
          before = page.items.at(-1)?.id ?? before
          return page
        }),
      ])
      const rows = (await withoutDeparted(table, items)).map((row) => viewOf(row, box))
      return all
        ? { rows }
        : { rows, rest: 'For older ones, call GET /notifications at this school with its cursor' }
    },
    async erase({ userId: to }, table) {
      // Without counters, rows that leave the inbox need no updates.
      await table.remove(inbox, { owner: to })
      const { items, cursor } = await findNotifications(table, to, maxErasedPerPage, undefined)
      await Promise.all(items.map(({ id }) => table.remove(notification, { to, id })))
      return cursor !== undefined
    },
  },
  {
    name: 'notificationPreferences',
    of: 'school',
    entities: ['Inbox'],
    holds:
      'Your notification settings by kind and channel, the organizations that you muted, and the number of unread notifications',
    removed: 'Within minutes',
    async collect({ user }, table) {
      const box = user && (await findInbox(table, user.id))
      return { rows: box ? [{ ...preferencesOf(box), unread: countUnread(box) }] : [] }
    },
  },
]
