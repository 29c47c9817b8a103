import { Extractor } from 'samlify'
import { describe, expect, it } from 'vitest'
import { readCertificates } from '../../../functions/saml/certificates.ts'
import { createChecks } from '../../../functions/saml/config/checks.ts'
import { requireSigned } from '../../../functions/saml/xml/signature.ts'
import { parseXml, requireShape } from '../../../functions/saml/xml/xml.ts'
import { world } from '../../support/world.ts'
import { ownCertificate } from '../logout.ts'
import { samlSchool } from '../school.ts'

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

const descriptor = ['EntityDescriptor', 'SPSSODescriptor']

/** What an identity provider reads in the document. */
const read = (xml: string) =>
  Extractor.extract(xml, [
    { key: 'entityId', localPath: ['EntityDescriptor'], attributes: ['entityID'] },
    { key: 'provider', localPath: descriptor, attributes: ['WantAssertionsSigned', 'AuthnRequestsSigned'] },
    {
      key: 'callback',
      localPath: [...descriptor, 'AssertionConsumerService'],
      attributes: ['Binding', 'Location', 'index'],
    },
    {
      key: 'logouts',
      localPath: [...descriptor, 'SingleLogoutService'],
      attributes: ['Binding', 'Location'],
    },
    { key: 'formats', localPath: [...descriptor, 'NameIDFormat'], attributes: [] },
  ])

describe('SAML metadata', () => {
  it('names the school as service provider, before there is an identity provider', async () => {
    const { device, home } = await world()
    const reply = await device().getSamlMetadata()
    const origin = `http://${home}.localhost`
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toMatch(/^application\/xml\b/)
    expect(read(reply.body)).toEqual({
      entityId: `${origin}/auth/saml/metadata`,
      provider: { wantAssertionsSigned: 'true', authnRequestsSigned: 'true' },
      callback: { binding: post, location: `${origin}/auth/saml/callback`, index: '0' },
      logouts: [
        { binding: redirect, location: `${origin}/auth/saml/logout` },
        { binding: post, location: `${origin}/auth/saml/slo` },
      ],
      formats: ['persistent', 'emailAddress'].map((name) => expect.stringMatching(name)),
    })
  })

  it('keeps the order that the schema of metadata demands, and holds nothing but the certificate', async () => {
    const { body } = await (await world()).device().getSamlMetadata()
    const elements = [...body.matchAll(/<(?:md:)?(\w+)[ >]/g)].map(([, name]) => name)
    expect(body).not.toContain('PRIVATE')
    expect([...new Set(elements)]).toEqual([
      'EntityDescriptor',
      'SPSSODescriptor',
      'Extensions',
      'KeyDescriptor',
      'EncryptionMethod',
      'SingleLogoutService',
      'NameIDFormat',
      'AssertionConsumerService',
      'AttributeConsumingService',
      'ServiceName',
      'RequestedAttribute',
      'ContactPerson',
      'GivenName',
    ])
  })

  // rules/saml 59
  it('names attributes in one order, so that the same settings give the same metadata', async () => {
    const attributeMapping = { studentId: 'id', lastName: 'sn', email: 'mail', firstName: 'givenName' }
    const school = await samlSchool({ attributeMapping })
    for (let request = 0; request < 8; request += 1) {
      const { body } = await school.w.device().getSamlMetadata()
      const names = [...body.matchAll(/RequestedAttribute FriendlyName="(\w+)"/g)].map(([, name]) => name)
      expect(names).toEqual(['email', 'firstName', 'lastName', 'studentId'])
    }
  })

  // rules/saml 59
  it('says what the school needs, is signed by the key in it, and lasts as long as that key', async () => {
    const school = await samlSchool({ attributeMapping: { email: 'mail', studentId: 'urn:oid:1.2.3' } })
    const { body } = await school.w.device().getSamlMetadata()
    expect(body).toContain('<mdui:DisplayName xml:lang="en">')
    expect(body).toMatch(
      /RequestedAttribute FriendlyName="email" Name="mail" NameFormat="[^"]*basic" isRequired="true"/,
    )
    expect(body).toMatch(
      /FriendlyName="studentId" Name="urn:oid:1.2.3" NameFormat="[^"]*uri" isRequired="false"/,
    )
    expect(body).toContain('xmlenc11#aes256-gcm')
    expect(body).not.toContain('tripledes')
    const certificate = await ownCertificate(school)
    expect(body).toContain(`validUntil="${new Date(certificate.validTo).toISOString()}"`)
    const verified = (text: string) => {
      const document = parseXml(text)
      if (!document) return 'no XML'
      const root = document.documentElement
      const certificates = readCertificates([certificate.toString()]) ?? []
      requireShape(createChecks(), document, [root])
      return requireSigned(createChecks(), 'metadata', root, { certificates })?.getAttribute('entityID')
    }
    expect(verified(body)).toBe(school.places.entityId)
    expect(() => verified(body.replace('isRequired="true"', 'isRequired="false"'))).toThrow()
    expect((await school.w.device().getSamlMetadata()).body).toBe(body)
  })

  it('names a contact for security where the deployment has one', async () => {
    const { device } = await world({ settings: { SECURITY_CONTACT: 'mailto:security@campus.example' } })
    const { body } = await device().getSamlMetadata()
    expect(body).toContain(
      'contactType="other" remd:contactType="http://refeds.org/metadata/contactType/security"',
    )
    expect(body).toContain('<md:EmailAddress>mailto:security@campus.example</md:EmailAddress>')
  })

  it('is the same on every address that reaches the school, and another at each school', async () => {
    const { device, sister, runtime } = await world({
      settings: { STAGE: 'test', BASE_DOMAIN: 'campus.example', PUBLIC_PORT: '3000' },
    })
    const here = await device().getSamlMetadata({}, { host: 'localhost:9999' })
    expect(here.body).toBe((await device().getSamlMetadata()).body)
    const there = await device()
      .on(sister)
      .getSamlMetadata({}, { headers: { 'x-forwarded-host': 'evil.example' } })
    expect(read(there.body).entityId).toBe(
      `http://${sister}.${runtime.settings.BASE_DOMAIN}:3000/auth/saml/metadata`,
    )
  })

  it('is of schools only', async () => {
    const { device } = await world()
    const { status, body } = await device().on('www').getSamlMetadata()
    expect([status, body.code]).toEqual([403, 'USE_TENANT_SUBDOMAIN'])
  })
})
