import { describe, expect, it } from 'vitest'
import {
  PasskeyNotFound,
  PasskeyRefused,
  PasskeyUnusable,
  TooManyPasskeys,
  TotpNotSetUp,
  WrongCode,
} from '../../functions/mfa/shapes.ts'
import { refused } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { world } from '../support/world.ts'
import { authenticator } from './authenticator.ts'
import { bothBegun, codeFrom, halfSignedIn, originOf, withPasskey, withTotp } from './factors.ts'

const wide = { settings: { RATE_LIMIT_SCALE: '100' } }
const statuses = (replies: readonly { readonly status: number }[]) => replies.map(({ status }) => status)

describe('at the same moment', () => {
  // rules/mfa 4
  it('one sign-in is completed once, by whichever codes', async () => {
    const w = await world(wide)
    const ada = await registered(w)
    const { recoveryCodes } = await withTotp(w, ada.device)
    const { device } = await halfSignedIn(w, ada.email)
    const other = w.device({ jar: new Map(device.jar) })
    const [first = '', second = ''] = recoveryCodes
    const both = await Promise.all([device.verifyTotp({ code: first }), other.verifyTotp({ code: second })])
    expect(statuses(both).sort()).toEqual([200, 401])
  })

  // rules/mfa 9, 14
  it.each(['an app', 'recovery'])('a code of %s serves one of two sign-ins', async (what) => {
    const w = await world(wide)
    const ada = await registered(w)
    const app = await withTotp(w, ada.device)
    const halves = [await halfSignedIn(w, ada.email), await halfSignedIn(w, ada.email)]
    const code = what === 'an app' ? app.code() : (app.recoveryCodes[0] ?? '')
    const both = await Promise.all(halves.map(({ device }) => device.verifyTotp({ code })))
    expect(statuses(both).sort()).toEqual([200, 401])
  })
})

describe('what a passkey has signed', () => {
  // Keys that are kept in a cloud never count.
  // rules/mfa 15
  it('serves once, also of one that does not count', async () => {
    const w = await world(wide)
    const ada = await registered(w)
    const { key, origin } = await withPasskey(w, ada.device)
    const { options } = (await w.device().startPasskeySignIn()).body.data
    const credential = key.use(options, { origin, stuck: true })
    expect((await w.device().signInByPasskey({ credential })).status).toBe(200)
    expect(await w.device().signInByPasskey({ credential })).toMatchObject(refused(PasskeyRefused))
  })

  // rules/mfa 15
  it('serves for one purpose: what asks for a use makes no key', async () => {
    const w = await world(wide)
    const ada = await registered(w)
    await withPasskey(w, ada.device)
    const use = (await ada.device.startPasskeyConfirmation()).body.data.options
    const making = (await ada.device.startPasskey()).body.data.options
    const key = authenticator()
    const credential = key.create({ ...making, challenge: use.challenge }, { origin: originOf(w) })
    expect(await ada.device.registerPasskey({ credential })).toMatchObject(refused(PasskeyUnusable))
  })

  // rules/mfa 15
  it('serves the session that asked', async () => {
    const w = await world(wide)
    const ada = await registered(w)
    const { key, origin } = await withPasskey(w, ada.device)
    const there = w.device()
    await there.login({ email: ada.email, password })
    const use = (await there.startPasskeyStep()).body.data.options
    await there.verifyPasskey({ credential: key.use(use, { origin }) })
    const { options } = (await ada.device.startPasskeyConfirmation()).body.data
    const credential = key.use(options, { origin })
    expect(await there.confirmByPasskey({ credential })).toMatchObject(refused(PasskeyRefused))
    expect((await ada.device.confirmByPasskey({ credential })).status).toBe(200)
  })

  it('is asked of keys of this address alone', async () => {
    const w = await world(wide)
    const ada = await registered(w)
    await withPasskey(w, ada.device)
    const { device } = await halfSignedIn(w, ada.email, w.sister)
    expect(await device.startPasskeyStep()).toMatchObject(refused(PasskeyNotFound))
  })
})

describe('a factor', () => {
  // rules/mfa 7
  it('is added by nobody whose proof is over when it is made', async () => {
    const w = await world(wide)
    const ada = await registered(w)
    const { url, credential } = await bothBegun(w, ada.device)
    w.clock.advance(14 * 60)
    const late = (await ada.device.startPasskey()).body.data.options
    const other = authenticator().create(late, { origin: originOf(w) })
    w.clock.advance(61)
    await ada.device.refreshToken()
    const refusals = [
      await ada.device.registerPasskey({ credential }),
      await ada.device.registerPasskey({ credential: other }),
      await ada.device.enableTotp({ code: codeFrom(w, url) }),
    ]
    expect(statuses(refusals)).toEqual([409, 409, 409])
  })

  // rules/mfa 8
  it('that is set up in one session is confirmed in no other', async () => {
    const w = await world(wide)
    const ada = await registered(w)
    const other = w.device()
    await other.login({ email: ada.email, password })
    const url = (await ada.device.setUpTotp()).body.data.otpauthUrl
    expect(await other.enableTotp({ code: codeFrom(w, url) })).toMatchObject(refused(TotpNotSetUp))
  })

  // rules/mfa 14
  it('has used up the code that set it up', async () => {
    const w = await world(wide)
    const ada = await registered(w)
    const url = (await ada.device.setUpTotp()).body.data.otpauthUrl
    const code = codeFrom(w, url)
    await ada.device.enableTotp({ code })
    const { device } = await halfSignedIn(w, ada.email)
    expect((await device.verifyTotp({ code })).status).toBe(401)
  })

  it('is taken away by a code of its own, and by no recovery code', async () => {
    const w = await world(wide)
    const ada = await registered(w)
    const { recoveryCodes } = await withTotp(w, ada.device)
    expect(await ada.device.disableTotp({ code: recoveryCodes[0] ?? '' })).toMatchObject(refused(WrongCode))
  })

  it('is the tenth passkey at the most, of two that are made at once', async () => {
    const w = await world(wide)
    const ada = await registered(w)
    for (let at = 0; at < 9; at += 1) await withPasskey(w, ada.device)
    const asked = [await ada.device.startPasskey(), await ada.device.startPasskey()]
    const made = asked.map(({ body }) => authenticator().create(body.data.options, { origin: originOf(w) }))
    expect((await ada.device.registerPasskey({ credential: made[0] })).status).toBe(201)
    const eleventh = await ada.device.registerPasskey({ credential: made[1] })
    expect(eleventh).toMatchObject(refused(TooManyPasskeys))
  })

  it('of somebody else is never replaced by one of the same name', async () => {
    const w = await world(wide)
    const [ada, eve] = [await registered(w, 'ada'), await registered(w, 'eve')]
    const { key, origin } = await withPasskey(w, ada.device)
    const id = Buffer.from(key.made[0]?.id ?? '', 'base64url')
    const { options } = (await eve.device.startPasskey()).body.data
    await eve.device.registerPasskey({ credential: authenticator().create(options, { origin }, id) })
    const use = (await w.device().startPasskeySignIn()).body.data.options
    const device = w.device()
    const { body } = await device.signInByPasskey({ credential: key.use(use, { origin }) })
    expect(body.data.user._id).toBe(ada.user._id)
  })
})

describe('tries', () => {
  const narrow = async () => {
    const w = await world({ ...wide, ownTable: true })
    const ada = await registered(w)
    const { key, origin } = await withPasskey(w, ada.device)
    return {
      w,
      ada,
      key,
      origin,
      narrowed: (scale: string) => Object.assign(w.runtime.settings, { RATE_LIMIT_SCALE: scale }),
    }
  }

  it('of passkeys alone are bounded for one network address, when they begin and when they end', async () => {
    const { w, key, origin, narrowed } = await narrow()
    const { options } = (await w.device().startPasskeySignIn()).body.data
    const credential = key.use(options, { origin })
    narrowed('0.001')
    const begun = []
    for (let at = 0; at < 3; at += 1) begun.push(await w.device().startPasskeySignIn())
    expect(statuses(begun)).toEqual([200, 200, 429])
    expect((await w.device().signInByPasskey({ credential })).status).toBe(429)
    narrowed('100')
    expect((await w.device().signInByPasskey({ credential })).status).toBe(200)
  })

  it.each(['setUpTotp', 'startPasskey', 'renewRecoveryCodes', 'startPasskeyConfirmation'] as const)(
    'of %s are bounded for one account',
    async (operation) => {
      const { ada, narrowed } = await narrow()
      narrowed('0.1')
      const replies = []
      for (let at = 0; at < 5; at += 1) replies.push(await ada.device[operation]())
      expect(statuses(replies).at(-1)).toBe(429)
    },
  )
})
