import { describe, expect, it } from 'vitest'
import { StrongProofRequired } from '../../lib/contract/failures.ts'
import { auditEntry } from '../../lib/identity/audit/audit.ts'
import { passkey } from '../../lib/identity/factor/records.ts'
import { globalUser, providerLink, providerPointer } from '../../lib/identity/person/records.ts'
import type { authenticator } from '../mfa/authenticator.ts'
import { halfSignedIn, withPasskey, withTotp } from '../mfa/factors.ts'
import { admins } from '../support/administrators.ts'
import { type Agent, refused } from '../support/agent.ts'
import { type Person, password, registered } from '../support/people.ts'
import { fresh, requestCode, reset, withoutPassword } from '../support/resets.ts'
import { isWriteOf, meanwhile } from '../support/table/instead.ts'
import { linked, tokenOf, waysOf } from '../support/ways.ts'
import { type World, world } from '../support/world.ts'

const day = 86_400

type Way = {
  readonly id: string
  readonly kind: string
  readonly isRecent: boolean
  readonly addedAt: string
}
const kindsOf = (ways: readonly Way[]) => ways.map(({ kind }) => kind).sort()

const listed = async (device: Agent): Promise<readonly Way[]> => (await device.listWaysIn()).body.data.ways

/** Somebody with a Google account and an authenticator app of long ago, in a session that has just shown the app. */
const owner = async () => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  const ada = await registered(w)
  w.clock.advance(1)
  await linked(w, ada.device, 'google', 'ada')
  const app = await withTotp(w, ada.device)
  w.clock.advance(15 * day)
  await ada.device.login({ email: ada.email, password })
  expect((await ada.device.verifyTotp({ code: app.code() })).status).toBe(200)
  return { w, ada, app }
}

/** A thief who knows the password of somebody without a factor has planted a Google account, an app and a passkey. */
const robbed = async () => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  const ada = await registered(w)
  w.clock.advance(20 * day)
  await ada.device.login({ email: ada.email, password })
  const thief = w.device({ headers: { 'user-agent': 'Mozilla/5.0 Firefox/140' } })
  await thief.login({ email: ada.email, password })
  expect((await linked(w, thief, 'google', 'thief')).status).toBe(200)
  const { key, origin } = await withPasskey(w, thief)
  const app = await withTotp(w, thief)
  w.clock.advance(1)
  return { w, ada, thief, key, origin, app }
}

/** A thief who knows the password of somebody without a factor has planted a Google account alone. */
const linkedByThief = async () => {
  const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
  const ada = await registered(w)
  w.clock.advance(1)
  const thief = w.device()
  await thief.login({ email: ada.email, password })
  expect((await linked(w, thief, 'google', 'thief')).status).toBe(200)
  w.clock.advance(1)
  return { w, ada, thief }
}

const byGoogle = async (w: World, name = 'thief') =>
  w.device().googleLogin({ idToken: await tokenOf(w, 'google', name) })

const byPasskey = async (w: World, key: ReturnType<typeof authenticator>, origin: string) => {
  const device = w.device()
  const { options } = (await device.startPasskeySignIn()).body.data
  return device.signInByPasskey({ credential: key.use(options, { origin }) })
}

const isThief = async (w: World, { user }: Person) => {
  const { body } = await byGoogle(w)
  return body.data?.user?._id === user._id
}

describe('a thief’s ways in', () => {
  // rules/passwords 28
  it('are removed by a reset, and the owner needs no factor afterwards', async () => {
    const { w, ada, thief, key, origin } = await robbed()
    const done = await reset(w, ada)
    expect(done.status).toBe(200)
    expect(kindsOf(done.body.data.removed)).toEqual(['google', 'passkey', 'recovery_codes', 'totp'])
    expect(done.body.data.removed[0]).toMatchObject({ device: 'Firefox Browser' })
    expect((await thief.validateToken()).status).toBe(401)
    expect(await isThief(w, ada)).toBe(false)
    expect((await byPasskey(w, key, origin)).status).toBe(401)
    const { reply, device } = await halfSignedIn(w, ada.email)
    expect(reply.status).toBe(401)
    const signedIn = await device.login({ email: ada.email, password: fresh })
    expect(signedIn.body.data.user._id).toBe(ada.user._id)
    expect(signedIn.body.data.user.googleId).not.toBe(true)
  })

  // rules/auth 49
  it('are removed by "sign out everywhere else" while the account has no factor, and the owner stays signed in', async () => {
    const { w, ada } = await linkedByThief()
    const done = await ada.device.revokeAllOtherSessions()
    expect(done.status).toBe(200)
    expect(kindsOf(done.body.data.removed)).toEqual(['google'])
    expect((await ada.device.validateToken()).status).toBe(200)
    expect(await isThief(w, ada)).toBe(false)
    expect((await halfSignedIn(w, ada.email)).reply.body.data.user._id).toBe(ada.user._id)
    expect((await linked(w, ada.device, 'google', 'ada')).status, 'added again').toBe(200)
  })

  // rules/auth 49
  it('stay in a session that has not shown the planted factor, until the reset', async () => {
    const { w, ada, thief, key, origin } = await robbed()
    const done = await ada.device.revokeAllOtherSessions()
    expect([done.status, kindsOf(done.body.data.removed)]).toEqual([200, []])
    expect(kindsOf(done.body.data.kept)).toEqual(['google', 'passkey', 'recovery_codes', 'totp'])
    expect((await thief.validateToken()).status).toBe(401)
    expect(kindsOf((await reset(w, ada)).body.data.removed)).toContain('passkey')
    expect((await byPasskey(w, key, origin)).status).toBe(401)
  })

  // rules/passwords 28, rules/auth 49
  it.each(['reset', 'sign_out'])('are named by the mail and in the audit log: %s', async (by) => {
    const { w, ada, app } = await robbed()
    const isReset = by === 'reset'
    if (!isReset) expect((await ada.device.confirmByCode({ code: app.code() })).status).toBe(200)
    await (isReset ? reset(w, ada) : ada.device.revokeAllOtherSessions())
    await w.deliver()
    const kind = by === 'reset' ? 'password_changed' : 'ways_removed'
    const text = w.mails.find((mail) => mail.kind === kind)?.text ?? ''
    const today = w.clock.now().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    for (const what of ['Google', 'a passkey', 'an authenticator app'])
      expect(text).toContain(`${what} (added on ${today}, Firefox Browser)`)
    const keyParams = { action: 'ways.removed' }
    const { items } = await w.table().list(auditEntry, { index: 'gsi2', keyParams, limit: 10 })
    const rows = items.filter(({ targetId }) => targetId === ada.user.globalUserId)
    expect(rows.map(({ detail }) => detail)).toEqual([
      { by, removed: 'passkey, totp, recovery_codes, google' },
    ])
  })

  // rules/mfa 19
  it('are removed when a wait for lost factors is over', async () => {
    const { w, ada } = await robbed()
    const { device } = await halfSignedIn(w, ada.email)
    await device.startFactorRecovery()
    w.clock.advance(3 * day)
    const later = await halfSignedIn(w, ada.email)
    expect((await later.device.completeFactorRecovery()).status).toBe(200)
    expect(await isThief(w, ada)).toBe(false)
    await w.deliver()
    const mails = w.mails.filter(({ kind, text }) => kind === 'factor_changed' && /Removed/.test(text))
    expect(mails.map(({ text }) => text.includes('Google'))).toEqual([true])
  })
})

describe('older ways in', () => {
  // rules/passwords 28, rules/auth 49
  it.each(['reset', 'sign_out'])('stay: %s', async (by) => {
    const { w, ada } = await owner()
    const done = by === 'reset' ? await reset(w, ada) : await ada.device.revokeAllOtherSessions()
    expect([kindsOf(done.body.data.removed), kindsOf(done.body.data.kept)]).toEqual([
      [],
      ['google', 'recovery_codes', 'totp'],
    ])
    const { device } = await halfSignedIn(w, ada.email)
    const word = by === 'reset' ? fresh : password
    expect((await device.login({ email: ada.email, password: word })).body.data.requiresMfa).toBe(true)
  })

  /** Signs in twice, so that the second sign-in is from a known device; then somebody adds a Google account. */
  const away = async (daysBefore: number, knownLater: boolean) => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
    const ada = await registered(w)
    const known = async () =>
      expect((await ada.device.login({ email: ada.email, password })).status).toBe(200)
    await known()
    w.clock.advance(2 * day)
    await known()
    w.clock.advance(day)
    const thief = w.device()
    await thief.login({ email: ada.email, password })
    await linked(w, thief, 'google', 'thief')
    w.clock.advance(day)
    if (knownLater) await known()
    w.clock.advance(daysBefore * day)
    return { w, ada }
  }

  // rules/passwords 28
  it('are removed too when no known device has signed in since', async () => {
    const { w, ada } = await away(60, false)
    expect(kindsOf((await reset(w, ada)).body.data.removed)).toEqual(['google'])
    expect(await isThief(w, ada)).toBe(false)
  })

  // rules/passwords 28
  it('stay when the owner has signed in from a known device since', async () => {
    const { w, ada } = await away(60, true)
    expect(kindsOf((await reset(w, ada)).body.data.kept)).toEqual(['google'])
  })

  // rules/passwords 28
  it('count as recent for fourteen days, whatever has signed in since', async () => {
    const { w, ada } = await away(12, true)
    expect(kindsOf((await reset(w, ada)).body.data.removed)).toEqual(['google'])
  })

  it('do not keep recent recovery codes', async () => {
    const { w, ada } = await owner()
    expect((await ada.device.renewRecoveryCodes()).status).toBe(200)
    w.clock.advance(1)
    expect(kindsOf((await reset(w, ada)).body.data.removed)).toEqual(['recovery_codes'])
  })
})

describe('a recent way in', () => {
  // rules/auth 49
  it('can be kept only by a session that has just shown an older factor', async () => {
    const { w, ada } = await owner()
    await withPasskey(w, ada.device)
    const [young] = (await listed(ada.device)).filter(({ isRecent }) => isRecent)
    const keep = [young?.id]
    // The session has shown the young passkey last, by adding it.
    expect(await ada.device.revokeAllOtherSessions({ keep })).toMatchObject(refused(StrongProofRequired))
    const app = (await halfSignedIn(w, ada.email)).device
    await app.startPasskeyStep()
    expect((await listed(ada.device)).length).toBe(4)
  })

  it('can be kept after showing an old authenticator app', async () => {
    const { w, ada, app } = await owner()
    await withPasskey(w, ada.device)
    expect((await ada.device.confirmByCode({ code: app.code() })).status).toBe(200)
    const keep = (await listed(ada.device)).filter(({ isRecent }) => isRecent).map(({ id }) => id)
    const done = await ada.device.revokeAllOtherSessions({ keep })
    expect([kindsOf(done.body.data.removed), kindsOf(done.body.data.kept)]).toEqual([
      [],
      ['google', 'passkey', 'recovery_codes', 'totp'],
    ])
  })

  // rules/auth 49
  it('is not removed when it is the only one, which would lock the owner out', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
    const mia = await withoutPassword(w, 'mia')
    w.clock.advance(1)
    await linked(w, mia.device, 'google', 'mia')
    expect(kindsOf((await mia.device.revokeAllOtherSessions()).body.data.kept)).toEqual(['google'])
    expect((await byGoogle(w, 'mia')).body.data.user._id).toBe(mia.user._id)
  })

  // rules/auth 49
  it('is not removed when it created the account', async () => {
    const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
    const device = w.device()
    await device.googleLogin({ idToken: await tokenOf(w, 'google', 'mia') })
    await device.setPassword({ newPassword: fresh })
    expect(kindsOf((await device.revokeAllOtherSessions()).body.data.kept)).toEqual(['google'])
    expect((await waysOf(device)).map(({ kind }) => kind)).toContain('google')
  })

  // rules/passwords 28
  it.each(['google', 'passkey'] as const)('at the very moment of a reset goes too: %s', async (kind) => {
    const { w, ada } = await linkedByThief()
    await ada.device.revokeAllOtherSessions()
    const thief = w.device()
    await thief.login({ email: ada.email, password })
    const code = await requestCode(w, ada.email)
    meanwhile(w, isWriteOf('password.reset'), async () => {
      if (kind === 'google') expect((await linked(w, thief, 'google', 'again')).status).toBe(200)
      else await withPasskey(w, thief)
    })
    const done = await w.device().resetPassword({ email: ada.email, code, newPassword: fresh })
    expect(kindsOf(done.body.data.removed)).toContain(kind)
    const keyParams = { globalUserId: ada.user.globalUserId }
    const [links] = await w.table().collect([providerLink] as const, keyParams, { strong: true })
    const [passkeys] = await w.table().collect([passkey] as const, keyParams, { strong: true })
    expect([links, passkeys]).toEqual([[], []])
    const subject = `again ${w.home}`
    expect(await w.table().get(providerPointer, { issuer: 'google', subject })).toBeUndefined()
  })
})

describe('a stolen cookie', () => {
  /** An administrator with an app since today, whose session showed it at the sign-in, twenty minutes ago. */
  const stolen = async () => {
    const { w, dean } = await admins()
    const app = await withTotp(w, dean.device)
    await dean.device.login({ email: dean.email, password })
    expect((await dean.device.verifyTotp({ code: app.code() })).status).toBe(200)
    w.clock.advance(20 * 60)
    await dean.device.refreshToken()
    return { device: dean.device, app }
  }

  // rules/auth 49, rules/mfa 11
  it('removes no factor that its session has shown, and performs no privileged operation', async () => {
    const { device } = await stolen()
    expect(await device.listRoster()).toMatchObject(refused(StrongProofRequired))
    expect(await device.revokeAllOtherSessions()).toMatchObject(refused(StrongProofRequired))
    expect(await device.listRoster()).toMatchObject(refused(StrongProofRequired))
    expect(kindsOf(await listed(device))).toEqual(['recovery_codes', 'totp'])
  })

  // rules/auth 49
  it('does not stop the owner from showing the factor and signing out everywhere', async () => {
    const { device, app } = await stolen()
    expect((await device.confirmByCode({ code: app.code() })).status).toBe(200)
    const done = await device.revokeAllOtherSessions()
    expect([done.status, kindsOf(done.body.data.removed)]).toEqual([200, ['recovery_codes', 'totp']])
  })
})

describe('a session from before the factor', () => {
  // rules/auth 49, rules/mfa 26, rules/mfa 31
  it('cannot remove the factor by signing out, or perform an operation that requires it', async () => {
    const { w, ada, thief } = await linkedByThief()
    const app = await withTotp(w, ada.device)
    w.clock.advance(1)
    const done = await thief.revokeAllOtherSessions()
    expect([done.status, kindsOf(done.body.data.removed)]).toEqual([200, []])
    expect((await ada.device.validateToken()).status).toBe(401)
    expect(await thief.deleteAccount({ password })).toMatchObject(refused(StrongProofRequired))
    expect(await thief.getMyData()).toMatchObject(refused(StrongProofRequired))
    await ada.device.login({ email: ada.email, password })
    expect((await ada.device.verifyTotp({ code: app.code() })).status).toBe(200)
    const owners = await ada.device.revokeAllOtherSessions()
    expect([owners.status, (await thief.validateToken()).status]).toEqual([200, 401])
  })
})

describe('the list of ways in', () => {
  it('has the date and device of each, including push devices and calendar addresses', async () => {
    const { w, ada } = await owner()
    await ada.device.registerPushToken({ pushToken: 'ExponentPushToken[ada]' })
    await ada.device.createCalendarToken()
    const ways = await listed(ada.device)
    expect(kindsOf(ways)).toEqual(['calendar', 'google', 'push', 'recovery_codes', 'totp'])
    expect(new Set(ways.map(({ id }) => id)).size).toBe(5)
    expect(ways.find(({ kind }) => kind === 'google')).toMatchObject({
      addedAt: expect.stringMatching(/^20/),
      device: expect.any(String),
      isRecent: false,
      school: null,
    })
    const done = await ada.device.revokeAllOtherSessions()
    expect(kindsOf(done.body.data.removed)).toEqual(['calendar', 'push'])
    const { id } = { id: ada.user.globalUserId }
    expect((await w.table().get(globalUser, { id }))?.knownSignInAt).toBeDefined()
  })
})
