import { describe, expect, it } from 'vitest'
import type { Reply } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { world } from '../support/world.ts'

describe('refreshing', () => {
  // rules/auth 18
  it('gives a new pair on the same session and never extends it', async () => {
    const w = await world()
    const { device } = await registered(w)
    const before = (await device.listSessions()).body.data.sessions[0]
    const token = device.jar.get('refreshToken')
    w.clock.advance(3600)
    expect((await device.validateToken()).body.code).toBe('TOKEN_EXPIRED')
    const reply = await device.refreshToken()
    expect(reply.body).toEqual({ success: true, message: 'Token refreshed successfully' })
    expect(device.jar.get('refreshToken')).not.toBe(token)
    const after = (await device.listSessions()).body.data.sessions
    expect(after).toHaveLength(1)
    expect(after[0]).toMatchObject({
      id: before.id,
      expiresAt: before.expiresAt,
      createdAt: before.createdAt,
    })
    expect(after[0].lastUsed > before.lastUsed).toBe(true)
    expect(Date.parse(before.expiresAt) - Date.parse(before.createdAt)).toBe(30 * 24 * 3600 * 1000)
  })

  it('answers fifty at once, and the browser goes on with the answer that came last', async () => {
    const w = await world()
    const { device } = await registered(w)
    const replies = await Promise.all(Array.from({ length: 50 }, () => device.refreshToken()))
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    expect((await device.listSessions()).body.data.sessions).toHaveLength(1)
    w.clock.advance(900)
    const again = await Promise.all(Array.from({ length: 9 }, () => device.refreshToken()))
    expect(again.every(({ status }) => status === 200)).toBe(true)
  })

  // rules/auth 19
  it('accepts the previous token until something of the new one was used, and thirty seconds after', async () => {
    const w = await world()
    const { device } = await registered(w)
    const first = `refreshToken=${device.jar.get('refreshToken')}`
    await device.refreshToken()
    w.clock.advance(7 * 24 * 3600)
    expect((await device.refreshToken({}, { cookies: [first] })).status).toBe(200)
    w.clock.advance(900)
    const second = `refreshToken=${device.jar.get('refreshToken')}`
    await device.refreshToken()
    expect((await device.validateToken()).status).toBe(200)
    w.clock.advance(30)
    expect((await device.refreshToken({}, { cookies: [second] })).status).toBe(200)
    w.clock.advance(1)
    expect((await device.refreshToken({}, { cookies: [second] })).status).toBe(401)
  })

  // rules/auth 20
  it('ends the session when an old token comes back, and tells the owner', async () => {
    const w = await world()
    const { device } = await registered(w)
    const stolen = `refreshToken=${device.jar.get('refreshToken')}`
    await device.refreshToken()
    await device.refreshToken()
    w.clock.advance(31)
    const thief = await w.device().refreshToken({}, { cookies: [stolen] })
    expect([thief.status, thief.body.code]).toEqual([401, 'INVALID_REFRESH_TOKEN'])
    expect((await device.refreshToken()).body.code).toBe('INVALID_REFRESH_TOKEN')
    expect([...device.jar.keys()]).toEqual(['knownDevice'])
  })

  // rules/auth 23
  it('is limited per session', async () => {
    const w = await world()
    const { device } = await registered(w)
    const replies: Reply[] = []
    for (let at = 0; at < 62; at += 1) replies.push(await device.refreshToken())
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(replies.at(-1)).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED' },
      headers: { 'retry-after': '60', 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' },
    })
    w.clock.advance(60)
    expect((await device.refreshToken()).status).toBe(200)
  })

  it('never runs out for a client that keeps the token it got at first', async () => {
    const w = await world()
    const { device } = await registered(w)
    const first = [`refreshToken=${device.jar.get('refreshToken')}`]
    const again = async () => (await device.refreshToken({}, { cookies: first })).status
    const minute: number[] = []
    for (let at = 0; at < 61; at += 1) minute.push(await again())
    expect([minute.filter((status) => status === 200).length, minute.at(-1)]).toEqual([60, 429])
    for (let hour = 0; hour < 70; hour += 1) {
      w.clock.advance(3600)
      expect(await again()).toBe(200)
    }
  })

  // rules/identity 1
  it('ends with the session after thirty days', async () => {
    const w = await world()
    const { device } = await registered(w)
    w.clock.advance(30 * 24 * 3600)
    expect((await device.refreshToken()).body.code).toBe('REFRESH_TOKEN_EXPIRED')
  })

  it('wants a refresh token, not an access token', async () => {
    const w = await world()
    const { device } = await registered(w)
    const none = await w.device().refreshToken()
    const wrong = await w
      .device()
      .refreshToken({}, { cookies: [`refreshToken=${device.jar.get('accessToken')}`] })
    const reverse = await w
      .device()
      .validateToken({}, { headers: { authorization: `Bearer ${device.jar.get('refreshToken')}` } })
    expect(none.body.code).toBe('NO_REFRESH_TOKEN')
    expect(wrong.body.code).toBe('INVALID_REFRESH_TOKEN')
    expect([reverse.status, reverse.body.code]).toEqual([401, 'INVALID_TOKEN'])
  })
})
