import { expect, it } from 'vitest'
import { schedules } from '../../functions/notifications/schedules.ts'
import { tenantListing, tenantUser } from '../../lib/identity/person/records.ts'
import { notificationDue } from '../../lib/outbox.ts'
import { registered } from '../support/people.ts'
import { schoolRecord } from '../support/schools.ts'
import { streamOf } from '../support/streamed.ts'
import { world } from '../support/world.ts'

it('receipts of push messages are read by the clock, and remove the tokens of phones that are gone', async () => {
  const w = await world({ settings: { ACCESS_TOKEN_TTL: '7200' } })
  const ada = await registered(w, 'ada')
  await ada.device.registerPushToken({ pushToken: 'ExponentPushToken[ada]' })
  await w.table().put(tenantListing, schoolRecord(w.home, w.clock.now().toISOString()))
  const to = { kind: 'users' as const, ids: [ada.user._id] }
  await w.table().write([notificationDue(w.runtime, { template: 'event_reminder', params: {}, to })])
  await w.caughtUp()
  await streamOf(w).drain()
  const statusOf = async () => (await ada.device.listNotifications()).body.data[0].deliveries.push.status
  const strike = async (receipt: 'gone' | 'delivered') => {
    const receipts = async (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, receipt]))
    const push = { ...w.runtime.gateways.push, receipts }
    const runtime = { ...w.runtime, gateways: { ...w.runtime.gateways, push } }
    await w.caughtUp()
    for (const { carryOut } of schedules)
      await carryOut({ ...runtime, table: w.table('www'), time: w.clock.now() })
  }
  await strike('gone')
  expect(await statusOf()).toBe('sent')
  w.clock.advance(16 * 60)
  await strike('gone')
  expect(await statusOf()).toBe('failed')
  expect((await w.table().get(tenantUser, { id: ada.user._id }))?.pushToken).toBeUndefined()
  await strike('delivered')
  expect(await statusOf()).toBe('failed')
})
