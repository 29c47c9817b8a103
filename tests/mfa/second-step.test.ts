import { describe, expect, it } from 'vitest'
import { PasskeyRefused, SecondStepOver, WrongSecondCode } from '../../functions/mfa/shapes.ts'
import { StrongProofRequired } from '../../lib/contract/failures.ts'
import { refused } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { vouchedFor } from '../support/provider-sign-in.ts'
import { world } from '../support/world.ts'
import { authenticator } from './authenticator.ts'
import { halfSignedIn, withPasskey, withTotp } from './factors.ts'

const native = { 'x-client': 'mobile' }

describe('a sign-in of somebody with a second factor', () => {
  // rules/mfa 1
  it('gives no session before the second step', async () => {
    const w = await world()
    const ada = await registered(w)
    await withTotp(w, ada.device)
    const { device, reply } = await halfSignedIn(w, ada.email)
    expect(reply).toMatchObject({
      status: 200,
      body: { data: { user: null, requiresMfa: true, methods: ['totp'], school: w.home } },
    })
    expect(reply.body.data).not.toHaveProperty('mfaToken')
    expect(reply.cookies.join()).not.toMatch(/accessToken|refreshToken/)
    expect((await device.validateToken()).status).toBe(401)
    expect((await device.getPendingSignIn()).body.data).toEqual({ requiresMfa: true, methods: ['totp'] })
  })

  // rules/mfa 1
  it('is completed by the code of an authenticator app, once', async () => {
    const w = await world()
    const ada = await registered(w)
    const app = await withTotp(w, ada.device)
    const { device } = await halfSignedIn(w, ada.email)
    const code = app.code()
    const done = await device.verifyTotp({ code })
    expect(done).toMatchObject({ status: 200, body: { data: { user: { _id: ada.user._id } } } })
    expect((await device.validateToken()).status).toBe(200)
    expect(await device.verifyTotp({ code: app.code() })).toMatchObject(refused(SecondStepOver))
    // rules/mfa 14
    const again = await halfSignedIn(w, ada.email)
    w.clock.advance(-30)
    expect(await again.device.verifyTotp({ code })).toMatchObject(refused(WrongSecondCode))
  })

  it('hands an app its token in the body, and takes it back there', async () => {
    const w = await world()
    const ada = await registered(w)
    const app = await withTotp(w, ada.device)
    const phone = w.device({ headers: native })
    const { body, cookies } = await phone.login({ email: ada.email, password })
    expect(cookies).toEqual([])
    const { mfaToken } = body.data
    const done = await phone.verifyTotp({ code: app.code(), mfaToken })
    expect(done.body.data).toMatchObject({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
    })
  })

  it('is asked for at registering with the own password, too', async () => {
    const w = await world()
    const ada = await registered(w)
    await withTotp(w, ada.device)
    const { status, body } = await w.device().register({ email: ada.email, password })
    expect([status, body.data]).toMatchObject([200, { requiresMfa: true, user: null }])
  })

  // rules/mfa 9
  it('is completed by a recovery code, each of which serves once', async () => {
    const w = await world()
    const ada = await registered(w)
    const { recoveryCodes } = await withTotp(w, ada.device)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [code = ''] = recoveryCodes
    const { device } = await halfSignedIn(w, ada.email)
    expect((await device.verifyTotp({ code: code.toUpperCase().replaceAll('-', ' ') })).status).toBe(200)
    const again = await halfSignedIn(w, ada.email)
    expect(await again.device.verifyTotp({ code })).toMatchObject(refused(WrongSecondCode))
    expect((await device.getMfaStatus()).body.data.recoveryCodesLeft).toBe(9)
  })

  // rules/mfa 4
  it('is over after ten minutes, at another school, and once everything of the person ended', async () => {
    const w = await world()
    const ada = await registered(w)
    const app = await withTotp(w, ada.device)
    const elsewhere = await halfSignedIn(w, ada.email)
    expect(await elsewhere.device.on(w.sister).verifyTotp({ code: app.code() })).toMatchObject(
      refused(SecondStepOver),
    )
    await ada.device.revokeAllOtherSessions()
    expect(await elsewhere.device.verifyTotp({ code: app.code() })).toMatchObject(refused(SecondStepOver))
    const late = await halfSignedIn(w, ada.email)
    w.clock.advance(601)
    expect(await late.device.verifyTotp({ code: app.code() })).toMatchObject(refused(SecondStepOver))
    expect(await w.device().verifyTotp({ code: app.code() })).toMatchObject(refused(SecondStepOver))
  })

  it('is completed by a passkey of the person, and by nobody else’s', async () => {
    const w = await world()
    const ada = await registered(w)
    const { key, origin } = await withPasskey(w, ada.device)
    const ben = await registered(w, 'ben')
    const other = await withPasskey(w, ben.device)
    const { device, reply } = await halfSignedIn(w, ada.email)
    expect(reply.body.data.methods).toEqual(['passkey'])
    const foreign = (await device.startPasskeyStep()).body.data.options
    expect(await device.verifyPasskey({ credential: other.key.use(foreign, { origin }) })).toMatchObject(
      refused(PasskeyRefused),
    )
    const { options } = (await device.startPasskeyStep()).body.data
    expect(options.allowCredentials).toMatchObject([{ id: key.made[0]?.id }])
    expect((await device.verifyPasskey({ credential: key.use(options, { origin }) })).status).toBe(200)
    expect((await device.validateToken()).body.data.user._id).toBe(ada.user._id)
  })

  // rules/mfa 2
  it('is not asked for after the identity provider of the school', async () => {
    const w = await world()
    const ada = await registered(w)
    await withTotp(w, ada.device)
    const vouched = await vouchedFor(w, ada)
    expect((await vouched.validateToken()).status).toBe(200)
  })

  // rules/mfa 3
  it('is not got around by a code by mail in such a session', async () => {
    const w = await world()
    const ada = await registered(w)
    const app = await withTotp(w, ada.device)
    const vouched = await vouchedFor(w, ada)
    await vouched.requestOwnProof()
    await w.deliver()
    const code = w.codeFor(ada.email)
    expect(await vouched.giveOwnProof({ code })).toMatchObject(refused(StrongProofRequired))
    expect((await vouched.confirmByCode({ code: app.code() })).status).toBe(200)
    expect((await vouched.giveOwnProof({ code })).status).toBe(200)
  })
})

describe('a passkey alone', () => {
  // rules/mfa 6
  it.each(['ES256', 'ML-DSA-44'] as const)(
    'signs in without a username, at every school of the host that it serves, by %s',
    async (algorithm) => {
      const w = await world()
      const ada = await registered(w)
      const { key, origin } = await withPasskey(w, ada.device, w.home, authenticator(algorithm))
      const device = w.device()
      const { options } = (await device.startPasskeySignIn()).body.data
      expect(options.allowCredentials ?? []).toEqual([])
      expect(options.userVerification).toBe('required')
      const credential = key.use(options, { origin })
      expect((await device.signInByPasskey({ credential })).body.data.user._id).toBe(ada.user._id)
      expect((await device.validateToken()).status).toBe(200)
      // rules/mfa 15
      expect(await w.device().signInByPasskey({ credential })).toMatchObject(refused(PasskeyRefused))
    },
  )

  // rules/mfa 16
  it.each([
    ['a device that was not unlocked', { unlocked: false }],
    ['another page', { origin: 'http://evil.localhost' }],
    ['a page of a sister school', { origin: 'http://sister.localhost' }],
    ['another domain', { rpId: 'evil.localhost' }],
    ['a counter that stands still', { stuck: true }],
  ])('is refused for %s', async (_, how) => {
    const w = await world()
    const ada = await registered(w)
    const { key, origin } = await withPasskey(w, ada.device)
    const device = w.device()
    const first = (await device.startPasskeySignIn()).body.data.options
    expect((await device.signInByPasskey({ credential: key.use(first, { origin }) })).status).toBe(200)
    const { options } = (await device.startPasskeySignIn()).body.data
    const credential = key.use(options, { origin, ...how })
    expect(await w.device().signInByPasskey({ credential })).toMatchObject(refused(PasskeyRefused))
  })

  it('is refused for a challenge of another purpose, a late one, and a person who is not its own', async () => {
    const w = await world()
    const ada = await registered(w)
    const { key, origin } = await withPasskey(w, ada.device)
    const device = w.device()
    const other = (await ada.device.startPasskeyConfirmation()).body.data.options
    expect(await device.signInByPasskey({ credential: key.use(other, { origin }) })).toMatchObject(
      refused(PasskeyRefused),
    )
    const late = (await device.startPasskeySignIn()).body.data.options
    w.clock.advance(301)
    expect(await device.signInByPasskey({ credential: key.use(late, { origin }) })).toMatchObject(
      refused(PasskeyRefused),
    )
    const ben = await registered(w, 'ben')
    const { options } = (await device.startPasskeySignIn()).body.data
    const used = key.use(options, { origin })
    const userHandle = Buffer.from(ben.user.globalUserId).toString('base64url')
    const posed = { ...used, response: { ...used.response, userHandle } }
    expect(await device.signInByPasskey({ credential: posed })).toMatchObject(refused(PasskeyRefused))
  })

  it('serves the platform as a whole in production', async () => {
    const settings = { STAGE: 'production', BASE_DOMAIN: 'quad.test', COOKIE_DOMAIN: 'quad.test' }
    const w = await world()
    Object.assign(w.runtime.settings, settings, { production: true })
    const { options } = (await w.device().startPasskeySignIn({}, { host: 'quad.test' })).body.data
    expect(options.rpId).toBe('quad.test')
  })
})
