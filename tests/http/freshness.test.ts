import { beforeEach, describe, expect, it, vi } from 'vitest'
import { contracts } from '../../functions/routes.ts'
import { invocationOf } from '../../infra/invocation.ts'
import type { Contract } from '../../lib/contract/row.ts'
import { handlerFor } from '../support/handlers.ts'
import { type Person, registered } from '../support/people.ts'
import { isLate } from '../support/table/late-lists.ts'
import { type World, world } from '../support/world.ts'

let w: World
let ada: Person

beforeEach(async () => {
  w = await world()
  ada = await registered(w, 'ada')
})

/** A request of Ada's browser, with all its cookies and those given. */
const send = async (contract: Contract, method: string, path: string, more: readonly string[] = []) => {
  const handler = await handlerFor(contract, w.runtime)
  const cookies = [...[...ada.device.jar].map(([name, value]) => `${name}=${value}`), ...more]
  const host = `${w.home}.localhost`
  const call = { method, path, host, headers: {}, cookies, requestId: 'freshness', at: w.clock.now() }
  return handler(invocationOf(call))
}

const lastWriteIn = (cookies: readonly string[] = []): string | undefined =>
  cookies.find((line) => line.startsWith('lastWrite='))

/** How many calls of a request read what may be late. */
const lateReadsOf = async (cookie: string): Promise<number> => {
  const sent = vi.spyOn(w.runtime.client.documents, 'send')
  const { statusCode } = await send(contracts.notifications, 'GET', '/notifications/unread-count', [cookie])
  const inputs = sent.mock.calls.map(([{ input }]) => JSON.stringify(input))
  sent.mockRestore()
  expect(statusCode).toBe(200)
  expect(inputs.length).toBeGreaterThan(0)
  return inputs.filter((input) => !input.includes('"ConsistentRead":true')).length
}

// rules/table 20
describe('the cookie of the last write', () => {
  it('is set by a write for ten seconds, and by no read', async () => {
    const seconds = Math.floor(w.clock.now().getTime() / 1000)
    const written = await send(contracts.calendars, 'POST', '/my-events/calendar-token')
    expect(written.statusCode).toBeLessThan(300)
    expect(lastWriteIn(written.cookies)).toMatch(new RegExp(`^lastWrite=${seconds};.*Max-Age=10(;|$)`))
    const read = await send(contracts.events, 'GET', '/get-future-events')
    expect(lastWriteIn(read.cookies)).toBeUndefined()
  })

  it.skipIf(isLate)('makes reads strong for ten seconds, and then no longer', async () => {
    const cookie = `lastWrite=${Math.floor(w.clock.now().getTime() / 1000)}`
    const before = await lateReadsOf('')
    expect(await lateReadsOf(cookie)).toBeLessThan(before)
    w.clock.advance(10)
    expect(await lateReadsOf(cookie)).toBeLessThan(before)
    w.clock.advance(1)
    expect(await lateReadsOf(cookie)).toBe(before)
  })

  it('is not set by what ends the session', async () => {
    const left = await send(contracts.auth, 'POST', '/logout')
    expect(left.statusCode).toBe(200)
    expect(lastWriteIn(left.cookies)).toBeUndefined()
  })
})
