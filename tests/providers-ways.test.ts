import { describe, expect, it } from 'vitest'
import { auditEntry } from '../lib/identity/audit.ts'
import { credential, globalUser, providerLink } from '../lib/identity/records.ts'
import { admins } from './administrators.ts'
import type { Agent } from './agent.ts'
import { password, registered } from './people.ts'
import { type World, world } from './world.ts'

type Shown = { id: string; kind: string; school?: string; removable: boolean }

const tokenOf = (w: World, provider: 'google' | 'apple', name: string, more: object = {}) =>
  w.providers.idToken(provider, { sub: `${name} ${w.home}`, email: w.email(name), ...more })

const waysOf = async (device: Agent): Promise<Shown[]> => (await device.listWays()).body.data.ways
const idOf = async (device: Agent, kind: string): Promise<string> =>
  (await waysOf(device)).find((way) => way.kind === kind)?.id ?? 'none'

/** Links somebody of a provider to the account that a device is signed in with. */
const linked = async (w: World, device: Agent, provider: 'google' | 'apple', name: string) => {
  const started = await device.startLink({ provider })
  expect(started.status).toBe(200)
  const { state, nonce } = started.body.data
  return device.linkWay({ state, idToken: await tokenOf(w, provider, name, { nonce }) })
}

const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

const deeds = async (w: World): Promise<string[]> => {
  const month = w.clock.now().toISOString().slice(0, 7)
  const { items } = await w.table().list(auditEntry, { holes: { month }, limit: 100 })
  return items.map(({ action, detail }) => `${action} ${detail?.issuer}`)
}

describe('the ways somebody signs in', () => {
  it('begin with the one they came by', async () => {
    const w = await world()
    const { device } = await registered(w, 'ada')
    expect(await waysOf(device)).toMatchObject([{ id: 'password', kind: 'password', removable: false }])
    const bob = w.device()
    await bob.googleLogin({ idToken: await tokenOf(w, 'google', 'bob') })
    expect(await waysOf(bob)).toMatchObject([{ kind: 'google', removable: false }])
  })

  it('grow by providers that the person proves, whatever address those know', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const reply = await linked(w, ada.device, 'google', 'private')
    expect(reply.body.data.ways).toMatchObject([{ kind: 'password' }, { kind: 'google', removable: true }])
    expect((await linked(w, ada.device, 'apple', 'elsewhere')).status).toBe(200)
    for (const [provider, name] of [
      ['google', 'private'],
      ['apple', 'elsewhere'],
    ] as const) {
      const login = { idToken: await tokenOf(w, provider, name) }
      const device = w.device()
      const { body } = await (provider === 'google' ? device.googleLogin(login) : device.appleLogin(login))
      expect(body.data.user).toMatchObject({
        email: ada.email,
        googleId: true,
        globalUserId: ada.user.globalUserId,
      })
    }
    expect(await deeds(w)).toEqual(['identity.link google', 'identity.link apple'])
  })

  it('may be grown by a code, and by the form that Apple posts', async () => {
    const w = await world()
    const { device } = await registered(w, 'ada')
    const url = `http://${w.home}.localhost/settings`
    const google = (await device.startLink({ provider: 'google', url })).body.data
    w.providers.codes.set('a code', await tokenOf(w, 'google', 'private', { nonce: google.nonce }))
    expect((await device.linkWay({ state: google.state, code: 'a code' })).status).toBe(200)
    const apple = (await device.startLink({ provider: 'apple', path: '/settings' })).body.data
    const form = {
      state: apple.state,
      id_token: await tokenOf(w, 'apple', 'private', { nonce: apple.nonce }),
    }
    const posted = await device.appleCallback(
      {},
      {
        raw: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        // Strict cookies stay at home when another site posts.
        cookies: [`__Host-sign-in=${device.jar.get('__Host-sign-in')}`],
      },
    )
    expect([posted.status, posted.cookies]).toEqual([200, []])
    expect((await waysOf(device)).map(({ kind }) => kind)).toEqual(['password', 'apple', 'google'])
  })

  it('are for the person in person', async () => {
    const { w, root: admin } = await admins()
    const { user } = await registered(w, 'ada')
    await admin.device.impersonateUser({ identifier: user._id })
    for (const reply of [
      await admin.device.listWays(),
      await admin.device.startLink({ provider: 'google' }),
      await admin.device.linkWay({ state: 'a', idToken: 'b' }),
      await admin.device.unlinkWay({ wayId: 'a' }),
    ])
      expect(outcome(reply)).toEqual([403, 'IMPERSONATION_FORBIDDEN'])
  })
})

describe('linking a provider', () => {
  it('never takes somebody else along', async () => {
    const w = await world()
    const owner = w.device()
    await owner.googleLogin({ idToken: await tokenOf(w, 'google', 'owner') })
    const { device } = await registered(w, 'ada')
    expect(outcome(await linked(w, device, 'google', 'owner'))).toEqual([409, 'WAY_TAKEN'])
    expect((await linked(w, device, 'google', 'own')).status).toBe(200)
    expect((await linked(w, device, 'google', 'own')).status).toBe(200)
    expect(outcome(await linked(w, device, 'google', 'second'))).toEqual([409, 'WAY_EXISTS'])
    expect(await waysOf(device)).toHaveLength(2)
  })

  it('of two people at once goes to one', async () => {
    const w = await world()
    const both = [(await registered(w, 'ada')).device, (await registered(w, 'bob')).device]
    const replies = await Promise.all(both.map((device) => linked(w, device, 'google', 'contested')))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('wants the state of its own session, and no state of a sign-in', async () => {
    const w = await world()
    const [ada, eve] = [await registered(w, 'ada'), await registered(w, 'eve')]
    const { state, nonce } = (await eve.device.startLink({ provider: 'google' })).body.data
    const idToken = await tokenOf(w, 'google', 'eve', { nonce })
    expect(outcome(await ada.device.linkWay({ state, idToken }))).toEqual([400, 'INVALID_STATE'])
    const signIn = (await ada.device.startGoogleLogin({})).body.data
    const own = await tokenOf(w, 'google', 'ada', { nonce: signIn.nonce })
    expect(outcome(await ada.device.linkWay({ state: signIn.state, idToken: own }))).toEqual([
      400,
      'INVALID_STATE',
    ])
    const link = (await ada.device.startLink({ provider: 'google' })).body.data
    const token = await tokenOf(w, 'google', 'ada', { nonce: link.nonce })
    expect(outcome(await w.device().googleLogin({ state: link.state, idToken: token }))).toEqual([
      400,
      'INVALID_STATE',
    ])
    const none = await ada.device.linkWay({ state })
    expect(none.body.message).toBe('No authorization code or ID token provided')
    const forged = (await ada.device.startLink({ provider: 'apple' })).body.data
    expect(outcome(await ada.device.linkWay({ state: forged.state, idToken: 'a.b.c' }))).toEqual([
      401,
      'APPLE_TOKEN_INVALID',
    ])
  })

  it('wants a session that is young, and still there', async () => {
    const w = await world()
    const { device, email } = await registered(w, 'ada')
    const { state, nonce } = (await device.startLink({ provider: 'apple' })).body.data
    w.clock.advance(15 * 60 + 1)
    await device.refreshToken()
    expect(outcome(await device.startLink({ provider: 'google' }))).toEqual([403, 'RECENT_LOGIN_REQUIRED'])
    expect(outcome(await device.unlinkWay({ wayId: 'any' }))).toEqual([404, 'NOT_FOUND'])
    const fresh = w.device()
    await fresh.login({ email, password })
    const started = (await fresh.startLink({ provider: 'google' })).body.data
    await device.revokeAllOtherSessions()
    const idToken = await tokenOf(w, 'google', 'ada', { nonce: started.nonce })
    expect((await fresh.linkWay({ state: started.state, idToken })).status).toBe(401)
    const late = await device.appleCallback(
      {},
      {
        raw: new URLSearchParams({ state, id_token: await tokenOf(w, 'apple', 'ada', { nonce }) }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    )
    expect(late.headers.location).toMatch(/error=invalid_state$/)
  })
})

describe('unlinking a provider', () => {
  it('leaves the password, and signs out who came in by the provider', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await linked(w, ada.device, 'google', 'ada')
    const [byGoogle, byPassword] = [w.device(), w.device()]
    await byGoogle.googleLogin({ idToken: await tokenOf(w, 'google', 'ada') })
    await byPassword.login({ email: ada.email, password })
    const reply = await ada.device.unlinkWay({ wayId: await idOf(ada.device, 'google') })
    expect(reply.body.data.ways).toMatchObject([{ kind: 'password', removable: false }])
    expect((await byGoogle.validateToken()).body.code).toBe('SESSION_REVOKED')
    expect((await byGoogle.refreshToken()).status).toBe(401)
    for (const device of [ada.device, byPassword]) {
      expect((await device.refreshToken()).status).toBe(200)
      expect((await device.validateToken()).body.data.user.googleId).toBe(false)
    }
    expect((await w.device().login({ email: ada.email, password })).status).toBe(200)
    expect(await w.table().get(globalUser, { id: ada.user.globalUserId })).not.toHaveProperty('googleId')
    w.clock.advance(1)
    const gone = await w
      .device()
      .googleLogin({ idToken: await tokenOf(w, 'google', 'ada', { email_verified: false }) })
    expect(gone.status).toBe(409)
    expect(await deeds(w)).toContain('identity.unlink google')
  })

  it('never takes the last way', async () => {
    const w = await world()
    const device = w.device()
    const { user } = (await device.googleLogin({ idToken: await tokenOf(w, 'google', 'ada') })).body.data
    const only = await idOf(device, 'google')
    expect(outcome(await device.unlinkWay({ wayId: only }))).toEqual([409, 'LAST_WAY'])
    // A password of sessions that all ended opens nothing any more.
    const { globalUserId } = user
    const old = { globalUserId, hash: 'x', epoch: -1, updatedAt: w.clock.now().toISOString() }
    await w.table().put(credential, old)
    expect(outcome(await device.unlinkWay({ wayId: only }))).toEqual([409, 'LAST_WAY'])
    await linked(w, device, 'apple', 'ada')
    expect((await device.unlinkWay({ wayId: only })).status).toBe(200)
    expect((await waysOf(device)).map(({ kind }) => kind)).toEqual(['apple'])
  })

  it('never takes the last two at once', async () => {
    const w = await world()
    for (let round = 0; round < 3; round += 1) {
      const device = w.device()
      await device.googleLogin({ idToken: await tokenOf(w, 'google', `g${round}`) })
      await linked(w, device, 'apple', `a${round}`)
      const ids = (await waysOf(device)).map(({ id }) => id)
      const replies = await Promise.all(ids.map((wayId) => device.unlinkWay({ wayId })))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await waysOf(device)).toHaveLength(1)
    }
  })

  it('ends a sign-in by it that is on its way', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    await linked(w, ada.device, 'google', 'ada')
    const wayId = await idOf(ada.device, 'google')
    const others = Array.from({ length: 6 }, () => w.device())
    const tokens = await Promise.all(
      others.map((_, at) => tokenOf(w, 'google', 'ada', { jti: String(at), email_verified: false })),
    )
    await Promise.all([
      ...others.map((device, at) => device.googleLogin({ idToken: tokens[at] })),
      ada.device.unlinkWay({ wayId }),
    ])
    const { globalUserId } = ada.user
    const [links] = await w.table().collect([providerLink] as const, { globalUserId }, { strong: true })
    expect(links).toEqual([])
    for (const device of others) expect((await device.validateToken()).status).toBe(401)
    expect((await ada.device.validateToken()).status).toBe(200)
  })

  it('knows no way of somebody else, and not the password', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const eve = await registered(w, 'eve')
    await linked(w, ada.device, 'google', 'ada')
    for (const wayId of [await idOf(ada.device, 'google'), 'password', 'absent'])
      expect(outcome(await eve.device.unlinkWay({ wayId }))).toEqual([404, 'NOT_FOUND'])
    expect(await waysOf(ada.device)).toHaveLength(2)
  })
})
