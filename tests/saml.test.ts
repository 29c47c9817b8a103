import { describe, expect, it } from 'vitest'
import { nameHash } from '../functions/saml/provisioning.ts'
import { samlRequest, samlSeen } from '../functions/saml/repository.ts'
import { globalUser } from '../lib/identity/records.ts'
import { changeStanding } from '../lib/identity/roles.ts'
import { password, registered } from './people.ts'
import { idp } from './saml/idp.ts'
import {
  answerTo,
  begin,
  configOf,
  requestIn,
  type SamlSchool,
  samlSchool,
  send,
  signIn,
} from './saml/school.ts'
import { enrolSchool } from './schools.ts'

const attributes = (more: Readonly<Record<string, readonly string[]>>) => ({ facts: { attributes: more } })

describe('beginning a sign-in', () => {
  it('names the address of the identity provider with a signed request', async () => {
    const school = await samlSchool({ signatureAlgorithm: 'sha512' })
    const { address, xml, relay } = await begin(school)
    expect(address.href.startsWith(`${school.provider.ssoUrl}?SAMLRequest=`)).toBe(true)
    expect(address.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha512')
    expect(address.searchParams.get('Signature')).toMatch(/^[\w+/=]{300,}$/)
    expect(relay).toMatch(/^r[\w-]{32}$/)
    expect(xml).toContain(`<saml:Issuer>${school.places.entityId}</saml:Issuer>`)
    expect(xml).toContain(`AssertionConsumerServiceURL="${school.places.callback}"`)
    expect(xml).toContain('<samlp:NameIDPolicy ')
  })

  it('sends a browser there at once, and marks it', async () => {
    const { w } = await samlSchool()
    for (const [query, headers] of [
      [{}, { 'sec-fetch-mode': 'navigate' }],
      [{}, { accept: 'text/html' }],
      [{ redirect: 'true' }, {}],
    ] as const) {
      const { status, headers: sent, cookies } = await w.device().startSamlLogin(query, { headers })
      expect([status, sent.location?.split('?')[0]]).toEqual([302, 'https://idp0.example.edu/sso'])
      expect(cookies[0]).toMatch(
        /^__Host-sign-in=[\w-]{32}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/,
      )
    }
  })

  it('asks for no name where the school wants none', async () => {
    const school = await samlSchool({ wantNameId: false })
    expect((await begin(school)).xml).not.toContain('NameIDPolicy')
  })

  it('keeps the query that an address has of its own', async () => {
    const provider = idp()
    const school = await samlSchool({
      idp: { ...configOf(provider).idp, ssoUrl: `${provider.ssoUrl}?idpid=C1` },
    })
    expect((await begin(school)).address.searchParams.get('idpid')).toBe('C1')
  })

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'evil', '/a\r\nb', '/%0d%0a//x\\y'])(
    'leads nowhere else: %j',
    async (relayState) => {
      const { w } = await samlSchool()
      const { status, body } = await w.device().startSamlLogin({ relayState: encodeURIComponent(relayState) })
      const plain = await w.device().startSamlLogin({ relayState })
      expect([status, body.message]).toEqual([400, 'Invalid relay state'])
      expect(plain.status).toBe(400)
    },
  )

  it('is not there before the school has set it up', async () => {
    const { w } = await samlSchool()
    const { status, body } = await w.device().on(w.sister).startSamlLogin()
    expect([status, body.code]).toEqual([404, 'SAML_NOT_CONFIGURED'])
  })
})

describe('signing in with the school', () => {
  it('makes a user, a session and tokens', async () => {
    const school = await samlSchool()
    const { reply, device } = await signIn(school)
    expect(reply.body).toMatchObject({
      success: true,
      message: 'SAML authentication successful',
      data: { user: { name: 'Ada Lovelace', roles: ['user'], email: school.w.email('ada') } },
    })
    expect((await device.validateToken()).body.data.user.name).toBe('Ada Lovelace')
    const { sessions } = (await device.listSessions()).body.data
    expect(sessions).toHaveLength(1)
    expect((await device.on(school.w.sister).joinTenant()).status).toBe(200)
  })

  it('finds the same person again, by name and not by address', async () => {
    const school = await samlSchool()
    const first = await signIn(school)
    const again = await signIn(school, {
      facts: { attributes: { email: ['ada.byron@elsewhere.example.edu'], displayName: ['Ada Byron'] } },
    })
    expect(again.reply.body.data.user).toMatchObject({ id: first.reply.body.data.user.id, name: 'Ada Byron' })
  })

  it('shows a browser a page of the school that goes on to where it wanted', async () => {
    const school = await samlSchool()
    const device = school.w.device()
    const begun = await begin(school, device, { relayState: '/events?open=1' })
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'cross-site',
      origin: 'https://idp0.example.edu',
    }
    const reply = await send(device, answerTo(school, begun), begun.relay, { headers })
    expect([reply.status, reply.headers['content-type'], reply.headers.location]).toEqual([
      200,
      'text/html; charset=utf-8',
      undefined,
    ])
    expect(reply.body).toContain('content="0;url=/events?open=1"')
    expect((await device.validateToken()).status).toBe(200)
  })

  it('belongs to the browser that began', async () => {
    const school = await samlSchool()
    const begun = await begin(school)
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' }
    const reply = await send(school.w.device(), answerTo(school, begun), begun.relay, { headers })
    expect([reply.status, reply.body.message]).toEqual([400, 'Invalid relay state'])
    const page = await send(school.w.device(), answerTo(school, begun), begun.relay, {
      headers: { ...headers, 'sec-fetch-mode': 'navigate' },
    })
    expect(page.body).toMatch(/Sign-in failed.*name this number: <strong>\w{10}</)
  })

  it('reads JSON as well as a form', async () => {
    const school = await samlSchool()
    const begun = await begin(school)
    const SAMLResponse = Buffer.from(answerTo(school, begun)).toString('base64')
    const reply = await school.w.device().receiveSamlResponse({ SAMLResponse, RelayState: begun.relay })
    expect(reply.status).toBe(200)
  })

  it('says what is missing', async () => {
    const { w } = await samlSchool()
    const { status, body } = await w.device().receiveSamlResponse({})
    expect([status, body.message]).toEqual([400, 'SAML response is required'])
  })

  it('keeps a suspended person out', async () => {
    const school = await samlSchool()
    const { reply, device } = await signIn(school)
    const { globalUserId } = (await device.validateToken()).body.data.user
    const suspend = () => ({ suspended: true })
    await changeStanding(
      school.w.table(),
      globalUserId,
      school.w.home,
      suspend,
      () => [],
      school.w.clock.now(),
    )
    expect(reply.status).toBe(200)
    expect((await signIn(school)).reply.body.code).toBe('ACCOUNT_SUSPENDED')
  })
})

describe('an answer', () => {
  it('counts once, also when it comes fifty times at the same moment', async () => {
    const school = await samlSchool()
    const begun = await begin(school)
    const xml = answerTo(school, begun)
    const all = await Promise.all(Array.from({ length: 50 }, () => send(school.w.device(), xml, begun.relay)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    const late = await send(school.w.device(), xml, begun.relay)
    expect([late.status, late.body.code]).toEqual([401, 'SAML_REPLAY'])
  })

  it('counts once even if its request could be used again', async () => {
    const school = await samlSchool()
    const { begun, xml } = await signIn(school)
    const reopen = () => school.w.table().update(samlRequest, { relay: begun.relay }, { remove: ['usedAt'] })
    await reopen()
    const again = await send(school.w.device(), xml, begun.relay)
    expect([again.status, again.body.code]).toEqual([401, 'SAML_REPLAY'])
    // Without the guard of the assertion it would count again.
    const [, assertionId = ''] = /<saml:Assertion [^>]*ID="([^"]+)"/.exec(xml) ?? []
    const hash = nameHash('assertion', school.provider.entityId, assertionId)
    expect((await school.w.table().remove(samlSeen, { hash })).ok).toBe(true)
    await reopen()
    expect((await send(school.w.device(), xml, begun.relay)).status).toBe(200)
  })

  it('is too late after ten minutes', async () => {
    const school = await samlSchool()
    const begun = await begin(school)
    school.w.clock.advance(601)
    const { status, body } = await send(school.w.device(), answerTo(school, begun), begun.relay)
    expect([status, body.message]).toEqual([400, 'Invalid relay state'])
  })

  it.each([undefined, 'r'.padEnd(33, 'x'), '/events', ''])(
    'without a request of ours is refused: %j',
    async (relay) => {
      const school = await samlSchool()
      const begun = await begin(school)
      const { status, body } = await send(school.w.device(), answerTo(school, begun), relay)
      expect([status, body.message]).toEqual([400, 'Invalid relay state'])
    },
  )

  it('does not fit another request', async () => {
    const school = await samlSchool()
    const [mine, theirs] = [await begin(school), await begin(school)]
    expect((await send(school.w.device(), answerTo(school, theirs), mine.relay)).status).toBe(401)
  })

  it('is worth nothing once the configuration is off', async () => {
    const school = await samlSchool()
    const begun = await begin(school)
    await school.dean.saveSamlConfig({ isActive: false })
    const { status, body } = await send(school.w.device(), answerTo(school, begun), begun.relay)
    expect([status, body.code]).toEqual([404, 'SAML_NOT_CONFIGURED'])
  })

  it('is worth nothing once another identity provider is configured', async () => {
    const school = await samlSchool()
    const begun = await begin(school)
    await school.dean.saveSamlConfig({ idp: { entityId: 'https://other.example.edu' } })
    expect((await send(school.w.device(), answerTo(school, begun), begun.relay)).body.message).toBe(
      'Invalid relay state',
    )
  })

  it('of one school is worth nothing at another, although both have one identity provider', async () => {
    const schools = await Promise.all(Array.from({ length: 5 }, () => samlSchool()))
    let crossings = 0
    for (const from of schools) {
      for (const to of schools) {
        if (from === to) continue
        const [begun, own] = [await begin(from), await begin(to)]
        const xml = answerTo(from, begun)
        const replies = await Promise.all([
          send(to.w.device(), xml, own.relay),
          send(to.w.device(), xml, begun.relay),
        ])
        expect(replies.every(({ status }) => status === 401 || status === 400)).toBe(true)
        crossings += 1
      }
    }
    expect(crossings).toBe(20)
  })

  it('counts without a request only where the school allows it, and then once', async () => {
    const school = await samlSchool({ allowIdpInitiated: true })
    const unasked = { requestId: undefined } as never
    const xml = answerTo(school, unasked)
    const first = await send(school.w.device(), xml, '/somewhere')
    expect(first.status).toBe(200)
    const again = await send(school.w.device(), xml, undefined)
    expect([again.status, again.body.code]).toEqual([401, 'SAML_REPLAY'])
    const asked = await begin(school)
    expect((await send(school.w.device(), answerTo(school, asked), undefined)).status).toBe(401)
  })
})

describe('attributes', () => {
  it.each([
    ['no address', { displayName: ['Ada'] }, 'Required attribute not found'],
    ['an empty address', { email: [' '] }, 'Required attribute not found'],
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

  it('get the roles of the school', async () => {
    const school = await samlSchool({ userProvisioning: { defaultRoles: ['user', 'beta'] } })
    const { reply, device } = await signIn(school)
    expect(reply.body.data.user.roles).toEqual(['user', 'beta'])
    expect((await device.validateToken()).body.data.user.roles).toEqual(['user', 'beta'])
  })

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
      message: `the assertion is meant for another address than ${school.places.callback}`,
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
