import { describe, expect, it } from 'vitest'
import { recentMinutes, wayLimits } from '../../functions/providers/contract.ts'
import { ProvisioningDisabled } from '../../functions/saml/contract/failures.ts'
import { Failure } from '../../lib/contract/failure.ts'
import { emailPointer, providerLink, providerPointer } from '../../lib/identity/person/records.ts'
import { signInByProvider } from '../../lib/identity/session/linking.ts'
import { password, registered } from '../support/people.ts'
import { bySchool, placeOf, samlProof } from '../support/provider-sign-in.ts'
import { enrolSchool } from '../support/schools.ts'
import { linked, outcome, tokenOf, waysOf } from '../support/ways.ts'
import { world } from '../support/world.ts'

const tired = [429, 'RATE_LIMITED']

describe('a link', () => {
  it('ends in the session that began it, and in no other of the same person', async () => {
    const w = await world()
    const { email } = await registered(w, 'ada')
    const phone = async () => {
      const device = w.device({ headers: { 'x-client': 'mobile' } })
      const { accessToken } = (await device.login({ email, password })).body.data
      return { device, headers: { authorization: `Bearer ${accessToken}` } }
    }
    const [own, other] = [await phone(), await phone()]
    const answered = async ({ device, headers }: typeof own) => {
      const { state, nonce } = (await own.device.startLink({ provider: 'google' }, own)).body.data
      return device.linkWay({ state, idToken: await tokenOf(w, 'google', 'private', { nonce }) }, { headers })
    }
    expect(outcome(await answered(other))).toEqual([400, 'INVALID_STATE'])
    expect((await answered(own)).status).toBe(200)
  })

  it('is begun, ended and taken away a bounded number of times by one person', async () => {
    const w = await world()
    const { device } = await registered(w, 'ada')
    expect((await linked(w, device, 'google', 'private')).status).toBe(200)
    const wayId = (await waysOf(device)).find(({ kind }) => kind === 'google')?.id ?? ''
    Object.assign(w.runtime.settings, { RATE_LIMIT_SCALE: 3 / wayLimits.account.max })
    expect((await device.startLink({ provider: 'apple' })).status).toBe(200)
    expect(outcome(await device.startLink({ provider: 'apple' }))).toEqual(tired)
    expect(outcome(await device.linkWay({ state: 'state', idToken: 'token' }))).toEqual(tired)
    expect(outcome(await device.unlinkWay({ wayId }))).toEqual(tired)
  })
})

describe('taking a way in away', () => {
  it('wants a session that is young', async () => {
    const w = await world()
    const { device, email } = await registered(w, 'ada')
    expect((await linked(w, device, 'google', 'private')).status).toBe(200)
    const wayId = (await waysOf(device)).find(({ kind }) => kind === 'google')?.id ?? ''
    w.clock.advance(recentMinutes * 60 + 1)
    expect((await device.refreshToken()).status).toBe(200)
    expect(outcome(await device.unlinkWay({ wayId }))).toEqual([403, 'RECENT_LOGIN_REQUIRED'])
    const young = w.device()
    await young.login({ email, password })
    expect((await young.unlinkWay({ wayId })).status).toBe(200)
  })
})

describe('an address that a code is sent to', () => {
  it('has no signs that parsers leave out', async () => {
    const w = await world({ settings: { BASE_DOMAIN: 'quad.test' } })
    const own = `${w.home}.quad.test`
    for (const url of [`http://${own}/lo\ngin`, `http:/\t/${own}/`, `http://${own}/\u00E4`])
      expect([url, ...outcome(await w.device().startGoogleLogin({ url }))]).toEqual([
        url,
        400,
        'REDIRECT_NOT_ALLOWED',
      ])
  })
})

describe('a link that is none', () => {
  it('opens nothing for an address that nobody verified', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const subject = `half ${w.home}`
    const { globalUserId } = ada.user
    await w.table().put(providerPointer, { issuer: 'google', subject, globalUserId })
    const idToken = await tokenOf(w, 'google', 'half', { email_verified: false })
    expect(outcome(await w.device().googleLogin({ idToken }))).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  })

  it('is not made again where nobody becomes a member by signing in', async () => {
    const w = await world()
    const { user, email } = await registered(w, 'ada', {}, w.sister)
    const { globalUserId } = user
    const proof = { ...samlProof(w, 'ada'), email, proven: true, trust: 1 }
    const { issuer, subject } = proof
    const dead = { issuer, subject, globalUserId, linkedAt: w.clock.now().toISOString() }
    await w.table().put(providerPointer, { issuer, subject, globalUserId })
    await w.table().put(providerLink, dead)
    expect(await w.table().get(emailPointer, { email })).toMatchObject({ globalUserId })
    const usernameFor = async () => 'ada'
    const joining = { refused: ProvisioningDisabled, usernameFor, fields: {} }
    const refused = await signInByProvider(placeOf(w), proof, { ...bySchool(w), joining }).catch(
      (error: unknown) => (error instanceof Failure ? error.kind : error),
    )
    expect(refused).toEqual(ProvisioningDisabled)
    expect(await w.table().get(providerLink, dead)).toEqual(dead)
  })
})

describe('a picture', () => {
  it.each([
    ['https://pics.test/a.png', 'https://pics.test/a.png'],
    ['http://pics.test/a.png', undefined],
    ['javascript:alert(1)', undefined],
    ['data:image/png;base64,AAAA', undefined],
    ['https://pics.test/LONG', undefined],
  ])('%s of a provider is shown as %s', async (address, shown) => {
    const w = await world()
    const picture = address.replace('LONG', 'a'.repeat(2048))
    const idToken = await tokenOf(w, 'google', 'ada', { picture })
    const { body } = await w.device().googleLogin({ idToken })
    expect(body.data.user.picture || undefined).toBe(shown)
  })
})

describe('in production', () => {
  it('no code is sent to a program on somebody’s own machine', async () => {
    const settings = { STAGE: 'production', BASE_DOMAIN: 'quad.test', COOKIE_DOMAIN: 'quad.test' }
    const w = await world({ settings })
    await enrolSchool(w, w.home)
    const place = { host: `${w.home}.quad.test` }
    for (const url of [
      'http://localhost:3000/login',
      'http://127.0.0.1/login',
      `http://${w.home}.localhost/`,
    ])
      for (const reply of [
        await w.device().startGoogleLogin({ url }, place),
        await w.device().googleLogin({ code: 'a', url }, place),
      ])
        expect([url, ...outcome(reply)]).toEqual([url, 400, 'REDIRECT_NOT_ALLOWED'])
  })
})
