import { describe, expect, it } from 'vitest'
import { SecondFactorRequired, StrongProofRequired } from '../../lib/contract/failures.ts'
import type { Row } from '../../lib/contract/row.ts'
import { requireRecentFactor, requireRoleFactor } from '../../lib/identity/factor/strength.ts'
import type { Caller } from '../../lib/identity/person/caller.ts'
import { globalUser, session, type TenantRecord } from '../../lib/identity/person/records.ts'
import { trustedSchool } from '../saml/sign-in/trusting.ts'
import { withRoles } from '../support/administrators.ts'
import { type Agent, refused } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { streamOf } from '../support/streamed.ts'
import { call, privileged } from './privileged-rows.ts'
import { asked, comeIn, mfa, refusal, stage } from './provider-stage.ts'

describe('the proof of an identity provider', () => {
  // rules/mfa 21
  it('opens each privileged operation of the school, and none that wants an own proof', async () => {
    const school = await stage()
    const { device: without } = await comeIn(school)
    const { device: proven } = await comeIn(school, { facts: { context: mfa } })
    const wrong: string[] = []
    for (const [operation, row] of privileged.filter((one) => typeof one[1].access === 'string')) {
      const expected =
        row.proof === 'own'
          ? ['OWN_PROOF_REQUIRED', 'OWN_PROOF_REQUIRED']
          : row.access === 'platformAdmin'
            ? ['OWN_PROOF_REQUIRED', 'OWN_PROOF_REQUIRED']
            : [refusal, 'open']
      const [before, after] = [await asked(without, operation), await asked(proven, operation)]
      const open = [refusal, SecondFactorRequired.code, 'OWN_PROOF_REQUIRED', 'FORBIDDEN'].includes(
        after ?? '',
      )
        ? after
        : 'open'
      if (before !== expected[0] || open !== expected[1]) wrong.push(`${operation}: ${before} ${after}`)
    }
    expect(wrong).toEqual([])
  })

  it('ends with the context that the school has named', async () => {
    const school = await stage()
    const { device } = await comeIn(school, { facts: { context: mfa } })
    const policy = { required: 'nobody', providerContext: 'https://idp.example.edu/phone' }
    expect((await school.dean.setSecondFactorPolicy(policy)).body.data.providerContext).toBe(
      policy.providerContext,
    )
    school.w.clock.advance(3)
    expect(await asked(device)).toBe(refusal)
    await school.dean.setSecondFactorPolicy({ required: 'nobody', providerContext: null })
    school.w.clock.advance(3)
    const { body } = (await call(device, 'impersonateUser')) ?? {}
    expect([body.code, body.details]).toEqual([refusal, { methods: ['totp'] }])
  })

  it('ends with the identity provider that it was named for', async () => {
    const school = await stage()
    const { w, dean, mia } = school
    const named = async () => (await dean.getSecondFactorPolicy()).body.data.providerContext
    expect((await dean.changeSamlConfig({ allowIdpInitiated: true })).status).toBe(200)
    expect(await named()).toBe(mfa)
    expect((await dean.changeSamlConfig({ idp: { entityId: 'https://other.example.edu/idp' } })).status).toBe(
      200,
    )
    expect(await named()).toBeNull()
    await streamOf(w).drain()
    const told = w.mails.filter(
      ({ to, text }) => to === mia.email && text.includes('do not count as a second factor until'),
    )
    expect(told).toHaveLength(1)
  })

  it('counts in a session that this identity provider opened, and there alone', async () => {
    const school = await stage()
    const { w, mia } = school
    const { device } = await comeIn(school, { facts: { context: mfa } })
    const keyParams = { globalUserId: mia.user.globalUserId }
    const { items } = await w.table().list(session, { keyParams, limit: 10, strong: true })
    const own = items.find(({ confirmed }) => confirmed)
    if (!own) throw new Error('no session remembers it')
    expect(await asked(device)).toBe('VALIDATION_ERROR')
    await w.table().update(session, own, { set: { authMethod: 'email' }, remove: ['proof'] })
    expect(await asked(device)).toBe(refusal)
  })

  it('does for who has no factor, where the school wants one of administrators', async () => {
    const school = await stage()
    const { w, dean } = school
    await dean.setSecondFactorPolicy({ required: 'administrators' })
    const ned = await withRoles(w, await registered(w, 'ned'), ['user', 'admin'])
    await w.table().update(globalUser, { id: ned.user.globalUserId }, { set: { emailVerified: true } })
    w.clock.advance(3)
    const told = await call(ned.device, 'impersonateUser')
    expect(told).toMatchObject(refused(SecondFactorRequired))
    expect(told?.body.details).toEqual({ methods: ['saml'] })
    const { device: plain } = await comeIn({ ...school, mia: ned })
    expect(await call(plain, 'impersonateUser')).toMatchObject(refused(StrongProofRequired))
    const { device } = await comeIn({ ...school, mia: ned }, { facts: { context: mfa } })
    expect(await asked(device)).toBe('VALIDATION_ERROR')
  })
})

describe('the strength of a session', () => {
  const at = '2026-03-02T12:00:00.000Z'
  const school = { tenantKey: 'home', providerContext: mfa } as TenantRecord
  const caller = (more: Partial<Caller>): Caller => ({
    globalUserId: 'mia',
    tenantUserId: 'mia',
    roles: [],
    authority: ['admin'],
    platformRoles: [],
    communities: [],
    via: 'cookie',
    factors: ['totp'],
    at,
    confirmed: { at, context: mfa },
    ...more,
  })
  const isRefused = (who: Caller, here: TenantRecord | undefined): boolean => {
    try {
      requireRecentFactor({ consequence: 'settings' } as Row, who, here, { STAGE: 'production' })
      return false
    } catch {
      return true
    }
  }

  const isUnshown = (who: Caller, here: TenantRecord | undefined): boolean => {
    try {
      requireRoleFactor(who, here)
      return false
    } catch {
      return true
    }
  }

  // rules/mfa 22
  it('is for decisions what was shown in it, whenever that was', () => {
    const long = { at: '2026-03-02T02:00:00.000Z' }
    const proof = { school: 'home', trust: 0 }
    const by = { ...long, by: 'totp' as const }
    const vouched = caller({ proof, confirmed: { ...long, context: mfa }, factors: [] })
    const table = [
      [isUnshown(caller({ strong: by }), school), false],
      [isUnshown(caller({ strong: by, factors: [] }), school), true],
      [isUnshown(caller({}), school), true],
      [isUnshown(vouched, school), false],
      [isUnshown(vouched, { ...school, providerContext: 'urn:other' }), true],
      [isUnshown(vouched, { ...school, tenantKey: 'sister' }), true],
      [isUnshown({ ...vouched, proof: undefined }, school), true],
    ]
    expect(table.map(([found]) => found)).toEqual(table.map(([, wanted]) => wanted))
  })

  // rules/mfa 21
  it('comes by the provider that opened it, at its own school', () => {
    const [home, sister] = ['home', 'sister'].map((of) => caller({ proof: { school: of, trust: 0 } }))
    const table = [
      [isRefused(home as Caller, school), false],
      [isRefused(home as Caller, { ...school, tenantKey: 'sister' }), true],
      [isRefused(sister as Caller, school), true],
      [isRefused(home as Caller, undefined), true],
      [isRefused(caller({}), school), true],
      [isRefused(caller({ confirmed: { at, context: undefined as never } }), undefined), true],
      [isRefused(caller({ platformRoles: ['root'] }), school), true],
    ]
    expect(table.map(([found]) => found)).toEqual(table.map(([, wanted]) => wanted))
  })
})

describe('the context of a school', () => {
  const subject = 'Sign-in settings of your school changed'

  // rules/mfa 13
  it('is notified to all administrators, is audited, and stays when a change omits it', async () => {
    const school = await stage()
    const { w, dean } = school
    await dean.setSecondFactorPolicy({ required: 'nobody', providerContext: `${mfa}/phone` })
    await streamOf(w).drain()
    const about = /now accepts a second factor that the identity provider reports/
    const told = w.mails.filter(({ to, text }) => to === school.mia.email && about.test(text))
    expect(told.map(({ subject }) => subject)).toEqual([subject, subject])
    // An administrator chose it: it is no address to follow in a mail of the platform.
    expect(told.filter(({ text, html }) => `${text}${html}`.includes('refeds'))).toEqual([])
    expect((await dean.setSecondFactorPolicy({ required: 'nobody' })).body.data.providerContext).toBe(
      `${mfa}/phone`,
    )
    const { body } = await dean.listAuditEntries()
    expect(JSON.stringify(body)).toContain(mfa)
  })

  // rules/mfa 21
  it('is set, and the policy loosened, only by a person who has shown a factor of their own', async () => {
    const school = await stage()
    const { w, dean } = school
    const bea = await withRoles(w, await registered(w, 'bea'), ['user', 'admin'])
    const naming = { required: 'nobody', providerContext: `${mfa}/phone` }
    expect(await bea.device.setSecondFactorPolicy(naming)).toMatchObject(refused(SecondFactorRequired))
    expect((await dean.setSecondFactorPolicy({ required: 'administrators' })).status).toBe(200)
    const { device } = await comeIn(school, { facts: { context: mfa } })
    for (const looser of [naming, { required: 'nobody' }])
      expect(await device.setSecondFactorPolicy(looser)).toMatchObject(refused(StrongProofRequired))
    const stricter = { required: 'administrators', providerContext: null }
    expect((await device.setSecondFactorPolicy(stricter)).status).toBe(200)
  })

  // rules/mfa 21, rules/mfa 22
  it('lets its provider ask more of the staff, and no fewer of them', async () => {
    const school = await stage()
    const { w, dean } = school
    const roles = ['facilities manager', 'safety officer']
    const seenBy = async (device: Agent, wanted: object) =>
      (await device.previewSecondFactorPolicy(wanted)).body.data.seen
    const named = { required: 'staff', roles }
    expect((await dean.setSecondFactorPolicy({ ...named, seen: await seenBy(dean, named) })).status).toBe(200)
    w.clock.advance(3)
    const { device } = await comeIn(school, { facts: { context: mfa } })
    const fewer = [
      { required: 'nobody' },
      { required: 'administrators' },
      { required: 'staff', roles: ['safety officer'] },
    ]
    for (const wanted of fewer) {
      const seen = await seenBy(device, wanted)
      expect(await device.setSecondFactorPolicy({ ...wanted, seen })).toMatchObject(
        refused(StrongProofRequired),
      )
    }
    const all = { required: 'staff' }
    const { body } = await device.setSecondFactorPolicy({ ...all, seen: await seenBy(device, all) })
    expect(body.data.roles).toBeNull()
    const seen = await seenBy(device, named)
    expect(await device.setSecondFactorPolicy({ ...named, seen })).toMatchObject(refused(StrongProofRequired))
  })

  it.each(
    ['Password', 'PasswordProtectedTransport', 'PreviousSession', 'unspecified']
      .map((name) => `urn:oasis:names:tc:SAML:2.0:ac:classes:${name}`)
      .concat('https://refeds.org/profile/sfa'),
  )('is none of a single step: %s', async (providerContext) => {
    const { dean } = await trustedSchool()
    expect((await dean.setSecondFactorPolicy({ required: 'nobody', providerContext })).status).toBe(400)
  })

  it.each(['mfa', '', 'https://a b', `https://${'x'.repeat(300)}`, 'https://a"b'])(
    'is a URI: %j',
    async (providerContext) => {
      const { dean } = await trustedSchool()
      expect((await dean.setSecondFactorPolicy({ required: 'nobody', providerContext })).status).toBe(400)
    },
  )
})
