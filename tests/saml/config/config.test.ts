import { beforeAll, describe, expect, it } from 'vitest'
import { schoolAdmin } from '../../support/administrators.ts'
import type { Agent } from '../../support/agent.ts'
import { registered } from '../../support/people.ts'
import { type World, world } from '../../support/world.ts'
import { idp } from '../idp.ts'
import { answerTo, begin, configOf, samlSchool, send, signIn } from '../school.ts'

const provider = idp()
let w: World
let dean: Agent

const freshSchool = async () => {
  w = await world()
  dean = (await schoolAdmin(w)).device
}

beforeAll(freshSchool)

describe('a configuration', () => {
  // rules/saml 27
  it('is made once, read back in one form, and changed in parts', async () => {
    await freshSchool()
    const none = await dean.getSamlConfig()
    expect([none.status, none.body.message]).toEqual([404, 'SAML configuration not found'])
    const made = await dean.saveSamlConfig(configOf(provider, { isActive: false }))
    expect([made.status, made.body.message]).toEqual([201, 'SAML configuration created successfully'])
    const { body } = await dean.getSamlConfig()
    expect(body.data).toMatchObject({
      id: made.body.data.id,
      school: w.home,
      entityId: `http://${w.home}.localhost/auth/saml/metadata`,
      idp: { entityId: provider.entityId, ssoUrl: provider.ssoUrl, x509Cert: provider.certificate },
      attributeMapping: { email: 'email', studentId: 'studentId', role: 'role' },
      userProvisioning: {
        autoCreateUsers: true,
        autoUpdateUsers: true,
        defaultRoles: ['user'],
        usernameGeneration: 'email_prefix',
      },
      isActive: false,
      wantAssertionsSigned: true,
      wantMessageSigned: false,
      wantNameId: true,
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
    })
    const active = await dean.saveSamlConfig({ isActive: true })
    expect([active.status, active.body]).toMatchObject([
      200,
      { success: true, data: { id: made.body.data.id } },
    ])
    await dean.changeSamlConfig({ userProvisioning: { defaultRoles: ['user', 'beta'] } })
    const after = (await dean.getSamlConfig()).body.data
    expect([after.isActive, after.userProvisioning.autoCreateUsers]).toEqual([true, true])
    expect(after.userProvisioning.defaultRoles).toEqual(['user', 'beta'])
    expect((await dean.saveSamlConfig(after)).status).toBe(200)
    expect(JSON.stringify(after)).not.toContain('PRIVATE')
  })

  it.each([
    ['certificate', {}],
    ['x509Certificate', {}],
    ['idp.certificate', {}],
  ])('takes the certificate as %s', async (place) => {
    await freshSchool()
    const { x509Cert, ...rest } = configOf(provider).idp
    const [, inside] = place.split('.')
    const body = inside
      ? { idp: { ...rest, [inside]: [x509Cert] } }
      : { idp: rest, [place]: x509Cert.replace(/-----[^-]+-----|\s/g, '') }
    expect((await dean.saveSamlConfig(body)).status).toBe(201)
    expect((await dean.getSamlConfig()).body.data.idp.x509Cert).toBe(x509Cert)
  })

  it('takes the switches under settings too', async () => {
    await freshSchool()
    await dean.saveSamlConfig(
      configOf(provider, { settings: { wantMessageSigned: true, digestAlgorithm: 'sha512' } }),
    )
    expect((await dean.getSamlConfig()).body.data).toMatchObject({
      wantMessageSigned: true,
      digestAlgorithm: 'sha512',
    })
  })

  it('takes any address of this school outside production, and no other', async () => {
    await freshSchool()
    const named = (entityId: string) => dean.saveSamlConfig(configOf(provider, { entityId }))
    expect((await named('http://localhost:3000/auth/saml/metadata')).status).toBe(201)
    expect((await named('http://127.0.0.1:8080/auth/saml/metadata')).status).toBe(200)
    expect((await w.device().getSamlMetadata()).body).toContain('http://127.0.0.1:8080/auth/saml/callback')
    for (const entityId of [
      `http://${w.sister}.localhost/auth/saml/metadata`,
      'http://localhost:3000/else',
    ]) {
      const { status, body } = await named(entityId)
      expect([status, body.message, body.field]).toEqual([400, 'Invalid SAML configuration', 'entityId'])
    }
  })

  // rules/saml 28
  it('is for administrators of the school', async () => {
    const { device } = await registered(w, 'eve', { username: 'eve' })
    expect((await device.getSamlConfig()).status).toBe(403)
    expect((await device.saveSamlConfig(configOf(provider))).status).toBe(403)
  })
})

describe('a test of the configuration', () => {
  // rules/saml 34
  it('tells what is well and how long certificates last', async () => {
    const { dean: own } = await samlSchool()
    const { status, body } = await own.testSamlConfig()
    expect([status, body.message]).toEqual([200, 'SAML configuration is valid'])
    const lasting = body.data.checks.find(({ name }: { name: string }) => name === 'certificate days left')
    expect(lasting).toMatchObject({ ok: true, message: expect.stringMatching(/^\d{4} days/) })
  })

  it('fails when the certificate has run out', async () => {
    const school = await samlSchool({}, idp(0, { until: '2026-04-01' }))
    expect((await school.dean.testSamlConfig()).status).toBe(200)
    school.w.clock.advance(31 * 86_400)
    await school.dean.login({ email: school.w.email('dean'), password: 'correct horse battery' })
    const { status, body } = await school.dean.testSamlConfig()
    expect([status, body.message]).toEqual([400, 'SAML configuration test failed'])
    expect(body.data.checks.some(({ ok }: { ok: boolean }) => !ok)).toBe(true)
    expect((await signIn(school)).reply.status).toBe(401)
  })

  it('needs a configuration', async () => {
    await freshSchool()
    expect((await dean.testSamlConfig()).status).toBe(404)
    expect((await dean.getSamlTestLogin()).status).toBe(404)
  })

  // rules/saml 34
  it('can be a sign-in that signs nobody in before the configuration is active', async () => {
    const school = await samlSchool({ isActive: false })
    expect((await school.w.device().startSamlLogin()).body.code).toBe('SAML_NOT_CONFIGURED')
    const { body } = await school.dean.getSamlTestLogin()
    expect(body.data.loginUrl).toContain(school.provider.ssoUrl)
    const device = school.w.device()
    const reply = await send(device, answerTo(school, body.data), body.data.relayState)
    expect([reply.status, reply.body.data.user]).toEqual([200, null])
    expect([...device.jar.keys()]).toEqual([])
    const trace = await school.dean.getSamlTrace({ traceId: reply.body.data.traceId })
    expect(trace.body.data).toMatchObject({ kind: 'test', outcome: 'ok', mapped: { studentId: 'S-1001' } })
  })
})

describe('a rotation of certificates', () => {
  it('lets nobody down while both are there', async () => {
    const school = await samlSchool()
    const next = { ...idp(1), entityId: school.provider.entityId }
    const before = await begin(school)
    await school.dean.saveSamlConfig({ idp: { additionalCerts: [next.certificate] } })
    expect((await send(school.w.device(), answerTo(school, before), before.relay)).status).toBe(200)
    expect((await signIn(school)).reply.status).toBe(200)
    expect((await signIn({ ...school, provider: next })).reply.status).toBe(200)
    await school.dean.saveSamlConfig({ idp: { x509Cert: next.certificate, additionalCerts: [] } })
    expect((await signIn({ ...school, provider: next })).reply.status).toBe(200)
    expect((await signIn(school)).reply.status).toBe(401)
  })
})
