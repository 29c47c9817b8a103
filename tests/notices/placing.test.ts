import { beforeEach, describe, expect, it } from 'vitest'
import { countUnread } from '../../functions/notifications/inbox/counters.ts'
import { inbox } from '../../functions/notifications/repository.ts'
import { notificationDue } from '../../lib/outbox.ts'
import { type Person, registered } from '../support/people.ts'
import { streamOf } from '../support/streamed.ts'
import { type World, world } from '../support/world.ts'

let w: World
let ada: Person

beforeEach(async () => {
  w = await world()
  ada = await registered(w, 'ada', { username: 'ada' })
  await ada.device.registerPushToken({ pushToken: 'ExponentPushToken[ada]' })
})

type Sent = {
  readonly constructor: { readonly name: string }
  readonly input: Readonly<Record<string, unknown>>
}

/** The runtime with a table at which something happens instead of what is asked; `undefined` lets it happen. */
const withTable = (instead: (sent: Sent) => Promise<unknown> | undefined): World['runtime'] => {
  const documents = new Proxy(w.runtime.client.documents, {
    get: (target, name) =>
      name === 'send'
        ? (sent: Sent) => instead(sent) ?? target.send(sent as never)
        : Reflect.get(target, name),
  })
  return { ...w.runtime, client: { ...w.runtime.client, documents } }
}

const isPutOf = ({ input }: Sent, name: string): boolean =>
  (input.Item as { entity?: string } | undefined)?.entity === name

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
  let isDead = false
  const dying = withTable((sent) => {
    isDead ||= dies(sent)
    return isDead ? Promise.reject(new Error('the process died')) : undefined
  })
  const records = await streamOf(w, undefined, dying, cause).fresh()
  const { batchItemFailures } = await streamOf(w, undefined, dying, cause).carry(records)
  expect(batchItemFailures).toHaveLength(1)
  return { again: () => streamOf(w, undefined, w.runtime, cause).drain() }
}

// rules/notifications 2
describe('a notification of somebody who is named', () => {
  it('is counted once when whoever counts it dies before it stands', async () => {
    const { again } = await carried((sent) => isPutOf(sent, 'Notification'))
    expect(await state()).toEqual({ unread: 1, total: 1, rows: 0 })
    await again()
    expect(await state()).toEqual({ unread: 1, total: 1, rows: 1 })
    expect(w.mails.filter(({ to }) => to === ada.email)).toHaveLength(1)
  })

  it('arrives as read where everything was read after it was counted', async () => {
    const { again } = await carried((sent) => isPutOf(sent, 'Notification'))
    await ada.device.readAllNotifications()
    await again()
    expect(await state()).toEqual({ unread: 0, total: 1, rows: 1 })
    const [row] = (await ada.device.listNotifications()).body.data
    expect(row.status).toBe('read')
  })

  it('takes back what was counted a second time by whoever saw neither it nor its claim', async () => {
    await w.table().write([due('news')])
    const stream = streamOf(w)
    const records = await stream.fresh()
    await stream.carry(records)
    await w.table().update(inbox, { owner: ada.user._id }, { set: { claims: {} } })
    const isLate = (sent: Sent) =>
      sent.constructor.name === 'BatchGetCommand' && JSON.stringify(sent.input).includes('#N"')
    const late = withTable((sent) =>
      isLate(sent) ? Promise.resolve({ Responses: {}, UnprocessedKeys: {} }) : undefined,
    )
    const counted: number[] = []
    const watched = withTable((sent) => {
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

  it('leaves no more than a few claims behind', async () => {
    for (let at = 0; at < 20; at += 1) await w.table().write([due(`news ${at}`, ['in_app'])])
    await streamOf(w).drain()
    expect(await state()).toEqual({ unread: 20, total: 20, rows: 20 })
    expect(Object.keys((await boxOf())?.claims ?? {}).length).toBeLessThanOrEqual(8)
  })

  it('is mailed by whoever puts it, once, and by somebody else where they die before the mail', async () => {
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
