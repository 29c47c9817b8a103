import { describe, expect, it } from 'vitest'
import type { Agent } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { isWriteOf, meanwhile } from '../support/table/instead.ts'
import { world } from '../support/world.ts'
import { confirmWith, halfSignedIn, withPasskey, withTotp } from './factors.ts'

/** Somebody with an app and two passkeys, one of them a thief's, each by a session of its own. */
const stage = async () => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '1000' } })
  const ada = await registered(w)
  const app = await withTotp(w, ada.device)
  const own = await withPasskey(w, ada.device)
  w.clock.advance(1)
  const planted = await withPasskey(w, ada.device)
  const { recoveryCodes } = app
  const isIn = async (device: Agent) => (await device.validateToken()).status === 200
  const byPasskey = async ({ key, origin }: typeof own) => {
    const device = w.device()
    const { options } = (await device.startPasskeySignIn()).body.data
    expect((await device.signInByPasskey({ credential: key.use(options, { origin }) })).status).toBe(200)
    return device
  }
  const byCode = async (code = app.code()) => {
    const { device } = await halfSignedIn(w, ada.email)
    expect((await device.verifyTotp({ code })).status).toBe(200)
    return device
  }
  const remove = (passkey: typeof own) =>
    ada.device.removePasskey({ passkeyId: passkey.registered.body.data.passkey.id })
  return { w, ada, app, own, planted, recoveryCodes, isIn, byPasskey, byCode, remove }
}

describe('a factor that is removed', () => {
  // rules/mfa 33
  it('ends the sessions that a passkey opened, and those of other factors go on', async () => {
    const { ada, own, planted, isIn, byPasskey, byCode, remove } = await stage()
    const [thief, owner, app] = [await byPasskey(planted), await byPasskey(own), await byCode()]
    expect((await remove(planted)).status).toBe(200)
    expect(await Promise.all([thief, owner, app, ada.device].map(isIn))).toEqual([false, true, true, true])
  })

  // rules/mfa 33
  it('ends a session that a passkey opened, whatever it has shown since', async () => {
    const { planted, recoveryCodes, isIn, byPasskey, remove } = await stage()
    const thief = await byPasskey(planted)
    expect((await thief.confirmByCode({ code: recoveryCodes[0] ?? '' })).status).toBe(200)
    expect((await remove(planted)).status).toBe(200)
    expect(await isIn(thief)).toBe(false)
  })

  // rules/mfa 33
  it('ends a session that shows the passkey at that moment', async () => {
    const { w, planted, isIn, byCode, remove } = await stage()
    const thief = await byCode()
    meanwhile(w, isWriteOf('factor.removed'), async () => {
      expect((await confirmWith(thief, planted.key, planted.origin)).status).toBe(200)
    })
    expect((await remove(planted)).status).toBe(200)
    expect(await isIn(thief)).toBe(false)
  })

  // rules/mfa 33
  it('ends the sessions of an app that is removed or replaced', async () => {
    const { w, ada, own, isIn, byPasskey, byCode } = await stage()
    const [before, owner] = [await byCode(), await byPasskey(own)]
    await withTotp(w, ada.device)
    expect(await Promise.all([before, owner, ada.device].map(isIn))).toEqual([false, true, true])
  })

  // rules/mfa 33
  it('ends those of an app that is switched off, and of recovery codes that are renewed', async () => {
    const { w, ada, recoveryCodes, isIn, byCode } = await stage()
    const [app, code] = [await byCode(), await byCode(recoveryCodes[0])]
    expect((await ada.device.renewRecoveryCodes()).status).toBe(200)
    expect(await Promise.all([app, code].map(isIn))).toEqual([true, false])
    expect((await ada.device.disableTotp()).status).toBe(200)
    expect(await isIn(app)).toBe(false)
    await w.deliver()
    const mails = w.mails.filter(({ text }) => text.includes('had signed in or confirmed with it'))
    expect(mails.map(({ kind }) => kind)).toEqual(['factor_changed'])
  })
})
