import { describe, expect, it } from 'vitest'
import {
  ActionDone,
  ActionNotFound,
  RecipientNotFound,
  UnknownOperation,
  WordsRequired,
} from '../../functions/notifications/contract/failures.ts'
import { refused } from '../support/agent.ts'
import { asAdmin, listed, unreadOf } from '../support/inboxes.ts'
import { registered } from '../support/people.ts'
import { streamOf } from '../support/streamed.ts'
import { type World, world } from '../support/world.ts'

describe('administrators', () => {
  // rules/notifications 12
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

  // rules/notifications 12
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

  // rules/notifications 7
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
      { metadata: { navigation: { deepLink: '/event/%zz' } } },
      { metadata: { mailLink: '/event/%ff' } },
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

  // rules/notifications 6
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
