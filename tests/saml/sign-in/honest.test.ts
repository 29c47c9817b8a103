import { describe, expect, it } from 'vitest'
import { encrypted, methods, tripleDes } from '../encrypting.ts'
import { assertionOf, facts, idp, responseOf } from '../idp.ts'
import { ownCertificate } from '../logout.ts'
import { answerTo, begin, type Change, type SamlSchool, samlSchool, send, signIn } from '../school.ts'
import { signed, uris } from '../signing.ts'

const [aes] = methods
if (!aes) throw new Error('there is no cipher')
const stranger = idp(1)

const failedCheck = async ({ dean }: SamlSchool, traceId: string) => {
  const { body } = await dean.getSamlTrace({ traceId })
  return body.data.checks.find(({ ok }: { ok: boolean }) => !ok)
}

/** How a sign-in with a changed answer ends: the status, and the check that refused it. */
const outcome = async (school: SamlSchool, change: Change) => {
  const { reply } = await signIn(school, change)
  if (reply.status === 200) return 'taken'
  const { name } = await failedCheck(school, reply.body.data.traceId)
  return name
}

const groups = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `urn:mace:example.edu:groups:course:2026:fall:section-${index}`)

const typed =
  '<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">'

describe('an honest answer', () => {
  // rules/saml 14
  it('of a person in a thousand groups is taken, with a type on each value, also encrypted', async () => {
    const school = await samlSchool()
    const email = [school.w.email('ada')]
    const change = { facts: { attributes: { email, isMemberOf: groups(1000) } } }
    expect(await outcome(school, change)).toBe('taken')
    // The types stand in the response unsigned, so that only the size is looked at.
    const { reply } = await signIn(school, {
      ...change,
      edit: (xml) => xml.replaceAll('<saml:AttributeValue>', typed),
    })
    expect((await failedCheck(school, reply.body.data.traceId)).name).toBe('assertion: signature')
    const certificate = (await ownCertificate(school)).toString()
    const sealed = (xml: string) =>
      xml.replace(/<saml:Assertion.*<\/saml:Assertion>/s, (found) => encrypted(found, certificate, aes))
    expect(await outcome(school, { ...change, edit: sealed })).toBe('taken')
  })

  // rules/saml 53
  it('with two addresses is taken with the first one where the school has set that', async () => {
    const school = await samlSchool()
    const [first, second] = [school.w.email('first'), school.w.email('second')]
    const change = { facts: { nameId: 'two', attributes: { email: [first, second] } } }
    const { reply } = await signIn(school, change)
    expect([reply.status, reply.body.code]).toEqual([400, 'SAML_MAPPING_FAILED'])
    const check = await failedCheck(school, reply.body.data.traceId)
    expect(check.message).toContain('has 2 values; set useFirstEmail')
    expect((await school.dean.saveSamlConfig({ useFirstEmail: true })).status).toBe(200)
    expect((await school.dean.getSamlConfig()).body.data.useFirstEmail).toBe(true)
    expect((await signIn(school, change)).reply.body.data.user.email).toBe(first)
    // The first one has to be an address: no other one stands in for it.
    const bad = { facts: { nameId: 'bad', attributes: { email: ['x,y@example.edu', second] } } }
    expect(await outcome(school, bad)).toBe('e-mail address')
  })

  // rules/saml 50
  it('with comments between its elements is taken, and with one inside a text refused', async () => {
    const school = await samlSchool()
    const between = (xml: string) =>
      `<!-- proxied -->${xml.replace('<samlp:Status>', '<!-- a --> <!-- b --><samlp:Status>')}<!-- end -->`
    expect(await outcome(school, { edit: between })).toBe('taken')
    const inside = (xml: string) => xml.replace('<saml:Subject>', '<!-- c --><saml:Subject>')
    expect(await outcome(school, { edit: inside })).toBe('taken')
    for (const edit of [
      (xml: string) => xml.replace(/(<saml:NameID[^>]*>)/, '$1<!-- -->'),
      (xml: string) => xml.replace('</saml:NameID>', '<!-- --></saml:NameID>'),
      (xml: string) => xml.replace('<samlp:Status>', '<!-- a -- b --><samlp:Status>'),
      (xml: string) => xml.replace('<samlp:Status>', '<!-- a <samlp:Status>'),
    ])
      expect(await outcome(school, { edit })).toBe('xml')
  })

  // rules/saml 54
  it('without a destination is taken only where the response is unsigned and its recipient is right', async () => {
    const school = await samlSchool()
    const none = { destination: undefined }
    expect(await outcome(school, { facts: none })).toBe('taken')
    expect(await outcome(school, { facts: none, seal: { parts: 'both' } })).toBe('destination')
    expect(await outcome(school, { facts: { ...none, recipient: 'https://elsewhere.example.edu' } })).toBe(
      'recipient',
    )
    expect(await outcome(school, { facts: { destination: '' } })).toBe('destination')
  })

  it('with times of offset +00:00 is taken, and of no other', async () => {
    const school = await samlSchool()
    const shifted = (offset: string) => {
      const at = (seconds: number) =>
        new Date(school.w.clock.now().getTime() + seconds * 1000).toISOString().replace('Z', offset)
      return { issued: at(-1), responseIssued: at(-1), notBefore: at(-30), notOnOrAfter: at(300) }
    }
    expect(await outcome(school, { facts: shifted('+00:00') })).toBe('taken')
    expect(await outcome(school, { facts: shifted('+02:00') })).toBe('response age')
    expect(await outcome(school, { facts: shifted('') })).toBe('response age')
  })

  // rules/saml 62
  it.each([
    [-180, 'taken'],
    [180, 'taken'],
    [181, 'response age'],
  ] as const)('by a clock that is %i seconds ahead is %s', async (ahead, verdict) => {
    const school = await samlSchool()
    const at = (seconds: number) =>
      new Date(school.w.clock.now().getTime() + (seconds + ahead) * 1000).toISOString()
    const times = { issued: at(0), responseIssued: at(0), notBefore: at(0), authenticatedAt: at(0) }
    expect(await outcome(school, { facts: { ...times, notOnOrAfter: at(1), confirmedUntil: at(1) } })).toBe(
      verdict,
    )
  })

  // rules/saml 62
  it('by a clock that is 181 seconds behind has expired', async () => {
    const school = await samlSchool()
    const ended = new Date(school.w.clock.now().getTime() - 180_000).toISOString()
    expect(await outcome(school, { facts: { notOnOrAfter: ended } })).toBe('conditions time')
    expect(await outcome(school, { facts: { confirmedUntil: ended } })).toBe('confirmation time')
  })

  // rules/saml 55
  it('with spaces and line breaks around the name is of the same person', async () => {
    const school = await samlSchool()
    const nameId = 'persistent-1'
    const idOf = async (name: string) =>
      (await signIn(school, { facts: { nameId: name } })).reply.body.data.user?.id
    const id = await idOf(nameId)
    expect(id).toBeDefined()
    expect(await idOf(`\n      ${nameId}\n\t  `)).toBe(id)
    expect(await outcome(school, { facts: { nameId: `\u00a0${nameId}` } })).toBe('name of the person')
    expect(await outcome(school, { facts: { nameId: ' \n ' } })).toBe('NameID')
  })
})

describe('an encrypted name', () => {
  const named = (value: string, format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent') =>
    `<saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" Format="${format}">${value}</saml:NameID>`

  const sealedName = (text: string, certificate: string, method = aes, wrapping?: 'rsa-1_5') =>
    encrypted(text, certificate, method, wrapping)
      .replace(
        '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">',
        '<saml:EncryptedID>',
      )
      .replace('</saml:EncryptedAssertion>', '</saml:EncryptedID>')
      .replace(/<([\w:]+)([^<>]*)\/>/g, '<$1$2></$1>')

  const replaced = (xml: string, by: string) => xml.replace(/<saml:NameID.*<\/saml:NameID>/s, () => by)

  /** An answer whose signed assertion has something else for a name. */
  const holding = async (school: SamlSchool, by: string, { key } = { key: school.provider }) => {
    const begun = await begin(school)
    const usual = facts(
      school.provider,
      { ...school.places, requestId: begun.requestId },
      school.w.clock.now(),
    )
    const all = { ...usual, attributes: { email: [school.w.email('ada')] } }
    const xml = responseOf(all, signed(replaced(assertionOf(all), by), key))
    return { begun, xml }
  }

  const endOf = async (school: SamlSchool, by: string, more?: { key: typeof school.provider }) => {
    const { begun, xml } = await holding(school, by, more)
    const reply = await send(school.w.device(), xml, begun.relay)
    if (reply.status === 200) return reply.body.data.user.id
    const { name, message } = await failedCheck(school, reply.body.data.traceId)
    return [name, message]
  }

  // rules/saml 51
  it('is opened, and is the person that the same name in the open is', async () => {
    const school = await samlSchool()
    const certificate = (await ownCertificate(school)).toString()
    const open = await endOf(
      school,
      named('ada-1').replace(' xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"', ''),
    )
    expect(typeof open).toBe('string')
    expect(await endOf(school, sealedName(named('ada-1'), certificate))).toBe(open)
  })

  // rules/saml 51
  it('counts only inside what the identity provider has signed, alone, and by the ciphers of today', async () => {
    const school = await samlSchool()
    const certificate = (await ownCertificate(school)).toString()
    const good = sealedName(named('ada-1'), certificate)
    expect(await endOf(school, good, { key: stranger })).toEqual(['assertion: signature', expect.anything()])
    const begun = await begin(school)
    const grafted = replaced(answerTo(school, begun), good)
    const reply = await send(school.w.device(), grafted, begun.relay)
    expect((await failedCheck(school, reply.body.data.traceId)).name).toBe('assertion: signature')
    const weak = await endOf(school, sealedName(named('ada-1'), certificate, tripleDes))
    expect(weak).toEqual(['decryption of the name', expect.stringContaining('xmlenc#tripledes-cbc; use AES')])
    const wrapped = await endOf(school, sealedName(named('ada-1'), certificate, aes, 'rsa-1_5'))
    expect(wrapped).toEqual([
      'decryption of the name',
      expect.stringContaining('xmlenc#rsa-1_5; use RSA-OAEP'),
    ])
    const elsewhere = await endOf(school, sealedName(named('ada-1'), stranger.certificate))
    expect(elsewhere).toEqual(['decryption of the name', expect.stringContaining('compare the certificate')])
    const twice = `${named('eve')}${good}`.replace(' xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"', '')
    expect(await endOf(school, twice)).toEqual(['name', 'the Subject has more than one name'])
    for (const content of ['<a/>', named('a<!-- -->da-1'), `${named('x')}${named('y')}`, 'ada-1'])
      expect(await endOf(school, sealedName(content, certificate))).toEqual([
        'decrypted name',
        expect.anything(),
      ])
  })
})

describe('an answer whose RelayState was lost', () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-mode': 'navigate' }

  // rules/saml 49
  it.each([undefined, '', '/elsewhere'])('is for the request that it names: RelayState %j', async (relay) => {
    const school = await samlSchool()
    const device = school.w.device()
    const begun = await begin(school, device, { relayState: '/events' })
    const xml = answerTo(school, begun)
    const reply = await send(device, xml, relay, { headers })
    expect(reply.body).toContain('content="0;url=/events"')
    expect((await device.validateToken()).status).toBe(200)
    expect((await send(device, xml, relay)).body.code).toBe('SAML_REPLAY')
  })

  // rules/saml 49
  it('signs nobody in elsewhere than in the browser that began, not even a program', async () => {
    const school = await samlSchool()
    const begun = await begin(school, school.w.device())
    const { status, body } = await send(school.w.device(), answerTo(school, begun), undefined)
    expect([status, body.message]).toEqual([400, 'Invalid relay state'])
    expect((await failedCheck(school, body.data.traceId)).name).toBe('browser')
  })

  // rules/saml 49
  it('is for the request in what is signed, whatever the envelope says', async () => {
    const school = await samlSchool()
    const device = school.w.device()
    const [mine, theirs] = [await begin(school, device), await begin(school, device)]
    const xml = answerTo(school, theirs).replace(
      new RegExp(`(<samlp:Response [^>]*InResponseTo=")${theirs.requestId}`),
      `$1${mine.requestId}`,
    )
    const { status, body } = await send(device, xml, undefined)
    expect([status, body.message]).toEqual([401, 'SAML authentication failed'])
    expect((await failedCheck(school, body.data.traceId)).name).toBe('confirmed request')
  })

  it('is refused when nobody waits for it', async () => {
    const school = await samlSchool({ allowIdpInitiated: true })
    const unknown = { requestId: `_${'x'.repeat(32)}` } as never
    const reply = await send(school.w.device(), answerTo(school, unknown), undefined)
    expect((await failedCheck(school, reply.body.data.traceId)).name).toBe('in response to')
  })
})

describe('a sign-in that the identity provider begins', () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-mode': 'navigate' }

  // rules/saml 52
  it.each([
    ['/events?open=1', '/events?open=1'],
    [(origin: string) => `${origin}/event/42`, '/event/42'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    [(origin: string) => `${origin}//evil.example`, '/'],
    [(origin: string) => `${origin}.evil.example/`, '/'],
    [(origin: string) => `${origin}@evil.example/`, '/'],
    ['opaque', '/'],
  ] as const)('goes on to a page of the school and nowhere else: %s', async (relay, path) => {
    const school = await samlSchool({ allowIdpInitiated: true })
    const origin = new URL(school.places.entityId).origin
    const sent = typeof relay === 'string' ? relay : relay(origin)
    const xml = answerTo(school, { requestId: undefined } as never)
    const reply = await send(school.w.device(), xml, sent, { headers })
    expect(reply.body).toContain(`content="0;url=${path}"`)
  })
})

describe('a trace', () => {
  const said = async (change: Change, more: object = {}) => {
    const school = await samlSchool(more)
    const { reply } = await signIn(school, change)
    return (await failedCheck(school, reply.body.data.traceId)).message
  }
  it('says of a time whether it is past or still to come', async () => {
    const school = await samlSchool()
    const now = school.w.clock.now().getTime()
    const later = (seconds: number) => new Date(now + seconds * 1000).toISOString()
    const { reply } = await signIn(school, { facts: { issued: later(200) } })
    const { message } = await failedCheck(school, reply.body.data.traceId)
    expect(message).toMatch(/^the assertion was issued 200 seconds in the future/)
    const old = await signIn(school, { facts: { responseIssued: later(-900) } })
    expect((await failedCheck(school, old.reply.body.data.traceId)).message).toBe(
      'the response is too old: it was issued 900 seconds ago',
    )
    const early = await signIn(school, { facts: { notBefore: later(240) } })
    expect((await failedCheck(school, early.reply.body.data.traceId)).message).toMatch(
      /^the assertion is not valid yet \(NotBefore .*our clock/,
    )
    const over = await signIn(school, { facts: { confirmedUntil: later(-900) } })
    expect((await failedCheck(school, over.reply.body.data.traceId)).message).toMatch(
      /^the confirmation has expired \(NotOnOrAfter/,
    )
  })

  it('says what the identity provider says, in its own words but one line', async () => {
    const prefix = 'urn:oasis:names:tc:SAML:2.0:status:'
    const inner = `<samlp:StatusCode Value="${prefix}NoAuthnContext"></samlp:StatusCode>`
    const edit = (xml: string) =>
      xml.replace(
        /<samlp:StatusCode[^>]*><\/samlp:StatusCode>/,
        `<samlp:StatusCode Value="${prefix}Responder">${inner}</samlp:StatusCode><samlp:StatusMessage>Campus\ncard ${'x'.repeat(500)}</samlp:StatusMessage>`,
      )
    const message = await said({ edit })
    expect(message).toContain('responded Responder / NoAuthnContext, with the message: Campus card xxx')
    expect(message.length).toBeLessThan(320)
  })

  it('names the missing destination, and the algorithm of a signature', async () => {
    expect(await said({ facts: { destination: undefined }, seal: { parts: 'both' } })).toBe(
      'the response is signed and has no Destination',
    )
    expect(await said({ seal: { method: uris.rsaSha1 } })).toContain('xmldsig#rsa-sha1')
  })

  it('of an attribute that is called like a part of every object leaves only that one out', async () => {
    const school = await samlSchool()
    const attributes = { email: [school.w.email('ada')], constructor: ['x'] }
    const { reply } = await signIn(school, { facts: { attributes } as never })
    expect(reply.status).toBe(200)
    const { body } = await school.dean.getSamlTrace({ traceId: reply.body.data.traceId })
    expect(Object.keys(body.data.received)).toEqual(['email'])
  })
})
