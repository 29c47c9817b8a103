import { describe, expect, it } from 'vitest'
import { credential, globalUser, providerLink } from '../../lib/identity/person/records.ts'
import { password, registered } from '../support/people.ts'
import { deeds, idOf, linked, outcome, tokenOf, waysOf } from '../support/ways.ts'
import { world } from '../support/world.ts'

describe('unlinking a provider', () => {
  // rules/providers 27
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

  // rules/providers 26
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

  // rules/providers 26
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

  // rules/providers 27
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
