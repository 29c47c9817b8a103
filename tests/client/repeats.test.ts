import { describe, expect, it } from 'vitest'
import { addressOf } from '../../infra/client/address.ts'
import { create, json, look, scripted } from './scripted.ts'

const change = { method: 'POST', path: '/things/one', body: true, reads: 'data' } as const
const good = json(200, { success: true, data: 1 })
const busy = json(503, { success: false, message: '', code: 'UNAVAILABLE' }, { 'retry-after': '1' })
const slow = json(429, { success: false, message: '', code: 'RATE_LIMITED' }, { 'retry-after': '3' })
const broken = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'))

describe('a call at a bad moment', () => {
  it.each([
    ['a read that got lost', look, broken, [200]],
    ['a read of a busy platform', look, busy, [1000]],
    ['a creation that got lost', create, broken, [200]],
    ['a change that was refused undone', change, slow, [3000]],
  ])('is sent again: %s', async (_, row, first, [least = 0]) => {
    const { optional: __, ...plain } = { optional: true, ...row }
    const { send, sent, waited } = scripted(first, good)
    expect(await send(plain as Parameters<typeof send>[0])).toMatchObject({ ok: true, data: 1 })
    expect(sent).toHaveLength(2)
    expect(sent[0]?.key).toBe(sent[1]?.key)
    expect(waited).toHaveLength(1)
    expect(waited[0]).toBeGreaterThanOrEqual(least)
  })

  it.each([
    ['a change that may have been carried out', change, broken],
    ['what may come again in an hour only', change, json(429, { success: false }, { 'retry-after': '3600' })],
  ])('is not sent again: %s', async (_, row, first) => {
    const { send, sent } = scripted(first, good)
    expect(await send(row)).toMatchObject({ ok: false })
    expect(sent).toHaveLength(1)
  })

  it('is sent three times at most', async () => {
    const { send, sent } = scripted(busy, busy, busy, good)
    expect(await send(create)).toMatchObject({ ok: false, status: 503 })
    expect(sent).toHaveLength(3)
  })
})

describe('an address', () => {
  it('below localhost is that of the machine on Node, with the school beside it', () => {
    const near = { origin: 'http://localhost:3000', headers: { 'x-tenant': 'demo' } }
    expect(addressOf('http://demo.localhost:3000/', true)).toEqual(near)
  })

  it.each([
    ['http://demo.localhost:3000', false],
    ['https://demo.example.edu', true],
    ['http://localhost:3000', true],
  ])('%s stays as it is elsewhere', (origin, onNode) => {
    expect(addressOf(origin, onNode)).toEqual({ origin, headers: {} })
  })
})
