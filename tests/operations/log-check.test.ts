import { describe, expect, it } from 'vitest'
import { leaksIn } from '../support/setup/said.ts'
import { world } from '../support/world.ts'

describe('a line of the log', () => {
  const words = ['ada secret password', '+1 555 0100', 'Ada Lovelace', '123456']

  it.each([
    ['an address', '{"to":"ada@students.example.edu"}'],
    ['a token', '{"seen":"eyJhbGciOiJFUzI1NiIs.eyJzdWIi.c2ln"}'],
    ['a password', '{"body":"ada secret password"}'],
    ['a phone number', '{"phone":"+1 555 0100"}'],
    ['a name', '{"message":"Ada Lovelace was here"}'],
    ['a code', '{"code":"123456"}'],
  ])('that holds %s is found', (_, line) => {
    expect(leaksIn(['{"status":200}', line], words)).toEqual([line])
  })

  it('with ids and numbers is none', () => {
    expect(leaksIn(['{"caller":"01DEMO123456","requestId":"request-123456","ms":3}'], words)).toEqual([])
  })

  it('of people who register, sign in and fail to is none, and there are lines to look at', async () => {
    const w = await world()
    const person = { email: w.email('ada'), password: 'correct horse battery', username: 'ada-lovelace' }
    await w.device().register(person)
    await w.device().login({ ...person, password: 'wrong horse battery' })
    await w.deliver()
    const logged = w.logs.map((line) => JSON.stringify(line))
    expect(logged.length).toBeGreaterThan(2)
    expect(leaksIn(logged, Object.values(person))).toEqual([])
  })
})
