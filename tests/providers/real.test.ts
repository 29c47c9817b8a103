import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openIdProviders } from '../../lib/gateways/openid.ts'
import type { Agent } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { enrolSchool } from '../support/schools.ts'
import { type World, world } from '../support/world.ts'
import { signInAt } from './openid-browser.ts'
import { fixedSecret, type Opening, openidProvider } from './openid-provider.ts'

let provider: Awaited<ReturnType<typeof openidProvider>>

beforeAll(async () => {
  // Says that it is meant for development, which it is.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  provider = await openidProvider()
})
afterEach(() => provider.close())
afterAll(() => provider.end())

/** A platform that asks over the network, on the clock of the provider. */
const asking = async (settings: Readonly<Record<string, string>>): Promise<World> => {
  const w = await world({ settings, now: new Date().toISOString() })
  const providers = openIdProviders(false, () => w.clock.now().getTime())
  Object.assign(w.runtime.gateways, { providers })
  return w
}

const people = (w: World) => ({
  ada: {
    email: w.email('ada'),
    email_verified: true,
    name: 'Ada Lovelace',
    picture: 'https://pics.test/a.png',
  },
  apple: { email: w.email('ada'), email_verified: 'true', is_private_email: 'true' },
  eve: { email: w.email('ada'), email_verified: false, name: 'Eve' },
  mallory: { email: w.email('ada'), email_verified: 'false' },
})

const google = async () => {
  const w = await asking({
    GOOGLE_ISSUER: provider.issuer,
    GOOGLE_CLIENT_IDS: 'google-client',
    GOOGLE_CLIENT_SECRET: fixedSecret,
  })
  const url = `http://${w.home}.localhost/login`
  const opening: Opening = { client: { id: 'google-client', redirect: url }, accounts: people(w) }
  provider.open(opening)
  return { w, url, opening }
}

/** Begins at the school, signs in at the provider, and comes back with the code. */
const through = async (device: Agent, url: string, login: string) => {
  const { body } = await device.startGoogleLogin({ url })
  const { address } = await signInAt(body.data.authorizationUrl, login)
  expect(address.origin + address.pathname).toBe(url)
  const { code = '', state = '' } = Object.fromEntries(address.searchParams)
  return { code, state }
}

describe('with a real provider as Google', () => {
  it('a code signs in, once', async () => {
    const { w, url } = await google()
    const device = w.device()
    const proof = await through(device, url, 'ada')
    const { status, body } = await device.googleLogin(proof)
    expect([status, body.message]).toEqual([200, 'Google login successful'])
    expect(body.data.user).toMatchObject({ email: w.email('ada'), name: 'Ada Lovelace', emailVerified: true })
    expect((await device.validateToken()).status).toBe(200)
    expect((await device.googleLogin(proof)).body.code).toBe('INVALID_STATE')
    expect((await device.googleLogin({ code: proof.code, url })).body.code).toBe('GOOGLE_TOKEN_INVALID')
  })

  // rules/providers 10
  it('a code that was intercepted is worth nothing without the verifier', async () => {
    const { w, url } = await google()
    const { code } = await through(w.device(), url, 'ada')
    const stolen = await w.device().googleLogin({ code, url, codeVerifier: 'v'.repeat(43) })
    expect([stolen.status, stolen.body.code]).toEqual([401, 'GOOGLE_TOKEN_INVALID'])
  })

  it.each(['eve', 'mallory'])('an address that is not verified opens nothing (%s)', async (login) => {
    const { w, url } = await google()
    const ada = await registered(w, 'ada')
    const device = w.device()
    const { status } = await device.googleLogin(await through(device, url, login))
    expect([status, device.jar.has('accessToken')]).toEqual([409, false])
    expect((await w.device().login({ email: ada.email, password })).status).toBe(200)
  })

  it('a new key of the provider needs nothing here, and unknown ones do not tire it', async () => {
    const { w, url, opening } = await google()
    const before = provider.keysAsked()
    const device = w.device()
    expect((await device.googleLogin(await through(device, url, 'ada'))).status).toBe(200)
    expect((await device.googleLogin(await through(device, url, 'ada'))).status).toBe(200)
    expect(provider.keysAsked() - before).toBe(1)
    provider.open(opening, 'second')
    w.clock.advance(61)
    expect((await device.googleLogin(await through(device, url, 'ada'))).status).toBe(200)
    expect(provider.keysAsked() - before).toBe(2)
    const unknown = `${Buffer.from('{"alg":"RS256","kid":"third"}').toString('base64url')}.e30.AA`
    for (let at = 0; at < 20; at += 1)
      expect((await device.googleLogin({ idToken: unknown })).status).toBe(401)
    expect(provider.keysAsked() - before).toBe(2)
  })

  it('an outage is told as one, and over when it is over', async () => {
    const { w, url, opening } = await google()
    provider.close()
    const device = w.device()
    expect((await device.startGoogleLogin({ url })).body.code).toBe('PROVIDER_UNAVAILABLE')
    provider.open(opening)
    w.clock.advance(6)
    const proof = await through(device, url, 'ada')
    provider.close()
    expect((await device.googleLogin(proof)).body.code).toBe('PROVIDER_UNAVAILABLE')
  })

  it('a wrong secret of ours is our fault', async () => {
    const { w, url } = await google()
    Object.assign(w.runtime.settings, { GOOGLE_CLIENT_SECRET: 'another secret' })
    const device = w.device()
    const { status, body } = await device.googleLogin(await through(device, url, 'ada'))
    expect([status, body.code]).toEqual([503, 'PROVIDER_NOT_CONFIGURED'])
  })
})

const fromApple = {
  'content-type': 'application/x-www-form-urlencoded',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
}

const post = (device: Agent, form: Readonly<Record<string, string>> = {}, host?: string) =>
  device.appleCallback(
    {},
    {
      raw: new URLSearchParams(form).toString(),
      headers: { ...fromApple, origin: provider.issuer },
      ...(host ? { host } : {}),
    },
  )

describe('with a real provider as Apple', () => {
  it('a form signs in whose code is redeemed with the key of the team', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const w = await asking({
      APPLE_ISSUER: provider.issuer,
      APPLE_CLIENT_IDS: 'web.school',
      APPLE_TEAM_ID: 'TEAM',
      APPLE_KEY_ID: 'KEY',
      APPLE_PRIVATE_KEY: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    })
    const redirect = `http://${w.home}.localhost/auth/apple/callback`
    const team = { team: 'TEAM', keyId: 'KEY', key: publicKey }
    provider.open({ client: { id: 'web.school', redirect }, accounts: people(w), team })
    const device = w.device()
    const { authorizationUrl } = (await device.startAppleLogin({ path: '/orgs' })).body.data
    const { address, form } = await signInAt(authorizationUrl, 'apple')
    expect([address.href, Object.keys(form ?? {}).sort()]).toEqual([redirect, ['code', 'iss', 'state']])
    const reply = await post(device, form)
    expect(reply.body).toContain(`content="0;url=http://${w.home}.localhost/orgs"`)
    expect((await device.validateToken()).body.data.user).toMatchObject({
      email: w.email('ada'),
      emailVerified: true,
    })
    Object.assign(w.runtime.settings, { APPLE_KEY_ID: 'ANOTHER' })
    const again = (await device.startAppleLogin({})).body.data
    const refused = await post(device, (await signInAt(again.authorizationUrl, 'apple')).form)
    expect(refused.headers.location).toMatch(/\/login\?error=provider_not_configured$/)
  })

  it('a form signs in that brings the token along, by way of the platform host', async () => {
    const w = await asking({
      STAGE: 'production',
      BASE_DOMAIN: 'quad.test',
      COOKIE_DOMAIN: 'quad.test',
      APPLE_ISSUER: provider.issuer,
      APPLE_CLIENT_IDS: 'web.school',
    })
    await enrolSchool(w, w.home)
    const host = `${w.home}.quad.test`
    const redirect = 'https://quad.test/auth/apple/callback'
    provider.open({ client: { id: 'web.school', redirect, hybrid: true }, accounts: people(w) })
    const device = w.device()
    const { authorizationUrl } = (await device.startAppleLogin({ path: '/orgs' }, { host })).body.data
    const { address, form = {} } = await signInAt(authorizationUrl, 'apple')
    expect(address.href).toBe(redirect)
    expect(Object.keys(form)).toEqual(expect.arrayContaining(['code', 'id_token', 'state']))
    expect((await post(w.device(), form, 'quad.test')).body).toContain(`https://${host}/auth/apple/callback`)
    expect((await post(w.device(), form, host)).headers.location).toMatch(/error=invalid_state$/)
    const second = (await device.startAppleLogin({ path: '/orgs' }, { host })).body.data
    const fresh = await signInAt(second.authorizationUrl, 'apple')
    expect((await post(device, fresh.form, host)).body).toContain(`0;url=https://${host}/orgs`)
  })
})
