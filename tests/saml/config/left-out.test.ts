import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { metadataLimits } from '../../../functions/saml/config/idp-metadata.ts'
import { idp } from '../idp.ts'
import { samlSchool } from '../school.ts'
import { metadataOf } from './idp-metadata.ts'

/** A certificate of another kind than ours, made by openssl. */
const made = (...key: readonly string[]): string =>
  execFileSync(
    'openssl',
    ['req', '-x509', ...key, '-nodes', '-days', '900', '-subj', '/CN=other', '-keyout', '/dev/null'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  ).toString()

const elliptic = made('-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256')
const weak = made('-newkey', 'rsa:1024')
const expired = idp(0, { until: '2024-05-06' }).certificate
const many = Array.from({ length: 11 }, (_, index) => idp(0, { until: `20${40 + index}-01-01` }).certificate)

const provider = idp()
const good = provider.certificate
const bindings = 'urn:oasis:names:tc:SAML:2.0:bindings:'

const imported = async (xml: string) => {
  const { dean } = await samlSchool()
  const reply = await dean.importSamlMetadata({ xml })
  return { reply, config: (await dean.getSamlConfig()).body.data }
}

describe('metadata with something that cannot be used', () => {
  // rules/saml 56
  it.each([
    ['an elliptic key', [elliptic], /kind ec\. Only RSA keys/],
    ['a key of 1024 bits', [weak], /has 1024 bits\. At least 2048/],
    ['an expired certificate', [expired], /expired on 2024-05-06/],
    ['a certificate that is none', ['AAAA'], /cannot be read/],
  ])('gives the rest, and says why: %s', async (_, bad, why) => {
    const { reply, config } = await imported(metadataOf(provider, { certificates: [...bad, good] }))
    expect(reply.status).toBe(200)
    expect(reply.body.data.leftOut).toEqual([
      { item: expect.stringMatching(/^certificate/), reason: expect.stringMatching(why) },
    ])
    expect(config.leftOut).toEqual(reply.body.data.leftOut)
    expect([config.idp.x509Cert, config.idp.additionalCerts]).toEqual([good, []])
    // With nothing else it is refused, in the same words.
    const alone = await imported(metadataOf(provider, { certificates: bad }))
    expect(alone.reply.status).toBe(400)
    expect(alone.reply.body.details[0].message).toMatch(why)
    expect(alone.config.idp.x509Cert).toBe(good)
  })

  it('gives ten of eleven keys', async () => {
    const { reply, config } = await imported(metadataOf(provider, { certificates: many }))
    expect(config.idp.certificates).toHaveLength(10)
    expect(reply.body.data.leftOut).toMatchObject([{ reason: expect.stringContaining('10 certificates') }])
  })

  it('gives no key that the configured authorities have not issued', async () => {
    const { dean } = await samlSchool()
    const authority = made('-newkey', 'rsa:2048')
    expect((await dean.saveSamlConfig({ idp: { caCert: authority } })).status).toBe(400)
    const { reply } = await imported(metadataOf(provider, { certificates: [good, authority] }))
    expect(reply.body.data.leftOut).toEqual([])
  })

  it('gives the way in without the way out, where that is by POST alone', async () => {
    const xml = metadataOf(provider).replace(/(SingleLogoutService Binding=")[^"]*/, `$1${bindings}HTTP-POST`)
    const { reply, config } = await imported(xml)
    expect(reply.body.data.leftOut).toEqual([
      {
        item: 'single logout',
        reason:
          'It is offered only by HTTP-POST. HTTP-Redirect is required. Signing out ends the session on this platform only.',
      },
    ])
    expect(config.idp.sloUrl).toBeUndefined()
  })

  it.each([
    [
      'a way in by POST alone',
      metadataOf(provider).replace(/\n.*SingleSignOnService Binding="[^"]*Redirect".*\n/, '\n'),
      'It is offered only by HTTP-POST. HTTP-Redirect is required.',
    ],
    [
      'a validity that has passed',
      metadataOf(provider, { more: ' validUntil="2020-01-01T00:00:00Z"' }),
      'The document was valid until 2020-01-01T00:00:00Z.',
    ],
    [
      'a key without a certificate',
      metadataOf(provider).replace(/<ds:X509Data>.*?<\/ds:X509Data>/s, ''),
      'key: It comes without',
    ],
    [
      'a document type',
      `<!DOCTYPE a>${metadataOf(provider).replace(/<\?xml.*?\?>/, '')}`,
      'has a document type',
    ],
  ])('is refused, with the reason, when nobody could sign in: %s', async (_, xml, why) => {
    const { reply } = await imported(xml)
    expect(reply.status).toBe(400)
    expect(reply.body.details[0].message).toContain(why)
  })

  it('may have comments, CDATA, style sheets and a byte order mark, and half a megabyte of pictures', async () => {
    const description = '<md:Extensions><x:D xmlns:x="urn:x"><![CDATA[A & B <script>]]></x:D></md:Extensions>'
    const logo = `<md:Extensions><x:L xmlns:x="urn:x">data:image/png;base64,${'A'.repeat(500_000)}</x:L></md:Extensions>`
    const before = '<md:IDPSSODescriptor'
    const xml = metadataOf(provider)
      .replace('?>', '?><?xml-stylesheet type="text/xsl" href="x.xsl"?>')
      .replace(before, `${description}${before}`)
    for (const text of [xml, `\ufeff${xml}`, xml.replace(description, logo)])
      expect((await imported(text)).reply.status).toBe(200)
    // What stands in a comment or in CDATA is no key and no address.
    const hidden = xml.replace(
      'A & B',
      `<md:SingleSignOnService Binding="${bindings}HTTP-Redirect" Location="https://evil.example"/>`,
    )
    expect((await imported(hidden)).config.idp.ssoUrl).toBe(provider.ssoUrl)
    expect((await imported(`${xml}<!--${'x'.repeat(1_000_000)}-->`)).reply.body.details[0].message).toContain(
      'more than 1000000 characters',
    )
  })

  // rules/http 46
  it.each([
    ['tags', metadataLimits.tags, (count: number) => '<x:a/>'.repeat(count)],
    [
      'quotes',
      metadataLimits.quotes / 2,
      (count: number) => `<x:a ${Array.from({ length: count }, (_, at) => `b${at}=""`).join(' ')}/>`,
    ],
  ])('has a bound of %s', async (_, most, many) => {
    const xml = metadataOf(provider)
    const withMany = (count: number): string => {
      const extensions = `<md:Extensions><x:D xmlns:x="urn:x">${many(count)}</x:D></md:Extensions>`
      return xml.replace('<md:IDPSSODescriptor', `${extensions}<md:IDPSSODescriptor`)
    }
    expect((await imported(withMany(most - 100))).reply.status).toBe(200)
    expect((await imported(withMany(most))).reply.status).toBe(400)
  })

  it('keeps where answers to logout requests go', async () => {
    const xml = metadataOf(provider).replace(
      /(SingleLogoutService [^>]*)\/>/,
      '$1 ResponseLocation="https://idp0.example.edu/slr"/>',
    )
    expect((await imported(xml)).config.idp.sloResponseUrl).toBe('https://idp0.example.edu/slr')
  })
})
