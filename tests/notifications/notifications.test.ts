import { beforeAll, describe, expect, it } from 'vitest'
import { NotificationNotFound, SecurityNotMutable } from '../../functions/notifications/contract/failures.ts'
import { securityTemplateNames, templateNames } from '../../functions/notifications/contract/kinds.ts'
import { inbox } from '../../functions/notifications/repository.ts'
import { read, sources } from '../house/files.ts'
import { refused } from '../support/agent.ts'
import { countsOf, listed, only, tell, unreadOf } from '../support/inboxes.ts'
import { type Person, registered } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

describe('the inbox', () => {
  let w: World
  let ada: Person
  let ben: Person

  beforeAll(async () => {
    w = await world()
    ada = await registered(w, 'ada')
    ben = await registered(w, 'ben')
  })

  // rules/notifications 1
  it('shows what happened, to whom it concerns and to nobody else', async () => {
    await tell(w, only(ada), { metadata: { eventId: 'e1', orgId: 'o1' } })
    const { data, pagination } = await listed(ada)
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      recipient: ada.user._id,
      recipientModel: 'User',
      title: 'New event: Chess night',
      message: 'Chess night was submitted.',
      type: 'event',
      priority: 'normal',
      status: 'unread',
      metadata: { eventId: 'e1', orgId: 'o1' },
      createdAt: w.clock.now().toISOString(),
      template: { name: 'event_created' },
      channels: ['in_app', 'email'],
    })
    expect(pagination).toEqual({ limit: 20, skip: 0, hasMore: false })
    expect((await listed(ben)).data).toEqual([])
    expect(await unreadOf(ben)).toBe(0)
  })

  // rules/notifications 2
  it('follows a notification from unread to deleted, and counts', async () => {
    const { data } = await listed(ada)
    const id = data[0]._id
    expect(await countsOf(ada)).toEqual({ total: 1, unread: 1, read: 0, acknowledged: 0, archived: 0 })
    const read = await ada.device.readNotification({ id })
    expect(read.body).toMatchObject({
      message: 'Notification marked as read',
      data: { status: 'read', readAt: w.clock.now().toISOString() },
    })
    await ada.device.readNotification({ id })
    expect(await countsOf(ada)).toEqual({ total: 1, unread: 0, read: 1, acknowledged: 0, archived: 0 })
    const acknowledged = await ada.device.acknowledgeNotification({ id })
    expect(acknowledged.body).toMatchObject({
      message: 'Notification acknowledged',
      data: { status: 'acknowledged' },
    })
    expect(await countsOf(ada)).toEqual({ total: 1, unread: 0, read: 0, acknowledged: 1, archived: 0 })
    const archived = await ada.device.archiveNotification({ id })
    expect(archived.body).toMatchObject({ message: 'Notification archived', data: { status: 'archived' } })
    expect((await listed(ada)).data).toEqual([])
    expect((await listed(ada, { status: 'archived' })).data).toHaveLength(1)
    expect(await countsOf(ada)).toEqual({ total: 1, unread: 0, read: 0, acknowledged: 0, archived: 1 })
    const restored = await ada.device.restoreNotification({ id })
    expect(restored.body).toMatchObject({
      message: 'Notification moved to the inbox',
      data: { status: 'acknowledged' },
    })
    expect(restored.body.data.archivedAt).toBeUndefined()
    expect((await listed(ada)).data).toHaveLength(1)
    expect(await countsOf(ada)).toEqual({ total: 1, unread: 0, read: 0, acknowledged: 1, archived: 0 })
    // A second time changes nothing.
    await ada.device.restoreNotification({ id })
    await ada.device.archiveNotification({ id })
    expect(await countsOf(ada)).toEqual({ total: 1, unread: 0, read: 0, acknowledged: 0, archived: 1 })
    const gone = await ada.device.deleteNotification({ id })
    expect(gone.body).toMatchObject({ message: 'Notification deleted', data: { status: 'deleted' } })
    expect(await countsOf(ada)).toEqual({ total: 0, unread: 0, read: 0, acknowledged: 0, archived: 0 })
    expect(await ada.device.getNotification({ id })).toMatchObject(refused(NotificationNotFound))
    expect((await listed(ada)).data).toEqual([])
  })

  // rules/notifications 1
  it("does not know anybody else's notification, by any operation", async () => {
    await tell(w, only(ada))
    const id = (await listed(ada)).data[0]._id
    const { device } = ben
    const replies = await Promise.all([
      device.getNotification({ id }),
      device.readNotification({ id }),
      device.acknowledgeNotification({ id }),
      device.archiveNotification({ id }),
      device.restoreNotification({ id }),
      device.deleteNotification({ id }),
      device.performNotificationAction({ id, actionId: 'open' }),
    ])
    for (const reply of replies) expect(reply).toMatchObject(refused(NotificationNotFound))
    expect((await device.readSeveralNotifications({ notificationIds: [id] })).body.data.modifiedCount).toBe(0)
    expect(await unreadOf(ada)).toBe(1)
  })

  it('is one under both paths', async () => {
    const both = await Promise.all(
      ['/notifications', '/api/notifications'].map((path) =>
        ada.device.request('notifications', 'GET', path),
      ),
    )
    expect(both[1]?.body).toEqual(both[0]?.body)
  })

  // rules/notifications 5
  it('shows HTML as text, also where a client takes it for HTML', async () => {
    const evil = '<img src=x onerror=alert(1)> & </b> 3 < 4'
    await tell(w, only(ben), { template: 'event_rejected', params: { eventTitle: evil, reason: evil } })
    const { title, message } = (await listed(ben)).data[0]
    for (const text of [title, message]) {
      expect(text).not.toMatch(/<[a-z/!?]/i)
      expect(text.replaceAll('\u2060', '')).toContain(evil)
    }
  })
})

describe('preferences', () => {
  // rules/notifications 8
  it('are on until they are turned off, and count from then on', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const { body } = await ada.device.getNotificationPreferences()
    expect(body.data.preferences.event).toEqual({ in_app: true, email: true, push: true })
    const changed = await ada.device.setNotificationPreferences({
      preferences: { event: { in_app: false }, reminder: { push: false } },
    })
    expect(changed.body.data.preferences).toMatchObject({
      event: { in_app: false, email: true },
      reminder: { in_app: true, push: false },
    })
    await tell(w, only(ada))
    expect((await listed(ada)).data).toEqual([])
    expect(await unreadOf(ada)).toBe(0)
    expect(w.mails.map(({ subject }) => subject)).toEqual(['New event: Chess night'])
    await ada.device.setNotificationPreferences({ preferences: { event: { in_app: true, email: false } } })
    await tell(w, only(ada))
    expect((await listed(ada)).data).toHaveLength(1)
    expect(w.mails).toHaveLength(1)
  })

  // rules/notifications 9
  it('leave security notices alone', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const reply = await ada.device.setNotificationPreferences({ preferences: { security: { email: false } } })
    expect(reply).toMatchObject(refused(SecurityNotMutable))
    await ada.device.setNotificationPreferences({ preferences: { security: { email: true } } })
    await w
      .table()
      .update(inbox, { owner: ada.user._id }, { set: { muted: ['security:in_app'] } }, { orAbsent: true })
    const params = { title: 'Password changed', message: 'It was changed.' }
    await tell(w, only(ada), { template: 'custom', type: 'security', params })
    expect((await listed(ada)).data).toHaveLength(1)
  })
})

describe('templates', () => {
  // One that is spread behind another of its name takes its place, and nobody hears of it.
  it('are each defined once', () => {
    const files = sources('functions/notifications/templates')
    const named = files.flatMap((path) => [
      ...read(path).matchAll(/^ {2}(\w+): (?:\{\n {4}type: |authoredTemplate\()/gm),
    ])
    expect(named.map(([, name]) => name).sort()).toEqual([...templateNames, ...securityTemplateNames].sort())
  })
})
