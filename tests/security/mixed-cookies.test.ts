import { describe, expect, it } from 'vitest'
import { signedIn, watched } from './watched.ts'

describe('cookies of two sessions', () => {
  /** What the access cookie of one and the refresh cookie of another are answered, and whose sessions are left. */
  const mixed = async () => {
    const w = await watched()
    const ada = await signedIn(w, 'ada')
    const eve = await signedIn(w, 'eve')
    const cookies = [`accessToken=${ada.accessToken}`, `refreshToken=${eve.refreshToken}`]
    const left = async () => [
      (await ada.device.validateToken()).status === 200,
      (await eve.device.validateToken()).status === 200,
    ]
    return { w, ada, eve, cookies, left }
  }

  it('are not exchanged: nobody becomes somebody else, and no session ends', async () => {
    const { w, cookies, left } = await mixed()
    for (const seconds of [0, 901]) {
      w.clock.advance(seconds)
      const reply = await w.device().refreshToken({}, { cookies })
      expect([reply.status, reply.body.code]).toEqual([401, 'INVALID_REFRESH_TOKEN'])
      expect(reply.cookies.every((line) => /Max-Age=0/.test(line))).toBe(true)
    }
    w.clock.advance(-901)
    expect(await left()).toEqual([true, true])
  })

  it('act as the access token says, at every operation that asks who calls', async () => {
    const { w, ada, cookies, left } = await mixed()
    const reply = await w.device().validateToken({}, { cookies })
    expect(reply.body.data.user.globalUserId).toBe(ada.globalUserId)
    const joined = await w.device({ tenant: w.sister }).joinTenant({}, { cookies })
    expect(joined.body.data.user.globalUserId).toBe(ada.globalUserId)
    expect(await left()).toEqual([true, true])
  })

  it('sign out whom the access token names, and nobody once that has expired', async () => {
    const { w, cookies, left, eve } = await mixed()
    w.clock.advance(901)
    expect((await w.device().logout({}, { cookies })).status).toBe(200)
    w.clock.advance(-901)
    expect(await left()).toEqual([true, true])
    const reply = await w.device().logout({}, { cookies })
    expect(reply.cookies.map((line) => /^\w+=;/.test(line))).toEqual([true, true])
    expect(await left()).toEqual([false, true])
    expect((await eve.device.refreshToken()).status).toBe(200)
  })

  it('of which two are refresh cookies sign out whom the access token names, and exchange nothing', async () => {
    const { w, ada, eve, left } = await mixed()
    const planted = [`refreshToken=${eve.refreshToken}`, `refreshToken=${ada.refreshToken}`]
    const refreshed = await w.device().refreshToken({}, { cookies: planted })
    expect([refreshed.status, refreshed.body.code]).toEqual([401, 'INVALID_TOKEN'])
    expect(await left()).toEqual([true, true])
    const cookies = [`accessToken=${ada.accessToken}`, ...planted]
    expect((await w.device().logout({}, { cookies })).status).toBe(200)
    expect(await left()).toEqual([false, true])
  })
})
