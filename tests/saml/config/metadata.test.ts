import { Extractor } from 'samlify'
import { describe, expect, it } from 'vitest'
import { world } from '../../support/world.ts'

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
    const elements = [...body.matchAll(/<(\w+)[ >]/g)].map(([, name]) => name)
    expect(body).not.toContain('PRIVATE')
    expect([...new Set(elements)]).toEqual([
      'EntityDescriptor',
      'SPSSODescriptor',
      'KeyDescriptor',
      'SingleLogoutService',
      'NameIDFormat',
      'AssertionConsumerService',
    ])
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
