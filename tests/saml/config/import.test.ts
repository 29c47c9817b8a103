import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import {
  fetchDocument,
  isPublicAddress,
  type Transport,
} from '../../../functions/saml/config/idp-metadata.ts'
import { refreshAllSchools } from '../../../functions/saml/config/metadata.ts'
import { samlConfig } from '../../../functions/saml/repository.ts'
import { notificationRow } from '../../../lib/outbox.ts'
import { closeRegistry, enrolSchool } from '../../support/schools.ts'
import { type Idp, idp } from '../idp.ts'
import { samlSchool, signIn } from '../school.ts'
import { metadataOf } from './idp-metadata.ts'

describe('metadata of an identity provider', () => {
  it('fill the configuration, which works at once', async () => {
    const school = await samlSchool()
    const next = { ...idp(1), entityId: school.provider.entityId }
    const { status } = await school.dean.importSamlMetadata({
      xml: metadataOf(next, { certificates: [next.certificate, idp().certificate] }),
    })
    expect(status).toBe(200)
    const { idp: stored } = (await school.dean.getSamlConfig()).body.data
    expect(stored).toMatchObject({ ssoUrl: next.ssoUrl, sloUrl: next.sloUrl, x509Cert: next.certificate })
    expect(stored.additionalCerts).toEqual([idp().certificate])
    expect((await signIn({ ...school, provider: next })).reply.status).toBe(200)
  })

  it('of somebody else are refused', async () => {
    const school = await samlSchool()
    const { status, body } = await school.dean.importSamlMetadata({ xml: metadataOf(idp(1)) })
    expect([status, body.code]).toEqual([400, 'SAML_METADATA_OTHER_ENTITY'])
  })

  it.each([
    ['no metadata', () => '<a/>'],
    ['no XML', () => 'nothing'],
    ['a document type', (of: Idp) => `<!DOCTYPE a>${metadataOf(of).replace(/<\?xml[^>]*\?>/, '')}`],
    ['no way in by redirect', (of: Idp) => metadataOf(of).replaceAll('HTTP-Redirect', 'SOAP')],
    ['an end that has passed', (of: Idp) => metadataOf(of, { more: ' validUntil="2020-01-01T00:00:00Z"' })],
  ])('with %s are refused', async (_, make) => {
    const school = await samlSchool()
    const { status, body } = await school.dean.importSamlMetadata({ xml: make(school.provider) })
    expect([status, body.code]).toEqual([400, 'SAML_METADATA_INVALID'])
  })

  it('need a certificate, and either a document or an address', async () => {
    const school = await samlSchool()
    const none = await school.dean.importSamlMetadata({
      xml: metadataOf(school.provider, { certificates: [] }),
    })
    expect(none.body.message).toBe('Invalid X509 certificate format')
    expect((await school.dean.importSamlMetadata({})).body.code).toBe('VALIDATION_ERROR')
    for (const url of ['http://idp.example.edu/', 'file:///etc/passwd', 'nowhere'])
      expect((await school.dean.importSamlMetadata({ url })).body.message).toBe('Invalid URL format')
  })

  it.each([
    'https://127.0.0.1/metadata',
    'https://[::1]/metadata',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/metadata',
    'https://idp.invalid/metadata',
    'https://idp.example.edu:8443/metadata',
  ])('are not fetched from within: %s', async (url) => {
    const school = await samlSchool()
    const { status, body } = await school.dean.importSamlMetadata({ url })
    expect([status, body.code]).toEqual([502, 'SAML_METADATA_UNREACHABLE'])
  })
})

it.each([
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.53', false],
  ['169.254.169.254', false],
  ['172.20.0.1', false],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['::1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['93.184.216.34', true],
  ['2606:2800:220:1:248:1893:25c8:1946', true],
])('%s is on the open internet: %s', (address, open) => {
  expect(isPublicAddress(address)).toBe(open)
})

const of = idp(3)
const asked: string[] = []
let server: Server
const started = new Promise<Transport>((resolve) => {
  const key = of.key.export({ type: 'pkcs8', format: 'pem' })
  server = createServer({ key, cert: of.certificate }, (request, response) => {
    asked.push(request.headers.host ?? '')
    if (request.url === '/moved') response.writeHead(302, { location: 'https://127.0.0.1/' }).end()
    else if (request.url === '/large') response.end('x'.repeat(1_100_000))
    else if (request.url === '/own')
      response.end(metadataOf({ ...of, entityId: idp(0).entityId, certificate: idp(0).certificate }))
    else response.end(metadataOf(of))
  })
  server.listen(0, '127.0.0.1', () =>
    resolve({
      resolve: async () => ['127.0.0.1'],
      mayReach: () => true,
      port: (server.address() as AddressInfo).port,
      ca: of.certificate,
    }),
  )
})
afterAll(() => server.close())

const host = 'https://idp3.example.edu'

describe('a document on another server', () => {
  // rules/saml 35
  it('is fetched from the address that was looked at', async () => {
    expect(await fetchDocument(`${host}/metadata`, await started)).toContain('EntityDescriptor')
    expect(asked.at(-1)).toBe('idp3.example.edu')
  })

  it.each(['/moved', '/large'])('is not fetched from %s', async (path) => {
    expect(await fetchDocument(`${host}${path}`, await started)).toBeUndefined()
  })

  it('is not fetched from a server that has another name, or that nobody vouches for', async () => {
    const { ca: _, ...unknown } = await started
    expect(await fetchDocument('https://elsewhere.example.edu/metadata', await started)).toBeUndefined()
    expect(await fetchDocument(`${host}/metadata`, unknown)).toBeUndefined()
  })

  // rules/saml 35
  it('is not fetched when one of several addresses is an inner one', async () => {
    const wire = {
      ...(await started),
      resolve: async () => ['93.184.216.34', '10.0.0.1'],
      mayReach: isPublicAddress,
    }
    const before = asked.length
    expect(await fetchDocument(`${host}/metadata`, wire)).toBeUndefined()
    expect(asked.length).toBe(before)
  })
})

describe('the schedule', () => {
  // rules/saml 33
  it('warns administrators 60, 30 and 7 days before the last certificate ends, once each', async () => {
    const school = await samlSchool({}, idp(0, { until: '2026-05-10' }))
    const { w } = school
    await closeRegistry(w)
    await enrolSchool(w, w.home)
    const world = () => ({ ...w.runtime, table: w.table('www'), time: w.clock.now() })
    const told = async () =>
      Object.values((await w.table().get(samlConfig, {}, { strong: true }))?.warned ?? {})
    const { body } = await school.dean.getSamlConfig()
    const [{ fingerprint }] = body.data.idp.certificates
    const sent = async (days: number) => {
      const cause = `saml-certificate#${fingerprint}#${days}`
      const { items } = await w.table().list(notificationRow, { keyParams: { cause }, limit: 5 })
      return items.map(({ template }) => template)
    }
    await refreshAllSchools(world())
    expect(await told()).toEqual([])
    for (const [days, threshold] of [
      [10, 60],
      [8, 60],
      [22, 30],
      [25, 7],
    ] as const) {
      w.clock.advance(days * 86_400)
      await refreshAllSchools(world())
      expect(await told()).toEqual([threshold])
      expect(await sent(threshold)).toEqual(['sign_in_certificate_expiring'])
    }
  })

  it('reads the metadata again, and keeps to the identity provider that is configured', async () => {
    const school = await samlSchool()
    const { w } = school
    await closeRegistry(w)
    await enrolSchool(w, w.home)
    await school.dean.saveSamlConfig({ metadataUrl: `${host}/own` })
    await refreshAllSchools({ ...w.runtime, table: w.table('www') }, await started)
    const { idp: after } = (await school.dean.getSamlConfig()).body.data
    expect(after).toMatchObject({ ssoUrl: idp(3).ssoUrl, x509Cert: idp(0).certificate })
    await school.dean.saveSamlConfig({ metadataUrl: `${host}/metadata`, idp: { ssoUrl: idp(0).ssoUrl } })
    await refreshAllSchools({ ...w.runtime, table: w.table('www') }, await started)
    expect((await school.dean.getSamlConfig()).body.data.idp.ssoUrl).toBe(idp(0).ssoUrl)
  })
})
