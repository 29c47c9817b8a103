import { describe, expect, it } from 'vitest'
import { globalUser } from '../../lib/identity/person/records.ts'
import { registered } from '../support/people.ts'
import { idOf, linked, outcome, tokenOf, waysOf } from '../support/ways.ts'
import { type World, world } from '../support/world.ts'

const providers = ['google', 'apple'] as const
const refused = [403, 'OTHER_SUBJECT_LINKED']

const comeBy = async (w: World, provider: (typeof providers)[number], sub: string) => {
  const device = w.device()
  // A token signs in once, and two of one second are the same.
  w.clock.advance(1)
  const idToken = await tokenOf(w, provider, 'ada', { sub: `${sub} ${w.home}` })
  const reply = await (provider === 'google'
    ? device.googleLogin({ idToken })
    : device.appleLogin({ idToken }))
  return { device, reply }
}

/** Somebody whose address is proven, and who signs in with a password. */
const ada = async (w: World) => {
  const person = await registered(w, 'ada')
  await w.table().update(globalUser, { id: person.user.globalUserId }, { set: { emailVerified: true } })
  return person
}

describe.each(providers)('a second account of %s with one address', (provider) => {
  // rules/identity 60, rules/providers 29
  it('is refused, and the first one signs in as before', async () => {
    const w = await world()
    const first = await comeBy(w, provider, 'one')
    expect(first.reply.status).toBe(200)
    const second = await comeBy(w, provider, 'two')
    expect(outcome(second.reply)).toEqual(refused)
    expect([...second.device.jar.keys()]).not.toContain('accessToken')
    expect((await comeBy(w, provider, 'one')).reply.body.data.user._id).toBe(first.reply.body.data.user._id)
    expect(await waysOf(first.device)).toHaveLength(1)
  })

  // rules/identity 60
  it('of several at the same moment lets one in', async () => {
    const w = await world()
    const person = await ada(w)
    const all = await Promise.all(['one', 'two', 'three', 'four'].map((sub) => comeBy(w, provider, sub)))
    expect(all.map(({ reply }) => reply.status).sort()).toEqual([200, 403, 403, 403])
    expect((await waysOf(person.device)).map(({ kind }) => kind).sort()).toEqual(
      [provider, 'password'].sort(),
    )
  })

  // rules/identity 60
  it('is refused where a planted account has another one, and comes in once the address is proven', async () => {
    const w = await world()
    const planted = await registered(w, 'ada')
    expect((await linked(w, planted.device, provider, 'thief')).status).toBe(200)
    expect(outcome((await comeBy(w, provider, 'owner')).reply)).toEqual(refused)
    await w.device().forgotPassword({ email: planted.email })
    await w.deliver()
    const reset = {
      email: planted.email,
      code: w.codeFor(planted.email),
      newPassword: 'the password of its owner',
    }
    expect((await w.device().resetPassword(reset)).status).toBe(200)
    expect((await comeBy(w, provider, 'owner')).reply.status).toBe(200)
  })

  // rules/providers 29
  it('is linked in settings once the first one is removed', async () => {
    const w = await world()
    const person = await ada(w)
    await comeBy(w, provider, 'one')
    expect(outcome(await linked(w, person.device, provider, 'ada'))).toEqual([409, 'WAY_EXISTS'])
    expect((await person.device.unlinkWay({ wayId: await idOf(person.device, provider) })).status).toBe(200)
    expect((await linked(w, person.device, provider, 'ada')).status).toBe(200)
  })

  // rules/identity 60
  it('is linked once by two tabs of one person that link two accounts at the same moment', async () => {
    const w = await world()
    const person = await ada(w)
    const proofs: { state: string; idToken: string }[] = []
    for (const sub of ['one', 'two', 'three']) {
      const { state, nonce } = (await person.device.startLink({ provider })).body.data
      proofs.push({ state, idToken: await tokenOf(w, provider, sub, { nonce }) })
    }
    const all = await Promise.all(proofs.map((proof) => person.device.linkWay(proof)))
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await waysOf(person.device)).toHaveLength(2)
  })
})
