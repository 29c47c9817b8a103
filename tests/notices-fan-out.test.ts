import type { DynamoDBRecord } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { notices } from '../functions/notifications/notices.ts'
import { channelDue, inbox, notification, organizationEntry } from '../functions/notifications/repository.ts'
import { listOrganizationEntries } from '../functions/notifications/service.ts'
import { pager, pageSize } from '../lib/audience.ts'
import { type TenantUser, tenantUser } from '../lib/identity/records.ts'
import { notificationDue } from '../lib/outbox.ts'
import { key } from '../lib/table/entity.ts'
import { put } from '../lib/table/write.ts'
import { registered } from './people.ts'
import { streamOf } from './streamed.ts'
import { type World, world } from './world.ts'

// The full size runs by itself: FAN_OUT=10000 vitest run tests/notices-fan-out.test.ts
const size = Number(process.env.FAN_OUT ?? 1000)

const userAt = (at: number): TenantUser => {
  const id = `person-${String(at).padStart(6, '0')}`
  return {
    id,
    globalUserId: `g-${id}`,
    email: `${id}@x.edu`,
    username: id,
    usernameKey: id,
    name: id,
    roles: ['user'],
    clubAssociations: [],
    tags: [],
    onboarded: true,
    onboardingResponses: {},
    onboardingCompletedSteps: [],
    approvalRoles: [],
    darkModePreference: false,
    affiliatedEmailVerified: false,
    accessSuspended: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    version: 1,
  }
}

const settle = async (w: World, count: number): Promise<string[]> => {
  const users = Array.from({ length: count }, (_, at) => userAt(at))
  for (let at = 0; at < count; at += 100)
    await w.table().write(users.slice(at, at + 100).map((user) => put(tenantUser, user)))
  return users.map(({ id }) => id)
}

/** The same numbers in every run. */
const dice = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return state / 2 ** 32
  }
}

const shuffled = <T>(all: readonly T[], roll: () => number): T[] =>
  all
    .map((one) => ({ one, at: roll() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)

type Counted = { rows: number; unread: number; total: number }

const countedAt = async (w: World, ids: readonly string[]): Promise<Counted[]> => {
  const all: Counted[] = []
  for (let from = 0; from < ids.length; from += 50) {
    const some = ids.slice(from, from + 50)
    const boxes = await w.table().batchGet(some.map((owner) => key(inbox, { owner })))
    const lists = await Promise.all(
      some.map((to) => w.table().list(notification, { holes: { to }, limit: 10 })),
    )
    all.push(
      ...some.map((_, at) => ({
        rows: lists[at]?.items.length ?? 0,
        unread: boxes[at]?.unread_system ?? 0,
        total: boxes[at]?.total ?? 0,
      })),
    )
  }
  return all
}

describe('notifications of one cause', () => {
  it(`reach ${size} people exactly once, whatever the stream does`, async () => {
    const w = await world()
    const ids = await settle(w, size)
    const roll = dice(7)
    // Every so often the table refuses a transaction, in the middle of a page.
    const documents = new Proxy(w.runtime.client.documents, {
      get: (target, name) =>
        name !== 'send'
          ? Reflect.get(target, name)
          : (command: { constructor: { name: string } }) => {
              const breaks = command.constructor.name === 'TransactWriteCommand' && roll() < 0.05
              if (breaks) throw new Error('the connection broke')
              return target.send(command as never)
            },
    })
    const broken = { ...w.runtime, client: { ...w.runtime.client, documents } }
    const stream = streamOf(w, undefined, broken)
    const params = { title: 'Fire drill', message: 'At ten.' }
    const due = { template: 'system', cause: 'drill 1', params, to: { kind: 'tenant' as const } }
    await w.table().write([notificationDue(w.runtime, due)])
    await w.table().write([notificationDue(w.runtime, due)])
    const known: DynamoDBRecord[] = []
    let failures = 0
    const carry = async (batch: DynamoDBRecord[]): Promise<void> => {
      const { batchItemFailures } = await stream.carry(batch)
      const failed = batchItemFailures[0]?.itemIdentifier
      if (failed === undefined) return
      failures += 1
      await carry(batch.slice(batch.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === failed)))
    }
    for (let fresh = await stream.fresh(); fresh.length > 0; fresh = await stream.fresh()) {
      known.push(...fresh)
      const old = shuffled(known, roll).slice(0, 2)
      await Promise.all([carry(shuffled([...fresh, ...fresh, ...old], roll)), carry([...fresh])])
    }
    const counted = await countedAt(w, ids)
    const wrong = counted.filter(({ rows, unread, total }) => rows !== 1 || unread !== 1 || total !== 1)
    expect(wrong).toEqual([])
    expect(failures).toBeGreaterThan(0)
    expect(known.length).toBeGreaterThanOrEqual(size / pageSize)
  }, 600_000)

  it('read and leave one page at a time', async () => {
    const w = await world()
    await settle(w, 250)
    const stream = streamOf(w)
    const due = { template: 'custom', params: { title: 'T', message: 'M' }, to: { kind: 'tenant' as const } }
    await w.table().write([notificationDue(w.runtime, due)])
    const sizes: number[] = []
    for (let fresh = await stream.fresh(); fresh.length > 0; fresh = await stream.fresh()) {
      sizes.push(fresh.length)
      await stream.carry(fresh)
    }
    expect(sizes).toEqual([1, 1, 1])
  })

  it('go to every audience that a domain has a pager for, once to who is in two', async () => {
    const w = await world()
    const ids = await settle(w, 120)
    const members = pager('organization', async (_, __, cursor) =>
      cursor ? { people: ids.slice(60, 70) } : { people: ids.slice(0, 60), next: 'more' },
    )
    const some = pager('users', async ({ ids: named }) => ({ people: named }))
    const stream = streamOf(w, notices([members, some]))
    const params = { eventTitle: 'Chess night', orgName: 'Chess club' }
    const to = [
      { kind: 'organization' as const, orgId: 'o1', who: 'members' as const },
      { kind: 'users' as const, ids: ids.slice(65, 75) },
    ]
    await w.table().write([notificationDue(w.runtime, { template: 'approval_required', params, to })])
    await stream.drain()
    const rows = await Promise.all(
      ids.map(
        async (one) => (await w.table().list(notification, { holes: { to: one }, limit: 5 })).items.length,
      ),
    )
    expect(rows).toEqual(ids.map((_, at) => (at < 75 ? 1 : 0)))
  })

  it('are dropped with a line in the log where nobody knows the audience or the template', async () => {
    const w = await world()
    const row = { params: {}, to: { kind: 'approvalRole' as const, role: 'dean' } }
    await w.table().write([notificationDue(w.runtime, { ...row, template: 'event_created' })])
    await w
      .table()
      .write([notificationDue(w.runtime, { ...row, template: 'absent', to: { kind: 'tenant' } })])
    await streamOf(w).drain()
    expect(w.logs.filter(({ outcome }) => outcome === 'dropped')).toHaveLength(2)
  })

  it('name at most a thousand people one by one', () => {
    const ids = Array.from({ length: 1001 }, (_, at) => String(at))
    const world = { now: () => new Date(0), newId: () => 'x' }
    const row = { template: 'custom', params: {}, to: { kind: 'users' as const, ids } }
    expect(() => notificationDue(world, row)).toThrow('1001')
  })
})

describe('the channels of a notification', () => {
  const told = async (w: World, to: string, more: object = {}) => {
    const params = { eventTitle: 'Chess <b>night</b>' }
    const row = { template: 'approval_required', params, to: { kind: 'users' as const, ids: [to] }, ...more }
    await w.table().write([notificationDue(w.runtime, row)])
    await streamOf(w).drain()
  }

  const withPhone = async (w: World) => {
    const ada = await registered(w, 'ada')
    await ada.device.registerPushToken({ pushToken: 'ExponentPushToken[ada]' })
    return ada
  }

  it('are the inbox, mail, the phone and the page of the organization', async () => {
    const w = await world()
    const ada = await withPhone(w)
    const metadata = { orgId: 'o1', eventId: 'e1', navigation: { route: 'EventDetails' } }
    const channels = ['in_app', 'email', 'push', 'organization'] as const
    await told(w, ada.user._id, { metadata, channels: [...channels] })
    const { data } = (await ada.device.listNotifications()).body
    expect(data[0]).toMatchObject({
      channels: ['in_app', 'email', 'push'],
      deliveryStatus: 'sent',
      deliveryAttempts: 3,
      deliveries: { in_app: { status: 'delivered' }, email: { status: 'sent' }, push: { status: 'sent' } },
    })
    expect(w.mails).toHaveLength(1)
    const [mail] = w.mails
    expect(mail).toMatchObject({ to: ada.email, kind: 'approval_required' })
    expect(mail?.html).not.toMatch(/<b>/)
    expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(w.pushes).toEqual([
      {
        to: 'ExponentPushToken[ada]',
        title: data[0].title,
        body: data[0].message,
        data: { ...metadata, notificationId: data[0]._id, type: 'approval' },
      },
    ])
    const { items } = await listOrganizationEntries(w.table(), 'o1', 10)
    expect(items).toMatchObject([{ orgId: 'o1', title: data[0].title, type: 'approval' }])
    expect(organizationEntry.keys.pk).toContain('ORG#')
  })

  const withGateways = (w: World, gateways: Partial<World['runtime']['gateways']>) => ({
    ...w.runtime,
    gateways: { ...w.runtime.gateways, ...gateways },
  })

  const deliveriesOf = async (ada: Awaited<ReturnType<typeof withPhone>>) =>
    (await ada.device.listNotifications()).body.data[0].deliveries

  it('fail by themselves, and come again', async () => {
    const w = await world()
    const ada = await withPhone(w)
    let down = 2
    const send = async (mail: Parameters<typeof w.runtime.gateways.mail.send>[0]) => {
      down -= 1
      if (down >= 0) throw new Error('the mail service is down')
      return w.runtime.gateways.mail.send(mail)
    }
    const row = {
      template: 'approval_required',
      params: {},
      to: { kind: 'users' as const, ids: [ada.user._id] },
    }
    await w.table().write([notificationDue(w.runtime, row)])
    const stream = streamOf(w, undefined, withGateways(w, { mail: { send } }))
    await stream.carry(await stream.fresh())
    await stream.carry(await stream.fresh())
    expect(await deliveriesOf(ada)).toMatchObject({
      email: { status: 'pending', attempts: 1, lastAttempt: w.clock.now().toISOString() },
      push: { status: 'sent' },
    })
    await stream.drain()
    expect(await deliveriesOf(ada)).toMatchObject({ email: { status: 'sent', attempts: 3 } })
    expect(w.mails).toHaveLength(1)
    expect(w.pushes).toHaveLength(1)
  })

  it('give up at the fifth failure', async () => {
    const w = await world()
    const ada = await withPhone(w)
    const push = {
      send: async () => Promise.reject(new Error('down')),
      receipts: async () => ({}),
    }
    const row = {
      template: 'event_reminder',
      params: {},
      to: { kind: 'users' as const, ids: [ada.user._id] },
    }
    await w.table().write([notificationDue(w.runtime, row)])
    const stream = streamOf(w, undefined, withGateways(w, { push }))
    await stream.carry(await stream.fresh())
    const [due] = await stream.fresh()
    // The waits between tries are passed over by notices of the first attempt.
    for (let attempt = 0; attempt < 5; attempt += 1) await stream.carry(due ? [due] : [])
    expect(await deliveriesOf(ada)).toMatchObject({ push: { status: 'failed', attempts: 5 } })
    expect((await ada.device.listNotifications()).body.data[0].deliveryStatus).toBe('failed')
    expect(w.logs).toContainEqual({ tenant: w.home, template: 'event_reminder', channel: 'push', failed: 1 })
  })

  it('send once when notices come twice, beside each other and late', async () => {
    const w = await world()
    const ada = await withPhone(w)
    await told(w, ada.user._id)
    const rows = await Promise.all(
      (['email', 'push'] as const).map((channel) =>
        w.table().list(channelDue, { holes: { cause: 'x', channel }, limit: 1 }),
      ),
    )
    expect(rows.flatMap(({ items }) => items)).toEqual([])
    const again = streamOf(w)
    const records = await again.fresh()
    await Promise.all([again.carry(records), again.carry([...records].reverse()), again.carry(records)])
    expect([w.mails.length, w.pushes.length]).toEqual([1, 1])
    await told(w, ada.user._id)
    const other = streamOf(w)
    const fresh = await other.fresh()
    await Promise.all([other.carry(fresh), other.carry(fresh)])
    expect([w.mails.length, w.pushes.length]).toEqual([2, 2])
  })

  it('forget a phone that is gone, and ask what became of the others', async () => {
    const w = await world({ settings: { ACCESS_TOKEN_TTL: '7200' } })
    const ada = await withPhone(w)
    await told(w, ada.user._id)
    w.clock.advance(16 * 60)
    await told(w, ada.user._id)
    const { data } = (await ada.device.listNotifications()).body
    expect(
      data.map((one: { deliveries: { push: { status: string } } }) => one.deliveries.push.status),
    ).toEqual(['sent', 'delivered'])
    const gone = { send: async () => [{ outcome: 'gone' as const }], receipts: async () => ({}) }
    const row = {
      template: 'event_reminder',
      params: {},
      to: { kind: 'users' as const, ids: [ada.user._id] },
    }
    await w.table().write([notificationDue(w.runtime, row)])
    await streamOf(w, undefined, withGateways(w, { push: gone })).drain()
    expect((await w.table().get(tenantUser, { id: ada.user._id }))?.pushToken).toBeUndefined()
    expect(await deliveriesOf(ada)).toMatchObject({ push: { status: 'failed', attempts: 1 } })
  })
})
