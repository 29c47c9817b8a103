import { beforeEach, describe, expect, it } from 'vitest'
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
})

const leave = (cause: string, type: 'event' | 'org' = 'org') =>
  w.table().write([
    notificationDue(w.runtime, {
      cause,
      template: 'custom',
      type,
      params: { title: 'News', message: 'Of the club' },
      to: { kind: 'users', ids: [ada.user._id] },
      channels: ['in_app'],
    }),
  ])

const told = async (causes: readonly string[], runtime = w.runtime) => {
  for (const cause of causes) {
    await leave(cause)
    await streamOf(w, undefined, runtime, cause).drain()
  }
}

const named = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `news ${from + at}`)

const boxOf = async () =>
  (await w.table().get(inbox, { owner: ada.user._id }, { strong: true })) ?? expect.fail()

const counted = async () => {
  const box = await boxOf()
  return { unread: countUnread(box), total: box.total }
}

const isClaim = (sent: Sent): boolean =>
  sent.constructor.name === 'UpdateCommand' && JSON.stringify(sent.input).includes('#claims')

/** As left by who has counted a second time and died before the row refused them. */
const countOneTwice = async () => {
  const [id = ''] = Object.keys((await boxOf()).claims ?? {})
  const { type } =
    (await w.table().get(notification, { to: ada.user._id, id }, { strong: true })) ?? expect.fail()
  const another = { setEntries: { claims: { [id]: '0.another' } }, add: { total: 1, [unreadField(type)]: 1 } }
  await w.table().update(inbox, { owner: ada.user._id }, another)
}

/** What has counted a notification, and died before it stood. */
const diedBefore = async (cause: string) => {
  await leave(cause)
  const dying = dyingAt(w, (sent) => isPutOf(sent, 'Notification'))
  const records = await streamOf(w, undefined, dying, cause).fresh()
  await streamOf(w, undefined, dying, cause).carry(records)
  return () => streamOf(w, undefined, w.runtime, cause).carry(records)
}

// rules/notifications 2
describe('completed claims', () => {
  it('do not lower the unread count for a notification that was read since', async () => {
    await told(named(0, 8))
    await countOneTwice()
    await ada.device.readAllNotifications()
    await told(['last'])
    expect(await counted()).toEqual({ unread: 1, total: 9 })
  })

  it('do not lower the unread count for a notification that is read in the meantime', async () => {
    await told(named(0, 8))
    await countOneTwice()
    let isRead = false
    const reading = withTable(w, (sent) => {
      if (isRead || !isClaim(sent)) return undefined
      isRead = true
      return ada.device
        .readAllNotifications({ type: 'org' })
        .then(() => w.runtime.client.documents.send(sent as never))
    })
    await leave('last', 'event')
    await streamOf(w, undefined, reading, 'last').drain()
    expect(isRead).toBe(true)
    expect(await counted()).toEqual({ unread: 1, total: 9 })
  })

  it('do not include those whose notification is not written yet', async () => {
    const again = await diedBefore('first')
    await told(named(0, 12))
    await again()
    expect(await counted()).toEqual({ unread: 13, total: 13 })
  })

  it('include those whose notification is no longer written', async () => {
    await diedBefore('first')
    const [id = ''] = Object.keys((await boxOf()).claims ?? {})
    await told(named(0, 12))
    expect((await boxOf()).claims).toHaveProperty([id])
    w.clock.advance(15 * 24 * 60 * 60 + 60)
    await told(named(12, 20))
    expect((await boxOf()).claims).not.toHaveProperty([id])
  })
})

/** Answers as a copy of the table does that has not heard of any notification. */
const late = (instead: (sent: Sent) => Promise<unknown> | undefined = () => undefined) =>
  withTable(w, (sent) =>
    sent.constructor.name === 'BatchGetCommand' && JSON.stringify(sent.input).includes('#N"')
      ? Promise.resolve({ Responses: {}, UnprocessedKeys: {} })
      : instead(sent),
  )

const forget = () => w.table().update(inbox, { owner: ada.user._id }, { set: { claims: {} } })

describe('a written notification', () => {
  it('is removed when another claim for it remains', async () => {
    await leave('news')
    const stream = streamOf(w, undefined, w.runtime, 'news')
    const records = await stream.fresh()
    await stream.carry(records)
    await countOneTwice()
    expect(await counted()).toEqual({ unread: 2, total: 2 })
    await stream.carry(records)
    expect(await counted()).toEqual({ unread: 1, total: 1 })
  })

  it('lowers only the total when everything is marked read during its removal', async () => {
    await leave('news')
    const records = await streamOf(w, undefined, w.runtime, 'news').fresh()
    await streamOf(w, undefined, w.runtime, 'news').carry(records)
    await forget()
    let claims = 0
    const reading = late((sent) => {
      if (!isClaim(sent)) return undefined
      claims += 1
      // The first counts it once more, the second takes that back.
      if (claims !== 2) return undefined
      return ada.device.readAllNotifications().then(() => w.runtime.client.documents.send(sent as never))
    })
    await streamOf(w, undefined, reading, 'news').carry(records)
    expect(await counted()).toEqual({ unread: 0, total: 1 })
  })

  it('is counted and mailed once for a repeated request, whatever it reads', async () => {
    const dean = await asAdmin(w)
    const words = {
      recipient: ada.user._id,
      title: 'News',
      message: 'Of the club',
      channels: ['in_app', 'email'],
    }
    const once = { headers: { 'idempotency-key': 'news-of-the-club' } }
    expect((await dean.device.createNotification(words, once)).status).toBe(201)
    await streamOf(w).drain()
    await forget()
    Object.assign(w.runtime, { client: late().client })
    expect((await dean.device.createNotification(words, once)).status).toBe(201)
    await streamOf(w).drain()
    expect(await counted()).toEqual({ unread: 1, total: 1 })
    expect(w.mails.filter(({ to }) => to === ada.email)).toHaveLength(1)
  })
})

describe('a notification that two processes write at the same time', () => {
  it('is counted under the claim of the first', async () => {
    await told(['before'])
    await leave('news')
    const records = await streamOf(w, undefined, w.runtime, 'news').fresh()
    const { documents } = w.runtime.client
    const [claimed, placed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = withTable(w, (sent) => {
      if (!isPutOf(sent, 'Notification')) return undefined
      claimed.resolve()
      return placed.promise.then(() => documents.send(sent as never))
    })
    let firstRun: Promise<unknown> | undefined
    const second = withTable(w, (sent) => {
      if (firstRun || !isClaim(sent)) return undefined
      firstRun = streamOf(w, undefined, first, 'news').carry(records)
      return claimed.promise.then(() => documents.send(sent as never))
    })
    await streamOf(w, undefined, second, 'news').carry(records)
    placed.resolve()
    await firstRun
    expect(await counted()).toEqual({ unread: 2, total: 2 })
  })
})
