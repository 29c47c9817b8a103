import { describe, expect, it } from 'vitest'
import { globalUser } from '../../../lib/identity/person/records.ts'
import { password, registered } from '../../support/people.ts'
import { enrolSchool } from '../../support/schools.ts'
import { requestIn, type SamlSchool, samlSchool, signIn } from '../school.ts'

const attributes = (more: Readonly<Record<string, readonly string[]>>) => ({ facts: { attributes: more } })

describe('attributes', () => {
  it.each([
    ['no address', { displayName: ['Ada'] }, 'Required attribute not found'],
    ['an empty address', { email: [''] }, 'Required attribute not found'],
    ['an address of a space', { email: [' '] }, 'Attribute mapping failed'],
    ['two addresses', { email: ['a@x.example.edu', 'b@x.example.edu'] }, 'Attribute mapping failed'],
    ['an address of foreign letters', { email: ['аda@x.example.edu'] }, 'Attribute mapping failed'],
    ['no address at all', { email: ['ada'] }, 'Attribute mapping failed'],
    ['an address with a comma', { email: ['a@x.example.edu,b'] }, 'Attribute mapping failed'],
    [
      'a name beyond measure',
      { email: ['a@x.example.edu'], displayName: ['x'.repeat(300)] },
      'Attribute mapping failed',
    ],
  ])('%s: %j', async (_, given, message) => {
    const school = await samlSchool()
    const { reply } = await signIn(school, attributes(given))
    expect([reply.status, reply.body.message]).toEqual([400, message])
  })

  // rules/saml 18
  it('come under the names that the school has mapped, and carry no rights', async () => {
    const school = await samlSchool({
      attributeMapping: { email: 'urn:oid:mail', displayName: 'cn', role: 'r' },
    })
    const { reply } = await signIn(
      school,
      attributes({
        'urn:oid:mail': [school.w.email('bob').toUpperCase()],
        cn: ['Bob'],
        email: ['wrong@x.example.edu'],
        r: ['admin', 'platform_admin'],
        __proto__: ['x'],
      }),
    )
    expect(reply.body.data.user).toMatchObject({ email: school.w.email('bob'), name: 'Bob', roles: ['user'] })
    // The school could make any number of devices that have tries at the password.
    expect(Object.keys(reply.headers)).not.toContain('x-known-device')
    expect(reply.cookies.join()).not.toContain('knownDevice')
  })

  it('make names of first and last name, and of the address where there is none', async () => {
    const school = await samlSchool()
    const named = await signIn(
      school,
      attributes({ email: [school.w.email('bob')], firstName: ['Bob'], lastName: ["O'Neil & <Söhne>"] }),
    )
    expect(named.reply.body.data.user.name).toBe("Bob O'Neil & <Söhne>")
  })
})

describe('users', () => {
  it('are named after the student id', async () => {
    const school = await samlSchool({ userProvisioning: { usernameGeneration: 'student_id' } })
    expect((await signIn(school)).reply.body.data.user.username).toBe('S1001')
  })

  it('need the attribute that they are named after', async () => {
    const school = await samlSchool({ userProvisioning: { usernameGeneration: 'student_id' } })
    const { reply } = await signIn(school, attributes({ email: [school.w.email('bob')] }))
    expect([reply.status, reply.body.message]).toEqual([400, 'Required attribute not found'])
  })

  it('are named after an attribute of the school, with a number where it is taken', async () => {
    const school = await samlSchool({
      userProvisioning: { usernameGeneration: 'custom', customUsernameField: 'login' },
    })
    const named = (name: string) => ({
      facts: { nameId: name, attributes: { email: [school.w.email(name)], login: ['countess'] } },
    })
    expect((await signIn(school, named('ada'))).reply.body.data.user.username).toBe('countess')
    expect((await signIn(school, named('eve'))).reply.body.data.user.username).toMatch(/^countess\d+$/)
  })

  // rules/saml 19
  it('get the roles of the school', async () => {
    const school = await samlSchool({ userProvisioning: { defaultRoles: ['user', 'beta'] } })
    const { reply, device } = await signIn(school)
    expect(reply.body.data.user.roles).toEqual(['user', 'beta'])
    expect((await device.validateToken()).body.data.user.roles).toEqual(['user', 'beta'])
  })

  // rules/saml 19
  it('are not made where the school does not want it', async () => {
    const school = await samlSchool({ userProvisioning: { autoCreateUsers: false } })
    const { reply } = await signIn(school)
    expect([reply.status, reply.body.message]).toEqual([403, 'User provisioning is disabled'])
    expect((await school.w.device().login({ email: school.w.email('ada'), password })).status).toBe(401)
  })

  it('stay as they are where the school does not want changes', async () => {
    const school = await samlSchool({ userProvisioning: { autoUpdateUsers: false } })
    await signIn(school)
    const { reply } = await signIn(
      school,
      attributes({ email: [school.w.email('ada')], displayName: ['Other'] }),
    )
    expect(reply.body.data.user.name).toBe('Ada Lovelace')
  })

  // rules/saml 16
  it('are known by the student id, then by the address, where names are not wanted or change', async () => {
    const school = await samlSchool({ wantNameId: false })
    const ids = async (facts: object) => (await signIn(school, { facts })).reply.body.data.user.id
    const one = await ids({ nameId: undefined })
    expect(await ids({ nameId: 'whatever' })).toBe(one)
    const passing = await samlSchool()
    const transient = { nameFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }
    const first = await signIn(passing, { facts: { ...transient, nameId: '_1' } })
    const second = await signIn(passing, { facts: { ...transient, nameId: '_2' } })
    expect(second.reply.body.data.user.id).toBe(first.reply.body.data.user.id)
  })

  it('cannot have a name that no key has room for', async () => {
    const school = await samlSchool()
    const { reply } = await signIn(school, { facts: { nameId: 'ä'.repeat(200) } })
    expect([reply.status, reply.body.message]).toEqual([400, 'Attribute mapping failed'])
  })

  it('need a name where the school wants one', async () => {
    const school = await samlSchool()
    const { reply } = await signIn(school, { facts: { nameId: undefined } })
    expect([reply.status, reply.body.message]).toEqual([400, 'Required attribute not found'])
  })
})

describe('an address that somebody has already', () => {
  const taken = async (emailDomains?: readonly string[]): Promise<SamlSchool> => {
    const school = await samlSchool()
    if (emailDomains) await enrolSchool(school.w, school.w.home, { emailDomains: [...emailDomains] })
    await registered(school.w, 'ada', {}, school.w.sister)
    return school
  }

  // rules/saml 17
  it('is not handed over by an identity provider that could say anything', async () => {
    const school = await taken()
    const { reply } = await signIn(school)
    expect([reply.status, reply.body.message, reply.body.code]).toEqual([
      403,
      'Email domain is not allowed for this school',
      'EMAIL_DOMAIN_NOT_ALLOWED',
    ])
  })

  it('is not handed over for a domain that only looks like a proven one', async () => {
    const school = await taken(['example.edu', 'udents.example.edu'])
    expect((await signIn(school)).reply.body.code).toBe('EMAIL_DOMAIN_NOT_ALLOWED')
  })

  // rules/saml 17
  it('belongs to the same person once the school has proven the domain', async () => {
    const school = await taken(['students.example.edu'])
    const { reply, device } = await signIn(school)
    expect(reply.status).toBe(200)
    const { globalUserId } = (await device.validateToken()).body.data.user
    expect(await school.w.table().get(globalUser, { id: globalUserId })).toMatchObject({
      emailVerified: true,
    })
    // Whoever planted the account with a password is out.
    expect((await school.w.device().login({ email: school.w.email('ada'), password })).status).toBe(401)
  })
})

describe('a trace', () => {
  it('tells administrators what arrived, which check failed and who has to act', async () => {
    const school = await samlSchool()
    const { reply } = await signIn(school, { facts: { recipient: 'https://elsewhere.example.edu' } })
    const { traceId } = reply.body.data
    const { body } = await school.dean.getSamlTrace({ traceId })
    const last = body.data.checks.at(-1)
    expect(body.data).toMatchObject({ id: traceId, kind: 'sign-in', outcome: 'refused', received: {} })
    expect(last).toEqual({
      name: 'recipient',
      ok: false,
      side: 'identity provider',
      message: `the assertion's recipient is not ${school.places.callback}`,
    })
    expect(body.data.checks.find(({ name }: { name: string }) => name === 'assertion: signature').ok).toBe(
      true,
    )
  })

  it('shows attributes beside what the mapping made of them, until they are redacted', async () => {
    const school = await samlSchool()
    const { reply } = await signIn(school)
    const { traceId } = reply.body.data
    const { body } = await school.dean.listSamlTraces()
    expect(body.data.traces).toHaveLength(1)
    expect(body.data.traces[0]).toMatchObject({
      outcome: 'ok',
      received: { displayName: ['Ada Lovelace'], role: ['student', 'member'] },
      mapped: { displayName: 'Ada Lovelace', role: 'student' },
    })
    const cleared = await school.dean.redactSamlTrace({ traceId })
    expect(cleared.body.data.redacted).toBe(true)
    expect(JSON.stringify((await school.dean.getSamlTrace({ traceId })).body)).not.toContain('Lovelace')
  })

  // rules/saml 36
  it("is gone after seven days, and never anybody else's", async () => {
    const school = await samlSchool()
    const { reply, device } = await signIn(school)
    const { traceId } = reply.body.data
    expect((await device.getSamlTrace({ traceId })).status).toBe(403)
    school.w.clock.advance(7 * 86_400 + 1)
    await school.dean.login({ email: school.w.email('dean'), password })
    const { status, body } = await school.dean.getSamlTrace({ traceId })
    expect([status, body.code]).toEqual([404, 'SAML_TRACE_MISSING'])
    expect((await school.dean.listSamlTraces({ cursor: 'nonsense' })).body.code).toBe('INVALID_CURSOR')
  })
})

it('offers mappings for the identity providers that schools use', async () => {
  const { dean } = await samlSchool()
  const { presets } = (await dean.listSamlPresets()).body.data
  expect(presets.map(({ name }: { name: string }) => name)).toEqual([
    'plain',
    'friendly',
    'eduperson',
    'entra',
    'okta',
    'google',
    'adfs',
  ])
  await dean.saveSamlConfig({ attributePreset: 'eduperson' })
  expect((await dean.getSamlConfig()).body.data.attributeMapping.email).toBe(
    'urn:oid:0.9.2342.19200300.100.1.3',
  )
})

it('reads its own request back', async () => {
  const school = await samlSchool()
  const { body } = await school.w.device().startSamlLogin()
  expect((await requestIn(body.redirectUrl)).requestId).toMatch(/^_[\w-]{32}$/)
})
