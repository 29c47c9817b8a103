import { describe, expect, it } from 'vitest'
import { findOrganizationEntries, organizationEntry } from '../../functions/notifications/repository.ts'
import type { PushTicket } from '../../lib/gateways/gateways.ts'
import { tenantUser } from '../../lib/identity/person/records.ts'
import { channelDue, notificationDue } from '../../lib/outbox.ts'
import { registered } from '../support/people.ts'
import { streamOf } from '../support/streamed.ts'
import { type World, world } from '../support/world.ts'

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
    await w.caughtUp()
    return ada
  }

  it("are the inbox, mail, push and the organization's page", async () => {
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
    const { items } = await findOrganizationEntries(w.table(), 'o1', 10)
    expect(items).toMatchObject([{ orgId: 'o1', title: data[0].title, type: 'approval' }])
    expect(organizationEntry.keys.pk).toContain('ORG#')
  })

  const withGateways = (w: World, gateways: Partial<World['runtime']['gateways']>) => ({
    ...w.runtime,
    gateways: { ...w.runtime.gateways, ...gateways },
  })

  const deliveriesOf = async (ada: Awaited<ReturnType<typeof withPhone>>) =>
    (await ada.device.listNotifications()).body.data[0].deliveries

  // rules/stream 11
  it('fail independently, and are retried', async () => {
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
      email: { status: 'pending', attempts: 2, lastAttempt: w.clock.now().toISOString() },
      push: { status: 'sent' },
    })
    await stream.drain()
    expect(await deliveriesOf(ada)).toMatchObject({ email: { status: 'sent', attempts: 3 } })
    expect(w.mails).toHaveLength(1)
    expect(w.pushes).toHaveLength(1)
  })

  // rules/stream 11
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
    const line = { tenant: w.home, template: 'event_reminder', channel: 'push', failed: 1 }
    expect(w.logs).toContainEqual(expect.objectContaining(line))
  })

  it('show the outcome on the page when the gateway did not accept it at once', async () => {
    const w = await world()
    const ada = await withPhone(w)
    const outcomes = ['later', 'sent'] as const
    let calls = 0
    const push = {
      send: async () => [{ outcome: outcomes[calls++] ?? 'later', id: 'ticket' }] as PushTicket[],
      receipts: async () => ({}),
    }
    const to = { kind: 'users' as const, ids: [ada.user._id] }
    await w
      .table()
      .write([notificationDue(w.runtime, { template: 'event_reminder', cause: 'note', params: {}, to })])
    await streamOf(w, undefined, withGateways(w, { push })).drain()
    const keyParams = { cause: 'note', template: 'event_reminder', page: '0000', channel: 'push' as const }
    expect(calls).toBe(2)
    expect(await w.table().get(channelDue, keyParams)).toMatchObject({ attempt: 1, ended: 'sent' })
  })

  it('send once when change events come twice, in parallel and late', async () => {
    const w = await world()
    const ada = await withPhone(w)
    await told(w, ada.user._id)
    const rows = await Promise.all(
      (['email', 'push'] as const).map((channel) =>
        w.table().list(channelDue, { keyParams: { cause: 'x', channel }, limit: 1 }),
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

  // rules/stream 12
  it('remove a phone that is gone, and read the receipts of the others', async () => {
    const w = await world({ settings: { ACCESS_TOKEN_TTL: '7200' } })
    const ada = await withPhone(w)
    await told(w, ada.user._id)
    w.clock.advance(16 * 60)
    await told(w, ada.user._id)
    const { data } = (await ada.device.listNotifications()).body
    expect(
      data.map((one: { deliveries: { push: { status: string } } }) => one.deliveries.push.status),
    ).toEqual(['sent', 'delivered'])
    w.clock.advance(1)
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
