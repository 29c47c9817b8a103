import { describe, expect, it } from 'vitest'
import { access, emailPointer, session, tenantUser } from '../lib/identity/records.ts'
import { type World, world } from './world.ts'

const password = 'correct horse battery'

const registered = async (w: World, name = 'ada') => {
  const device = w.device()
  const reply = await device.register({ email: w.email(name), password })
  expect(reply.status).toBe(201)
  return { device, user: reply.body.data.user, email: w.email(name) }
}

describe('registering', () => {
  it('makes a person, a member of this school and a session, and sets both cookies', async () => {
    const w = await world()
    const { device, user } = await registered(w)
    expect(user).toMatchObject({ email: w.email('ada'), roles: ['user'], emailVerified: false })
    expect(device.jar.has('accessToken') && device.jar.has('refreshToken')).toBe(true)
    const me = await device.validateToken()
    expect(me.body.data).toMatchObject({ user: { _id: user._id }, communities: [w.home], platformRoles: [] })
  })

  it('never answers with a hash, a token or a key of the table', async () => {
    const w = await world()
    const reply = await w.device().register({ email: w.email('ada'), password })
    expect(JSON.stringify(reply.body)).not.toMatch(/argon2|scrypt|"pk"|"sk"|refreshToken|accessToken|hash/i)
  })

  it('hands native clients their tokens in the body and sets no cookie', async () => {
    const w = await world()
    const reply = await w
      .device({ headers: { 'x-client': 'mobile' } })
      .register({ email: w.email('ada'), password })
    expect(reply.cookies).toEqual([])
    expect(reply.body.data).toMatchObject({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
    })
  })

  it('refuses an address in use with a wrong password, in one sentence', async () => {
    const w = await world()
    const { email } = await registered(w)
    const here = await w.device().register({ email: email.toUpperCase(), password: 'another password' })
    const elsewhere = await w.device({ tenant: w.sister }).register({ email, password: 'another password' })
    expect(here.status).toBe(400)
    expect(here.body).toEqual({ success: false, message: 'Email is taken', code: 'ACCOUNT_EXISTS' })
    expect(elsewhere.body).toEqual(here.body)
  })

  it('with the password of the existing account signs in and joins', async () => {
    const w = await world()
    const { email, user } = await registered(w)
    const reply = await w.device({ tenant: w.sister }).register({ email, password })
    expect(reply.status).toBe(201)
    expect(reply.body.data.user.globalUserId).toBe(user.globalUserId)
    expect((await w.device().register({ email, password })).status).toBe(200)
  })

  it('tells a taken username from a taken address', async () => {
    const w = await world()
    await w.device().register({ email: w.email('ada'), password, username: 'Lovelace' })
    const name = await w.device().register({ email: w.email('bob'), password, username: 'lovelace' })
    const both = await w
      .device()
      .register({ email: w.email('ada'), password: 'other words', username: 'LOVELACE' })
    expect(name.body.message).toBe('Username is taken')
    expect(both.body.message).toBe('Email and username are taken')
    expect(await w.table().get(emailPointer, { email: w.email('bob') })).toBeUndefined()
  })

  it('finds a free username for the tenth person of one name', async () => {
    const w = await world()
    const names = new Set<string>()
    for (let number = 0; number < 10; number += 1) {
      const reply = await w
        .device()
        .register({ email: w.email('kim').replace('@', `@d${number}.`), password })
      names.add(reply.body.data.user.username)
    }
    expect(names.size).toBe(10)
  })

  it.each([
    ['a short password', { password: 'short' }, 'PASSWORD_WEAK'],
    ['an address without a domain', { email: 'ada' }, 'EMAIL_INVALID'],
    ['a username with a blank', { username: 'a da' }, 'USERNAME_INVALID'],
    ['an object where a string belongs', { email: { $ne: '' } }, 'VALIDATION_ERROR'],
    ['a list where a string belongs', { password: ['a', 'b'] }, 'VALIDATION_ERROR'],
    ['a protected field', { roles: ['admin'] }, 'VALIDATION_ERROR'],
    ['an endless name', { name: 'x'.repeat(121) }, 'VALIDATION_ERROR'],
  ])('refuses %s and writes nothing', async (_, wrong, code) => {
    const w = await world()
    const reply = await w.device().register({ email: w.email('ada'), password, ...wrong })
    expect([reply.status, reply.body.code]).toEqual([400, code])
    expect(await w.table().get(emailPointer, { email: w.email('ada') })).toBeUndefined()
  })

  it('makes one person of fifty registrations at the same moment', async () => {
    const w = await world()
    const email = w.email('ada')
    const tries = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        w
          .device({ tenant: at % 2 ? w.home : w.sister })
          .register({ email, password }, { sourceIp: `192.0.2.${at}` }),
      ),
    )
    const ids = new Set(
      tries.filter(({ status }) => status < 300).map(({ body }) => body.data.user.globalUserId),
    )
    expect(ids.size).toBe(1)
    expect(tries.every(({ status }) => [200, 201, 429].includes(status))).toBe(true)
    const rights = await w.table().get(access, { globalUserId: [...ids][0] ?? '' })
    for (const member of Object.values(rights?.memberships ?? {})) {
      expect(
        (await w.table(w.home).get(tenantUser, { id: member.tenantUserId ?? '' })) ??
          (await w.table(w.sister).get(tenantUser, { id: member.tenantUserId ?? '' })),
      ).toBeDefined()
    }
  })
})

describe('logging in', () => {
  it('takes the address or the username, in any casing', async () => {
    const w = await world()
    await w.device().register({ email: w.email('ada'), password, username: 'Lovelace' })
    expect((await w.device().login({ email: w.email('ada').toUpperCase(), password })).status).toBe(200)
    expect((await w.device().login({ email: 'LOVELACE', password })).status).toBe(200)
  })

  it('joins the school it happens at', async () => {
    const w = await world()
    const { email } = await registered(w)
    const device = w.device({ tenant: w.sister })
    expect((await device.login({ email, password })).status).toBe(200)
    expect((await device.validateToken()).body.data.communities.sort()).toEqual([w.home, w.sister].sort())
  })

  it('does not tell whether an account exists, in words, table calls or hashes', async () => {
    const w = await world()
    const { email } = await registered(w)
    const cost = () => w.logs.at(-1)?.table
    const wrong = await w.device().login({ email, password: 'wrong password' })
    const wrongCost = cost()
    const unknown = await w.device().login({ email: w.email('nobody'), password: 'wrong password' })
    expect(wrong.status).toBe(401)
    expect(unknown.body).toEqual(wrong.body)
    const { depth, calls } = wrongCost as { depth: number; calls: number }
    expect(cost()).toMatchObject({ depth, calls })
  })

  it('locks an account after ten tries in a quarter of an hour, however parallel, and opens again', async () => {
    const w = await world()
    const { email } = await registered(w)
    const tries = await Promise.all(
      Array.from({ length: 40 }, (_, at) => w.device().login({ email, password: `guess number ${at}` })),
    )
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10)
    const locked = await w.device().login({ email, password })
    expect(locked.status).toBe(429)
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0)
    w.clock.advance(15 * 60)
    expect((await w.device().login({ email, password })).status).toBe(200)
  })

  it('counts guesses by username and by address together', async () => {
    const w = await world()
    await w.device().register({ email: w.email('ada'), password, username: 'Lovelace' })
    for (let at = 0; at < 10; at += 1) {
      await w.device().login({ email: at % 2 ? 'lovelace' : w.email('ada'), password: 'wrong password' })
    }
    expect((await w.device().login({ email: 'lovelace', password })).status).toBe(429)
  })

  it('keeps nothing of what was planted before', async () => {
    const w = await world()
    const { email } = await registered(w)
    const device = w.device()
    device.jar.set('accessToken', 'planted').set('refreshToken', 'planted')
    await device.login({ email, password })
    expect([...device.jar.values()]).not.toContain('planted')
    expect((await device.validateToken()).status).toBe(200)
  })

  it('keeps thirty devices; the one unused longest makes room', async () => {
    const w = await world()
    const { device: first, email } = await registered(w)
    for (let number = 0; number < 30; number += 1) {
      w.clock.advance(901)
      await w.device().login({ email, password })
    }
    const last = w.device()
    await last.login({ email, password })
    expect((await last.listSessions()).body.data.sessions).toHaveLength(30)
    expect((await first.refreshToken()).status).toBe(401)
  })
})

describe('refreshing', () => {
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

  it('answers fifty at once with one successor and leaves one live session', async () => {
    const w = await world()
    const { device } = await registered(w)
    const replies = await Promise.all(Array.from({ length: 50 }, () => device.refreshToken()))
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    const successors = new Set(
      replies.flatMap(({ cookies }) => cookies.filter((line) => line.startsWith('refreshToken='))),
    )
    expect(successors.size).toBe(1)
    expect((await device.listSessions()).body.data.sessions).toHaveLength(1)
    expect((await device.refreshToken()).status).toBe(200)
  })

  it('accepts the previous token until the new one is used, and thirty seconds after', async () => {
    const w = await world()
    const { device } = await registered(w)
    const first = `refreshToken=${device.jar.get('refreshToken')}`
    await device.refreshToken()
    w.clock.advance(7 * 24 * 3600)
    expect((await device.refreshToken({}, { cookies: [first] })).status).toBe(200)
    await device.refreshToken()
    w.clock.advance(30)
    expect((await device.refreshToken({}, { cookies: [first] })).status).toBe(200)
  })

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
    expect(device.jar.size).toBe(0)
  })

  it('is limited per session', async () => {
    const w = await world()
    const { device } = await registered(w)
    const statuses: number[] = []
    for (let at = 0; at < 62; at += 1) statuses.push((await device.refreshToken()).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(60)
    expect(statuses.at(-1)).toBe(429)
    w.clock.advance(60)
    expect((await device.refreshToken()).status).toBe(200)
  })

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

describe('logging out', () => {
  it('ends this device and leaves the others', async () => {
    const w = await world()
    const { device, email } = await registered(w)
    const other = w.device()
    await other.login({ email, password })
    const access = device.jar.get('accessToken')
    expect((await device.logout()).body).toEqual({ success: true, message: 'Logged out successfully' })
    expect(device.jar.size).toBe(0)
    const late = await w.device().validateToken({}, { headers: { authorization: `Bearer ${access}` } })
    expect(late.body.code).toBe('SESSION_REVOKED')
    expect((await other.validateToken()).status).toBe(200)
  })

  it('never fails', async () => {
    const w = await world()
    expect((await w.device().logout()).status).toBe(200)
    expect(
      (await w.device().logout({}, { cookies: ['refreshToken=nonsense', 'accessToken=nonsense'] })).status,
    ).toBe(200)
  })
})

describe('joining a school', () => {
  it('happens once, however often it is asked', async () => {
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

  it('answers the alias too, with any empty body', async () => {
    const w = await world()
    const { device } = await registered(w)
    const visitor = device.on(w.sister)
    for (const raw of [undefined, '', '{}']) {
      const reply = await visitor.request('auth', 'POST', '/join-tenant/', raw === undefined ? {} : { raw })
      expect(reply.status).toBe(200)
    }
  })

  it('gives a guest no role before', async () => {
    const w = await world()
    const { device, user } = await registered(w)
    const rights = await w.table().get(access, { globalUserId: user.globalUserId })
    const memberships = { [w.home]: { ...rights?.memberships[w.home], roles: ['admin'] } }
    await w.table().put(access, { ...rights, memberships } as never)
    expect((await device.on(w.sister).validateToken()).body.data.user).toBeNull()
  })
})

describe('a session', () => {
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

  it('of this device stays when all others are revoked', async () => {
    const w = await world()
    const { device, email } = await registered(w)
    for (let number = 0; number < 3; number += 1) await w.device().login({ email, password })
    const reply = await device.revokeAllOtherSessions()
    expect(reply.body).toEqual({ success: true, message: 'All other sessions revoked successfully' })
    const { sessions } = (await device.listSessions()).body.data
    expect(sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true])
  })

  it('is gone for reads once its time has passed, although no sweeper came', async () => {
    const w = await world()
    const { user } = await registered(w)
    w.clock.advance(30 * 24 * 3600)
    const { items } = await w.table().list(session, { holes: { globalUserId: user.globalUserId }, limit: 10 })
    expect(items).toEqual([])
  })
})
