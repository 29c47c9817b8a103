import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
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
  ] as const)('is refused for its %s only once a tenth of a second is over', async (check, send) => {
    // While this clock stands still the whole tenth of a second is left, however fast the machine is.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    const [waiting, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const later = globalThis.setTimeout
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) => {
      if (ms !== 100) return later(run, ms)
      waiting.resolve()
      return over.promise.then(run)
    }) as never)
    onTestFinished(() => {
      clock.mockRestore()
      timers.mockRestore()
    })
    let isAnswered = false
    const reply = send().finally(() => {
      isAnswered = true
    })
    await Promise.race([waiting.promise, reply])
    // Time enough for everything else that the refusal does.
    await school.dean.getSamlConfig()
    expect(isAnswered).toBe(false)
    over.resolve()
    const trace = await school.dean.getSamlTrace({ traceId: (await reply).body.data.traceId })
    expect(trace.body.data.checks.at(-1).name).toBe(check)
  })
})
