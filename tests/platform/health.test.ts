import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { runSchedules, schedules } from '../../functions/clock/handler.ts'
import {
  keysVerdict,
  mailVerdict,
  pushVerdict,
  schedulerVerdict,
  streamVerdict,
} from '../../functions/platform/health.ts'
import { mailTrouble, pushTrouble } from '../../functions/platform/repository.ts'
import { streamConsumers } from '../../functions/platform/stream-consumers.ts'
import { pulse, pulseSeen } from '../../lib/stream-lag.ts'
import type { ChangeEvent } from '../../lib/table/change-event.ts'
import { admins } from '../support/administrators.ts'
import { type World, world } from '../support/world.ts'

const now = new Date('2026-03-02T12:00:00.000Z')
const ago = (seconds: number): string => new Date(now.getTime() - seconds * 1000).toISOString()
const sent = (seconds: number) => ({ name: 'stream' as const, at: ago(seconds) })
const seen = (seconds: number, later = 1) => ({ ...sent(seconds), seenAt: ago(seconds - later) })

describe('the verdict on', () => {
  it.each([
    ['a stream that nobody has asked yet', undefined, undefined, 'unknown'],
    ['one that never answered', sent(30), undefined, 'degraded'],
    ['one that answers at once', sent(30), seen(30), 'ok'],
    ['one whose newest pulse is on its way', sent(2), seen(62), 'ok'],
    ['one that is minutes behind', sent(10), seen(300), 'degraded'],
    ['one that stands still', sent(10), seen(3000), 'down'],
    ['one that took long', sent(300), seen(300, 290), 'degraded'],
  ] as const)('%s', (_, pulsed, met, status) => {
    expect(streamVerdict({ sent: pulsed, seen: met }, now).status).toBe(status)
  })

  it('schedules: late hours are degraded, a clock that stands still is down', () => {
    const run = { name: 'a', every: 'minute' as const, slot: 1, tries: 1, state: 'done' as const }
    const hourly = { ...run, name: 'b', every: 'hour' as const }
    const status = (...runs: Parameters<typeof schedulerVerdict>[0]) => schedulerVerdict(runs, now).status
    expect(status()).toBe('unknown')
    expect(status({ ...run, startedAt: ago(50) }, { ...hourly, startedAt: ago(3500) })).toBe('ok')
    expect(status({ ...run, startedAt: ago(50), state: 'failed' })).toBe('degraded')
    expect(status({ ...run, startedAt: ago(50) }, { ...hourly, startedAt: ago(4000) })).toBe('degraded')
    expect(status({ ...run, startedAt: ago(700) })).toBe('down')
  })

  it('keys, mail and push', () => {
    expect(keysVerdict({ count: 1, newest: ago(3 * 86_400 + 5) }, now)).toMatchObject({
      keyAgeDays: 3,
      status: 'ok',
    })
    expect(keysVerdict({ count: 0, newest: undefined }, now).status).toBe('down')
    const trouble = (count: number, state: 'dropped' | 'retried') =>
      Array.from({ length: count }, (_, at) => ({ id: String(at), state, at: ago(1), expiresAt: ago(-1) }))
    expect(mailVerdict([])).toEqual({ status: 'ok', dropped: 0, retried: 0 })
    expect(mailVerdict([...trouble(1, 'dropped'), ...trouble(2, 'retried')])).toEqual({
      status: 'degraded',
      dropped: 1,
      retried: 2,
    })
    expect(mailVerdict(trouble(20, 'retried')).status).toBe('down')
    expect(pushVerdict([]).status).toBe('ok')
    expect(pushVerdict(trouble(100, 'dropped')).status).toBe('degraded')
  })
})

/** Hands a notice to the consumers of the signs of life, as the stream would. */
const notify = async (w: World, notice: Omit<ChangeEvent, 'id'>): Promise<void> => {
  const table = w.table(notice.tenant)
  for (const row of streamConsumers)
    if (row.on === notice.entity && row.at.includes(notice.kind))
      await row.carryOut({ ...notice, id: '1' }, { ...w.runtime, table })
}

describe('the signs of life', () => {
  it('say when the stream met the pulse', async () => {
    const w = await world()
    const after = { name: 'stream' as const, at: w.clock.now().toISOString() }
    w.clock.advance(7)
    await notify(w, { kind: 'changed', entity: 'Pulse', tenant: 'www', after })
    const met = await w.table('www').get(pulseSeen, { name: 'stream' })
    expect(met).toMatchObject({ at: after.at, seenAt: w.clock.now().toISOString() })
  })

  it('count a mail in trouble once, until it is sent', async () => {
    const w = await world()
    const mail = (status: string, attempts: number) =>
      notify(w, {
        kind: 'changed',
        entity: 'OutboxMail',
        tenant: w.home,
        after: { id: `mail-of-${w.home}`, status, attempts },
      })
    const state = async () => (await w.table('www').get(mailTrouble, { id: `mail-of-${w.home}` }))?.state
    await mail('claimed', 1)
    expect(await state()).toBeUndefined()
    await mail('pending', 1)
    await mail('pending', 1)
    expect(await state()).toBe('retried')
    await mail('dropped', 5)
    expect(await state()).toBe('dropped')
    await mail('sent', 5)
    expect(await state()).toBeUndefined()
    await mail('dropped', 1)
    expect(await state()).toBeUndefined()
  })
})

describe('the signs of life of notifications', () => {
  it.each([
    ['email', mailTrouble],
    ['push', pushTrouble],
  ] as const)('count a page of %s in trouble once, until it is sent', async (channel, trouble) => {
    const w = await world()
    const page = (attempt: number, more: object = {}) =>
      notify(w, {
        kind: 'changed',
        entity: 'ChannelDue',
        tenant: w.home,
        after: { cause: 'x', template: 'custom', page: '0000', channel, attempt, ...more },
      })
    const id = `${w.home} x custom 0000`
    const state = async () => (await w.table('www').get(trouble, { id }))?.state
    await page(0)
    expect(await state()).toBeUndefined()
    await page(1)
    await page(2)
    expect(await state()).toBe('retried')
    await page(4, { ended: 'failed' })
    expect(await state()).toBe('dropped')
    await page(4, { ended: 'sent' })
    expect(await state()).toBeUndefined()
  })
})

describe('GET /admin/health', () => {
  it('looks at everything and names the school', async () => {
    const { w, dean } = await admins()
    const reply = await dean.device.getDetailedHealth()
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect(reply.body).toMatchObject({
      success: true,
      ok: true,
      subDomain: w.home,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      statuses: {
        backend: { status: 'ok' },
        database: { status: 'ok', latency: expect.stringMatching(/^\d+ ms$/) },
        auth: { status: 'ok', keyAgeDays: expect.any(Number) },
        push: { status: 'ok', dropped: 0, retried: 0 },
      },
    })
  })

  it('tells when each schedule ran', async () => {
    const { w, root } = await admins()
    await runSchedules(schedules, () => w.runtime)({ time: w.clock.now().toISOString() })
    const { status, body } = await root.device.getDetailedHealth()
    expect(status, JSON.stringify(body)).toBe(200)
    const { scheduler, cronJobs } = body.statuses
    expect(scheduler.schedules.map(({ name }: { name: string }) => name)).toEqual(
      schedules.map(({ name }) => name).sort(),
    )
    expect(cronJobs).toEqual({ status: 'ok', lastRun: w.clock.now().toISOString() })
  })

  it('is 503 and false while the stream stands still', async () => {
    const { w, root } = await admins()
    const at = w.clock.now().toISOString()
    await w.table('www').put(pulseSeen, { name: 'stream', at: '2026-03-01T00:00:00.000Z', seenAt: at })
    await w.table('www').put(pulse, { name: 'stream', at })
    const reply = await root.device.on('www').getDetailedHealth()
    expect(reply.status).toBe(503)
    expect(reply.body).toMatchObject({ success: false, ok: false, statuses: { stream: { status: 'down' } } })
    await w.table('www').remove(pulse, { name: 'stream' })
  })

  it.each([
    ['a write is refused', PutCommand, 'database'],
    ['lists fail', QueryCommand, 'scheduler'],
  ] as const)('is 503 without a word of the exception when %s', async (_, broken, part) => {
    const { w, dean } = await admins()
    const { documents } = w.runtime.client
    const send = (command: Parameters<typeof documents.send>[0]) =>
      (command as unknown) instanceof broken
        ? Promise.reject(new Error('a secret of the engine'))
        : documents.send(command)
    Object.assign(w.runtime, { client: { ...w.runtime.client, documents: { send } } })
    const reply = await dean.device.getDetailedHealth()
    expect(reply.status).toBe(503)
    expect(reply.body.statuses[part].status).toBe('down')
    expect(JSON.stringify(reply.body)).not.toContain('secret')
  })

  it('leaves GET /health to everybody', async () => {
    const w = await world()
    expect((await w.device().getHealth()).body).toEqual({ ok: true })
  })
})
