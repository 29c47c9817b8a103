import { beforeAll, describe, expect, it } from 'vitest'
import { invocationOf } from '../../infra/invocation.ts'
import { idempotencyFailures } from '../../lib/contract/idempotency.ts'
import { type Handler, serve } from '../../lib/http/serve.ts'
import { flightSeconds, keyedAnswer } from '../../lib/keyed-answer.ts'
import type { Agent } from '../support/agent.ts'
import { type World, world } from '../support/world.ts'
import { build, built, contract, gate } from './boats.ts'

const [BadKey, InFlight, KeyReused] = idempotencyFailures
const place = {} as { w: World; handler: Handler; ada: Agent; ben: Agent }
beforeAll(async () => {
  const w = await world()
  const all = { buildBoat: build, buildShip: build, launch: build, buildRaft: build, findDriftwood: build }
  const handler = serve(contract, all, () => w.runtime)
  const [ada, ben] = [w.device(), w.device()]
  await ada.register({ email: w.email('ada'), password: 'correct horse battery' })
  await ben.register({ email: w.email('ben'), password: 'correct horse battery' })
  Object.assign(place, { w, handler, ada, ben })
})

type Sending = { readonly as?: Agent; readonly path?: string; readonly school?: string }

const post = async (key: string | undefined, body: object | string, sending: Sending = {}) => {
  const { as = place.ada, path = '/boats', school = place.w.home } = sending
  const result = await place.handler(
    invocationOf({
      method: 'POST',
      path,
      host: `${school}.localhost`,
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      cookies: [...as.jar].map(([name, value]) => `${name}=${value}`),
      body: typeof body === 'string' ? body : JSON.stringify(body),
      requestId: 'request',
      at: place.w.clock.now(),
    }),
  )
  return {
    status: result.statusCode,
    body: JSON.parse(result.body ?? '{}'),
    headers: result.headers,
    cookies: result.cookies ?? [],
    units: (place.w.logs.at(-1) as { table: { writeUnits: number } }).table.writeUnits,
  }
}

const times = (name: string): number => built.filter((each) => each === name).length

describe('the first answer', () => {
  // rules/http 24
  it('comes again, to the letter, and nothing happens twice', async () => {
    const first = await post('again-0001', { name: 'argo' })
    const second = await post('"again-0001"', { name: 'argo' })
    expect(first).toMatchObject({ status: 201, body: { success: true, message: 'Built' } })
    expect([second.status, second.body]).toEqual([first.status, first.body])
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.headers['content-type']).toBe(first.headers['content-type'])
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(times('argo')).toBe(1)
  })

  it('is given to one of twenty requests at once, and to the rest later', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => post('twenty-0001', { name: 'twenty' })))
    expect(times('twenty')).toBe(1)
    const answered = all.filter(({ status }) => status === 201)
    expect(new Set(answered.map(({ body }) => body.data.id)).size).toBe(1)
    const others = all.filter(({ status }) => status !== 201)
    for (const { status, body } of others) expect([status, body.code]).toEqual([409, InFlight.code])
    const later = await post('twenty-0001', { name: 'twenty' })
    expect(later.body).toEqual(answered[0]?.body)
  })

  // rules/http 24
  it('is kept for 24 hours', async () => {
    await post('day-00000001', { name: 'daily' })
    place.w.clock.advance(24 * 3600 - 60)
    await place.ada.refreshToken()
    await post('day-00000001', { name: 'daily' })
    expect(times('daily')).toBe(1)
    place.w.clock.advance(120)
    await post('day-00000001', { name: 'daily' })
    expect(times('daily')).toBe(2)
    await place.ben.refreshToken()
  })

  it.each([
    ['absent', 404],
    ['taken', 409],
  ] as const)('comes again when it was a refusal (%s)', async (outcome, status) => {
    const first = await post(`refused-${outcome}`, { name: `refused ${outcome}`, outcome })
    const second = await post(`refused-${outcome}`, { name: `refused ${outcome}`, outcome })
    expect(first.status).toBe(status)
    expect([second.status, second.body]).toEqual([first.status, first.body])
    expect(second.headers['x-error-code']).toBe(first.headers['x-error-code'])
    expect(first.headers['x-error-code']).toMatch(/^[A-Z_]+$/)
    expect(times(`refused ${outcome}`)).toBe(1)
  })

  it.each(['raced', 'limited', 'down', 'defect', 'cookies'] as const)(
    'is not remembered when another try may end otherwise (%s)',
    async (outcome) => {
      const first = await post(`passing-${outcome}`, { name: outcome, outcome })
      const second = await post(`passing-${outcome}`, { name: outcome, outcome })
      expect(second.status).toBe(first.status)
      expect(times(outcome)).toBe(2)
    },
  )
})

const postPlan = async (key: string, plan: string) => {
  const part = (head: string, body: string) =>
    `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
  const body = `${part('name="name"', 'raft')}${part('name="plan"; filename="plan.txt"', plan)}--x--\r\n`
  const result = await place.handler(
    invocationOf({
      method: 'POST',
      path: '/rafts',
      host: `${place.w.home}.localhost`,
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'idempotency-key': key },
      cookies: [...place.ada.jar].map(([name, value]) => `${name}=${value}`),
      body,
      requestId: 'request',
      at: place.w.clock.now(),
    }),
  )
  return { status: result.statusCode, body: JSON.parse(result.body ?? '{}') }
}

describe('a file', () => {
  it('is part of what was asked for', async () => {
    const first = await postPlan('plan-000001', 'two logs')
    expect(first.status).toBe(201)
    expect(await postPlan('plan-000001', 'two logs')).toEqual(first)
    const other = await postPlan('plan-000001', 'six logs')
    expect([other.status, other.body.code]).toEqual([409, KeyReused.code])
    expect(times('raft')).toBe(1)
  })
})

describe('a key', () => {
  // rules/http 25
  it('belongs to one caller, one operation and one school', async () => {
    await post('mine-000001', { name: 'mine' })
    await post('mine-000001', { name: 'mine' }, { as: place.ben })
    await post('mine-000001', { name: 'mine' }, { path: '/ships' })
    await post('mine-000001', { name: 'mine' }, { school: place.w.sister })
    expect(times('mine')).toBe(4)
  })

  // rules/http 25
  it('is refused for another request', async () => {
    await post('other-00001', { name: 'first', weight: 1 })
    for (const body of [{ name: 'second', weight: 1 }, { name: 'first', weight: 2 }, { name: 'first' }]) {
      const reply = await post('other-00001', body)
      expect([reply.status, reply.body.code]).toEqual([409, KeyReused.code])
    }
    const reordered = await post('other-00001', { weight: 1, name: 'first' })
    expect(reordered.status).toBe(201)
    expect([times('first'), times('second')]).toEqual([1, 0])
  })

  it('tells integers beyond 2^53 apart', async () => {
    const big = (weight: string) => post('big-0000001', `{"name":"big","weight":${weight}}`)
    expect((await big('9007199254740993')).status).toBe(201)
    expect((await big('9007199254740993')).status).toBe(201)
    expect((await big('9007199254740992')).body.code).toBe(KeyReused.code)
    expect(times('big')).toBe(1)
  })

  it.each(['', 'short', 'x'.repeat(129), 'with space', 'slash/slash', '"unclosed', 'ключ-ключ-ключ'])(
    'of the form %j is refused and nothing happens',
    async (key) => {
      const reply = await post(key, { name: 'unkeyed' })
      expect([reply.status, reply.body.code]).toEqual([400, BadKey.code])
      expect([reply.units, times('unkeyed')]).toEqual([0, 0])
    },
  )

  it('means nothing where nothing is created, and to nobody in particular', async () => {
    await post('launch-0001', { name: 'launched' }, { path: '/launch' })
    await post('launch-0001', { name: 'launched' }, { path: '/launch' })
    expect(times('launched')).toBe(2)
    const nobody = place.w.device()
    await post('drift-00001', { name: 'drifting' }, { path: '/driftwood', as: nobody })
    await post('drift-00001', { name: 'drifting' }, { path: '/driftwood', as: nobody })
    expect(times('drifting')).toBe(2)
  })

  it('costs one write before and one after, and nothing when it is absent', async () => {
    const plain = await post(undefined, { name: 'cost' })
    const keyed = await post('cost-000001', { name: 'cost' })
    expect([plain.units, keyed.units]).toEqual([0, 2])
  })
})

describe('a request under way', () => {
  it('holds its key for as long as a function may run, and a dead one no longer', async () => {
    const { w, ada } = place
    const { promise, resolve: open } = Promise.withResolvers<void>()
    gate.open = promise
    const reached = new Promise<void>((resolve) => {
      gate.onReach = resolve
    })
    const first = post('flight-0001', { name: 'flight' })
    await reached
    const held = await post('flight-0001', { name: 'flight' })
    expect([held.body.code, held.headers['retry-after']]).toEqual([InFlight.code, String(flightSeconds)])
    expect((await post('flight-0001', { name: 'else' })).body.code).toBe(KeyReused.code)
    expect(times('flight')).toBe(0)

    w.clock.advance(flightSeconds + 1)
    const refused: number[] = []
    const twoRefused = Promise.withResolvers<void>()
    const rivals = ['a', 'b', 'c'].map(() => post('flight-0001', { name: 'flight' }))
    for (const rival of rivals)
      void rival.then(({ status }) => {
        if (refused.push(status) === 2) twoRefused.resolve()
      })
    // One waits at the gate. Whoever came after it has passed would get its answer again, which is no second boat.
    await twoRefused.promise
    expect(refused).toEqual([409, 409])
    open()
    gate.open = undefined
    const all = await Promise.all([first, ...rivals])
    expect(all.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(times('flight')).toBe(2)

    // The late finisher lost its claim: what stays is the answer of whoever took over.
    const [, ...taken] = all
    const successor = taken.find(({ status }) => status === 201)
    expect((await post('flight-0001', { name: 'flight' })).body).toEqual(successor?.body)
    expect(ada.jar.has('accessToken')).toBe(true)
  })

  // rules/http 26
  it('whose process died before it began leaves a key that works again after a minute', async () => {
    const { w } = place
    const first = await post('crash-00001', { name: 'crash' })
    expect(first.status).toBe(201)
    const person = String(w.logs.at(-1)?.caller)
    const keyParams = { person, operation: 'boats.buildBoat', key: 'crash-00001' }
    const kept = await w.table().get(keyedAnswer, keyParams)
    expect(kept).toMatchObject({ status: 201, type: 'application/json; charset=utf-8' })
    await w.table().update(keyedAnswer, keyParams, { remove: ['status', 'body', 'type'] })
    expect((await post('crash-00001', { name: 'crash' })).status).toBe(409)
    w.clock.advance(flightSeconds + 1)
    expect((await post('crash-00001', { name: 'crash' })).status).toBe(201)
    expect(times('crash')).toBe(2)
  })
})
