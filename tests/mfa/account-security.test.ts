import { describe, expect, it } from 'vitest'
import { FactorEstablished, MemberNotFound, Outranked, OwnRecovery } from '../../functions/mfa/shapes.ts'
import { WrongPassword } from '../../functions/passwords/contract.ts'
import { RecentLoginRequired } from '../../functions/users/shapes.ts'
import { StrongProofRequired } from '../../lib/contract/failures.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { factorRecovery } from '../../lib/identity/factor/records.ts'
import { providerLink } from '../../lib/identity/person/records.ts'
import { withRoles } from '../support/administrators.ts'
import { refused } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'
import { vouchedFor } from '../support/provider-sign-in.ts'
import { fresh, requestCode } from '../support/resets.ts'
import { isWriteOf, meanwhile } from '../support/table/instead.ts'
import { linked, tokenOf } from '../support/ways.ts'
import { assistance } from './assistance-stage.ts'
import { halfSignedIn, withPasskey, withTotp } from './factors.ts'

type Way = { readonly id: string; readonly kind: string; readonly isRemovable: boolean }
const kindsOf = (ways: readonly Way[]) => ways.map(({ kind }) => kind).sort()

/** Eve has no factor of her own. A thief who knew her password has planted a Google account and a passkey. */
const stage = async () => {
  const at = await assistance()
  const { w, dean } = at
  const eve = await registered(w, 'eve')
  w.clock.advance(1)
  const thief = w.device()
  await thief.login({ email: eve.email, password })
  await linked(w, thief, 'google', 'thief')
  await withPasskey(w, thief)
  w.clock.advance(1)
  const secure = (person: Person = eve, more: object = {}, by = dean) =>
    by.device.secureAccount({ userId: person.user._id, ...more })
  const look = (person: Person = eve) => dean.device.getAccountSecurity({ userId: person.user._id })
  return { ...at, eve, thief, secure, look }
}

describe('an administrator who secures an account', () => {
  // rules/mfa 29
  it('ends all sessions, removes what was added lately, and requires a new password', async () => {
    const { w, eve, thief, secure } = await stage()
    const { status, body } = await secure()
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ scope: 'account', passwordEnded: true, sessionsEnded: 2 })
    expect(kindsOf(body.data.removed)).toEqual(['google', 'passkey', 'recovery_codes'])
    for (const device of [eve.device, thief]) expect((await device.validateToken()).status).toBe(401)
    const google = await w.device().googleLogin({ idToken: await tokenOf(w, 'google', 'thief') })
    expect(google.body.data?.user._id).not.toBe(eve.user._id)
    expect((await halfSignedIn(w, eve.email)).reply.status).toBe(401)
    const code = await requestCode(w, eve.email)
    const owner = w.device()
    expect((await owner.resetPassword({ email: eve.email, code, newPassword: fresh })).status).toBe(200)
    const signedIn = await owner.login({ email: eve.email, password: fresh })
    expect(signedIn.body.data.user._id).toBe(eve.user._id)
  })

  // rules/mfa 29
  it('ends a password for everything that asks for it', async () => {
    const { w, eve, secure, look } = await stage()
    const { ways } = (await look()).body.data as { ways: readonly Way[] }
    const remove = ways.filter(({ kind }) => kind !== 'google').map(({ id }) => id)
    expect((await secure(eve, { remove })).body.data.passwordEnded).toBe(true)
    const device = w.device()
    w.clock.advance(1)
    const signedIn = await device.googleLogin({ idToken: await tokenOf(w, 'google', 'thief') })
    expect(signedIn.body.data.user._id).toBe(eve.user._id)
    const changed = await device.changePassword({ currentPassword: password, newPassword: fresh })
    expect(changed).toMatchObject(refused(WrongPassword))
    w.clock.advance(16 * 60)
    await device.refreshToken()
    expect(await device.deleteAccount({ password })).toMatchObject(refused(RecentLoginRequired))
  })

  // rules/mfa 29
  it('may leave the password as it is, and chooses what to remove', async () => {
    const { w, eve, secure, look } = await stage()
    const { ways } = (await look()).body.data as { ways: readonly Way[] }
    const remove = ways.filter(({ kind }) => kind === 'google').map(({ id }) => id)
    const { body } = await secure(eve, { remove, requireNewPassword: false })
    expect([kindsOf(body.data.removed), body.data.passwordEnded]).toEqual([['google'], false])
    expect((await halfSignedIn(w, eve.email)).reply.body.data.requiresMfa).toBe(true)
  })

  it('leaves an audit row, and a mail to the person that says what was removed', async () => {
    const { w, dean, eve, secure } = await stage()
    await secure()
    await w.deliver()
    const [mail] = w.mails.filter(({ kind }) => kind === 'account_secured')
    expect(mail?.to).toBe(eve.email)
    for (const text of ['Google (added on', 'a passkey (added on', 'Your password no longer works'])
      expect(mail?.text).toContain(text)
    const keyParams = { action: 'account.secured' }
    const { items } = await w.table().list(auditEntry, { index: 'gsi2', keyParams, limit: 10 })
    expect(items.filter(({ targetId }) => targetId === eve.user.globalUserId)).toMatchObject([
      { actor: dean.user.globalUserId, detail: { scope: 'account', password: 'ended' } },
    ])
  })

  // rules/mfa 20, rules/mfa 29
  it('keeps a wait for lost factors', async () => {
    const { w, eve, secure } = await stage()
    const { readyAt } = (await (await halfSignedIn(w, eve.email)).device.startFactorRecovery()).body.data
    await secure()
    const { globalUserId } = eve.user
    const row = await w.table().get(factorRecovery, { globalUserId }, { strong: true })
    expect(row?.readyAt).toBe(readyAt)
  })

  // rules/mfa 29
  it('does not remove alone a factor that is older', async () => {
    const { ben, secure, look } = await stage()
    const { ways } = (await look(ben)).body.data as { ways: readonly Way[] }
    expect(ways.map(({ isRemovable }) => isRemovable)).toEqual([false, false])
    const remove = ways.map(({ id }) => id)
    expect(await secure(ben, { remove })).toMatchObject(refused(FactorEstablished))
    expect((await secure(ben)).body.data.removed).toEqual([])
  })

  // rules/mfa 29
  it('does not either when the person has not signed in since it was added', async () => {
    const { w, fresh: shown, secure, look } = await stage()
    const kim = await registered(w, 'kim')
    await kim.device.login({ email: kim.email, password })
    w.clock.advance(60)
    await linked(w, kim.device, 'google', 'kim')
    await withTotp(w, kim.device)
    w.clock.advance(15 * 86_400)
    await shown()
    const { ways } = (await look(kim)).body.data as { ways: readonly Way[] }
    expect(kindsOf(ways.filter(({ isRemovable }) => isRemovable))).toEqual(['google'])
    const remove = ways.map(({ id }) => id)
    expect(await secure(kim, { remove })).toMatchObject(refused(FactorEstablished))
    expect(kindsOf((await secure(kim)).body.data.removed)).toEqual(['google'])
  })

  // rules/mfa 29
  it('does it for members who do not rank above them, and for somebody else', async () => {
    const { w, dean, mia, secure, eve, look } = await stage()
    await withRoles(w, eve, ['user', 'root'])
    expect(await secure()).toMatchObject(refused(Outranked))
    expect(await look()).toMatchObject(refused(Outranked))
    expect(await secure(dean)).toMatchObject(refused(OwnRecovery))
    expect((await secure(mia)).status, 'of the same rank').toBe(200)
    const nobody = { ...eve, user: { ...eve.user, _id: 'nobody' } }
    expect(await secure(nobody)).toMatchObject(refused(MemberNotFound))
  })

  // rules/mfa 29
  it('has just shown a factor', async () => {
    const { w, dean, secure, look } = await stage()
    w.clock.advance(16 * 60)
    await dean.device.refreshToken()
    expect(await secure()).toMatchObject(refused(StrongProofRequired))
    expect(await look()).toMatchObject(refused(StrongProofRequired))
  })

  // rules/mfa 29
  it('touches only what is the school’s of an account that another school has too', async () => {
    const { w, eve, thief, secure, look, joinsElsewhere } = await stage()
    await thief.createCalendarToken()
    await joinsElsewhere(eve)
    const elsewhere = w.device({ tenant: w.sister })
    expect((await look()).body.data).toMatchObject({ scope: 'school', sessions: 2 })
    const { body } = await secure()
    expect(body.data).toMatchObject({ scope: 'school', passwordEnded: false, sessionsEnded: 2 })
    expect(kindsOf(body.data.removed)).toEqual(['calendar'])
    for (const device of [eve.device, thief]) expect((await device.validateToken()).status).toBe(401)
    const again = await elsewhere.login({ email: eve.email, password })
    expect(again.body.data.requiresMfa, 'the password and the passkey stay').toBe(true)
  })

  /** A thief has also joined another school in the name of somebody, with a calendar address and a link there. */
  const joined = async () => {
    const at = await stage()
    const { w } = at
    const nora = await registered(w, 'nora')
    w.clock.advance(1)
    const thief = w.device({ tenant: w.sister })
    expect((await thief.login({ email: nora.email, password })).status).toBe(200)
    expect((await thief.createCalendarToken()).status).toBe(200)
    await vouchedFor(w, nora, w.sister)
    const here = w.device()
    await here.login({ email: nora.email, password })
    await withPasskey(w, here)
    w.clock.advance(1)
    return { ...at, nora, thief }
  }
  const own = ['passkey', 'recovery_codes']

  // rules/mfa 29
  it('reaches the whole account of somebody whom a thief has just made a member of another school', async () => {
    const { w, nora, thief, secure, look } = await joined()
    const { scope, ways } = (await look(nora)).body.data
    expect([scope, kindsOf(ways)], 'nothing of the other school is shown').toEqual(['account', own])
    const { body } = await secure(nora, { remove: ways.map(({ id }: Way) => id) })
    expect(body.data).toMatchObject({ scope: 'account', passwordEnded: true })
    expect(kindsOf(body.data.removed)).toEqual(own)
    expect((await thief.validateToken()).status).toBe(401)
    expect((await halfSignedIn(w, nora.email, w.sister)).reply.status).toBe(401)
    const keyParams = { globalUserId: nora.user.globalUserId }
    const [links] = await w.table().collect([providerLink] as const, keyParams, { strong: true })
    expect(links, 'what is not shown goes too').toEqual([])
  })

  // rules/mfa 29
  it('reaches no further than the school once that membership is fourteen days old', async () => {
    const { w, nora, secure, fresh: shown } = await joined()
    w.clock.advance(14 * 86_400)
    await shown()
    const { body } = await secure(nora)
    expect(body.data).toMatchObject({ scope: 'school', passwordEnded: false })
    expect((await halfSignedIn(w, nora.email)).reply.body.data.requiresMfa).toBe(true)
  })

  // rules/mfa 29
  it('also removes what is added at that moment', async () => {
    const { w, eve, secure } = await stage()
    await secure(eve, { remove: [], requireNewPassword: false })
    const mallory = await registered(w, 'mallory')
    meanwhile(w, isWriteOf('account.secured'), async () => {
      await withTotp(w, mallory.device)
    })
    w.clock.advance(1)
    expect(kindsOf((await secure(mallory)).body.data.removed)).toEqual(['recovery_codes', 'totp'])
  })
})
