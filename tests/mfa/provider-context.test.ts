import { describe, expect, it } from 'vitest'
import { StrongProofRequired } from '../../lib/contract/failures.ts'
import { answerTo, begin, type Change, type SamlSchool, send } from '../saml/school.ts'
import { refused } from '../support/agent.ts'
import { call } from './privileged-rows.ts'
import { asked, comeIn, mfa, refusal, type Stage, stage } from './provider-stage.ts'

const minutes = 60

const noteOf = async ({ dean }: Stage, { reply }: Awaited<ReturnType<typeof comeIn>>) => {
  const { body } = await dean.getSamlTrace({ traceId: reply.body.data.traceId })
  return body.data.checks.find(({ name }: { name: string }) => name === 'second factor')
}

const at = ({ w }: SamlSchool, seconds: number): string =>
  new Date(w.clock.now().getTime() + seconds * 1000).toISOString()

describe('a request that asks the identity provider for a second factor', () => {
  // rules/saml 40
  it('names the context of the school, to the letter, and asks the person anew', async () => {
    const school = await stage()
    const { xml } = await begin(school, school.w.device(), { proof: 'strong' })
    expect(xml).toContain(
      `<samlp:RequestedAuthnContext Comparison="exact"><saml:AuthnContextClassRef>${mfa}</saml:AuthnContextClassRef></samlp:RequestedAuthnContext></samlp:AuthnRequest>`,
    )
    expect(xml).toContain(' ForceAuthn="true"')
  })

  it('is like any other where the school has named none, and without being asked for', async () => {
    const school = await stage(null)
    const plain = await begin(school, school.w.device(), { proof: 'strong' })
    await school.dean.setSecondFactorPolicy({ required: 'nobody', providerContext: mfa })
    school.w.clock.advance(3)
    for (const { xml } of [plain, await begin(school)]) {
      expect(xml).not.toContain('RequestedAuthnContext')
      expect(xml).not.toContain('ForceAuthn')
    }
  })
})

describe('what the identity provider answers', () => {
  // rules/saml 40, rules/mfa 21
  it('with the context opens what is privileged, for fifteen minutes from the moment it names', async () => {
    const school = await stage()
    const { device } = await comeIn(school, { facts: { context: mfa, authenticatedAt: at(school, -30) } })
    expect(await asked(device)).toBe('VALIDATION_ERROR')
    school.w.clock.advance(14 * minutes + 29)
    await device.refreshToken()
    expect(await asked(device)).toBe('VALIDATION_ERROR')
    school.w.clock.advance(2)
    const stale = await call(device, 'impersonateUser')
    expect(stale).toMatchObject(refused(StrongProofRequired))
    expect(stale?.body.details).toEqual({ methods: ['totp', 'saml'] })
  })

  const liars: readonly (readonly [string, (school: Stage) => Change, string])[] = [
    ['without a context of its own', () => ({}), 'context is not'],
    [
      'with another context',
      () => ({ facts: { context: 'https://refeds.org/profile/sfa' } }),
      'context is not',
    ],
    ['with a context that begins alike', () => ({ facts: { context: `${mfa}/none` } }), 'context is not'],
    ['with spaces around it', () => ({ facts: { context: ` ${mfa} ` } }), 'context is not'],
    [
      'with a moment before it was asked',
      (school) => ({ facts: { context: mfa, authenticatedAt: at(school, -182) } }),
      'ForceAuthn',
    ],
    [
      'with a moment to come',
      (school) => ({ facts: { context: mfa, authenticatedAt: at(school, 182) } }),
      'future',
    ],
    ['with no moment', () => ({ facts: { context: mfa, authenticatedAt: 'today' } }), 'ForceAuthn'],
    [
      'with two statements',
      (school) => ({
        facts: {
          context: mfa,
          secondStatement: `<saml:AuthnStatement AuthnInstant="${at(school, 0)}"><saml:AuthnContext><saml:AuthnContextClassRef>${mfa}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
        },
      }),
      'more than one',
    ],
  ]

  // rules/saml 40
  it.each(liars)('%s is a sign-in without a proof', async (_, change, problem) => {
    const school = await stage()
    const came = await comeIn(school, change(school))
    expect(came.reply.status).toBe(200)
    expect(await asked(came.device)).toBe(refusal)
    expect(await noteOf(school, came)).toMatchObject({ ok: false, message: expect.stringContaining(problem) })
  })

  it('without having been asked is no proof, whatever it says', async () => {
    const school = await stage()
    const { device, reply } = await comeIn(school, { facts: { context: mfa } }, {})
    expect(reply.status).toBe(200)
    expect(await asked(device)).toBe(refusal)
  })

  it('by itself is no proof', async () => {
    const school = await stage()
    await school.dean.changeSamlConfig({ allowIdpInitiated: true })
    const device = school.w.device()
    const { email } = school.mia
    const facts = { nameId: email, attributes: { email: [email] }, context: mfa }
    const reply = await send(
      device,
      answerTo(school, { requestId: undefined as never }, { facts }),
      undefined,
    )
    expect(reply.status).toBe(200)
    expect(await asked(device)).toBe(refusal)
  })

  it('to another request than the one that asked signs nobody in', async () => {
    const school = await stage()
    const device = school.w.device()
    const plain = await begin(school, device)
    const wanted = await begin(school, device, { proof: 'strong' })
    const facts = { nameId: school.mia.email, attributes: { email: [school.mia.email] }, context: mfa }
    expect((await send(device, answerTo(school, plain, { facts }), wanted.relay)).status).toBe(401)
  })

  it('with a statement that nobody signed signs nobody in', async () => {
    const school = await stage()
    const edit = (xml: string) =>
      xml.replace('urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport', mfa)
    expect((await comeIn(school, { edit })).reply.status).toBe(401)
    const beside = (xml: string) =>
      xml.replace(
        '<saml:AttributeStatement>',
        `<saml:AuthnStatement AuthnInstant="${at(school, 0)}"><saml:AuthnContext><saml:AuthnContextClassRef>${mfa}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>`,
      )
    expect((await comeIn(school, { edit: beside })).reply.status).toBe(401)
  })
})
