import { describe, expect, it } from 'vitest'
import { SignInCodeRequired } from '../../functions/auth/contract.ts'
import { access, emailPointer, session, tenantUser } from '../../lib/identity/person/records.ts'
import { refused } from '../support/agent.ts'
import { password, registered, registeredByRequest } from '../support/people.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { world } from '../support/world.ts'

describe('registering', () => {
  it('makes a person, a member of this school and a session, and sets both cookies', async () => {
    const w = await world()
    const { device, user } = await registeredByRequest(w)
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

  // rules/auth 3
  it('refuses an address in use with a wrong password, in one sentence', async () => {
    const w = await world()
    const { email } = await registered(w)
    const here = await w.device().register({ email: email.toUpperCase(), password: 'another password' })
    const elsewhere = await w.device({ tenant: w.sister }).register({ email, password: 'another password' })
    expect(here.status).toBe(400)
    expect(here.body).toEqual({ success: false, message: 'Email is taken', code: 'ACCOUNT_EXISTS' })
    expect(elsewhere.body).toEqual(here.body)
  })

  // rules/auth 2
  it('with the password of the existing account signs in and joins', async () => {
    const w = await world()
    const { email, user } = await registered(w)
    const reply = await w.device({ tenant: w.sister }).register({ email, password })
    expect(reply.status).toBe(201)
    expect(reply.body.data.user.globalUserId).toBe(user.globalUserId)
    expect((await w.device().register({ email, password })).status).toBe(200)
  })

  it('takes a name of one line', async () => {
    const w = await world()
    const body = { email: w.email('ada'), password, name: 'Ada\nLovelace' }
    const reply = await w.device().register(body)
    expect([reply.status, reply.body.field]).toEqual([400, 'name'])
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

  // rules/auth 4
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

  // rules/auth 5
  it.each([
    ['a short password', { password: 'short' }, 'PASSWORD_WEAK'],
    ['an address without a domain', { email: 'ada' }, 'EMAIL_INVALID'],
    ['a username with a blank', { username: 'a da' }, 'USERNAME_INVALID'],
    ['a profane username', { username: 'xxFuckxx' }, 'USERNAME_PROFANE'],
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

  // rules/identity 31
  it('derives no profane username, neither here nor when joining', async () => {
    const w = await world()
    const email = w.email('fuck.off')
    const first = await w.device().register({ email, password })
    const second = await w.device({ tenant: w.sister }).login({ email, password })
    for (const { body } of [first, second]) expect(body.data.user.username).toMatch(/^member\d+$/)
  })

  // rules/auth 53
  it('takes an address with an apostrophe in a name, and none with one as a quote', async () => {
    const w = await world()
    const send = (email: string) => w.device().register({ email, password, name: 'Sinéad' })
    const { status, body } = await send(w.email("Sinead.O'Neil"))
    expect([status, body.data.user.email]).toEqual([201, w.email("sinead.o'neil")])
    for (const email of ["'kim@b.example", "kim'@b.example", "kim@b'.example"])
      expect(await send(email)).toMatchObject({ status: 400, body: { code: 'EMAIL_INVALID' } })
  })

  // rules/auth 1
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
  // rules/auth 7
  it('takes the address or the username, in any casing', async () => {
    const w = await world()
    await w.device().register({ email: w.email('ada'), password, username: 'Lovelace' })
    expect((await w.device().login({ email: w.email('ada').toUpperCase(), password })).status).toBe(200)
    expect((await w.device().login({ email: 'LOVELACE', password })).status).toBe(200)
  })

  // rules/auth 8
  it('joins the school it happens at', async () => {
    const w = await world()
    const { email } = await registered(w)
    const device = w.device({ tenant: w.sister })
    expect((await device.login({ email, password })).status).toBe(200)
    expect((await device.validateToken()).body.data.communities.sort()).toEqual([w.home, w.sister].sort())
  })

  // rules/auth 9
  it('does not tell whether an account exists, in words, table calls or hashes', async () => {
    using _rounds = logicalRounds()
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

  // rules/auth 10
  it('asks strangers for a code after ten wrong tries of an account a day, however parallel', async () => {
    const w = await world()
    const { email } = await registered(w)
    const tries = await Promise.all(
      Array.from({ length: 40 }, (_, at) => w.device().login({ email, password: `guess number ${at}` })),
    )
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10)
    const locked = await w.device().login({ email, password })
    expect(locked).toMatchObject(refused(SignInCodeRequired))
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0)
    w.clock.advance(24 * 3600)
    expect((await w.device().login({ email, password })).status).toBe(200)
  })

  // rules/auth 11
  it('counts guesses by username and by address together', async () => {
    const w = await world()
    await w.device().register({ email: w.email('ada'), password, username: 'Lovelace' })
    for (let at = 0; at < 10; at += 1) {
      await w.device().login({ email: at % 2 ? 'lovelace' : w.email('ada'), password: 'wrong password' })
    }
    expect((await w.device().login({ email: 'lovelace', password })).status).toBe(429)
  })

  // rules/auth 16
  it('keeps nothing of what was planted before', async () => {
    const w = await world()
    const { email } = await registered(w)
    const device = w.device()
    device.jar.set('accessToken', 'planted').set('refreshToken', 'planted')
    await device.login({ email, password })
    expect([...device.jar.values()]).not.toContain('planted')
    expect((await device.validateToken()).status).toBe(200)
  })

  // rules/identity 2
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

  it('finds its way back to thirty from more than one transaction can end', async () => {
    const w = await world()
    const { user, email } = await registered(w)
    const { globalUserId } = user
    const { items } = await w.table().list(session, { keyParams: { globalUserId }, limit: 1 })
    const more = Array.from({ length: 120 }, (_, at) => ({ ...items[0], id: `more${at}` }))
    await Promise.all(more.map((row) => w.table().put(session, row as never)))
    const device = w.device()
    for (let number = 0; number < 2; number += 1) {
      w.clock.advance(1)
      expect((await device.login({ email, password })).status).toBe(200)
    }
    expect((await device.listSessions()).body.data.sessions).toHaveLength(30)
    expect((await device.revokeAllOtherSessions()).status).toBe(200)
    expect((await device.listSessions()).body.data.sessions).toHaveLength(1)
  })
})
