import { beforeAll, describe, expect, it } from 'vitest'
import { BadPosition } from '../../functions/notifications/contract/failures.ts'
import { inbox, notification } from '../../functions/notifications/repository.ts'
import { notificationDue } from '../../lib/outbox.ts'
import { put } from '../../lib/table/write.ts'
import { refused } from '../support/agent.ts'
import { countsOf, listed, only, tell, unreadOf } from '../support/inboxes.ts'
import { type Person, registered } from '../support/people.ts'
import { goneNotice, streamOf } from '../support/streamed.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { type World, world } from '../support/world.ts'

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

  // rules/notifications 3
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

  // rules/notifications 2
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

  // rules/notifications 4
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

  it('is one round trip behind the sign-in, none for the unread count, and the same however much is in it', async () => {
    using _rounds = logicalRounds()
    const small = await filled(20)
    const large = await filled(Number(process.env.INBOX ?? 600))
    expect(large).toEqual(small)
    // The sign-in is one round trip of two units.
    expect(small.page.depth).toBe(2)
    expect(small.page.readUnits - 2).toBeLessThanOrEqual(1.5)
    expect(small.unread.depth).toBe(1)
    expect(small.unread.readUnits - 2).toBeLessThanOrEqual(0.5)
    expect(small.readAll.writeUnits).toBeLessThanOrEqual(1)
  }, 600_000)
})
