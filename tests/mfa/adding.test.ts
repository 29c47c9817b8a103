import { describe, expect, it } from 'vitest'
import { PasskeyKnown } from '../../functions/mfa/shapes.ts'
import { StrongProofRequired } from '../../lib/contract/failures.ts'
import { globalUser } from '../../lib/identity/person/records.ts'
import { refused } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { linked, tokenOf, waysOf } from '../support/ways.ts'
import { world } from '../support/world.ts'
import { authenticator } from './authenticator.ts'
import { originOf, withTotp } from './factors.ts'

/** Two sessions of one person. The second one began before the first one added a factor. */
const twoSessions = async () => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  const ada = await registered(w)
  const other = w.device()
  await other.login({ email: ada.email, password })
  return { w, ada, other, addFactor: () => withTotp(w, ada.device) }
}

describe('somebody who has a second factor', () => {
  // rules/mfa 27
  it('begins to link a provider in a session that has shown it, and in no other', async () => {
    const { ada, other, addFactor } = await twoSessions()
    await addFactor()
    expect(await other.startLink({ provider: 'google' })).toMatchObject(refused(StrongProofRequired))
    expect((await ada.device.startLink({ provider: 'google' })).status).toBe(200)
  })

  // rules/mfa 27
  it('completes a link in a session that has shown it, also when the factor is newer than the start', async () => {
    const { w, ada, other, addFactor } = await twoSessions()
    const { state, nonce } = (await other.startLink({ provider: 'google' })).body.data
    await addFactor()
    const given = { state, idToken: await tokenOf(w, 'google', 'thief', { nonce }) }
    expect(await other.linkWay(given)).toMatchObject(refused(StrongProofRequired))
    expect((await linked(w, ada.device, 'google', 'ada')).status).toBe(200)
  })

  // rules/mfa 27
  it('begins to link the identity provider of the school in such a session alone', async () => {
    const { other, addFactor } = await twoSessions()
    await addFactor()
    expect(await other.startSamlLink()).toMatchObject(refused(StrongProofRequired))
  })

  // rules/mfa 27
  it.each(['google', 'apple'] as const)(
    'is not linked by a sign-in that asks for it: %s',
    async (provider) => {
      const { w, ada, addFactor } = await twoSessions()
      const { globalUserId: id } = ada.user
      await w.table().update(globalUser, { id }, { set: { emailVerified: true } })
      const app = await addFactor()
      const device = w.device()
      const comeBy = async () => {
        w.clock.advance(1)
        const idToken = await tokenOf(w, provider, 'ada')
        return provider === 'google' ? device.googleLogin({ idToken }) : device.appleLogin({ idToken })
      }
      expect((await comeBy()).body.data.requiresMfa).toBe(true)
      expect((await waysOf(ada.device)).map(({ kind }) => kind)).toEqual(['password'])
      expect((await comeBy()).body.data.requiresMfa).toBe(true)
      const { body } = await device.verifyTotp({ code: app.code() })
      expect(body.data.user._id, 'signs in all the same').toBe(ada.user._id)
      expect((await linked(w, device, provider, 'ada')).status).toBe(200)
    },
  )

  // rules/mfa 27
  it('sets a first password in such a session alone', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
    const [one, other] = [w.device(), w.device()]
    for (const device of [one, other]) {
      const { status, body } = await device.googleLogin({ idToken: await tokenOf(w, 'google', 'mia') })
      expect(status, JSON.stringify(body)).toBe(200)
      w.clock.advance(1)
    }
    await withTotp(w, one)
    const newPassword = 'another long password'
    expect(await other.setPassword({ newPassword })).toMatchObject(refused(StrongProofRequired))
    expect((await one.setPassword({ newPassword })).status).toBe(200)
  })
})

describe('a passkey', () => {
  const register = async (
    device: Awaited<ReturnType<typeof registered>>['device'],
    origin: string,
    id: Buffer<ArrayBuffer>,
  ) => {
    const { options } = (await device.startPasskey()).body.data
    return device.registerPasskey({ credential: authenticator().create(options, { origin }, id) })
  }

  // rules/mfa 28
  it('belongs to one person: nobody else registers its credential id, even once it is removed', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
    const [ada, ben] = [await registered(w, 'ada'), await registered(w, 'ben')]
    const [origin, id] = [originOf(w), Buffer.from(`credential of ${w.home}`)]
    const { body, status } = await register(ada.device, origin, id)
    expect(status).toBe(201)
    expect(await register(ben.device, origin, id)).toMatchObject(refused(PasskeyKnown))
    expect((await ada.device.removePasskey({ passkeyId: body.data.passkey.id })).status).toBe(200)
    expect(await register(ben.device, origin, id)).toMatchObject(refused(PasskeyKnown))
    expect((await register(ada.device, origin, id)).status, 'its owner may').toBe(201)
  })

  // rules/mfa 28
  it('belongs to one of two people who register its credential id at the same moment', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
    const [ada, ben] = [await registered(w, 'ada'), await registered(w, 'ben')]
    const [origin, id] = [originOf(w), Buffer.from(`credential of ${w.home}`)]
    const both = await Promise.all([ada, ben].map(({ device }) => register(device, origin, id)))
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})
