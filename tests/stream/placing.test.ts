import { beforeEach, describe, expect, it } from 'vitest'
import { notificationTypes } from '../../functions/notifications/contract/kinds.ts'
import { countUnread, unreadField } from '../../functions/notifications/inbox/counters.ts'
import { inbox, notification } from '../../functions/notifications/repository.ts'
import { notificationDue } from '../../lib/outbox.ts'
import { asAdmin } from '../support/inboxes.ts'
import { type Person, registered } from '../support/people.ts'
import { streamOf } from '../support/streamed.ts'
import { dyingAt, isPutOf, type Sent, withTable } from '../support/table/instead.ts'
import { type World, world } from '../support/world.ts'

let w: World
let ada: Person

beforeEach(async () => {
  w = await world()
  ada = await registered(w, 'ada', { username: 'ada' })
  await ada.device.registerPushToken({ pushToken: 'ExponentPushToken[ada]' })
})

const due = (cause: string, channels: ('in_app' | 'email' | 'push')[] = ['in_app', 'email']) =>
  notificationDue(w.runtime, {
    cause,
    template: 'custom',
    params: { title: 'News', message: 'Of the club' },
    to: { kind: 'users', ids: [ada.user._id] },
    channels,
  })

const boxOf = () => w.table().get(inbox, { owner: ada.user._id }, { strong: true })

/** What the inbox counts, and what stands in it. */
const state = async () => {
  await w.caughtUp()
  const [box, list] = [await boxOf(), await ada.device.listNotifications()]
  return { unread: countUnread(box), total: box?.total ?? 0, rows: list.body.data.length }
}

/** A notice whose process dies at what `dies` tells, and the same one again. */
const carried = async (dies: (sent: Sent) => boolean, cause = 'news') => {
  await w.table().write([due(cause)])
  const dying = dyingAt(w, dies)
  const records = await streamOf(w, undefined, dying, cause).fresh()
  const { batchItemFailures } = await streamOf(w, undefined, dying, cause).carry(records)
  expect(batchItemFailures).toHaveLength(1)
  return { again: () => streamOf(w, undefined, w.runtime, cause).drain() }
}

// rules/notifications 2
describe('a notification to a named person', () => {
  it('is counted once when its process dies after counting and before writing it', async () => {
    const { again } = await carried((sent) => isPutOf(sent, 'Notification'))
    expect(await state()).toEqual({ unread: 1, total: 1, rows: 0 })
    await again()
    expect(await state()).toEqual({ unread: 1, total: 1, rows: 1 })
    expect(w.mails.filter(({ to }) => to === ada.email)).toHaveLength(1)
  })

  it('arrives as read when everything was marked read after it was counted', async () => {
    const { again } = await carried((sent) => isPutOf(sent, 'Notification'))
    await ada.device.readAllNotifications()
    await again()
    expect(await state()).toEqual({ unread: 0, total: 1, rows: 1 })
    const [row] = (await ada.device.listNotifications()).body.data
    expect(row.status).toBe('read')
  })

  it('belongs to the read state that begins while it is counted', async () => {
    await w.table().write([due('old', ['in_app'])])
    await streamOf(w).drain()
    // The first era that begins leaves a number in the inbox, the second changes it.
    for (const cause of ['first', 'second']) {
      await w.table().write([due(cause)])
      let isRead = false
      const reading = withTable(w, (sent) => {
        if (isRead || !JSON.stringify(sent.input).includes('#claims')) return undefined
        isRead = true
        return ada.device.readAllNotifications().then(() => w.runtime.client.documents.send(sent as never))
      })
      await streamOf(w, undefined, reading, cause).drain()
    }
    expect(await state()).toEqual({ unread: 1, total: 3, rows: 3 })
    const statuses = (await ada.device.listNotifications()).body.data.map(
      ({ status }: { status: string }) => status,
    )
    expect(statuses.toSorted()).toEqual(['read', 'read', 'unread'])
  })

  it('corrects a second count by a process that saw neither it nor its claim', async () => {
    await w.table().write([due('news')])
    const stream = streamOf(w)
    const records = await stream.fresh()
    await stream.carry(records)
    await w.table().update(inbox, { owner: ada.user._id }, { set: { claims: {} } })
    const isLate = (sent: Sent) =>
      sent.constructor.name === 'BatchGetCommand' && JSON.stringify(sent.input).includes('#N"')
    const late = withTable(w, (sent) =>
      isLate(sent) ? Promise.resolve({ Responses: {}, UnprocessedKeys: {} }) : undefined,
    )
    const counted: number[] = []
    const watched = withTable(w, (sent) => {
      if (isLate(sent)) return late.client.documents.send(sent as never)
      if (!isPutOf(sent, 'Notification')) return undefined
      return boxOf().then((box) => {
        counted.push(box?.total ?? 0)
        return w.runtime.client.documents.send(sent as never)
      })
    })
    expect((await streamOf(w, undefined, watched).carry(records)).batchItemFailures).toEqual([])
    expect(counted).toEqual([2])
    expect(await state()).toEqual({ unread: 1, total: 1, rows: 1 })
    expect((await boxOf())?.claims).toEqual({})
  })

  it('stays counted although its reader has muted it since', async () => {
    const { again } = await carried((sent) => isPutOf(sent, 'Notification'))
    const preferences = Object.fromEntries(
      notificationTypes.map((type) => [type, { in_app: false, email: false }]),
    )
    const { security: _, ...muted } = preferences
    expect((await ada.device.setNotificationPreferences({ preferences: muted })).status).toBe(200)
    await again()
    expect(await state()).toEqual({ unread: 1, total: 1, rows: 1 })
    expect(w.mails.filter(({ to }) => to === ada.email)).toEqual([])
  })

  it('later corrects a double count that a dead process left', async () => {
    for (let at = 0; at < 8; at += 1) await w.table().write([due(`news ${at}`, ['in_app'])])
    await streamOf(w).drain()
    const box = await boxOf()
    const [id = ''] = Object.keys(box?.claims ?? {})
    const { type } =
      (await w.table().get(notification, { to: ada.user._id, id }, { strong: true })) ?? expect.fail()
    // As left by who has counted a second time and died before the row refused them.
    await w
      .table()
      .update(
        inbox,
        { owner: ada.user._id },
        { setEntries: { claims: { [id]: '0.another' } }, add: { total: 1, [unreadField(type)]: 1 } },
      )
    await w.table().write([due('last', ['in_app'])])
    await streamOf(w).drain()
    expect(await state()).toEqual({ unread: 9, total: 9, rows: 9 })
  })

  it('is counted once for a request that is repeated after its claim was removed', async () => {
    const dean = await asAdmin(w)
    const words = { recipient: ada.user._id, title: 'News', message: 'Of the club' }
    const once = { headers: { 'idempotency-key': 'news-of-the-club' } }
    expect((await dean.device.createNotification(words, once)).status).toBe(201)
    await w.table().update(inbox, { owner: ada.user._id }, { set: { claims: {} } })
    expect((await dean.device.createNotification(words, once)).status).toBe(201)
    expect(await state()).toEqual({ unread: 1, total: 1, rows: 1 })
  })

  it('removes the eight completed claims before the ninth, one notification at a time', async () => {
    const claims: number[] = []
    for (let at = 0; at < 18; at += 1) {
      await w.table().write([due(`news ${at}`, ['in_app'])])
      await streamOf(w, undefined, w.runtime, `news ${at}`).drain()
      claims.push(Object.keys((await boxOf())?.claims ?? {}).length)
    }
    expect(await state()).toEqual({ unread: 18, total: 18, rows: 18 })
    expect(claims.map(String).join('')).toBe('123456781234567812')
  })

  it('is mailed once by the process that writes it, or by another one if that dies before the mail', async () => {
    const { again } = await carried((sent) => isSettling(sent))
    expect(await state()).toEqual({ unread: 1, total: 1, rows: 1 })
    const sent = () => w.mails.filter(({ to }) => to === ada.email).length
    expect(sent()).toBe(0)
    w.clock.advance(31)
    await again()
    expect(sent()).toBe(1)
    await again()
    expect(sent()).toBe(1)
  })
})

/** The first call after the notification stands: whose address it goes to is read. */
const isSettling = ({ input }: Sent): boolean => JSON.stringify(input).includes('"G#U#')
