import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { access } from '../../lib/identity/person/records.ts'
import type { Agent, Reply } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'

const fromApple = {
  'content-type': 'application/x-www-form-urlencoded',
  origin: 'https://apple.test',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
}

/** What Apple's page makes a browser post. */
const post = (device: Agent, fields: Record<string, string>, host?: string): Promise<Reply> =>
  device.appleCallback(
    {},
    { raw: new URLSearchParams(fields).toString(), headers: fromApple, ...(host ? { host } : {}) },
  )

const begun = async (device: Agent, path?: string) =>
  (await device.startAppleLogin(path === undefined ? {} : { path })).body.data as {
    authorizationUrl: string
    state: string
    nonce: string
  }

const tokenOf = (w: World, nonce: string, more: object = {}) =>
  w.providers.idToken('apple', { sub: `ada ${w.home}`, email: w.email('ada'), nonce, ...more })

const placeIn = ({ body }: Reply): string | undefined => /content="0;url=([^"]*)"/.exec(body)?.[1]
const at = (w: World, path: string) => `http://${w.home}.localhost${path}`

describe("Apple's answer", () => {
  // rules/providers 17
  it('signs the browser in and leads on by a page of the school itself', async () => {
    const w = await world()
    const device = w.device()
    const { authorizationUrl, state, nonce } = await begun(device, '/orgs/chess?tab=events#now')
    expect(Object.fromEntries(new URL(authorizationUrl).searchParams)).toEqual({
      client_id: 'web.apple.test',
      redirect_uri: at(w, '/auth/apple/callback'),
      scope: 'openid name email',
      state,
      nonce,
      response_type: 'code id_token',
      response_mode: 'form_post',
    })
    const user = JSON.stringify({ name: { firstName: 'Ada', lastName: 'L.' }, email: w.email('eve') })
    const reply = await post(device, { state, id_token: await tokenOf(w, nonce), code: 'unused', user })
    expect([reply.status, placeIn(reply)]).toEqual([200, at(w, '/orgs/chess?tab=events#now')])
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.headers['content-security-policy']).not.toContain('script-src')
    expect(reply.cookies.map((line) => line.split('=')[0])).toEqual([
      'accessToken',
      'refreshToken',
      'knownDevice',
    ])
    const { data } = (await device.validateToken()).body
    expect(data.user).toMatchObject({ name: 'Ada L.', email: w.email('ada'), emailVerified: true })
  })

  // rules/providers 18
  it('leads administrators to theirs, and others to the events', async () => {
    const w = await world()
    const device = w.device()
    const first = await begun(device)
    expect(placeIn(await post(device, { state: first.state, id_token: await tokenOf(w, first.nonce) }))).toBe(
      at(w, '/events-dashboard'),
    )
    const { globalUserId } = (await device.validateToken()).body.data.user
    const { memberships = {} } = (await w.table().get(access, { globalUserId })) ?? {}
    for (const membership of Object.values(memberships)) membership.roles.push('admin')
    await w.table().update(access, { globalUserId }, { set: { memberships } })
    const second = await begun(device)
    expect(
      placeIn(await post(device, { state: second.state, id_token: await tokenOf(w, second.nonce) })),
    ).toBe(at(w, '/admin'))
  })

  // rules/providers 17
  it('signs in once, and in the browser that began alone', async () => {
    const w = await world()
    const [device, stranger] = [w.device(), w.device()]
    const lost = `${at(w, '/login')}?error=invalid_state`
    const { state, nonce } = await begun(device)
    await begun(stranger)
    const answer = { state, id_token: await tokenOf(w, nonce) }
    const replies = [await post(stranger, answer), await post(w.device(), answer), await post(device, answer)]
    for (const { status, headers, cookies } of replies)
      expect([status, headers.location, cookies]).toEqual([302, lost, []])
    const other = await begun(device)
    const good = { state: other.state, id_token: await tokenOf(w, other.nonce) }
    expect((await post(device, good)).status).toBe(200)
    expect((await post(device, good)).headers.location).toBe(lost)
  })

  // rules/providers 21
  it.each<[string, (w: World, nonce: string) => Promise<Record<string, string>> | Record<string, string>]>([
    ['no_token', () => ({})],
    ['cancelled', () => ({ error: 'user_cancelled_authorize' })],
    ['invalid_token', () => ({ id_token: 'a.b.c' })],
    ['invalid_token', async (w, nonce) => ({ id_token: await tokenOf(w, `${nonce}x`) })],
    [
      'email_exists',
      async (w, nonce) => ({ id_token: await tokenOf(w, nonce, { email_verified: 'false' }) }),
    ],
    ['email_required', async (w, nonce) => ({ id_token: await tokenOf(w, nonce, { email: undefined }) })],
    ['provider_not_configured', () => ({ code: 'a code without a key' })],
  ])('that is %s leads back to the sign-in page', async (word, make) => {
    const w = await world()
    await registered(w, 'ada')
    const device = w.device()
    const { state, nonce } = await begun(device, '/secret')
    const reply = await post(device, { state, ...(await make(w, nonce)) })
    const there = `${at(w, '/login')}?error=${word}&next=%2Fsecret`
    expect([reply.status, reply.headers.location]).toEqual([302, there])
    expect(device.jar.has('accessToken')).toBe(false)
  })

  it('with a state of no kind leads there too', async () => {
    const w = await world()
    for (const state of ['', '{"redirect":"@evil.test"}', '/admin', '//evil.test', 'https://evil.test'])
      expect((await post(w.device(), { state, id_token: 'a.b.c' })).headers.location).toBe(
        `${at(w, '/login')}?error=invalid_state`,
      )
  })
})

describe('the path that a sign-in ends on', () => {
  it.each([
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '@evil.test',
    'evil.test',
    '.evil.test',
    ':80/evil',
    'https://evil.test/',
    '/..//evil.test',
    '/./\\evil.test',
    '/%0d%0aLocation:evil\r\nx: y',
    '/\tevil',
    'javascript:alert(1)',
  ])('is never %j', async (path) => {
    const w = await world()
    const { status, body } = await w.device().startAppleLogin({ path })
    expect([status, body.code, body.field]).toEqual([400, 'PATH_NOT_ALLOWED', 'path'])
  })

  // rules/providers 19
  it.each(['/orgs/@evil.test', '/login?next=//evil.test', '/a/../b', '/%5c%5cevil.test'])(
    'may be %j, at the school',
    async (path) => {
      const w = await world()
      const device = w.device()
      const { state, nonce } = await begun(device, path)
      const place = placeIn(await post(device, { state, id_token: await tokenOf(w, nonce) })) ?? ''
      expect(new URL(place).origin).toBe(at(w, ''))
    },
  )
})

describe('with the key of a team', () => {
  it('a code is redeemed with a secret that the key has just signed', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString().replaceAll('\n', '\\n')
    const settings = { APPLE_TEAM_ID: 'TEAM', APPLE_KEY_ID: 'KEY', APPLE_PRIVATE_KEY: pem }
    const w = await world({ settings })
    const device = w.device()
    const { authorizationUrl, state, nonce } = await begun(device)
    expect(new URL(authorizationUrl).searchParams.get('response_type')).toBe('code')
    w.providers.codes.set('a code', await tokenOf(w, nonce))
    expect((await post(device, { state, code: 'a code' })).status).toBe(200)
    const { client_secret = '', redirect_uri } = w.providers.redeemed[0] ?? {}
    expect(redirect_uri).toBe(at(w, '/auth/apple/callback'))
    expect(decodeProtectedHeader(client_secret)).toEqual({ alg: 'ES256', kid: 'KEY' })
    const issuedAt = Math.floor(w.clock.now().getTime() / 1000)
    expect(decodeJwt(client_secret)).toEqual({
      iss: 'TEAM',
      sub: 'web.apple.test',
      aud: 'https://apple.test',
      iat: issuedAt,
      exp: issuedAt + 300,
    })
  })

  it.each([
    'no key',
    generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  ])('that is none or of another kind, the sign-in is not set up', async (APPLE_PRIVATE_KEY) => {
    const settings = { APPLE_TEAM_ID: 'TEAM', APPLE_KEY_ID: 'KEY', APPLE_PRIVATE_KEY }
    const w = await world({ settings })
    const { status, body } = await w.device().startAppleLogin({})
    expect([status, body.code]).toEqual([503, 'PROVIDER_NOT_CONFIGURED'])
  })
})

describe('in production', () => {
  const production = {
    STAGE: 'production',
    BASE_DOMAIN: 'quad.test',
    COOKIE_DOMAIN: 'quad.test',
  }

  // rules/providers 20
  it('the platform host takes the answer and hands it to the school that it belongs to', async () => {
    const w = await world({ settings: production })
    await enrolSchool(w, w.home)
    const device = w.device()
    const host = `${w.home}.quad.test`
    const started = await device.startAppleLogin({ path: '/x' }, { host })
    expect(started.cookies[0]).toMatch(
      /^__Host-sign-in=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=None$/,
    )
    const { authorizationUrl, state, nonce } = started.body.data
    const callback = 'https://quad.test/auth/apple/callback'
    expect(new URL(authorizationUrl).searchParams.get('redirect_uri')).toBe(callback)
    const answer = { state, id_token: await tokenOf(w, nonce), user: '{"name":"\\"><script>"}' }
    // The host's own cookie stays with the host.
    const handed = await post(w.device(), answer, 'quad.test')
    expect(handed.cookies).toEqual([])
    expect(handed.headers['content-security-policy']).toContain(`form-action https://${host}`)
    expect(/action="([^"]*)"/.exec(handed.body)?.[1]).toBe(`https://${host}/auth/apple/callback`)
    expect(handed.body).not.toContain('"><script>')
    const done = await post(device, answer, host)
    expect(placeIn(done)).toBe(`https://${host}/x`)
    for (const cookie of done.cookies) expect(cookie).toContain('Secure; SameSite=Strict; Domain=quad.test')
  })

  it('an answer that belongs to no school leads to the sign-in page of the platform', async () => {
    const w = await world({ settings: production })
    const reply = await post(w.device(), { state: 'https://evil.test', id_token: 'a.b.c' }, 'quad.test')
    expect(reply.headers.location).toBe('https://quad.test/login?error=invalid_state')
  })
})

describe('somebody who has an account and shows its password', () => {
  it('is not asked by the callback, whose browser cookies do not count', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const reply = await post(ada.device, { state: 'none' })
    expect(reply.headers.location).toContain('invalid_state')
    expect((await w.device().login({ email: ada.email, password })).status).toBe(200)
  })
})
