import { describe, expect, it } from 'vitest'
import {
  OwnAddressUnproven,
  PasskeyKnown,
  PasskeyNotFound,
  PasskeyUnusable,
  SignInAgain,
  TooManyPasskeys,
  TotpNotSetUp,
  WrongCode,
} from '../../functions/mfa/shapes.ts'
import { OwnProofRequired, StrongProofRequired } from '../../lib/contract/failures.ts'
import { passkey, recoveryCodes, totp } from '../../lib/identity/factor/records.ts'
import { refused } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { vouchedFor } from '../support/provider-sign-in.ts'
import { world } from '../support/world.ts'
import { authenticator } from './authenticator.ts'
import { codeFrom, confirmWith, halfSignedIn, withPasskey, withTotp } from './factors.ts'

const minutes = 60

describe('the first second factor', () => {
  // rules/mfa 7
  it('is added within fifteen minutes of a sign-in, and no later', async () => {
    const w = await world()
    const ada = await registered(w)
    w.clock.advance(15 * minutes + 1)
    await ada.device.refreshToken()
    expect(await ada.device.setUpTotp()).toMatchObject(refused(SignInAgain))
    expect(await ada.device.startPasskey()).toMatchObject(refused(SignInAgain))
    await ada.device.login({ email: ada.email, password })
    expect((await ada.device.setUpTotp()).status).toBe(200)
  })

  // rules/mfa 7
  it('waits for the proof of the address, which may be of somebody else', async () => {
    const w = await world({ settings: { REQUIRE_VERIFIED_EMAIL: 'true' } })
    const { device, email } = await registered(w)
    expect(await device.setUpTotp()).toMatchObject(refused(OwnAddressUnproven))
    expect(await device.startPasskey()).toMatchObject(refused(OwnAddressUnproven))
    await device.requestEmailCode()
    await w.deliver()
    expect((await device.confirmEmail({ code: w.codeFor(email) })).status).toBe(200)
    expect((await device.setUpTotp()).status).toBe(200)
  })

  it("is the person's own: a school's identity provider adds none", async () => {
    const w = await world()
    const ada = await registered(w)
    const vouched = await vouchedFor(w, ada)
    expect(await vouched.setUpTotp()).toMatchObject(refused(OwnProofRequired))
    expect(await vouched.getMfaStatus()).toMatchObject(refused(OwnProofRequired))
  })

  // rules/mfa 10
  it('is told to its owner, stands in the audit log, and counts as shown', async () => {
    const w = await world()
    const ada = await registered(w)
    await withTotp(w, ada.device)
    await w.deliver()
    expect(w.mails.at(-1)).toMatchObject({ to: ada.email, kind: 'factor_changed' })
    const { data } = (await ada.device.getMfaStatus()).body
    expect(data).toMatchObject({
      configured: true,
      methods: ['totp'],
      totpEnabled: true,
      passkeyCount: 0,
      recoveryCodesLeft: 10,
      strongUntil: new Date(w.clock.now().getTime() + 15 * minutes * 1000).toISOString(),
    })
  })
})

describe('an authenticator app', () => {
  it('is none before its first code', async () => {
    const w = await world()
    const ada = await registered(w)
    expect(await ada.device.enableTotp({ code: '000000' })).toMatchObject(refused(TotpNotSetUp))
    const { body } = await ada.device.setUpTotp()
    expect(body.data.qrCodeDataUrl).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(await ada.device.enableTotp({ code: '000000' })).toMatchObject(refused(WrongCode))
    const { reply } = await halfSignedIn(w, ada.email)
    expect(reply.body.data.user._id).toBe(ada.user._id)
    expect((await ada.device.enableTotp({ code: codeFrom(w, body.data.otpauthUrl) })).status).toBe(200)
  })

  // rules/mfa 8
  it('stays what it is until a new one has shown a code', async () => {
    const w = await world()
    const ada = await registered(w)
    const app = await withTotp(w, ada.device)
    await ada.device.setUpTotp()
    const { device } = await halfSignedIn(w, ada.email)
    expect((await device.verifyTotp({ code: app.code() })).status).toBe(200)
  })

  it('is removed by a code of it, also long after a sign-in', async () => {
    const w = await world()
    const ada = await registered(w)
    const app = await withTotp(w, ada.device)
    w.clock.advance(16 * minutes)
    await ada.device.refreshToken()
    expect(await ada.device.disableTotp()).toMatchObject(refused(StrongProofRequired))
    expect((await ada.device.disableTotp({ code: app.code() })).status).toBe(200)
    // rules/mfa 9
    const keyParams = { globalUserId: ada.user.globalUserId }
    expect(await w.table().get(totp, keyParams)).toBeUndefined()
    expect(await w.table().get(recoveryCodes, keyParams)).toBeUndefined()
    expect((await halfSignedIn(w, ada.email)).reply.body.data.user._id).toBe(ada.user._id)
    expect(await ada.device.disableTotp()).toMatchObject(refused(TotpNotSetUp))
  })
})

describe('a further factor', () => {
  // rules/mfa 7
  it('is added by who has just shown one', async () => {
    const w = await world()
    const ada = await registered(w)
    const app = await withTotp(w, ada.device)
    w.clock.advance(16 * minutes)
    await ada.device.refreshToken()
    expect(await ada.device.startPasskey()).toMatchObject(refused(StrongProofRequired))
    expect((await ada.device.confirmByCode({ code: app.code() })).status).toBe(200)
    const { registered: added } = await withPasskey(w, ada.device)
    expect(added.body.data).not.toHaveProperty('recoveryCodes')
    expect((await ada.device.getMfaStatus()).body.data.methods).toEqual(['passkey', 'totp'])
  })

  it('is refused as it came from elsewhere, twice, or as the eleventh', async () => {
    const w = await world()
    const ada = await registered(w)
    const { key, origin } = await withPasskey(w, ada.device)
    const make = async (how: object = {}) => {
      const { body } = await ada.device.startPasskey()
      return authenticator().create(body.data.options, { origin, ...how })
    }
    const evil = await make({ origin: 'http://evil.localhost' })
    expect(await ada.device.registerPasskey({ credential: evil })).toMatchObject(refused(PasskeyUnusable))
    const credential = await make()
    expect((await ada.device.registerPasskey({ credential })).status).toBe(201)
    expect(await ada.device.registerPasskey({ credential })).toMatchObject(refused(PasskeyUnusable))
    const { body } = await ada.device.startPasskey()
    expect(body.data.options.excludeCredentials).toHaveLength(2)
    const again = key.create(body.data.options, { origin }, Buffer.from(key.made[0]?.id ?? '', 'base64url'))
    expect(await ada.device.registerPasskey({ credential: again })).toMatchObject(refused(PasskeyKnown))
    for (let at = 2; at < 10; at += 1) await ada.device.registerPasskey({ credential: await make() })
    expect(await ada.device.startPasskey()).toMatchObject(refused(TooManyPasskeys))
  })

  it('is named, and removed by who has just shown one', async () => {
    const w = await world()
    const ada = await registered(w)
    const { key, origin } = await withPasskey(w, ada.device)
    const passkeyId = key.made[0]?.id ?? ''
    expect((await ada.device.renamePasskey({ passkeyId, nickname: 'Blue phone' })).status).toBe(200)
    expect((await ada.device.getMfaStatus()).body.data.passkeys).toMatchObject([
      { id: passkeyId, nickname: 'Blue phone', usableHere: true },
    ])
    const missing = refused(PasskeyNotFound)
    expect(await ada.device.renamePasskey({ passkeyId: 'none', nickname: 'x' })).toMatchObject(missing)
    expect(await ada.device.removePasskey({ passkeyId: 'none' })).toMatchObject(missing)
    w.clock.advance(16 * minutes)
    await ada.device.refreshToken()
    expect(await ada.device.removePasskey({ passkeyId })).toMatchObject(refused(StrongProofRequired))
    expect((await confirmWith(ada.device, key, origin)).status).toBe(200)
    expect((await ada.device.removePasskey({ passkeyId })).status).toBe(200)
    expect((await ada.device.getMfaStatus()).body.data).toMatchObject({
      configured: false,
      recoveryCodesLeft: 0,
    })
    expect(await ada.device.startPasskeyConfirmation()).toMatchObject(missing)
  })
})

// rules/mfa 17
it('no secret, key or code is shown again', async () => {
  const w = await world()
  const ada = await registered(w)
  const { recoveryCodes: codes } = await withTotp(w, ada.device)
  await withPasskey(w, ada.device)
  const keyParams = { globalUserId: ada.user.globalUserId }
  const app = await w.table().get(totp, keyParams)
  const shown = [
    await ada.device.getMfaStatus(),
    await ada.device.getMyData(),
    await ada.device.listSessions(),
  ]
  const text = JSON.stringify(shown.map(({ body }) => body))
  expect(text).toContain('totp')
  const { items } = await w.table().list(passkey, { keyParams, limit: 10 })
  for (const secret of [app?.secret ?? 'none', items[0]?.publicKey ?? 'none', ...codes])
    expect(text).not.toContain(secret)
})

describe('recovery codes', () => {
  it('are renewed by who has just shown a factor, and the old ones end', async () => {
    const w = await world()
    const ada = await registered(w)
    const { recoveryCodes: old } = await withTotp(w, ada.device)
    const { body } = await ada.device.renewRecoveryCodes()
    expect(body.data.recoveryCodes).toHaveLength(10)
    const { device } = await halfSignedIn(w, ada.email)
    expect((await device.verifyTotp({ code: old[0] })).status).toBe(401)
    expect((await device.verifyTotp({ code: body.data.recoveryCodes[0] })).status).toBe(200)
  })

  it('are none for somebody without a factor', async () => {
    const w = await world()
    const ada = await registered(w)
    expect(await ada.device.renewRecoveryCodes()).toMatchObject(refused(TotpNotSetUp))
  })
})

// rules/mfa 18
it('factors go with the person', async () => {
  const w = await world()
  const ada = await registered(w)
  await withTotp(w, ada.device)
  const { key } = await withPasskey(w, ada.device)
  expect((await ada.device.deleteAccount({})).status).toBe(200)
  const { globalUserId } = ada.user
  expect(await w.table().get(totp, { globalUserId })).toBeUndefined()
  expect(await w.table().get(recoveryCodes, { globalUserId })).toBeUndefined()
  expect(await w.table().get(passkey, { globalUserId, id: key.made[0]?.id ?? '' })).toBeUndefined()
})
