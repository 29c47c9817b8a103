import { describe, expect, it } from 'vitest'
import { access, session } from '../../lib/identity/person/records.ts'
import { password, registered } from '../support/people.ts'
import { world } from '../support/world.ts'

describe('logging out', () => {
  // rules/auth 28
  it('ends this device and leaves the others', async () => {
    const w = await world()
    const { device, email } = await registered(w)
    const other = w.device()
    await other.login({ email, password })
    const access = device.jar.get('accessToken')
    expect((await device.logout()).body).toEqual({ success: true, message: 'Logged out successfully' })
    expect([...device.jar.keys()]).toEqual(['knownDevice'])
    const late = await w.device().validateToken({}, { headers: { authorization: `Bearer ${access}` } })
    expect(late.body.code).toBe('SESSION_REVOKED')
    expect((await other.validateToken()).status).toBe(200)
  })

  // rules/auth 28
  it('never fails', async () => {
    const w = await world()
    expect((await w.device().logout()).status).toBe(200)
    expect(
      (await w.device().logout({}, { cookies: ['refreshToken=nonsense', 'accessToken=nonsense'] })).status,
    ).toBe(200)
  })
})

describe('joining a school', () => {
  // rules/auth 29, rules/identity 30
  it('happens once, however often it is requested', async () => {
    const w = await world()
    const { device, user } = await registered(w)
    const visitor = device.on(w.sister)
    expect((await visitor.validateToken()).body.data).toMatchObject({ user: null, communities: [w.home] })
    const replies = await Promise.all(Array.from({ length: 10 }, () => visitor.joinTenant()))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(replies.filter(({ body }) => !body.data.alreadyMember)).toHaveLength(1)
    const ids = new Set(replies.map(({ body }) => body.data.user._id))
    expect(ids.size).toBe(1)
    expect((await visitor.validateToken()).body.data.user).toMatchObject({
      globalUserId: user.globalUserId,
      roles: ['user'],
    })
    expect((await device.listSessions()).body.data.sessions).toHaveLength(1)
  })

  it('works under the alias too, with any empty body', async () => {
    const w = await world()
    const { device } = await registered(w)
    const visitor = device.on(w.sister)
    for (const raw of [undefined, '', '{}']) {
      const reply = await visitor.request('auth', 'POST', '/join-tenant/', raw === undefined ? {} : { raw })
      expect(reply.status).toBe(200)
    }
  })

  it('is what gives a guest a role', async () => {
    const w = await world()
    const { device, user } = await registered(w)
    const rights = await w.table().get(access, { globalUserId: user.globalUserId })
    const memberships = { [w.home]: { ...rights?.memberships[w.home], roles: ['admin'] } }
    await w.table().put(access, { ...rights, memberships } as never)
    expect((await device.on(w.sister).validateToken()).body.data.user).toBeNull()
  })
})

describe('a session', () => {
  // rules/auth 32
  it('is listed with its device and can be revoked by its owner only', async () => {
    const w = await world()
    const { device, email } = await registered(w)
    const phone = w.device({ headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)' } })
    await phone.login({ email, password })
    const { sessions } = (await device.listSessions()).body.data
    const other = sessions.find((one: { isCurrent: boolean }) => !one.isCurrent)
    expect(other).toMatchObject({ deviceInfo: 'iPhone', clientType: 'ios', ipAddress: '192.0.2.1' })
    const stranger = (await registered(w, 'bob')).device
    const text = 'Session not found or you do not have permission to revoke it'
    for (const sessionId of [other.id, 'absent', 'x'.repeat(300), '%2e%2e']) {
      const reply = await stranger.revokeSession({ sessionId })
      expect([reply.status, reply.body]).toEqual([404, { success: false, message: text }])
    }
    expect((await device.revokeSession({ sessionId: other.id })).body).toEqual({
      success: true,
      message: 'Session revoked successfully',
    })
    expect((await phone.validateToken()).body.code).toBe('SESSION_REVOKED')
    expect((await phone.refreshToken()).status).toBe(401)
    expect((await device.revokeSession({ sessionId: other.id })).status).toBe(404)
  })

  // rules/auth 33
  it('of this device stays when all others are revoked', async () => {
    const w = await world()
    const { device, email } = await registered(w)
    for (let number = 0; number < 3; number += 1) await w.device().login({ email, password })
    const reply = await device.revokeAllOtherSessions()
    expect(reply.body).toEqual({
      success: true,
      message: 'All other sessions revoked successfully',
      data: { removed: [], kept: [] },
    })
    const { sessions } = (await device.listSessions()).body.data
    expect(sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true])
  })

  // rules/auth 34, rules/table 6
  it('is not read after its expiry, even before its row is deleted', async () => {
    const w = await world()
    const { user } = await registered(w)
    w.clock.advance(30 * 24 * 3600)
    const { items } = await w
      .table()
      .list(session, { keyParams: { globalUserId: user.globalUserId }, limit: 10 })
    expect(items).toEqual([])
  })
})
