import { createVerify } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Agent } from '../support/agent.ts'
import { registered } from '../support/people.ts'
import { encrypted, methods, tripleDes } from './encrypting.ts'
import { idp, packed } from './idp.ts'
import {
  isIn,
  ownCertificate,
  type Part,
  posted,
  provider,
  queryOf,
  redirected,
  requestOf,
  responseOf,
  saml,
  withLogout,
} from './logout.ts'
import { configOf, type SamlSchool, samlSchool, signIn } from './school.ts'
import { signed, uris } from './signing.ts'

/** Whether we signed the query of an address. */
const isOurs = async (school: SamlSchool, address: string): Promise<boolean> => {
  const [, signedPart = '', signature = ''] = /\?(.*)&Signature=(.*)$/.exec(address) ?? []
  const { publicKey } = await ownCertificate(school)
  return createVerify('RSA-SHA256')
    .update(signedPart)
    .verify(publicKey, decodeURIComponent(signature), 'base64')
}

const form = { raw: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } } as const

const messageIn = (address: string, part: Part): string =>
  inflateRawSync(Buffer.from(new URL(address).searchParams.get(part) ?? '', 'base64')).toString()

describe('signing out here', () => {
  // rules/saml 37
  it('ends the session and hands over to the identity provider, whose answer brings the person back', async () => {
    const school = await withLogout()
    const { device } = await signIn(school)
    const { status, body } = await device.startSamlLogout()
    expect([status, body.message]).toEqual([200, 'Logged out successfully'])
    expect([...device.jar.keys()]).not.toContain('accessToken')
    expect(body.redirectUrl.startsWith(`${provider.sloUrl}?SAMLRequest=`)).toBe(true)
    expect(await isOurs(school, body.redirectUrl)).toBe(true)
    const xml = messageIn(body.redirectUrl, 'SAMLRequest')
    expect(xml).toContain(school.w.email('ada'))
    expect(xml).toContain('<samlp:SessionIndex>_session1</samlp:SessionIndex>')
    const [, id = ''] = /\bID="([^"]+)"/.exec(xml) ?? []
    const relay = new URL(body.redirectUrl).searchParams.get('RelayState') ?? ''
    const query = queryOf('SAMLResponse', responseOf(school, 'logout', id), provider, relay)
    expect((await redirected(device, query)).status).toBe(200)
    expect((await redirected(device, query)).status).toBe(400)
  })

  // rules/saml 61
  it('leads to the identity provider by POST /logout and by the page alike, whatever the session has left', async () => {
    const school = await withLogout()
    const byApi = async (device: Agent) => (await device.logout()).body.redirectUrl
    const byPage = async (device: Agent) => {
      const page = await device.request('pages', 'POST', '/sign-out', form)
      return /^0;url=(.*)$/.exec(page.headers.refresh ?? '')?.[1] ?? ''
    }
    const requests: string[] = []
    for (const [leave, minutes] of [
      [byApi, 0],
      [byApi, 20],
      [byPage, 0],
      [byPage, 20],
    ] as const) {
      const { device, reply } = await signIn(school, { facts: { nameId: 'ada & co' } })
      expect(reply.status).toBe(200)
      // The access token is over after fifteen minutes; the refresh token names the session.
      school.w.clock.advance(minutes * 60)
      const address = await leave(device)
      expect(address.startsWith(`${provider.sloUrl}?SAMLRequest=`)).toBe(true)
      expect(await isOurs(school, address)).toBe(true)
      expect([...device.jar.keys()]).not.toContain('accessToken')
      expect(await isIn(device)).toBe(false)
      requests.push(messageIn(address, 'SAMLRequest').replace(/ (?:ID|IssueInstant)="[^"]*"/g, ''))
    }
    expect(new Set(requests).size).toBe(1)
    expect(requests[0]).toContain('>ada &amp; co</saml:NameID>')
    expect(requests[0]).toContain(`Destination="${provider.sloUrl}"`)
  })

  // rules/saml 61
  it('leads there too when the session has ended before, and its answer is taken once', async () => {
    const school = await withLogout()
    const { device } = await signIn(school)
    const other = (await signIn(school)).device
    const { body } = await other.listSessions()
    for (const { id, isCurrent } of body.data.sessions)
      if (!isCurrent) await other.revokeSession({ sessionId: id })
    expect(await isIn(device)).toBe(false)
    const { redirectUrl } = (await device.logout()).body
    const [, id = ''] = /\bID="([^"]+)"/.exec(messageIn(redirectUrl, 'SAMLRequest')) ?? []
    const relay = new URL(redirectUrl).searchParams.get('RelayState') ?? ''
    const query = queryOf('SAMLResponse', responseOf(school, 'logout', id), provider, relay)
    expect((await redirected(device, query)).status).toBe(200)
    expect((await redirected(device, query)).status).toBe(400)
  })

  // rules/saml 61
  it('goes nowhere by POST /logout for other sessions, and where no logout is configured', async () => {
    const done = { success: true, message: 'Logged out successfully' }
    const school = await withLogout()
    const { device } = await registered(school.w, 'bob')
    expect((await device.logout()).body).toEqual(done)
    expect(await isIn(device)).toBe(false)
    expect((await school.w.device().logout()).body).toEqual(done)
    const plain = await samlSchool()
    expect((await (await signIn(plain)).device.logout()).body).toEqual(done)
    const off = await withLogout()
    const { device: ada } = await signIn(off)
    await off.dean.saveSamlConfig({ isActive: false })
    expect((await ada.logout()).body).toEqual(done)
  })

  it('takes the answer by form post too', async () => {
    const school = await withLogout()
    const { device } = await signIn(school)
    const { redirectUrl } = (await device.startSamlLogout()).body
    const [, id = ''] = /\bID="([^"]+)"/.exec(messageIn(redirectUrl, 'SAMLRequest')) ?? []
    const RelayState = new URL(redirectUrl).searchParams.get('RelayState') ?? ''
    const SAMLResponse = packed(signed(responseOf(school, 'slo', id), provider))
    expect((await posted(device, { SAMLResponse, RelayState })).status).toBe(200)
  })

  it('goes nowhere for people who came in by password, or where the school has set up nothing', async () => {
    const school = await withLogout()
    const { device } = await registered(school.w, 'bob')
    expect((await device.startSamlLogout()).body).toEqual({
      success: true,
      message: 'Logged out successfully',
    })
    expect(await isIn(device)).toBe(false)
    const plain = await samlSchool()
    const other = await signIn(plain)
    expect((await other.device.startSamlLogout()).body.redirectUrl).toBeUndefined()
  })
})

describe('being signed out from there', () => {
  // rules/saml 38
  it('ends the sessions of that name and answers, signed', async () => {
    const school = await withLogout()
    const [one, two] = [await signIn(school), await signIn(school)]
    const bob = await signIn(school, {
      facts: { nameId: 'bob', attributes: { email: [school.w.email('bob')] } },
    })
    const query = queryOf('SAMLRequest', requestOf(school, 'logout', { id: '_ask' }), provider, 'their state')
    const reply = await redirected(school.w.device(), query)
    expect(reply.status).toBe(302)
    expect(await isOurs(school, reply.headers.location ?? '')).toBe(true)
    expect(messageIn(reply.headers.location ?? '', 'SAMLResponse')).toContain('InResponseTo="_ask"')
    expect(new URL(reply.headers.location ?? '').searchParams.get('RelayState')).toBe('their state')
    expect(await Promise.all([one, two, bob].map(({ device }) => isIn(device)))).toEqual([false, false, true])
  })

  // rules/saml 38
  it('ends only the session that is named', async () => {
    const school = await withLogout()
    const [one, two] = [await signIn(school), await signIn(school, { facts: { sessionIndex: '_other' } })]
    const xml = requestOf(school, 'logout', { sessionIndex: '_other' })
    await redirected(school.w.device(), queryOf('SAMLRequest', xml, provider))
    expect([await isIn(one.device), await isIn(two.device)]).toEqual([true, false])
  })

  it('answers a form with a form, signed by the algorithms of the school', async () => {
    const school = await withLogout({ signatureAlgorithm: 'sha512', digestAlgorithm: 'sha384' })
    const { device } = await signIn(school)
    const SAMLRequest = packed(signed(requestOf(school, 'slo'), provider))
    const reply = await posted(school.w.device(), { SAMLRequest, RelayState: '"><script>' })
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(reply.headers['content-security-policy']).toContain("script-src 'sha256-")
    expect(reply.body).not.toContain('"><script>')
    const [, answer = ''] = /name="SAMLResponse" value="([^"]+)"/.exec(reply.body) ?? []
    const xml = Buffer.from(answer, 'base64').toString()
    expect(xml).toContain('xmldsig-more#rsa-sha512')
    expect(xml).toContain('xmldsig-more#sha384')
    expect(await isIn(device)).toBe(false)
  })
})

describe('a request of the identity provider', () => {
  const [aes] = methods as [(typeof methods)[number]]
  const open = (value: string): string => `<saml:NameID ${saml}>${value}</saml:NameID>`
  const sealed = (text: string, certificate: string, by = aes): string =>
    encrypted(text, certificate, by).replaceAll('EncryptedAssertion', 'EncryptedID')
  const naming = (school: SamlSchool, by: string): string =>
    requestOf(school, 'logout').replace(/<saml:NameID.*<\/saml:NameID>/s, () => by)

  // rules/saml 57
  it('may name the person encrypted, by the ciphers of today, once, and to us', async () => {
    const school = await withLogout()
    const own = (await ownCertificate(school)).toString()
    const { device } = await signIn(school)
    const name = open(school.w.email('ada'))
    const outcome = async (by: string) =>
      (await redirected(school.w.device(), queryOf('SAMLRequest', naming(school, by), provider))).status
    expect(await outcome(sealed(name, own, tripleDes))).toBe(400)
    expect(await outcome(sealed(name, idp(1).certificate))).toBe(400)
    expect(await outcome(`${sealed(name, own)}${open('eve')}`)).toBe(400)
    expect(await outcome('')).toBe(400)
    expect(await isIn(device)).toBe(true)
    const stranger = queryOf('SAMLRequest', naming(school, sealed(name, own)), idp(1))
    expect((await redirected(school.w.device(), stranger)).status).toBe(400)
    expect(await isIn(device)).toBe(true)
    expect(await outcome(sealed(name, own))).toBe(302)
    expect(await isIn(device)).toBe(false)
  })

  // rules/saml 57
  it('is answered where the provider wants its answers', async () => {
    const sloResponseUrl = 'https://idp0.example.edu/slr'
    const school = await withLogout({
      idp: { ...configOf(provider).idp, sloUrl: provider.sloUrl, sloResponseUrl },
    })
    await signIn(school)
    const reply = await redirected(
      school.w.device(),
      queryOf('SAMLRequest', requestOf(school, 'logout'), provider),
    )
    expect(reply.headers.location?.split('?')[0]).toBe(sloResponseUrl)
    expect(messageIn(reply.headers.location ?? '', 'SAMLResponse')).toContain(
      `Destination="${sloResponseUrl}"`,
    )
    // Our own requests go to the other address.
    const { device } = await signIn(school)
    expect((await device.startSamlLogout()).body.redirectUrl.split('?')[0]).toBe(provider.sloUrl)
  })
})

describe('signing out on a page', () => {
  // rules/saml 57
  it('leads to the identity provider as the API does, from a page of ours, and ends on one that says so', async () => {
    const school = await withLogout()
    const { device } = await signIn(school)
    const page = await device.request('pages', 'POST', '/sign-out', form)
    const address = /^0;url=(.*)$/.exec(page.headers.refresh ?? '')?.[1] ?? ''
    // A redirect would be stopped by the policy that forms of ours lead nowhere else.
    expect([page.status, page.headers.location]).toEqual([200, undefined])
    expect(address.startsWith(`${provider.sloUrl}?SAMLRequest=`)).toBe(true)
    expect(await isIn(device)).toBe(false)
    const [, id = ''] = /\bID="([^"]+)"/.exec(messageIn(address, 'SAMLRequest')) ?? []
    const relay = new URL(address).searchParams.get('RelayState') ?? ''
    const query = queryOf('SAMLResponse', responseOf(school, 'logout', id), provider, relay)
    const back = await device.receiveSamlLogout(Object.fromEntries(new URLSearchParams(query)), {
      path: '/auth/saml/logout',
      query,
      headers: { 'sec-fetch-mode': 'navigate' },
    } as never)
    expect(back.body).toContain('<title>Signed out \u00b7 ')
  })
})

describe('a logout message', () => {
  const stranger = idp(1)
  const bad: readonly (readonly [string, (school: SamlSchool) => string])[] = [
    [
      'without a signature',
      (s) => queryOf('SAMLRequest', requestOf(s, 'logout'), provider).split('&Signature')[0] ?? '',
    ],
    ['signed by a stranger', (s) => queryOf('SAMLRequest', requestOf(s, 'logout'), stranger)],
    [
      'signed with SHA-1',
      (s) => queryOf('SAMLRequest', requestOf(s, 'logout'), provider, undefined, uris.rsaSha1),
    ],
    [
      'grafted on another signature',
      (s) => {
        const mine = new URLSearchParams(queryOf('SAMLRequest', requestOf(s, 'logout'), stranger))
        const theirs = queryOf('SAMLRequest', requestOf(s, 'logout', { nameId: 'eve' }), provider)
        return theirs.replace(
          /^SAMLRequest=[^&]+/,
          `SAMLRequest=${encodeURIComponent(mine.get('SAMLRequest') ?? '')}`,
        )
      },
    ],
    ['given twice', (s) => `${queryOf('SAMLRequest', requestOf(s, 'logout'), provider)}&SAMLRequest=x`],
    [
      'of another issuer',
      (s) => queryOf('SAMLRequest', requestOf(s, 'logout', { issuer: 'https://x' }), provider),
    ],
    [
      'for another place',
      (s) => queryOf('SAMLRequest', requestOf(s, 'logout', { destination: 'https://x' }), provider),
    ],
    [
      'of an hour ago',
      (s) => queryOf('SAMLRequest', requestOf(s, 'logout', { issued: '2026-03-02T11:00:00Z' }), provider),
    ],
    [
      'that has ended',
      (s) => queryOf('SAMLRequest', requestOf(s, 'logout', { until: '2026-03-02T11:57:00Z' }), provider),
    ],
    ['that is a bomb', () => queryOf('SAMLRequest', 'x'.repeat(3_000_000), provider)],
    ['that is none', () => queryOf('SAMLRequest', '<a></a>', provider)],
    [
      'that answers nothing',
      (s) => queryOf('SAMLResponse', responseOf(s, 'logout', '_x'), provider, 'r'.repeat(33)),
    ],
  ]

  // rules/saml 39
  it.each(bad)('%s changes nothing', async (_, make) => {
    const school = await withLogout()
    const { device } = await signIn(school)
    const reply = await redirected(school.w.device(), make(school))
    expect([reply.status, reply.body.message]).toEqual([400, 'This SAML logout message is not valid'])
    expect(await isIn(device)).toBe(true)
  })

  it('that carries a signed assertion instead of a signature of its own changes nothing', async () => {
    const school = await withLogout()
    const { device, xml } = await signIn(school)
    const assertion = /<saml:Assertion.*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
    const wrapped = requestOf(school, 'slo').replace(
      '</samlp:LogoutRequest>',
      `${assertion}</samlp:LogoutRequest>`,
    )
    expect((await posted(school.w.device(), { SAMLRequest: packed(wrapped) })).status).toBe(400)
    const bare = packed(requestOf(school, 'slo'))
    expect((await posted(school.w.device(), { SAMLRequest: bare })).status).toBe(400)
    expect(await isIn(device)).toBe(true)
  })

  // rules/saml 38
  it('counts once', async () => {
    const school = await withLogout()
    const query = queryOf('SAMLRequest', requestOf(school, 'logout'), provider)
    expect((await redirected(school.w.device(), query)).status).toBe(302)
    expect((await redirected(school.w.device(), query)).status).toBe(400)
  })

  it('needs a school with an identity provider', async () => {
    const { w } = await withLogout()
    const { status, body } = await w.device().on(w.sister).receiveSamlLogout({ SAMLRequest: 'x' })
    expect([status, body.code]).toEqual([404, 'SAML_NOT_CONFIGURED'])
  })
})
