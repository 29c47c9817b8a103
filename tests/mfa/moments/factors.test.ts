import { describe, expect, it } from 'vitest'
import { PasskeyRefused, WrongCode } from '../../../functions/mfa/shapes.ts'
import { SessionRevoked } from '../../../lib/contract/failures.ts'
import { refused } from '../../support/agent.ts'
import { registered } from '../../support/people.ts'
import { isWriteOf, meanwhile } from '../../support/table/instead.ts'
import { outcome, tokenOf } from '../../support/ways.ts'
import { world } from '../../support/world.ts'
import { bothBegun, codeFrom, halfSignedIn, originOf, withPasskey, withTotp } from '../factors.ts'

const wide = { settings: { RATE_LIMIT_SCALE: '100' } }

describe('a code of an authenticator app', () => {
  // rules/mfa 14
  it('that is used at the moment it takes the app away does not', async () => {
    const w = await world(wide)
    const ada = await registered(w)
    const code = (await withTotp(w, ada.device)).code()
    meanwhile(w, isWriteOf('factor.removed'), async () => {
      expect((await ada.device.confirmByCode({ code })).status).toBe(200)
    })
    expect(await ada.device.disableTotp({ code })).toMatchObject(refused(WrongCode))
    expect((await ada.device.getMfaStatus()).body.data.methods).toEqual(['totp'])
  })

  // rules/mfa 8
  it('shows nothing once another app has taken the place of that one', async () => {
    const w = await world(wide)
    const ada = await registered(w)
    const app = await withTotp(w, ada.device)
    // The clock of the phone is ahead, so that the new app has not used up this period.
    const code = app.code()
    w.clock.advance(-30)
    const url = (await ada.device.setUpTotp()).body.data.otpauthUrl
    meanwhile(w, isWriteOf('Totp'), async () => {
      expect((await ada.device.enableTotp({ code: codeFrom(w, url) })).status).toBe(200)
    })
    expect(await ada.device.confirmByCode({ code })).toMatchObject(refused(WrongCode))
  })

  // rules/mfa 11
  it('is shown in no session that ends at that moment, and stays unused', async () => {
    const w = await world(wide)
    const ada = await registered(w)
    const code = (await withTotp(w, ada.device)).code()
    const other = w.device({ jar: new Map(ada.device.jar) })
    meanwhile(w, isWriteOf('Totp'), () => other.logout())
    expect(await ada.device.confirmByCode({ code })).toMatchObject(refused(SessionRevoked))
    const { device } = await halfSignedIn(w, ada.email)
    expect((await device.verifyTotp({ code })).status).toBe(200)
  })

  // rules/mfa 14
  it('is of this period, the one before or the next one', async () => {
    const w = await world(wide)
    const ada = await registered(w)
    const url = (await ada.device.setUpTotp()).body.data.otpauthUrl
    await ada.device.enableTotp({ code: codeFrom(w, url) })
    w.clock.advance(300)
    const statuses = []
    for (const off of [-60, 60, -30, 30]) {
      w.clock.advance(off)
      const code = codeFrom(w, url)
      w.clock.advance(-off)
      statuses.push((await ada.device.confirmByCode({ code })).status)
    }
    expect(statuses).toEqual([400, 400, 200, 200])
  })

  // rules/mfa 5
  it('uses up none of the tries when it is right', async () => {
    const w = await world({ ...wide, ownTable: true })
    const ada = await registered(w)
    const app = await withTotp(w, ada.device)
    Object.assign(w.runtime.settings, { RATE_LIMIT_SCALE: 0.1 })
    const statuses = []
    for (let at = 0; at < 3; at += 1)
      statuses.push((await ada.device.confirmByCode({ code: app.code() })).status)
    expect(statuses).toEqual([200, 200, 200])
  })
})

describe('a passkey', () => {
  // rules/mfa 16
  it('of which there are two copies serves one of them at one moment', async () => {
    const w = await world(wide)
    const ada = await registered(w)
    const { key, origin } = await withPasskey(w, ada.device)
    const asked = async () => (await ada.device.startPasskeyConfirmation()).body.data.options
    const credential = key.use(await asked(), { origin })
    const copied = key.use(await asked(), { origin, stuck: true })
    meanwhile(w, isWriteOf('Passkey'), async () => {
      expect((await ada.device.confirmByPasskey({ credential: copied })).status).toBe(200)
    })
    expect(await ada.device.confirmByPasskey({ credential })).toMatchObject(refused(PasskeyRefused))
  })

  // rules/mfa 15
  it('has signed for the address that asked, and for no other', async () => {
    const w = await world(wide)
    const ada = await registered(w)
    const { key } = await withPasskey(w, ada.device)
    const { options } = (await w.device().startPasskeySignIn()).body.data
    const credential = key.use(options, { origin: originOf(w, w.sister) })
    const there = await w.device({ tenant: w.sister }).signInByPasskey({ credential })
    expect(there).toMatchObject(refused(PasskeyRefused))
  })

  it.each([
    ['nobody', null],
    ['what is no id', Buffer.from('A#B').toString('base64url')],
    ['what is too long', Buffer.from('a'.repeat(65)).toString('base64url')],
  ])('that names %s as its owner is refused', async (_, userHandle) => {
    const w = await world(wide)
    const ada = await registered(w)
    const { key, origin } = await withPasskey(w, ada.device)
    const { options } = (await w.device().startPasskeySignIn()).body.data
    const used = key.use(options, { origin })
    const credential = { ...used, response: { ...used.response, userHandle } }
    expect(await w.device().signInByPasskey({ credential })).toMatchObject(refused(PasskeyRefused))
  })
})

describe('at the same moment', () => {
  // rules/mfa 7
  it('an app and a passkey are both added, and both are known', async () => {
    const w = await world(wide)
    const ada = await registered(w)
    const { url, credential } = await bothBegun(w, ada.device)
    meanwhile(w, isWriteOf('Passkey'), async () => {
      expect((await ada.device.enableTotp({ code: codeFrom(w, url) })).status).toBe(200)
    })
    expect((await ada.device.registerPasskey({ credential })).status).toBe(201)
    expect((await ada.device.getMfaStatus()).body.data.methods).toEqual(['passkey', 'totp'])
  })
})

describe('the first proof of a sign-in', () => {
  // rules/mfa 4
  it('that serves once is used up although the second step is not taken', async () => {
    const w = await world(wide)
    const device = w.device()
    await device.googleLogin({ idToken: await tokenOf(w, 'google', 'ada') })
    await withTotp(w, device)
    w.clock.advance(1)
    const idToken = await tokenOf(w, 'google', 'ada')
    expect((await w.device().googleLogin({ idToken })).body.data.requiresMfa).toBe(true)
    expect(outcome(await w.device().googleLogin({ idToken }))).toEqual([401, 'GOOGLE_TOKEN_INVALID'])
  })
})
