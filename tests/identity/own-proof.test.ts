import { describe, expect, it } from 'vitest'
import { AddressUnproven } from '../../functions/emails/contract.ts'
import { InvalidCode } from '../../functions/passwords/contract.ts'
import {
  ImpersonationForbidden,
  MailboxOfSchool,
  OwnProofRequired,
  RateLimited,
} from '../../lib/contract/failures.ts'
import { codeMinutes } from '../../lib/identity/credential/codes.ts'
import {
  access,
  globalUser,
  session,
  tenantListing,
  tenantRecord,
} from '../../lib/identity/person/records.ts'
import { admins } from '../support/administrators.ts'
import { type Agent, refused } from '../support/agent.ts'
import { type Person, registered } from '../support/people.ts'
import { vouchedFor } from '../support/provider-sign-in.ts'
import { wrongFor } from '../support/resets.ts'
import { enrolSchool } from '../support/schools.ts'
import { tokenOf } from '../support/ways.ts'
import { type World, world } from '../support/world.ts'

const verified = (w: World, { user }: Person) =>
  w.table().update(globalUser, { id: user.globalUserId }, { set: { emailVerified: true } })

const codeAsked = async (w: World, device: Agent, email: string): Promise<string> => {
  expect((await device.requestOwnProof()).status).toBe(200)
  await w.deliver()
  return w.codeFor(email)
}

const platformRolesOf = async (device: Agent) => (await device.validateToken()).body.data.platformRoles

describe("a code by mail in a session that a school's provider opened", () => {
  // rules/identity 14
  it("makes it one of the person's own, with everything that is theirs", async () => {
    const { w, root } = await admins()
    const device = await vouchedFor(w, root)
    const before = device.jar.get('accessToken') ?? ''
    expect(await platformRolesOf(device)).toEqual([])
    expect(await device.listWays()).toMatchObject(refused(OwnProofRequired))
    expect((await device.giveOwnProof({ code: await codeAsked(w, device, root.email) })).status).toBe(200)
    expect(await platformRolesOf(device)).toEqual(['platform_admin'])
    expect((await device.listWays()).status).toBe(200)
    expect((await device.refreshToken()).status).toBe(200)
    expect(await platformRolesOf(device)).toEqual(['platform_admin'])
    const older = { headers: { authorization: `Bearer ${before}` }, cookies: [] }
    expect((await w.device().validateToken({}, older)).body.data.platformRoles).toEqual(['platform_admin'])
  })

  // rules/identity 15
  it('outlives the trust in the provider', async () => {
    const w = await world()
    await enrolSchool(w, w.home)
    const device = await vouchedFor(w, await registered(w, 'ada'))
    await device.giveOwnProof({ code: await codeAsked(w, device, w.email('ada')) })
    await w.table().update(tenantListing, { tenantKey: w.home }, { set: { trust: 1 } })
    await w.table().update(tenantRecord, {}, { set: { trust: 1 } })
    w.clock.advance(3)
    expect((await device.validateToken()).status).toBe(200)
    expect((await device.refreshToken()).status).toBe(200)
  })

  // rules/identity 33
  it('is good once, for this session, and not for long', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const [one, other] = [await vouchedFor(w, ada), await vouchedFor(w, ada)]
    const code = await codeAsked(w, one, ada.email)
    expect(await other.giveOwnProof({ code })).toMatchObject(refused(InvalidCode))
    expect(await one.giveOwnProof({ code: wrongFor(code) })).toMatchObject(refused(InvalidCode))
    expect((await one.giveOwnProof({ code })).status).toBe(200)
    expect(await one.giveOwnProof({ code })).toMatchObject(refused(InvalidCode))
    const late = await codeAsked(w, other, ada.email)
    w.clock.advance(codeMinutes * 60 + 1)
    await other.refreshToken()
    expect(await other.giveOwnProof({ code: late })).toMatchObject(refused(InvalidCode))
    expect(await other.listWays()).toMatchObject(refused(OwnProofRequired))
  })

  it('is dead after five wrong tries', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const device = await vouchedFor(w, ada)
    const code = await codeAsked(w, device, ada.email)
    for (let at = 0; at < 5; at += 1) await device.giveOwnProof({ code: wrongFor(code) })
    expect(await device.giveOwnProof({ code })).toMatchObject(refused(InvalidCode))
  })

  it("is asked for five times an hour by one school's sessions, and by others still", async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const device = await vouchedFor(w, ada)
    for (let at = 0; at < 5; at += 1) await device.requestOwnProof()
    expect(await device.requestOwnProof()).toMatchObject(refused(RateLimited))
    expect((await ada.device.requestOwnProof()).status).toBe(200)
  })

  it('opens one session of two that use it at the same moment', async () => {
    const w = await world()
    const ada = await registered(w, 'ada')
    const device = await vouchedFor(w, ada)
    const code = await codeAsked(w, device, ada.email)
    const both = await Promise.all([device.giveOwnProof({ code }), device.giveOwnProof({ code })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('is refused for an address that nobody has proven, and to who acts for somebody', async () => {
    const { w, dean } = await admins()
    const ada = await registered(w, 'ada')
    expect(await ada.device.requestOwnProof()).toMatchObject(refused(AddressUnproven))
    await dean.device.impersonateUser({ identifier: ada.user._id })
    expect(await dean.device.requestOwnProof()).toMatchObject(refused(ImpersonationForbidden))
    expect(await dean.device.giveOwnProof({ code: '000000' })).toMatchObject(refused(ImpersonationForbidden))
  })
})

describe("an address in a school's mail domain", () => {
  it.each(['students.example.edu', 'example.edu'])(
    'is no proof of an administrator of the platform, as %s',
    async (domain) => {
      const { w, root } = await admins()
      const device = await vouchedFor(w, root)
      const code = await codeAsked(w, device, root.email)
      await enrolSchool(w, w.sister, { emailDomains: [domain] })
      expect(await device.requestOwnProof()).toMatchObject(refused(MailboxOfSchool))
      expect(await device.giveOwnProof({ code })).toMatchObject(refused(MailboxOfSchool))
      expect(await platformRolesOf(device)).toEqual([])
      await w.table().remove(tenantListing, { tenantKey: w.sister })
    },
  )

  it('is one for everybody else, unless the deployment promises them something', async () => {
    const w = await world()
    await enrolSchool(w, w.sister, { emailDomains: ['students.example.edu'] })
    const ada = await registered(w, 'ada')
    const device = await vouchedFor(w, ada)
    const code = await codeAsked(w, device, ada.email)
    Object.assign(w.runtime.settings, { PLATFORM_ADMIN_EMAILS: ada.email })
    expect(await device.giveOwnProof({ code })).toMatchObject(refused(MailboxOfSchool))
    Object.assign(w.runtime.settings, { PLATFORM_ADMIN_EMAILS: '' })
    expect((await device.giveOwnProof({ code: await codeAsked(w, device, ada.email) })).status).toBe(200)
    await w.table().remove(tenantListing, { tenantKey: w.sister })
  })
})

describe('what the deployment promises to an address', () => {
  /** A stage that is deployed, with an address that is promised the platform. */
  const deployed = async (STAGE = 'test') => {
    const w = await world({ settings: { STAGE: 'test', RATE_LIMIT_SCALE: '100' } })
    Object.assign(w.runtime.settings, { STAGE, PLATFORM_ADMIN_EMAILS: w.email('chief') })
    return w
  }

  // rules/identity 18
  it.each(['test', 'production'])('waits for a proof in that moment, on the stage %s', async (stage) => {
    const w = await deployed(stage)
    const chief = await registered(w, 'chief')
    expect(await platformRolesOf(chief.device)).toEqual([])
    await verified(w, chief)
    await chief.device.login({ email: chief.email, password: 'correct horse battery' })
    expect(await platformRolesOf(chief.device)).toEqual([])
    expect(
      (await chief.device.giveOwnProof({ code: await codeAsked(w, chief.device, chief.email) })).status,
    ).toBe(200)
    expect(await platformRolesOf(chief.device)).toEqual(['platform_admin'])
    const { items } = await w
      .table()
      .list(session, { keyParams: { globalUserId: chief.user.globalUserId }, limit: 9 })
    expect(items.map(({ authMethod }) => authMethod)).toContain('password')
  })

  it('comes with the address that a provider has verified, and with no other', async () => {
    const w = await deployed()
    const signedIn = async (name: string, more: object = {}) => {
      // A token opens one session.
      w.clock.advance(1)
      const device = w.device()
      const reply = await device.googleLogin({ idToken: await tokenOf(w, 'google', name, more) })
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      return device
    }
    expect(await platformRolesOf(await signedIn('chief'))).toEqual(['platform_admin'])
    const { globalUserId } = (await (await signedIn('eve')).validateToken()).body.data.user
    Object.assign(w.runtime.settings, { PLATFORM_ADMIN_EMAILS: w.email('eve') })
    const elsewhere = await signedIn('eve', { email: w.email('other') })
    expect(await platformRolesOf(elsewhere)).toEqual([])
    const unsure = await signedIn('eve', { email_verified: false })
    expect(await platformRolesOf(unsure)).toEqual([])
    expect((await w.table().get(access, { globalUserId }))?.platformRoles).toEqual([])
    expect(await platformRolesOf(await signedIn('eve'))).toEqual(['platform_admin'])
  })

  it('does not come with a code that a school could read', async () => {
    const w = await deployed()
    await enrolSchool(w, w.sister, { emailDomains: ['students.example.edu'] })
    const chief = await registered(w, 'chief')
    await chief.device.requestEmailCode()
    await w.deliver()
    expect((await chief.device.confirmEmail({ code: w.codeFor(chief.email) })).status).toBe(200)
    expect(await platformRolesOf(chief.device)).toEqual([])
    await w.table().remove(tenantListing, { tenantKey: w.sister })
  })
})
