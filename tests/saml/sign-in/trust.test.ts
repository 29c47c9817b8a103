import { describe, expect, it } from 'vitest'
import { auditEntry } from '../../../lib/identity/audit/audit.ts'
import { credential, emailPointer } from '../../../lib/identity/person/records.ts'
import { withRoles } from '../../support/administrators.ts'
import { registered } from '../../support/people.ts'
import { streamOf } from '../../support/streamed.ts'
import { idOf, linked, outcome, waysOf } from '../../support/ways.ts'
import { configOf, type SamlSchool, signIn } from '../school.ts'
import { changes, domain, proven, rekeyed, trustAt, trustedSchool } from './trusting.ts'

/** A school's own requests know its row for two seconds. */
const aMoment = 2.1

const schoolWays = async (device: Parameters<typeof waysOf>[0]) =>
  (await waysOf(device)).filter(({ kind }) => kind === 'saml').map(({ active }) => active)

describe.each(changes)('$name', ({ ends, vouches = true, prepare, carryOut }) => {
  const begun = async (emailDomains?: readonly string[]) => {
    const school = await trustedSchool(emailDomains)
    await prepare?.(school)
    const change = async (): Promise<SamlSchool> => {
      const before = (await trustAt(school)) ?? 0
      const provider = (await carryOut(school, school.dean)) ?? school.provider
      school.w.clock.advance(aMoment)
      expect(((await trustAt(school)) ?? 0) > before).toBe(ends)
      return { ...school, provider }
    }
    return { school, change }
  }

  // rules/identity 19
  it(`${ends ? 'ends' : 'leaves'} what came in before, and nothing else`, async () => {
    const { school, change } = await begun()
    const ada = await proven(school)
    const before = await signIn(school)
    expect(await schoolWays(ada.device)).toEqual([true])
    await change()
    const replies = [await before.device.validateToken(), await before.device.refreshToken()]
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
      ends
        ? [
            [401, 'SESSION_REVOKED'],
            [401, 'INVALID_REFRESH_TOKEN'],
          ]
        : [
            [200, undefined],
            [200, undefined],
          ],
    )
    expect((await ada.device.validateToken()).status).toBe(200)
    expect(await schoolWays(ada.device)).toEqual([!ends])
  })

  it(`${vouches ? 'lets in' : 'keeps out'} whom the school vouches for ${vouches ? 'now' : 'no more'}`, async () => {
    const { school, change } = await begun()
    const ada = await proven(school)
    const before = await signIn(school)
    const { reply, device } = await signIn(await change())
    if (!vouches) {
      expect(outcome(reply)).toEqual([403, 'SAML_LINK_ENDED'])
      expect([...device.jar.keys()]).not.toContain('accessToken')
      return
    }
    expect(reply.body.data.user.id).toBe(before.reply.body.data.user.id)
    expect((await device.validateToken()).status).toBe(200)
    expect(await schoolWays(ada.device)).toContain(true)
  })

  it.runIf(vouches)('lets nobody in whom the school cannot vouch for', async () => {
    const { school, change } = await begun(['staff.example.edu', 'alumni.example.edu'])
    // The account came with the identity provider, so there is a link and no proof of the address.
    const before = await signIn(school)
    const after = await change()
    const { reply } = await signIn(after)
    const isAnother = after.provider.entityId !== school.provider.entityId
    if (!ends) expect(reply.body.data.user.id).toBe(before.reply.body.data.user.id)
    else expect(outcome(reply)).toEqual([403, isAnother ? 'EMAIL_DOMAIN_NOT_ALLOWED' : 'SAML_LINK_ENDED'])
  })
})

describe('a link that has ended', () => {
  const ended = async (emailDomains?: readonly string[]) => {
    const school = await trustedSchool(emailDomains)
    const ada = await proven(school)
    await signIn(school)
    await school.dean.saveSamlConfig({ isActive: false })
    return { school, ada }
  }

  // rules/saml 21
  it('is no way in, and can always be taken away', async () => {
    const { school, ada } = await ended()
    await linked(school.w, ada.device, 'google', 'private')
    const { globalUserId } = ada.user
    await school.w.table().remove(credential, { globalUserId })
    const shown = await waysOf(ada.device)
    expect(shown.map(({ kind, active, removable }) => [kind, active, removable]).sort()).toEqual([
      ['google', true, false],
      ['saml', false, true],
    ])
    const google = await ada.device.unlinkWay({ wayId: await idOf(ada.device, 'google') })
    expect(outcome(google)).toEqual([409, 'LAST_WAY'])
    expect((await ada.device.unlinkWay({ wayId: await idOf(ada.device, 'saml') })).status).toBe(200)
    expect((await waysOf(ada.device)).map(({ kind }) => kind)).toEqual(['google'])
  })

  it('goes to whom the school names now, where somebody else had it', async () => {
    const { school, ada } = await ended()
    await school.dean.saveSamlConfig({ isActive: true })
    const eve = await proven(school, 'eve')
    const named = { nameId: school.w.email('ada'), attributes: { email: [eve.email] } }
    const { reply } = await signIn(school, { facts: named })
    expect(reply.body.data.user.id).toBe(eve.user._id)
    expect(await schoolWays(ada.device)).toEqual([])
    expect(await schoolWays(eve.device)).toEqual([true])
  })

  // rules/saml 23
  it('makes no new account of an address that nobody has', async () => {
    const { school } = await ended()
    await school.dean.saveSamlConfig({ isActive: true })
    const email = school.w.email('nobody')
    const facts = { nameId: school.w.email('ada'), attributes: { email: [email] } }
    expect(outcome((await signIn(school, { facts })).reply)).toEqual([403, 'SAML_LINK_ENDED'])
    expect(await school.w.table().get(emailPointer, { email }, { strong: true })).toBeUndefined()
  })

  // rules/saml 22
  it('is linked once by two sign-ins at the same moment', async () => {
    const { school, ada } = await ended()
    await school.dean.saveSamlConfig({ isActive: true })
    const both = await Promise.all([signIn(school), signIn(school), signIn(school)])
    expect(both.map(({ reply }) => reply.body.data.user.id)).toEqual(both.map(() => ada.user._id))
    expect(await schoolWays(ada.device)).toEqual([true])
    school.w.clock.advance(aMoment)
    for (const { device } of both) expect((await device.validateToken()).status).toBe(200)
  })

  it('of an account whose address nobody has proven is linked again by the school alone', async () => {
    const school = await trustedSchool(['staff.example.edu'])
    const before = await signIn(school)
    await school.dean.saveSamlConfig({ isActive: false })
    await school.dean.saveSamlConfig({ isActive: true })
    school.w.published.set(`_quad.${domain}`, [
      (await school.dean.claimEmailDomain({ domain })).body.data.record.value,
    ])
    expect((await school.dean.verifyEmailDomain({ domain })).status).toBe(200)
    const { reply } = await signIn(school)
    expect(reply.body.data.user.id).toBe(before.reply.body.data.user.id)
  })
})

describe('a change of who can sign in', () => {
  const told = async (school: SamlSchool) => {
    await streamOf(school.w).drain()
    return school.w.mails
      .filter(({ subject }) => subject === 'Sign-in settings of your school changed')
      .map(({ to, text }) => [to, text.includes('must sign in again')])
  }
  const deeds = async ({ w }: SamlSchool, action: string) => {
    const month = w.clock.now().toISOString().slice(0, 7)
    const { items } = await w.table().list(auditEntry, { keyParams: { month }, limit: 100, strong: true })
    return items.filter((one) => one.action === action).map(({ detail }) => detail)
  }

  // rules/saml 29
  it('is mailed to every administrator, who cannot mute it, and stands in the audit log', async () => {
    const school = await trustedSchool()
    const { w, dean } = school
    const second = await withRoles(w, await registered(w, 'provost', { username: 'provost' }), [
      'user',
      'admin',
    ])
    await registered(w, 'student', { username: 'student' })
    const muting = await second.device.setNotificationPreferences({
      preferences: { security: { email: false } },
    })
    expect(muting.status).toBe(400)
    await told(school)
    w.mails.length = 0
    await dean.saveSamlConfig({ idp: { additionalCerts: [rekeyed(school.provider).certificate] } })
    const both = [w.email('dean'), w.email('provost')]
    expect((await told(school)).sort()).toEqual(both.map((to) => [to, false]))
    w.mails.length = 0
    await dean.saveSamlConfig({ isActive: false })
    expect((await told(school)).sort()).toEqual(both.map((to) => [to, true]))
    expect(await deeds(school, 'saml.configure')).toEqual([
      expect.objectContaining({ fields: expect.stringContaining('certificates') }),
      { fields: 'certificates' },
      { fields: 'isActive', sessions: 'ended' },
    ])
    w.mails.length = 0
    expect((await dean.saveSamlConfig({ isActive: false })).status).toBe(200)
    expect(await told(school)).toEqual([])
  })

  // rules/tenants 17
  it('of the mail domains is mailed too', async () => {
    const school = await trustedSchool([domain])
    const { w, dean } = school
    await told(school)
    w.mails.length = 0
    await dean.removeEmailDomain({ domain })
    expect(await told(school)).toEqual([[w.email('dean'), true]])
    expect(await deeds(school, 'tenant.email_domain.remove')).toEqual([{ domain }])
    w.mails.length = 0
    const { record } = (await dean.claimEmailDomain({ domain })).body.data
    expect(await told(school)).toEqual([])
    w.published.set(record.name, [record.value])
    await dean.verifyEmailDomain({ domain })
    expect(await told(school)).toEqual([[w.email('dean'), false]])
  })

  // rules/saml 30
  it('that meets another one ends what it ends all the same', async () => {
    const school = await trustedSchool()
    const { device } = await signIn(school)
    const replies = await Promise.all([
      school.dean.saveSamlConfig({ isActive: false }),
      school.dean.saveSamlConfig({ wantMessageSigned: true }),
      school.dean.removeEmailDomain({ domain }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await trustAt(school)).toBe(2)
    school.w.clock.advance(aMoment)
    expect((await device.validateToken()).body.code).toBe('SESSION_REVOKED')
  })

  it('of a school that is being set up ends nothing', async () => {
    const school = await trustedSchool([domain], { isActive: false })
    expect(await trustAt(school)).toBeUndefined()
    await school.dean.saveSamlConfig(configOf(school.provider, { isActive: false }))
    expect(await trustAt(school)).toBeUndefined()
  })
})
