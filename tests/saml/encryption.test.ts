import { beforeAll, describe, expect, it } from 'vitest'
import { encrypted, type Method, methods, tripleDes, type Wrapping } from './encrypting.ts'
import { idp, type Sealing } from './idp.ts'
import { answerTo, begin, type SamlSchool, samlSchool, send } from './school.ts'

let school: SamlSchool
let certificate = ''

beforeAll(async () => {
  school = await samlSchool({ wantAssertionsEncrypted: true })
  const { body } = await school.w.device().getSamlMetadata()
  certificate = `-----BEGIN CERTIFICATE-----\n${/<ds:X509Certificate>([^<]+)/.exec(body)?.[1]}\n-----END CERTIFICATE-----`
})

const sealed =
  (method: Method, wrapping?: Wrapping, to = certificate) =>
  (xml: string): string => {
    const at = xml.indexOf('<saml:Assertion')
    const end = xml.lastIndexOf('</samlp:Response>')
    return xml.slice(0, at) + encrypted(xml.slice(at, end), to, method, wrapping) + xml.slice(end)
  }

const attempt = async (edit: (xml: string) => string, seal: Sealing = {}) => {
  const begun = await begin(school)
  const xml = answerTo(school, begun, { edit, seal })
  return send(school.w.device(), xml, begun.relay)
}

describe('an encrypted assertion', () => {
  it.each(methods)('is opened when it comes with $name', async (method) => {
    const reply = await attempt(sealed(method))
    expect(reply.body).toMatchObject({ success: true, data: { user: { name: 'Ada Lovelace' } } })
  })

  // rules/saml 11
  it('is believed only when the identity provider has signed what was encrypted', async () => {
    const [method] = methods as [Method]
    const unsigned = await attempt(sealed(method), { parts: 'none' })
    const foreign = await attempt(sealed(method), { key: idp(1).key })
    expect([unsigned.status, foreign.status]).toEqual([401, 401])
  })

  const [cbc] = methods as [Method]
  const other = idp(1).certificate
  // rules/saml 12
  it.each([
    ['triple DES', () => sealed(tripleDes)],
    ['RSA 1.5', () => sealed(cbc, 'rsa-1_5')],
    ['the key of somebody else', () => sealed(cbc, undefined, other)],
    [
      'a changed cipher text',
      () => (xml: string) => sealed(cbc)(xml).replace(/(CipherValue>)(.{40})/g, '$1A$2'),
    ],
    [
      'no assertion inside',
      () => (xml: string) =>
        xml.replace(/<saml:Assertion.*<\/saml:Assertion>/, () => encrypted('<a></a>', certificate, cbc)),
    ],
    [
      'text that is no XML inside',
      () => (xml: string) =>
        xml.replace(/<saml:Assertion.*<\/saml:Assertion>/, () => encrypted('nothing', certificate, cbc)),
    ],
  ])('is refused with %s, in the same words as everything else', async (_, make) => {
    const reply = await attempt(make())
    const { data, ...body } = reply.body
    expect(reply.status).toBe(401)
    expect(body).toEqual({
      success: false,
      message: 'SAML authentication failed',
      code: 'SAML_AUTHENTICATION_FAILED',
    })
    expect(data.traceId).toMatch(/^\w{10}$/)
  })

  it.each([
    ['decryption', () => attempt(sealed(cbc, undefined, other))],
    ['assertion: signature', () => attempt(sealed(cbc), { key: idp(1).key })],
  ] as const)('takes a tenth of a second to be refused for its %s', async (check, send) => {
    const from = performance.now()
    const { body } = await send()
    // Only from below: what a busy machine adds says nothing.
    expect(performance.now() - from).toBeGreaterThanOrEqual(99)
    const trace = await school.dean.getSamlTrace({ traceId: body.data.traceId })
    expect(trace.body.data.checks.at(-1).name).toBe(check)
  })
})
