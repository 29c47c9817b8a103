import { describe, expect, it } from 'vitest'
import { dayMs, minutes } from '../../lib/contract/time.ts'
import { changeSchool } from '../../lib/identity/school/tenants.ts'
import { signIn as bySaml, samlSchool } from '../saml/school.ts'
import { registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'

type Limits = { readonly longestSession?: number; readonly idleTime?: number }

/** Limits what counts at a school from now on, and waits until everybody knows. */
const limit = async (w: World, limits: Limits, tenantKey = w.home): Promise<void> => {
  const change = () => ({ longestSession: undefined, idleTime: undefined, ...limits })
  await changeSchool(w.table(), { tenantKey, at: w.clock.now(), change, also: () => [] })
  w.clock.advance(2.1)
}

const campus = async (): Promise<World> => {
  const w = await world()
  await enrolSchool(w, w.home)
  await enrolSchool(w, w.sister)
  return w
}

const over = { status: 401, body: { code: 'REFRESH_TOKEN_EXPIRED' } }

describe('the longest session of a school', () => {
  // rules/auth 38
  it('ends a session in use at that moment, and signing in begins another one', async () => {
    const w = await campus()
    await limit(w, { longestSession: 60 })
    const { device, email } = await registered(w)
    for (let quarter = 1; quarter < 4; quarter += 1) {
      w.clock.advance(15 * minutes)
      expect((await device.refreshToken()).status).toBe(200)
    }
    w.clock.advance(15 * minutes - 0.001)
    expect((await device.refreshToken()).status).toBe(200)
    w.clock.advance(0.001)
    expect((await device.validateToken()).body.code).toBe('TOKEN_EXPIRED')
    expect(await device.refreshToken()).toMatchObject(over)
    expect(device.jar.has('refreshToken')).toBe(false)
    const again = w.device()
    expect((await again.login({ email, password: 'correct horse battery' })).status).toBe(200)
    expect((await again.listSessions()).body.data.sessions).toHaveLength(1)
  })

  // rules/auth 38
  it('judges sessions that began before it, in their next request', async () => {
    const w = await campus()
    const { device } = await registered(w)
    w.clock.advance(45 * minutes)
    expect((await device.refreshToken()).status).toBe(200)
    await limit(w, { longestSession: 30 })
    expect((await device.validateToken()).body.code).toBe('TOKEN_EXPIRED')
    expect(await device.refreshToken()).toMatchObject(over)
    await limit(w, {})
    expect((await device.refreshToken()).status).toBe(401)
  })

  // rules/auth 38
  it('leaves what began elsewhere to the school where it began, and guests to theirs', async () => {
    const w = await campus()
    const { device } = await registered(w, 'ada', {}, w.sister)
    const here = device.on(w.home)
    await limit(w, { longestSession: 30 })
    w.clock.advance(45 * minutes)
    expect((await here.refreshToken()).status).toBe(200)
    expect((await here.validateToken()).status).toBe(200)
    expect((await here.joinTenant()).status).toBe(200)
    expect((await here.validateToken()).body.code).toBe('TOKEN_EXPIRED')
    expect(await here.refreshToken()).toMatchObject(over)
    expect((await here.on(w.sister).validateToken()).status).toBe(200)
    expect((await here.on(w.sister).refreshToken()).status).toBe(200)
  })
})

describe('the idle time of a school', () => {
  // rules/auth 38
  it('ends a session that was not used for it, whose refresh does not count as use', async () => {
    const w = await campus()
    await limit(w, { idleTime: 30 })
    const { device } = await registered(w)
    for (let day = 0; day < 100; day += 1) {
      w.clock.advance(29 * minutes)
      expect((await device.refreshToken()).status).toBe(200)
    }
    w.clock.advance(30 * minutes)
    expect(await device.refreshToken()).toMatchObject(over)
    await limit(w, {})
    expect((await device.refreshToken()).status).toBe(401)
  })

  it('lets tabs of one browser in, which refresh at the same moment', async () => {
    const w = await campus()
    await limit(w, { idleTime: 30 })
    const { device } = await registered(w)
    w.clock.advance(20 * minutes)
    const replies = await Promise.all(Array.from({ length: 8 }, () => device.refreshToken()))
    expect(replies.every(({ status }) => status === 200)).toBe(true)
  })
})

describe('a session that an identity provider began', () => {
  // rules/auth 39
  it("ends with the provider's own, and so do its tokens", async () => {
    const school = await samlSchool()
    const { clock } = school.w
    const ends = new Date(clock.now().getTime() + 20 * minutes * 1000).toISOString()
    const { device, reply } = await bySaml(school, { facts: { sessionUntil: ends } })
    expect(reply.status).toBe(200)
    expect((await device.listSessions()).body.data.sessions[0].expiresAt).toBe(ends)
    clock.advance(14 * minutes)
    expect((await device.refreshToken()).status).toBe(200)
    clock.advance(6 * minutes - 1)
    expect((await device.validateToken()).status).toBe(200)
    clock.advance(1)
    expect((await device.validateToken()).status).toBe(401)
    expect((await device.refreshToken()).status).toBe(401)
  })

  it('is none when that one has ended already, and lasts like every other when it says nothing', async () => {
    const school = await samlSchool()
    const now = school.w.clock.now()
    const { reply } = await bySaml(school, { facts: { sessionUntil: now.toISOString() } })
    expect(reply.status).toBeGreaterThanOrEqual(400)
    const { device } = await bySaml(school, { facts: { sessionUntil: undefined } })
    const [{ createdAt, expiresAt }] = (await device.listSessions()).body.data.sessions
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(30 * dayMs)
  })
})
