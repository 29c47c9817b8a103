import { describe, expect, it } from 'vitest'
import { session } from '../../lib/identity/person/records.ts'
import { signInByProvider } from '../../lib/identity/session/linking.ts'
import { outboxMail } from '../../lib/outbox.ts'
import { admins } from '../support/administrators.ts'
import { type Person, password, registered } from '../support/people.ts'
import { googleProof, placeOf } from '../support/provider-sign-in.ts'
import { logicalRounds } from '../support/table/logical-rounds.ts'
import { costOf } from '../support/table/storing.ts'
import { type World, world } from '../support/world.ts'

const desk = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)'

const on = (w: World, userAgent: string) => w.device({ headers: { 'user-agent': userAgent } })

/** Kinds of mails to somebody since the last call. */
const kindsTo = async (w: World, email: string): Promise<(string | undefined)[]> => {
  const before = w.mails.length
  await w.deliver()
  return w.mails.slice(before).flatMap(({ to, kind }) => (to === email ? [kind] : []))
}

const proven = async (): Promise<{
  w: World
  ada: Pick<Person, 'email'> & { device: ReturnType<typeof on> }
}> => {
  const w = await world()
  const device = on(w, desk)
  const email = w.email('ada')
  await device.register({ email, password })
  await device.requestEmailCode()
  await w.deliver()
  await device.confirmEmail({ code: w.codeFor(email) })
  await w.deliver()
  return { w, ada: { email, device } }
}

describe('a sign-in', () => {
  // rules/identity 47
  it('on a device that was not there before sends a mail that says what to do', async () => {
    const { w, ada } = await proven()
    const { status } = await on(w, phone).login({ email: ada.email, password })
    expect(status).toBe(200)
    expect(await kindsTo(w, ada.email)).toEqual(['new_device'])
    const { text = '', subject } = w.mails.at(-1) ?? {}
    expect(subject).toBe('A new device signed in')
    const action = [w.home, 'reset your password', '/forgot-password']
    for (const word of ['iPhone', '192.0.2.1', 'on Monday, March 2, 2026 at 12:00 PM (UTC)', ...action])
      expect(text).toContain(word)
  })

  it('costs no round trip more than one on a known device', async () => {
    using _rounds = logicalRounds()
    const { w, ada } = await proven()
    const depthOf = async (device: typeof ada.device): Promise<number> => {
      await device.login({ email: ada.email, password })
      return costOf(w).depth
    }
    const known = await depthOf(ada.device)
    expect(await depthOf(on(w, phone))).toBe(known)
  })

  it('on a device that was there before sends none, signed out or not and wherever it is', async () => {
    const { w, ada } = await proven()
    await ada.device.login({ email: ada.email, password }, { sourceIp: '203.0.113.7' })
    await ada.device.logout()
    await ada.device.login({ email: ada.email, password })
    expect(await kindsTo(w, ada.email)).toEqual([])
  })

  it('on the device that everything else was ended from sends none', async () => {
    const { w, ada } = await proven()
    expect((await ada.device.revokeAllOtherSessions()).status).toBe(200)
    await ada.device.login({ email: ada.email, password })
    expect(await kindsTo(w, ada.email)).toEqual([])
  })

  it('on a device that only looks like one that is signed in sends one', async () => {
    const { w, ada } = await proven()
    await on(w, desk).login({ email: ada.email, password })
    expect(await kindsTo(w, ada.email)).toEqual(['new_device'])
  })

  it('after everything ended is one on a new device, the intruder’s above all', async () => {
    const { w, ada } = await proven()
    const intruder = on(w, phone)
    await intruder.login({ email: ada.email, password })
    await ada.device.revokeAllOtherSessions()
    await kindsTo(w, ada.email)
    await intruder.login({ email: ada.email, password })
    expect(await kindsTo(w, ada.email)).toEqual(['new_device'])
  })

  const byGoogle = async () => {
    const w = await world()
    const signIn = async (userAgent: string, address = '192.0.2.9') => {
      const place = { ...placeOf(w), device: { address, userAgent, native: false, requestId: 'request' } }
      await signInByProvider(place, googleProof(w, 'ada'))
      return kindsTo(w, w.email('ada'))
    }
    expect(await signIn(desk)).toEqual([])
    return signIn
  }

  it.each([
    ['another network', '192.0.3.9', desk],
    ['an address of the other kind', '2001:db8::1', desk],
    ['another program', '192.0.2.9', phone],
  ])('by a provider, from %s, sends one', async (_, address, userAgent) => {
    expect(await (await byGoogle())(userAgent, address)).toEqual(['new_device'])
  })

  it('by a provider, on a device like one that is signed in, sends none', async () => {
    const signIn = await byGoogle()
    expect(await signIn(desk, '192.0.2.200')).toEqual([])
    expect(await signIn(phone, '2001:db8:0:1::1')).toEqual(['new_device'])
    expect(await signIn(phone, '2001:0db8:0000:0001:ffff::2')).toEqual([])
    expect(await signIn(phone, '2001:db8:0:2::1')).toEqual(['new_device'])
  })

  it('by a provider is not excused by sessions that have ended', async () => {
    const { w, ada } = await proven()
    const { globalUserId } = (await ada.device.validateToken()).body.data.user
    const [own] = (await w.table().list(session, { keyParams: { globalUserId }, limit: 5 })).items
    if (!own) throw new Error('nobody is signed in')
    await w.table().put(session, { ...own, id: '00DEMO', userAgent: phone, epoch: own.epoch - 1 })
    const device = { address: own.ipAddress, userAgent: phone, native: false, requestId: 'request' }
    await signInByProvider({ ...placeOf(w), device }, googleProof(w, 'ada'))
    expect((await kindsTo(w, ada.email)).sort()).toEqual(['new_device', 'way_linked'])
  })

  // rules/identity 47
  it('to an address that nobody has proven sends none, and registering sends none', async () => {
    const w = await world()
    const email = w.email('ada')
    await on(w, desk).register({ email, password })
    await on(w, phone).login({ email, password })
    expect(await kindsTo(w, email)).toEqual([])
  })

  it('that fails leaves no mail', async () => {
    const { w, ada } = await proven()
    await on(w, phone).login({ email: ada.email, password: 'a wrong long password' })
    expect(await kindsTo(w, ada.email)).toEqual([])
  })

  it('forgets whom and where the mail was about once it is sent', async () => {
    const { w, ada } = await proven()
    await on(w, phone).login({ email: ada.email, password })
    const [due] = await w.due()
    await w.deliver()
    const id = due?.dynamodb?.NewImage?.id?.S ?? ''
    expect(await w.table().get(outboxMail, { cause: id, id })).toMatchObject({ to: '', params: {} })
  })
})

describe('a new password', () => {
  // rules/passwords 19
  it.each(['change', 'reset'])('by %s is told with what ended', async (way) => {
    const { w, ada } = await proven()
    const newPassword = 'another long password'
    if (way === 'change') await ada.device.changePassword({ currentPassword: password, newPassword })
    else {
      await w.device().forgotPassword({ email: ada.email })
      await w.deliver()
      await w.device().resetPassword({ email: ada.email, code: w.codeFor(ada.email), newPassword })
    }
    expect(await kindsTo(w, ada.email)).toEqual(['password_changed'])
    expect(w.mails.at(-1)?.text).toContain('All other devices were signed out')
  })
})

describe('an administrator who begins to act for somebody', () => {
  // rules/admins 20
  it('is told to that person by mail, with the time and the school, without the reason', async () => {
    const { w, dean } = await admins()
    const ada = await registered(w, 'ada', { username: 'ada' })
    await dean.device.impersonateUser({ identifier: 'ada', reason: 'a private remark' })
    expect(await kindsTo(w, ada.email)).toEqual(['impersonated'])
    const { text = '' } = w.mails.at(-1) ?? {}
    for (const word of ['An administrator', 'on Monday, March 2, 2026 at 12:00 PM (UTC)', w.home])
      expect(text).toContain(word)
    expect(text).toContain('they see what you see and can do what you can do there')
    expect(text).toContain('records who they are and when they started')
    expect(text).not.toContain('remark')
  })

  // rules/admins 21
  it('learns of no other school that the person belongs to', async () => {
    const { w, dean } = await admins()
    const ada = await registered(w, 'ada', { username: 'ada' })
    await ada.device.on(w.sister).joinTenant()
    expect((await ada.device.validateToken()).body.data.communities).toContain(w.sister)
    await dean.device.impersonateUser({ identifier: 'ada' })
    expect((await dean.device.validateToken()).body.data.communities).toEqual([w.home])
  })
})
