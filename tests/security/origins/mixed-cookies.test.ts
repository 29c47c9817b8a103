import { describe, expect, it } from 'vitest'
import { contracts } from '../../../functions/routes.ts'
import type { Row } from '../../../lib/contract/row.ts'
import { admins } from '../../support/administrators.ts'
import { registered } from '../../support/people.ts'
import { signedIn, watched } from '../watched.ts'

const cleared = ['accessToken', 'refreshToken']

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

  // rules/auth 26
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

  // rules/auth 27
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

  it('begin and stop acting for somebody as the access token says, and end nobody else', async () => {
    const { w, dean } = await admins()
    const [ada, eve] = [await registered(w, 'ada'), await registered(w, 'eve')]
    const eves = `refreshToken=${eve.device.jar.get('refreshToken')}`
    const lent = w.device()
    const own = `accessToken=${dean.device.jar.get('accessToken')}`
    const begun = await lent.impersonateUser({ identifier: ada.user._id }, { cookies: [own, eves] })
    expect([begun.status < 300, begun.body.data.user._id]).toEqual([true, ada.user._id])
    const loan = `accessToken=${lent.jar.get('accessToken')}`
    expect((await lent.stopImpersonation({}, { cookies: [loan, eves] })).status).toBe(200)
    expect((await lent.validateToken()).body.data.user._id).toBe(dean.user._id)
    const alive = [ada, eve, dean].map(async ({ device }) => (await device.validateToken()).status)
    expect(await Promise.all(alive)).toEqual([200, 200, 200])
    expect((await eve.device.refreshToken()).status).toBe(200)
  })

  it('of which two are access cookies are no caller, at every operation that asks', async () => {
    const { w, ada, eve, left } = await mixed()
    const planted = [`accessToken=${eve.accessToken}`, `accessToken=${ada.accessToken}`]
    for (const cookies of [planted, planted.toReversed()]) {
      const device = w.device()
      const replies = [
        await device.validateToken({}, { cookies }),
        await device.on(w.sister).joinTenant({}, { cookies }),
        await device.impersonateUser({ identifier: 'x' }, { cookies }),
        await device.stopImpersonation({}, { cookies }),
      ]
      expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
        replies.map(() => [401, 'INVALID_TOKEN']),
      )
    }
    expect(await left()).toEqual([true, true])
  })

  // rules/auth 27
  it('of which two are access cookies are all cleared by signing out, and end no session of two', async () => {
    const { w, ada, eve, left } = await mixed()
    const planted = [`accessToken=${eve.accessToken}`, `accessToken=${ada.accessToken}`]
    const refreshing = [ada, eve].map(({ refreshToken }) => `refreshToken=${refreshToken}`)
    const jars = [planted, ...refreshing.map((one) => [...planted, one]), [...planted, ...refreshing]]
    for (const cookies of jars) {
      const reply = await w.device().logout({}, { cookies })
      expect(reply.status).toBe(200)
      expect(reply.cookies.map((line) => /^(\w+)=; Max-Age=0;/.exec(line)?.[1])).toEqual(cleared)
      expect((await w.device().refreshToken({}, { cookies })).status).toBe(401)
    }
    expect(await left()).toEqual([true, true])
  })

  it('of which two are access cookies of one session sign that session out', async () => {
    const { w, ada, left } = await mixed()
    const twice = [`accessToken=${ada.accessToken}`, `accessToken=${ada.accessToken}`]
    const cookies = [...twice, `refreshToken=${ada.refreshToken}`]
    expect((await w.device().logout({}, { cookies })).status).toBe(200)
    expect(await left()).toEqual([false, true])
  })

  it('are not cleared by a page of another school', async () => {
    const { w, cookies, ada } = await mixed()
    const headers = { 'sec-fetch-site': 'same-site' }
    const planted = [`accessToken=${ada.accessToken}`, ...cookies]
    const reply = await w.device().logout({}, { cookies: planted, headers })
    expect([reply.status, reply.cookies]).toEqual([403, []])
  })

  it('are taken as they come by signing out alone', () => {
    const rows = Object.values(contracts).flatMap(({ rows }) => Object.entries<Row>(rows))
    expect(rows.filter(([, row]) => row.takesAnyCookies).map(([name]) => name)).toEqual(['logout'])
  })
})
