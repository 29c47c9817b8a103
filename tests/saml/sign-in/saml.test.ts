import { describe, expect, it } from 'vitest'
import { changeRights } from '../../../lib/identity/person/roles.ts'
import { idp } from '../idp.ts'
import { answerTo, begin, configOf, samlSchool, send, signIn } from '../school.ts'

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

  // rules/saml 7
  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    'evil',
    '/a\r\nb',
    '/%0d%0a//x\\y',
    '/.//evil.example',
  ])('leads nowhere else: %j', async (relayState) => {
    const { w } = await samlSchool()
    const { status, body } = await w.device().startSamlLogin({ relayState: encodeURIComponent(relayState) })
    const plain = await w.device().startSamlLogin({ relayState })
    expect([status, body.message]).toEqual([400, 'Invalid relay state'])
    expect(plain.status).toBe(400)
  })

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

  // rules/saml 16
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

  // rules/saml 1
  it('belongs to the browser that began', async () => {
    const school = await samlSchool()
    const begun = await begin(school)
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' }
    const reply = await send(school.w.device(), answerTo(school, begun), begun.relay, { headers })
    expect([reply.status, reply.body.message]).toEqual([400, 'Invalid relay state'])
    const page = await send(school.w.device(), answerTo(school, begun), begun.relay, {
      headers: { ...headers, 'sec-fetch-mode': 'navigate' },
    })
    expect(page.body).toMatch(/Sign-in failed[\s\S]*give this number: <strong>\w{10}</)
  })

  it.each([
    ['a browser', { 'sec-fetch-site': 'same-origin' }, {}],
    ['a program', {}, { origin: 'https://idp0.example.edu' }],
  ])('that %s began is not ended without the mark of its browser', async (_, begins, ends) => {
    const school = await samlSchool()
    const begun = await begin(school, school.w.device({ headers: begins }))
    const headers = { 'content-type': 'application/x-www-form-urlencoded', ...ends }
    const reply = await send(school.w.device(), answerTo(school, begun), begun.relay, { headers })
    expect([reply.status, reply.body.message, reply.cookies]).toEqual([400, 'Invalid relay state', []])
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

  // rules/saml 8
  it('keeps a suspended person out', async () => {
    const school = await samlSchool()
    const { reply, device } = await signIn(school)
    const { globalUserId } = (await device.validateToken()).body.data.user
    const suspend = () => ({ suspended: true })
    await changeRights(school.w.table(), globalUserId, school.w.home, suspend, () => [], school.w.clock.now())
    expect(reply.status).toBe(200)
    expect((await signIn(school)).reply.body.code).toBe('ACCOUNT_SUSPENDED')
  })
})
