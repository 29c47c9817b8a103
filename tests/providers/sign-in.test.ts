import { describe, expect, it } from 'vitest'
import { access, globalUser, type Membership, providerPointer } from '../../lib/identity/person/records.ts'
import { password, registered } from '../support/people.ts'
import { type World, world } from '../support/world.ts'

const google = (w: World, name: string, more: object = {}) =>
  w.providers.idToken('google', {
    sub: `${name} ${w.home}`,
    email: w.email(name),
    name: 'Ada Lovelace',
    ...more,
  })
const apple = (w: World, name: string, more: object = {}) =>
  w.providers.idToken('apple', { sub: `${name} ${w.home}`, email: w.email(name), ...more })

describe('signing in with Google', () => {
  it('makes a person with what the token says, and a session like any other', async () => {
    const w = await world()
    const device = w.device()
    const { status, body } = await device.googleLogin({
      idToken: await google(w, 'ada', { picture: 'https://pics.test/ada.png' }),
      isRegister: true,
    })
    expect([status, body.message]).toEqual([200, 'Google login successful'])
    expect(body.data.user).toMatchObject({
      email: w.email('ada'),
      emailVerified: true,
      name: 'Ada Lovelace',
      picture: 'https://pics.test/ada.png',
      googleId: true,
    })
    expect(body.data).not.toHaveProperty('accessToken')
    expect((await device.listSessions()).body.data.sessions).toHaveLength(1)
  })

  it('hands native clients their tokens in the body', async () => {
    const w = await world()
    const device = w.device({ headers: { 'x-client': 'mobile' } })
    const { body } = await device.googleLogin({ idToken: await google(w, 'ada') })
    expect(Object.keys(body.data).sort()).toEqual([
      'accessToken',
      'adminMfaSetupRequired',
      'refreshToken',
      'user',
    ])
  })

  it('redeems a code with the address and the verifier that it was asked for with', async () => {
    const w = await world()
    w.providers.codes.set('a code', await google(w, 'ada'))
    const url = `http://${w.home}.localhost/login`
    const codeVerifier = 'v'.repeat(43)
    const { status } = await w.device().googleLogin({ code: 'a code', codeVerifier, url })
    expect(status).toBe(200)
    expect(w.providers.redeemed).toEqual([
      {
        grant_type: 'authorization_code',
        client_id: 'web.google.test',
        client_secret: 'google secret',
        code: 'a code',
        redirect_uri: url,
        code_verifier: codeVerifier,
      },
    ])
    const again = await w.device().googleLogin({ code: 'a code', codeVerifier, url })
    expect([again.status, again.body.code]).toEqual([401, 'GOOGLE_TOKEN_INVALID'])
  })

  // rules/providers 1
  it('finds the same person at every school and under every new address', async () => {
    const w = await world()
    const one = await w.device().googleLogin({ idToken: await google(w, 'ada') })
    const other = await w
      .device({ tenant: w.sister })
      .googleLogin({ idToken: await google(w, 'ada', { email: w.email('renamed') }) })
    expect(other.body.data.user.globalUserId).toBe(one.body.data.user.globalUserId)
    expect(other.body.data.user._id).not.toBe(one.body.data.user._id)
  })

  it('wants one proof', async () => {
    const w = await world()
    const none = await w.device().googleLogin({})
    expect([none.status, none.body.message]).toEqual([400, 'No authorization code or ID token provided'])
    const both = await w.device().googleLogin({ code: 'a', idToken: 'b' })
    expect([both.status, both.body.field]).toEqual([400, 'idToken'])
  })

  it.each([
    ['https://evil.test/login'],
    ['http://demo.localhost@evil.test/'],
    ['http://user:word@HOME.localhost/'],
    ['javascript:alert(1)'],
    ['//evil.test'],
    ['http://HOME.localhost/\\evil.test'],
    ['http://HOME.localhost/#fragment'],
    ['http://HOME.localhost.evil.test/'],
    ['http://SISTER.quad.test/login'],
  ])('sends no code to %s', async (address) => {
    const w = await world({ settings: { BASE_DOMAIN: 'quad.test' } })
    const url = address.replace('HOME.localhost', `${w.home}.quad.test`).replace('SISTER', w.sister)
    for (const reply of [
      await w.device().googleLogin({ code: 'a', url }),
      await w.device().startGoogleLogin({ url }),
    ])
      expect([reply.status, reply.body.code]).toEqual([400, 'REDIRECT_NOT_ALLOWED'])
    expect(w.providers.redeemed).toEqual([])
  })
})

describe('signing in with Apple', () => {
  // rules/providers 5
  it('takes the address from the token alone, and a name that nobody signed for a new account alone', async () => {
    const w = await world()
    const user = { email: w.email('victim'), name: { firstName: 'Ada', lastName: 'Lovelace' } }
    const { status, body } = await w.device().appleLogin({ idToken: await apple(w, 'ada'), user })
    expect([status, body.message]).toEqual([200, 'Apple login successful'])
    expect(body.data.user).toMatchObject({ email: w.email('ada'), name: 'Ada Lovelace', appleId: true })
    w.clock.advance(1)
    const again = await w.device().appleLogin({
      idToken: await apple(w, 'ada', { email: undefined, email_verified: undefined }),
      user: { name: { firstName: 'Eve', lastName: null } },
    })
    expect(again.body.data.user).toMatchObject({ email: w.email('ada'), name: 'Ada Lovelace' })
  })

  it('believes "true" as Apple writes it, and asks for an address where there is none', async () => {
    const w = await world()
    const first = await w.device().appleLogin({ idToken: await apple(w, 'ada', { email_verified: 'true' }) })
    expect(first.body.data.user.emailVerified).toBe(true)
    const none = await w.device().appleLogin({ idToken: await apple(w, 'bob', { email: undefined }) })
    expect([none.status, none.body.code]).toEqual([400, 'EMAIL_REQUIRED'])
    const missing = await w.device().appleLogin({ user: {} })
    expect([missing.status, missing.body.message]).toEqual([400, 'No ID token provided'])
  })
})

describe('an address that the provider did not verify', () => {
  // rules/providers 2
  it.each([false, 'false', undefined, 'TRUE', ''])('(%s) opens no account, made or not', async (verified) => {
    const w = await world()
    await registered(w, 'ada')
    const taken = await w
      .device()
      .googleLogin({ idToken: await google(w, 'ada', { email_verified: verified }) })
    expect([taken.status, taken.body.message]).toEqual([409, 'Email already exists'])
    const free = await w.device().appleLogin({ idToken: await apple(w, 'bob', { email_verified: verified }) })
    expect([free.status, free.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
    for (const issuer of ['google', 'apple'])
      for (const subject of [`ada ${w.home}`, `bob ${w.home}`])
        expect(await w.table().get(providerPointer, { issuer, subject })).toBeUndefined()
  })

  // rules/providers 3
  it('does not keep out whom the provider was linked to before', async () => {
    const w = await world()
    await w.device().googleLogin({ idToken: await google(w, 'ada') })
    const { status } = await w
      .device()
      .googleLogin({ idToken: await google(w, 'ada', { email_verified: false }) })
    expect(status).toBe(200)
  })
})

describe('somebody who registers an address before its owner comes with a provider', () => {
  // rules/providers 4
  it('loses password, devices and every way in', async () => {
    const w = await world()
    const planted = await registered(w, 'victim')
    const owner = await w.device().appleLogin({ idToken: await apple(w, 'victim') })
    expect(owner.body.data.user.globalUserId).toBe(planted.user.globalUserId)
    expect((await planted.device.validateToken()).status).toBe(401)
    expect((await planted.device.refreshToken()).status).toBe(401)
    expect((await w.device().login({ email: planted.email, password })).status).toBe(401)
    expect(await w.table().get(globalUser, { id: planted.user.globalUserId })).toMatchObject({
      emailVerified: true,
    })
  })
})

describe('a provider', () => {
  // rules/providers 7
  it('that is not set up answers so, for itself alone', async () => {
    const w = await world({ settings: { GOOGLE_CLIENT_IDS: ' , ' } })
    const replies = [
      await w.device().googleLogin({ idToken: await google(w, 'ada') }),
      await w.device().startGoogleLogin({}),
    ]
    for (const { status, body } of replies)
      expect([status, body.code]).toEqual([503, 'PROVIDER_NOT_CONFIGURED'])
    expect((await w.device().appleLogin({ idToken: await apple(w, 'ada') })).status).toBe(200)
  })

  it('that does not answer is said to', async () => {
    const w = await world()
    w.providers.reachable = false
    const replies = [
      await w.device().googleLogin({ idToken: await google(w, 'ada') }),
      await w.device().googleLogin({ code: 'a code' }),
      await w.device().appleLogin({ idToken: await apple(w, 'ada') }),
      await w.device().startAppleLogin({}),
    ]
    for (const { status, body } of replies) expect([status, body.code]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
  })

  it('without the secret that codes are redeemed with still takes tokens', async () => {
    const w = await world({ settings: { GOOGLE_CLIENT_SECRET: '' } })
    expect((await w.device().googleLogin({ code: 'a code' })).body.code).toBe('PROVIDER_NOT_CONFIGURED')
    expect((await w.device().googleLogin({ idToken: await google(w, 'ada') })).status).toBe(200)
  })
})

describe('on the platform host', () => {
  it('the body names the school', async () => {
    const w = await world()
    const at = w.device({ tenant: 'www' })
    const idToken = await google(w, 'ada')
    expect((await at.googleLogin({ idToken })).body.code).toBe('SCHOOL_REQUIRED')
    expect((await at.appleLogin({ idToken, school: 'no school' })).body.code).toBe('TENANT_NOT_FOUND')
    expect((await at.googleLogin({ idToken, school: w.home })).body.data.user.email).toBe(w.email('ada'))
  })
})

describe('a suspended member', () => {
  // rules/providers 6
  it('is refused with either provider', async () => {
    const w = await world()
    const { user } = (await w.device().googleLogin({ idToken: await google(w, 'ada') })).body.data
    const id = { globalUserId: user.globalUserId }
    const { memberships = {} } = (await w.table().get(access, id)) ?? {}
    const membership = { ...memberships[w.home], suspended: true } as Membership
    await w.table().update(access, id, { set: { memberships: { [w.home]: membership } } })
    w.clock.advance(1)
    for (const { status, body } of [
      await w.device().googleLogin({ idToken: await google(w, 'ada') }),
      await w.device().appleLogin({ idToken: await apple(w, 'ada') }),
    ])
      expect([status, body.code]).toEqual([403, 'ACCOUNT_SUSPENDED'])
  })
})
