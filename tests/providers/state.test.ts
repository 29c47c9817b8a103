import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Agent } from '../support/agent.ts'
import { type World, world } from '../support/world.ts'

const login = (w: World, tenant = w.home) => `http://${tenant}.localhost/login`

const begun = async (w: World, device: Agent, tenant = w.home) => {
  const { status, body } = await device.startGoogleLogin({ url: login(w, tenant) })
  expect(status).toBe(200)
  return body.data as { authorizationUrl: string; state: string; nonce: string; expiresAt: string }
}

/** What Google sends back for a request: a code that is good for a token with its nonce. */
const answered = async (w: World, nonce: string, code = 'a code', more: object = {}) => {
  const claims = { sub: `ada ${w.home}`, email: w.email('ada'), nonce, ...more }
  w.providers.codes.set(code, await w.providers.idToken('google', claims))
  return code
}

const invalidState = [400, 'INVALID_STATE']
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

describe('a sign-in that is begun', () => {
  it('asks for a code by PKCE, with a state and a nonce', async () => {
    const w = await world()
    const { authorizationUrl, state, nonce, expiresAt } = await begun(w, w.device())
    const { origin, pathname, searchParams } = new URL(authorizationUrl)
    expect(origin + pathname).toBe('https://accounts.google.test/authorize')
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'web.google.test',
      redirect_uri: login(w),
      response_type: 'code',
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(Date.parse(expiresAt) - w.clock.now().getTime()).toBe(600_000)
  })

  it('ends with the verifier and the address that it began with', async () => {
    const w = await world()
    const device = w.device()
    const { authorizationUrl, state, nonce } = await begun(w, device)
    const reply = await device.googleLogin({ code: await answered(w, nonce), state })
    expect(reply.status).toBe(200)
    const { code_verifier = '', redirect_uri } = w.providers.redeemed[0] ?? {}
    expect(redirect_uri).toBe(login(w))
    const challenge = createHash('sha256').update(code_verifier).digest('base64url')
    expect(new URL(authorizationUrl).searchParams.get('code_challenge')).toBe(challenge)
  })

  it('ends once', async () => {
    const w = await world()
    const device = w.device()
    const { state, nonce } = await begun(w, device)
    const code = await answered(w, nonce)
    expect((await device.googleLogin({ code, state })).status).toBe(200)
    await answered(w, nonce)
    expect(outcome(await device.googleLogin({ code, state }))).toEqual(invalidState)
  })

  // rules/providers 8
  it('ends once, whatever came of it and however many answers arrive at once', async () => {
    const w = await world()
    const device = w.device()
    const { state, nonce } = await begun(w, device)
    const idToken = () =>
      w.providers.idToken('google', { sub: `ada ${w.home}`, email: w.email('ada'), nonce })
    const replies = await Promise.all(
      Array.from({ length: 8 }, async () => device.googleLogin({ idToken: await idToken(), state })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
    const other = await begun(w, device)
    expect((await device.googleLogin({ idToken: 'a.b.c', state: other.state })).status).toBe(401)
    expect(outcome(await device.googleLogin({ idToken: await idToken(), state: other.state }))).toEqual(
      invalidState,
    )
  })

  // rules/providers 9
  it('wants its own nonce in the token', async () => {
    const w = await world()
    for (const nonce of [undefined, 'another', 'quad.another']) {
      const device = w.device()
      const { state } = await begun(w, device)
      const idToken = await w.providers.idToken('google', { email: w.email('ada'), nonce })
      expect(outcome(await device.googleLogin({ idToken, state }))).toEqual([401, 'GOOGLE_TOKEN_INVALID'])
    }
  })

  // rules/providers 8
  it('ends in the browser that began it', async () => {
    const w = await world()
    const [victim, attacker] = [w.device(), w.device()]
    const { state, nonce } = await begun(w, attacker)
    await begun(w, victim)
    const code = await answered(w, nonce)
    expect(outcome(await victim.googleLogin({ code, state }))).toEqual(invalidState)
    expect(outcome(await w.device().googleLogin({ code, state }))).toEqual(invalidState)
  })

  // rules/providers 8
  it('ends at the school that it began at, with the provider that it began with', async () => {
    const w = await world()
    const device = w.device()
    const one = await begun(w, device)
    const there = await device
      .on(w.sister)
      .googleLogin({ code: await answered(w, one.nonce), state: one.state })
    expect(outcome(there)).toEqual(invalidState)
    const other = await begun(w, device)
    const idToken = await w.providers.idToken('apple', { email: w.email('ada'), nonce: other.nonce })
    expect(outcome(await device.appleLogin({ idToken, state: other.state }))).toEqual(invalidState)
  })

  // rules/providers 8
  it('is over after ten minutes', async () => {
    const w = await world()
    const device = w.device()
    const { state, nonce } = await begun(w, device)
    w.clock.advance(601)
    expect(outcome(await device.googleLogin({ code: await answered(w, nonce), state }))).toEqual(invalidState)
  })

  it('may be one of several in a browser', async () => {
    const w = await world()
    const device = w.device()
    const [first, second] = [await begun(w, device), await begun(w, device)]
    for (const [at, { state, nonce }] of [first, second].entries())
      expect((await device.googleLogin({ code: await answered(w, nonce, `code ${at}`), state })).status).toBe(
        200,
      )
  })

  it('gives native apps a nonce for the token that their system fetches', async () => {
    const w = await world()
    const device = w.device({ headers: { 'x-client': 'mobile' } })
    const { body } = await device.startAppleLogin()
    expect(Object.keys(body.data).sort()).toEqual(['expiresAt', 'nonce', 'state'])
    const { state, nonce } = body.data
    const idToken = await w.providers.idToken('apple', { sub: `ada ${w.home}`, email: w.email('ada'), nonce })
    expect((await device.appleLogin({ idToken })).status).toBe(401)
    expect((await device.appleLogin({ idToken, state })).status).toBe(200)
  })

  it('that nobody began is none', async () => {
    const w = await world()
    const reply = await w.device().googleLogin({ idToken: 'a.b.c', state: 'made up' })
    expect(outcome(reply)).toEqual(invalidState)
  })

  // rules/providers 11
  it('is begun a bounded number of times from one address', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '0.001' } })
    const sourceIp = '192.0.2.99'
    const start = async () => (await w.device().startGoogleLogin({}, { sourceIp })).status
    expect([await start(), await start(), await start(), await start()]).toEqual([200, 200, 200, 429])
  })
})
