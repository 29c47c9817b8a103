import { describe, expect, it } from 'vitest'
import { RecoveryNotFound, RecoveryNotReady, SecondStepOver } from '../../functions/mfa/shapes.ts'
import { refused } from '../support/agent.ts'
import { password, registered } from '../support/people.ts'
import { type World, world } from '../support/world.ts'
import type { authenticator } from './authenticator.ts'
import { halfSignedIn, withPasskey, withTotp } from './factors.ts'

const day = 86_400
/** A factor that old ends a wait. */
const trusted = 14 * day

/** Somebody with an app and a passkey, and somebody who waits to get in without. */
const waiting = async () => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  const ada = await registered(w)
  const app = await withTotp(w, ada.device)
  await withPasskey(w, ada.device)
  w.clock.advance(trusted)
  const { device } = await halfSignedIn(w, ada.email)
  const begun = await device.startFactorRecovery()
  await w.deliver()
  return { w, ada, app, device, begun }
}

const signedInBy = async (w: World, key: ReturnType<typeof authenticator>, origin: string) => {
  const device = w.device()
  const { body } = await device.startPasskeySignIn()
  return device.signInByPasskey({ credential: key.use(body.data.options, { origin }) })
}

const linkIn = (text: string): URLSearchParams =>
  new URL(/https?:\/\/\S+\/login\/confirm\?\S+/.exec(text)?.[0] ?? 'x:').searchParams

describe('somebody who has lost every factor', () => {
  // rules/mfa 19
  it('waits for three days, and then signs in without any', async () => {
    const { w, ada, device, begun } = await waiting()
    const readyAt = new Date(w.clock.now().getTime() + 3 * day * 1000).toISOString()
    expect(begun.body.data).toEqual({ readyAt })
    expect((await device.startFactorRecovery()).body.data).toEqual({ readyAt })
    expect(await device.completeFactorRecovery()).toMatchObject(refused(RecoveryNotReady))
    w.clock.advance(3 * day)
    const later = await halfSignedIn(w, ada.email)
    const done = await later.device.completeFactorRecovery()
    expect(done).toMatchObject({ status: 200, body: { data: { user: { _id: ada.user._id } } } })
    expect((await later.device.getMfaStatus()).body.data).toMatchObject({
      configured: false,
      passkeyCount: 0,
      recoveryCodesLeft: 0,
      strongUntil: null,
    })
    expect((await halfSignedIn(w, ada.email)).reply.body.data.user._id).toBe(ada.user._id)
  })

  // rules/mfa 19, rules/identity 44
  it('is in alone: whoever is signed in beside them is signed out, and codes of before are over', async () => {
    const { w, ada, device } = await waiting()
    w.clock.advance(3 * day - 1)
    await w.device().forgotPassword({ email: ada.email })
    await w.deliver()
    const code = w.codeFor(ada.email)
    w.clock.advance(1)
    await device.login({ email: ada.email, password })
    await ada.device.refreshToken()
    expect((await ada.device.validateToken()).status).toBe(200)
    expect((await device.completeFactorRecovery()).status).toBe(200)
    expect((await ada.device.validateToken()).status).toBe(401)
    expect((await ada.device.refreshToken()).status).toBe(401)
    expect((await device.validateToken()).status).toBe(200)
    expect((await device.refreshToken()).status).toBe(200)
    expect((await device.listSessions()).body.data.sessions).toHaveLength(1)
    const newPassword = 'another long password'
    expect((await w.device().resetPassword({ email: ada.email, code, newPassword })).status).toBe(400)
    expect((await halfSignedIn(w, ada.email)).reply.status).toBe(200)
  })

  it('has ten days for it, and needs the first proof again', async () => {
    const { w, ada, device } = await waiting()
    w.clock.advance(3 * day)
    expect(await device.completeFactorRecovery()).toMatchObject(refused(SecondStepOver))
    w.clock.advance(8 * day)
    const late = await halfSignedIn(w, ada.email)
    expect(await late.device.completeFactorRecovery()).toMatchObject(refused(RecoveryNotFound))
  })

  // rules/mfa 20
  it('is stopped by the mail to the owner', async () => {
    const { w, ada } = await waiting()
    const mail = w.mails.find(({ kind }) => kind === 'factor_recovery')
    expect(mail?.to).toBe(ada.email)
    expect(mail?.text).toContain(
      'second factor that you had for fourteen days or longer when this began ends it',
    )
    const link = linkIn(mail?.text ?? '')
    const id = link.get('id') ?? ''
    const nobody = w.device()
    const wrong = { id, code: 'A'.repeat(22) }
    expect(await nobody.cancelFactorRecovery(wrong)).toMatchObject(refused(RecoveryNotFound))
    expect((await nobody.cancelFactorRecovery({ id, code: link.get('code') })).status).toBe(200)
    w.clock.advance(3 * day)
    const later = await halfSignedIn(w, ada.email)
    expect(await later.device.completeFactorRecovery()).toMatchObject(refused(RecoveryNotFound))
  })

  // rules/mfa 20
  it('is stopped by who signs in with a factor', async () => {
    const { w, ada, app } = await waiting()
    const owner = await halfSignedIn(w, ada.email)
    expect((await owner.device.verifyTotp({ code: app.code() })).status).toBe(200)
    w.clock.advance(3 * day)
    const later = await halfSignedIn(w, ada.email)
    expect(await later.device.completeFactorRecovery()).toMatchObject(refused(RecoveryNotFound))
  })

  // rules/mfa 20
  it('goes on after a reset of the password, which ends everything else', async () => {
    const { w, ada, begun } = await waiting()
    w.clock.advance(day)
    await w.device().forgotPassword({ email: ada.email })
    await w.deliver()
    await w.device().resetPassword({ email: ada.email, code: w.codeFor(ada.email), newPassword: password })
    const later = await halfSignedIn(w, ada.email)
    expect((await later.device.startFactorRecovery()).body.data).toEqual(begun.body.data)
    w.clock.advance(2 * day)
    const last = await halfSignedIn(w, ada.email)
    expect((await last.device.completeFactorRecovery()).status).toBe(200)
  })

  it('gets the account back from who came in by the password and added a factor', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
    const ada = await registered(w)
    const thief = w.device()
    await thief.login({ email: ada.email, password })
    const { key, origin } = await withPasskey(w, thief)
    await w.device().forgotPassword({ email: ada.email })
    await w.deliver()
    const newPassword = 'another long password'
    await w.device().resetPassword({ email: ada.email, code: w.codeFor(ada.email), newPassword })
    const device = w.device()
    const { data } = (await device.login({ email: ada.email, password: newPassword })).body
    expect(data.user._id).toBe(ada.user._id)
    expect((await signedInBy(w, key, origin)).status).toBe(401)
    expect((await thief.validateToken()).status).toBe(401)
  })
})
