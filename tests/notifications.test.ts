import { beforeAll, describe, expect, it } from 'vitest'
import {
  ActionDone,
  ActionNotFound,
  BadPosition,
  NotificationNotFound,
  RecipientNotFound,
  SecurityNotMutable,
  UnknownOperation,
  WordsRequired,
} from '../functions/notifications/failures.ts'
import { inbox, notification } from '../functions/notifications/repository.ts'
import type { Audience } from '../lib/audience.ts'
import { notificationDue } from '../lib/outbox.ts'
import { put } from '../lib/table/write.ts'
import { refused } from './agent.ts'
import { type Person, registered } from './people.ts'
import { setRights } from './security/rights.ts'
import { goneNotice, streamOf } from './streamed.ts'
import { type World, world } from './world.ts'

type Due = Parameters<typeof notificationDue>[1]

/** Lets something happen that some people are told of. */
const tell = async (w: World, to: Audience, more: Partial<Due> = {}): Promise<void> => {
  const params = { eventTitle: 'Chess night', ...more.params }
  await w.table().write([notificationDue(w.runtime, { template: 'event_created', ...more, params, to })])
  await streamOf(w).drain()
}

const only = (...people: Person[]): Audience => ({ kind: 'users', ids: people.map(({ user }) => user._id) })

const listed = async ({ device }: Person, query: object = {}) => (await device.listNotifications(query)).body

const countsOf = async ({ device }: Person) => (await device.getNotificationStatistics()).body.data

const unreadOf = async ({ device }: Person): Promise<number> =>
  (await device.countUnreadNotifications()).body.data.count

const asAdmin = async (w: World, name = 'dean'): Promise<Person> => {
  const person = await registered(w, name)
  await setRights(w, { globalUserId: person.user.globalUserId, memberId: person.user._id } as never, {
    roles: ['user', 'admin'],
  })
  return person
}

describe('the inbox', () => {
  let w: World
  let ada: Person
  let ben: Person

  beforeAll(async () => {
    w = await world()
    ada = await registered(w, 'ada')
    ben = await registered(w, 'ben')
  })

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
    const gone = await ada.device.deleteNotification({ id })
    expect(gone.body).toMatchObject({ message: 'Notification deleted', data: { status: 'deleted' } })
    expect(await countsOf(ada)).toEqual({ total: 0, unread: 0, read: 0, acknowledged: 0, archived: 0 })
    expect(await ada.device.getNotification({ id })).toMatchObject(refused(NotificationNotFound))
    expect((await listed(ada)).data).toEqual([])
  })

  it("does not know anybody else's notification, by any operation", async () => {
    await tell(w, only(ada))
    const id = (await listed(ada)).data[0]._id
    const { device } = ben
    const replies = await Promise.all([
      device.getNotification({ id }),
      device.readNotification({ id }),
      device.acknowledgeNotification({ id }),
      device.archiveNotification({ id }),
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

describe('a page of the inbox', () => {
  let w: World
  let ada: Person
  const types = ['event', 'org', 'reminder'] as const

  beforeAll(async () => {
    w = await world()
    ada = await registered(w, 'ada')
    for (let at = 0; at < 30; at += 1) {
      w.clock.advance(1)
      const type = types[at % 3]
      const words = { title: `Number ${at}`, message: 'Something happened' }
      const row = { template: 'custom', type, params: words, to: only(ada) }
      await w.table().write([notificationDue(w.runtime, row)])
    }
    await streamOf(w).drain()
  })

  const titles = (body: { data: { title: string }[] }) => body.data.map(({ title }) => title)

  it('comes newest first, by skip or by cursor', async () => {
    const first = await listed(ada, { limit: 12 })
    expect(titles(first)[0]).toBe('Number 29')
    expect(first.pagination).toMatchObject({ limit: 12, skip: 0, hasMore: true })
    const second = await listed(ada, { limit: 12, skip: 12 })
    expect(titles(second)[0]).toBe('Number 17')
    expect(titles(await listed(ada, { limit: 12, cursor: first.pagination.nextCursor }))).toEqual(
      titles(second),
    )
    const last = await listed(ada, { limit: 12, skip: 24 })
    expect(titles(last)).toHaveLength(6)
    expect(last.pagination).toEqual({ limit: 12, skip: 24, hasMore: false })
    expect((await listed(ada, { limit: 30 })).pagination.hasMore).toBe(false)
  })

  it('holds only what is asked for, each exactly once over all cursors', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await listed(ada, { limit: 4, type: 'org', ...(cursor ? { cursor } : {}) })
      seen.push(...titles(page))
      cursor = page.pagination.nextCursor
    } while (cursor)
    expect(seen).toEqual([28, 25, 22, 19, 16, 13, 10, 7, 4, 1].map((at) => `Number ${at}`))
    expect((await listed(ada, { priority: 'high' })).data).toEqual([])
    expect((await listed(ada, { category: 'none' })).data).toEqual([])
  })

  it('has bounds that are kept, and words that are known', async () => {
    expect((await listed(ada, { limit: 5000 })).pagination.limit).toBe(100)
    expect((await listed(ada, { limit: 0 })).pagination.limit).toBe(1)
    expect((await ada.device.listNotifications({ status: 'gone' })).status).toBe(400)
    expect(await ada.device.listNotifications({ cursor: 'elsewhere' })).toMatchObject(refused(BadPosition))
  })

  it('is read all at once, by type or whole, and stays right for what comes later', async () => {
    const byType = await ada.device.readAllNotifications({ type: 'org' })
    expect(byType.body).toMatchObject({
      message: '10 notifications marked as read',
      data: { modifiedCount: 10 },
    })
    expect(await unreadOf(ada)).toBe(20)
    expect((await listed(ada, { status: 'unread' })).data).toHaveLength(20)
    expect((await ada.device.readAllNotifications()).body.data.modifiedCount).toBe(20)
    expect((await ada.device.readAllNotifications()).body.data.modifiedCount).toBe(0)
    expect(await countsOf(ada)).toEqual({ total: 30, unread: 0, read: 30, acknowledged: 0, archived: 0 })
    const { data } = await listed(ada, { limit: 3 })
    expect(data[0]).toMatchObject({ status: 'read', readAt: w.clock.now().toISOString() })
    await ada.device.acknowledgeNotification({ id: data[0]._id })
    await ada.device.deleteNotification({ id: data[1]._id })
    expect(await countsOf(ada)).toEqual({ total: 29, unread: 0, read: 28, acknowledged: 1, archived: 0 })
    await tell(w, only(ada))
    expect(await unreadOf(ada)).toBe(1)
    expect((await listed(ada, { status: 'unread' })).data).toHaveLength(1)
  })

  it('is read in part', async () => {
    await tell(w, only(ada), { template: 'event_approved' })
    const ids = (await listed(ada, { limit: 5 })).data.map(({ _id }: { _id: string }) => _id)
    const { body } = await ada.device.readSeveralNotifications({
      notificationIds: [...ids, ids[0], 'absent'],
    })
    expect(body).toMatchObject({ message: '2 notifications marked as read', data: { modifiedCount: 2 } })
    expect(await unreadOf(ada)).toBe(0)
    expect((await ada.device.readSeveralNotifications({ notificationIds: [] })).status).toBe(400)
  })

  it('counts right when many hands change it at once', async () => {
    for (let at = 0; at < 5; at += 1) await tell(w, only(ada))
    const ids = (await listed(ada, { status: 'unread' })).data.map(({ _id }: { _id: string }) => _id)
    await Promise.all([
      ada.device.readAllNotifications(),
      ...ids.map((id: string) => ada.device.acknowledgeNotification({ id })),
      ada.device.readSeveralNotifications({ notificationIds: ids }),
      tell(w, only(ada)),
    ])
    const counts = await countsOf(ada)
    const { data } = await listed(ada, { limit: 100 })
    const standing = (status: string) =>
      data.filter((one: { status: string }) => one.status === status).length
    expect(counts).toMatchObject({ total: data.length, unread: standing('unread'), read: standing('read') })
    expect(counts.acknowledged).toBe(standing('acknowledged'))
  })

  it('forgets what has expired, in the counters too, once', async () => {
    const before = await countsOf(ada)
    await tell(w, only(ada))
    const id = (await listed(ada)).data[0]._id
    const gone = await goneNotice(w, id)
    w.clock.advance(31 * 24 * 3600)
    expect((await w.table().get(notification, { to: ada.user._id, id })) ?? 'gone').toBe('gone')
    await Promise.all([streamOf(w).carry([gone, gone]), streamOf(w).carry([gone])])
    const box = await w.table().get(inbox, { owner: ada.user._id })
    expect(box).toMatchObject({ total: before.total })
  })
})

describe('the cost of a look at the inbox', () => {
  const words = { title: 'Library closed', message: 'The library closes at noon on Friday.' }

  const filled = async (count: number) => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const { _id: to } = ada.user
    const ids = Array.from({ length: count }, () => w.runtime.newId())
    const expiresAt = '2027-01-01T00:00:00.000Z'
    for (let at = 0; at < count; at += 100) {
      const rows = ids
        .slice(at, at + 100)
        .map((id) => ({ id, to, type: 'event' as const, ...words, expiresAt }))
      await w.table().write(rows.map((row) => put(notification, row)))
    }
    await w.table().put(inbox, { owner: to, total: count, unread_event: count })
    const costOf = async (ask: () => Promise<unknown>) => {
      await ask()
      await ask()
      return (w.logs.at(-1)?.table ?? {}) as { depth: number; readUnits: number; writeUnits: number }
    }
    return {
      page: await costOf(() => ada.device.listNotifications()),
      unread: await costOf(() => ada.device.countUnreadNotifications()),
      readAll: await (async () => {
        await ada.device.readAllNotifications()
        return (w.logs.at(-1)?.table ?? {}) as { calls: number; writeUnits: number }
      })(),
    }
  }

  it('is one round trip behind the sign-in and the same however much is in it', async () => {
    const small = await filled(20)
    const large = await filled(2000)
    expect(large).toEqual(small)
    // The sign-in is one round trip of two units.
    expect(small.page.depth).toBe(2)
    expect(small.page.readUnits - 2).toBeLessThanOrEqual(1.5)
    expect(small.unread.depth).toBe(2)
    expect(small.unread.readUnits - 2).toBeLessThanOrEqual(0.5)
    expect(small.readAll.writeUnits).toBeLessThanOrEqual(1)
  }, 60_000)
})

describe('preferences', () => {
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

describe('administrators', () => {
  it('notify one person, who has it at once', async () => {
    const w = await world()
    const dean = await asAdmin(w)
    const ada = await registered(w, 'ada')
    const words = { title: 'Come <b>by</b>', message: 'Room 3', priority: 'urgent', category: 'office' }
    const made = await dean.device.createNotification({ recipient: ada.user._id, ...words })
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({ type: 'custom', priority: 'urgent', status: 'unread' })
    await streamOf(w).drain()
    const { data } = await listed(ada, { category: 'office', priority: 'urgent' })
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      _id: made.body.data._id,
      sender: { _id: dean.user._id, username: dean.user.username },
      senderModel: 'User',
    })
    expect(Object.keys(data[0].sender).sort()).toEqual(['_id', 'name', 'username'])
    expect(await unreadOf(ada)).toBe(1)
  })

  it('notify some, and everybody', async () => {
    const w = await world()
    const dean = await asAdmin(w)
    const [ada, ben] = [await registered(w, 'ada'), await registered(w, 'ben')]
    const stranger = await registered(w, 'eve', {}, w.sister)
    const words = { title: 'Fire drill', message: 'At ten.' }
    const ids = [ada.user._id, ada.user._id, stranger.user._id, 'absent']
    const batch = await dean.device.createNotificationBatch({ recipients: ids, ...words })
    expect(batch.status).toBe(201)
    await dean.device.createSystemNotification({ ...words, actions: [] })
    await streamOf(w).drain()
    expect((await listed(ada)).data.map((one: { type: string }) => one.type).sort()).toEqual([
      'custom',
      'system',
    ])
    expect((await listed(ben)).data).toHaveLength(1)
    expect((await listed(dean)).data).toHaveLength(1)
    expect((await listed(stranger)).data).toEqual([])
    expect((await dean.device.cleanUpNotifications()).body.data).toEqual({ deletedCount: 0 })
  })

  it('are told what is wrong', async () => {
    const w = await world()
    const dean = await asAdmin(w)
    const words = { recipient: dean.user._id, title: 'T', message: 'M' }
    const { device } = dean
    const call = { id: 'x', label: 'X', type: 'api_call' }
    expect(await device.createNotification({ ...words, recipient: 'absent' })).toMatchObject(
      refused(RecipientNotFound),
    )
    expect(await device.createNotification({ recipient: dean.user._id })).toMatchObject(
      refused(WordsRequired),
    )
    expect(
      await device.createNotification({ ...words, actions: [{ ...call, operation: 'users.delete' }] }),
    ).toMatchObject(refused(UnknownOperation))
    const bad = [
      { template: { name: 'welcome' } },
      { channels: ['webhook'] },
      { status: 'read' },
      { actions: [{ id: 'l', label: 'L', type: 'link', url: 'javascript:alert(1)' }] },
      { actions: [{ id: 'l', label: 'L', type: 'link', url: '//evil.example' }] },
      { actions: [{ ...call, method: 'POST' }] },
    ]
    for (const more of bad) expect((await device.createNotification({ ...words, ...more })).status).toBe(400)
    expect((await listed(dean)).data).toEqual([])
  })
})

describe('an action', () => {
  const offered = async (w: World) => {
    const dean = await asAdmin(w)
    const ada = await registered(w, 'ada')
    const actions = [
      { id: 'all', label: 'Read all', type: 'api_call', operation: 'notifications.readAll' },
      { id: 'open', label: 'Open', type: 'link', url: '/events/1' },
      { id: 'fill', label: 'Fill in', type: 'form' },
    ]
    const words = { recipient: ada.user._id, title: 'T', message: 'M', actions }
    const { body } = await dean.device.createNotification(words)
    return { ada, id: body.data._id }
  }

  it('runs under its reader, once', async () => {
    const w = await world()
    const { ada, id } = await offered(w)
    const replies = await Promise.all(
      [1, 2, 3].map(() => ada.device.performNotificationAction({ id, actionId: 'all' })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(2)
    const again = await ada.device.performNotificationAction({
      id,
      actionId: 'all',
      additionalData: { a: 1 },
    })
    expect(again).toMatchObject(refused(ActionDone))
    const { body } = await ada.device.getNotification({ id })
    expect(body.data).toMatchObject({ status: 'read', actionResult: { actionId: 'all', success: true } })
    expect(await unreadOf(ada)).toBe(0)
  })

  it('leads somewhere, or nowhere', async () => {
    const w = await world()
    const { ada, id } = await offered(w)
    const link = await ada.device.performNotificationAction({ id, actionId: 'open' })
    expect(link.body.data).toEqual({ type: 'redirect', url: '/events/1' })
    expect((await ada.device.getNotification({ id })).body.data.status).toBe('read')
    const shown = await ada.device.performNotificationAction({ id, actionId: 'fill' })
    expect(shown.body.data).toMatchObject({ type: 'form', action: { id: 'fill' } })
    const absent = await ada.device.performNotificationAction({ id, actionId: 'absent' })
    expect(absent).toMatchObject(refused(ActionNotFound))
  })
})
