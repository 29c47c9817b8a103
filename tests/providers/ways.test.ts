import { describe, expect, it } from 'vitest'
import { session } from '../../lib/identity/person/records.ts'
import { admins } from '../support/administrators.ts'
import { password, registered } from '../support/people.ts'
import { deeds, linked, outcome, tokenOf, waysOf } from '../support/ways.ts'
import { world } from '../support/world.ts'

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

  // rules/providers 25
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
  // rules/providers 24
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

  // rules/providers 24
  it('of two people at once goes to one', async () => {
    const w = await world()
    const both = [(await registered(w, 'ada')).device, (await registered(w, 'bob')).device]
    const replies = await Promise.all(both.map((device) => linked(w, device, 'google', 'contested')))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  // rules/providers 23
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
    expect(outcome(await ada.device.googleLogin({ state: link.state, idToken: token }))).toEqual([
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

  it('wants who began it, also in a browser that two people share', async () => {
    const w = await world()
    const { device } = await registered(w, 'eve')
    const ada = await registered(w, 'ada')
    const { state, nonce } = (await device.startLink({ provider: 'google' })).body.data
    await device.login({ email: ada.email, password })
    const idToken = await tokenOf(w, 'google', 'ada', { nonce })
    expect(outcome(await device.linkWay({ state, idToken }))).toEqual([400, 'INVALID_STATE'])
  })

  // rules/providers 22
  it('wants a session that is young when it ends, too', async () => {
    const w = await world()
    const { device } = await registered(w, 'ada')
    w.clock.advance(14 * 60)
    const { state, nonce } = (await device.startLink({ provider: 'google' })).body.data
    w.clock.advance(2 * 60)
    await device.refreshToken()
    const idToken = await tokenOf(w, 'google', 'ada', { nonce })
    expect(outcome(await device.linkWay({ state, idToken }))).toEqual([403, 'RECENT_LOGIN_REQUIRED'])
  })

  it('by a form wants a session that still counts', async () => {
    const w = await world()
    const { device, user } = await registered(w, 'ada')
    const { state, nonce } = (await device.startLink({ provider: 'apple', path: '/settings' })).body.data
    const { globalUserId } = user
    const [own] = (await device.listSessions()).body.data.sessions
    await w.table().update(session, { globalUserId, id: own.id }, { set: { epoch: -1 } })
    const form = { state, id_token: await tokenOf(w, 'apple', 'ada', { nonce }) }
    const { headers } = await device.appleCallback(
      {},
      {
        raw: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    )
    expect(headers.location).toBe(`http://${w.home}.localhost/settings?error=session_revoked`)
  })

  // rules/providers 22
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
