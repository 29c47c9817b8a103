import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { selfSignedCertificate } from '../../../functions/saml/own-keys.ts'
import { admins, schoolAdmin } from '../../support/administrators.ts'
import type { Agent } from '../../support/agent.ts'
import { type World, world } from '../../support/world.ts'
import { idp } from '../idp.ts'
import { configOf } from '../school.ts'

const provider = idp()
let w: World
let dean: Agent

const freshSchool = async () => {
  w = await world()
  dean = (await schoolAdmin(w)).device
}

beforeAll(freshSchool)

const certificateOf = (pair: { publicKey: KeyObject; privateKey: KeyObject }, from: string, until: string) =>
  selfSignedCertificate({
    ...pair,
    name: 'idp',
    serial: Buffer.alloc(15, 7),
    from: new Date(from),
    until: new Date(until),
  })

describe('a bad configuration', () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const strong = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const expired = certificateOf(strong, '2020-01-01', '2026-01-01')
  const small = certificateOf(weak, '2020-01-01', '2040-01-01')
  const authority = idp(2).certificate
  const eleven = Array.from({ length: 11 }, (_, at) =>
    certificateOf(strong, `20${10 + at}-01-01`, '2040-01-01'),
  )

  it.each([
    ['no certificate', { idp: { x509Cert: '' } }, 'Invalid X509 certificate format'],
    ['nonsense for a certificate', { idp: { x509Cert: 'nonsense!' } }, 'Invalid X509 certificate format'],
    [
      'a certificate with half of it gone',
      { idp: { x509Cert: provider.certificate.slice(0, 400) } },
      'Invalid X509 certificate format',
    ],
    [
      'words behind its certificate',
      { idp: { x509Cert: `${provider.certificate}\nof the identity provider` } },
      'Invalid X509 certificate format',
    ],
    ['eleven certificates', { idp: { x509Cert: eleven.join('\n') } }, 'Invalid X509 certificate format'],
    [
      'one good certificate and one that cannot be read',
      { idp: { x509Cert: `${provider.certificate}\n${authority.replace(/\n[^\n]{4}/, '\nAAAA')}` } },
      'Invalid X509 certificate format',
    ],
    ['a key of 1024 bits', { idp: { x509Cert: small } }, 'Invalid X509 certificate format'],
    ['a certificate that ran out', { idp: { x509Cert: expired } }, 'The X509 certificate has expired'],
    [
      'a certificate of another authority',
      { idp: { caCert: authority } },
      'Certificate chain validation failed',
    ],
    ['no address', { idp: { ssoUrl: 'idp.example.edu' } }, 'Invalid URL format'],
    ['an address of a script', { idp: { ssoUrl: 'javascript:alert(1)' } }, 'Invalid URL format'],
    ['an address with a password', { idp: { ssoUrl: 'https://a:b@idp.example.edu/' } }, 'Invalid URL format'],
    ['no logout address', { idp: { sloUrl: 'nowhere' } }, 'Invalid URL format'],
    ['metadata without https', { metadataUrl: 'http://idp.example.edu/metadata' }, 'Invalid URL format'],
    ['a mapping that is a list', { attributeMapping: ['email'] }, 'Attribute mapping failed'],
    ['a mapping to a number', { attributeMapping: { email: 1 } }, 'Attribute mapping failed'],
    ['a mapping of another field', { attributeMapping: { password: 'x' } }, 'Attribute mapping failed'],
    ['SHA-1', { signatureAlgorithm: 'sha1' }, 'Signature algorithm: send one of: sha256, sha384, sha512'],
    [
      'an unknown way to make names',
      { userProvisioning: { usernameGeneration: 'x' } },
      'User provisioning, username generation: send one of: email_prefix, student_id, custom',
    ],
    [
      'the roles of an administrator',
      { userProvisioning: { defaultRoles: ['admin'] } },
      'Invalid SAML configuration',
    ],
    [
      'platform roles',
      { userProvisioning: { defaultRoles: ['platform_admin'] } },
      'Invalid SAML configuration',
    ],
    ['no role at all', { userProvisioning: { defaultRoles: [] } }, 'Invalid SAML configuration'],
    ['another school', { school: 'another' }, 'School: this is another school. Leave it out'],
  ])('with %s is refused', async (_, change, message) => {
    await freshSchool()
    const usual = configOf(provider)
    const body = { ...usual, ...change, idp: { ...usual.idp, ...('idp' in change ? change.idp : {}) } }
    const reply = await dean.saveSamlConfig(body)
    expect([reply.status, reply.body.message]).toEqual([400, message])
    expect((await dean.getSamlConfig()).status).toBe(404)
  })

  // rules/saml 27
  it('is none with ten certificates', async () => {
    await freshSchool()
    const x509Cert = eleven.slice(1).join('\n')
    const saved = await dean.saveSamlConfig({
      ...configOf(provider),
      idp: { ...configOf(provider).idp, x509Cert },
    })
    expect(saved.status).toBe(201)
    expect((await dean.getSamlConfig()).body.data.idp.certificates).toHaveLength(10)
    await freshSchool()
  })

  it('keeps nothing and cannot be switched on while it is incomplete', async () => {
    await freshSchool()
    expect((await dean.saveSamlConfig({ isActive: true })).status).toBe(404)
    const { status, body } = await dean.saveSamlConfig({ certificate: provider.certificate, isActive: true })
    expect([status, body.message, body.field]).toEqual([400, 'Invalid SAML configuration', 'idp.entityId'])
  })

  it('may name an authority that has issued the certificate', async () => {
    await freshSchool()
    // A certificate that is its own issuer but no authority does not vouch for itself.
    const own = await dean.saveSamlConfig(
      configOf(provider, { idp: { ...configOf(provider).idp, caCert: provider.certificate } }),
    )
    expect(own.body.message).toBe('Certificate chain validation failed')
  })

  // rules/saml 20
  it('lets platform administrators, and nobody else, hand out the role of an administrator', async () => {
    const { w: campus, root } = await admins()
    const body = configOf(provider, { userProvisioning: { defaultRoles: ['user', 'admin'] } })
    expect((await root.device.on(campus.home).saveSamlConfig(body)).status).toBe(201)
  })
})
