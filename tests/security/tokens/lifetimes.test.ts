import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { session } from '../../../lib/identity/person/records.ts'
import { admins } from '../../support/administrators.ts'
import type { Reply } from '../../support/agent.ts'
import { registered } from '../../support/people.ts'
import { proveOwn, tokenOf } from '../../support/ways.ts'
import type { World } from '../../support/world.ts'
import { password, secret, watched } from '../watched.ts'

const month = 30 * 24 * 3600
const quarter = 900

/** From here on every reading of the clock is a little later than the one before. Mails are still delivered in a moment. */
const restless = (w: World, seconds: number): void => {
  const { deliver } = w
  const still = w.runtime.now
  const now = () => {
    w.clock.advance(seconds)
    return w.clock.now()
  }
  Object.assign(w.runtime, { now })
  Object.assign(w, {
    deliver: async (...notices: Parameters<World['deliver']>) => {
      Object.assign(w.runtime, { now: still })
      return deliver(...notices).finally(() => Object.assign(w.runtime, { now }))
    },
  })
}

type Given = { readonly maxAge: number; readonly iat: number; readonly exp: number; readonly life: number }

/** What a cookie of a reply says about its life, beside the token in it. */
const given = ({ cookies }: Reply, name: string): Given | undefined => {
  const line = cookies.find((one) => one.startsWith(`${name}=`))
  if (line === undefined) return undefined
  const { iat = 0, exp = 0 } = decodeJwt(/=([^;]+)/.exec(line)?.[1] ?? '')
  return { maxAge: Number(/Max-Age=(\d+)/.exec(line)?.[1]), iat, exp, life: exp - iat }
}

const sessionOf = async (w: World, reply: Reply) => {
  const line = reply.cookies.find((one) => one.startsWith('refreshToken='))
  const { sid, globalUserId } = decodeJwt(/=([^;]+)/.exec(line ?? '')?.[1] ?? '')
  const keyParams = { id: String(sid), globalUserId: String(globalUserId) }
  return w.table().get(session, keyParams, { strong: true })
}

const lifeOf = (one: Awaited<ReturnType<typeof sessionOf>>): number =>
  (Date.parse(one?.expiresAt ?? '') - Date.parse(one?.createdAt ?? '')) / 1000

// Fractions that cross a whole second somewhere, whatever the number of readings.
describe.each([0.001, 0.34, 0.5, 0.999, 1.7])('while the clock moves by %s s with every reading', (step) => {
  // rules/identity 1
  it('a sign-in lasts thirty days: the session, its tokens and their cookies alike', async () => {
    const w = await watched()
    restless(w, step)
    const email = secret(w.email('ada'))
    const replies = [
      await w.device().register({ email, password }),
      await w.device().login({ email, password }),
      await w.device().googleLogin({ idToken: await tokenOf(w, 'google', 'ben') }),
      await w.device().appleLogin({ idToken: await tokenOf(w, 'apple', 'cat') }),
    ]
    for (const reply of replies) {
      expect(lifeOf(await sessionOf(w, reply))).toBe(month)
      expect(given(reply, 'refreshToken')).toMatchObject({ maxAge: month, life: month })
      expect(given(reply, 'accessToken')).toMatchObject({ maxAge: quarter, life: quarter })
    }
  })

  it('nothing that comes later lasts longer, or ends before it has to', async () => {
    const { w, dean } = await admins()
    restless(w, step)
    const device = w.device()
    const first = await device.login({ email: dean.email, password })
    const ends = Date.parse((await sessionOf(w, first))?.expiresAt ?? '') / 1000
    const before = [...device.jar].map(([name, value]) => `${name}=${value}`)
    w.clock.advance(1000)
    const later = [
      () => device.refreshToken(),
      // The answer before was lost: the same token is shown again.
      () => device.refreshToken({}, { cookies: before }),
      () => proveOwn(w, device, dean.email),
    ]
    for (const step of later) {
      const reply = await step()
      expect(reply.status).toBe(200)
      const { lastUsed = '', expiresAt = '' } = (await sessionOf(w, reply)) ?? {}
      const began = Date.parse(lastUsed) / 1000
      const { maxAge, iat, exp } = given(reply, 'refreshToken') ?? {}
      expect([iat, exp, maxAge]).toEqual([began, ends, ends - began].map(Math.floor))
      expect(Date.parse(expiresAt) / 1000).toBe(ends)
      expect(given(reply, 'accessToken')).toMatchObject({ maxAge: quarter, life: quarter })
      expect(given(reply, 'accessToken')?.iat).toBe(iat)
    }
  })

  it('an administrator acts for somebody for an hour', async () => {
    const { w, dean } = await admins()
    const ada = await registered(w, 'ada')
    restless(w, step)
    const lent = await dean.device.impersonateUser({ identifier: ada.user._id })
    expect(lent.status).toBeLessThan(300)
    expect(lifeOf(await sessionOf(w, lent))).toBe(3600)
    expect(given(lent, 'refreshToken')).toMatchObject({ maxAge: 3600, life: 3600 })
  })
})

describe('the last seconds of a session', () => {
  it.each([899, 1, 0.5])('end its cookies and tokens, %s s before its end', async (left) => {
    const w = await watched()
    const device = w.device()
    const first = await device.register({ email: secret(w.email('ada')), password })
    expect((await sessionOf(w, first))?.createdAt).toBe(w.clock.now().toISOString())
    w.clock.advance(month - left)
    const reply = await device.refreshToken()
    expect(given(reply, 'accessToken')?.maxAge ?? 0).toBe(Math.floor(left))
    expect(given(reply, 'refreshToken')?.maxAge ?? 0).toBe(Math.floor(left))
    w.clock.advance(left)
    expect((await device.refreshToken()).status).toBe(401)
  })
})
