import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import { demoAdminEmail, demoPassword } from '../../../infra/local/demo-people.ts'
import { openChromium } from '../../browser/chromium.ts'
import { launch, originOf, type PlatformProcess, placeIn, untilServed } from '../../load/platform-process.ts'
import { connect, messageIn, rootOf, type School, schoolAt, unpacked } from '../campus.ts'
import { factsBeside, realMutants } from '../mutants/real-mutants.ts'
import { browser, signInAt } from './browser.ts'
import { type SimpleSaml, startSimpleSaml } from './simplesaml.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'quad-saml-'))
const running: { platform?: PlatformProcess; provider?: SimpleSaml } = {}
let demo: School
let provider: SimpleSaml
let admin: Readonly<Record<string, string>>

before(async () => {
  const place = await placeIn(folder, root, [])
  running.platform = launch(place)
  await untilServed(place, running.platform)
  running.provider = await startSimpleSaml(join(folder, 'idp'))
  provider = running.provider
  demo = schoolAt(originOf(place), 'demo')
  admin = await rootOf(demo)
  // The identity provider checks what we sign, too.
  await connect(demo, provider, admin, "['validate.authnrequest' => true]")
})

after(async () => {
  provider?.stop()
  await running.platform?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const cookiesOf = (lines: readonly string[]): string => lines.map((line) => line.split(';')[0]).join('; ')

test('a student signs in, is known at the school, and joins another one with the same cookie', async () => {
  const { response, relay, to } = await demo.journey('ada', 'adapass')
  assert.equal(to, `${demo.origin}/auth/saml/callback`)
  const { status, body, cookies } = await demo.answer(response, relay)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.message, 'SAML authentication successful')
  assert.equal(body.data.user.name, 'Ada Lovelace')
  const cookie = cookiesOf(cookies)
  const self = await demo.call('GET', '/validate-token', undefined, { cookie })
  assert.equal(self.body.data.user.email, 'ada@alpha.example')
  const trace = await demo.call('GET', `/auth/saml/traces/${body.data.traceId}`, undefined, admin)
  assert.equal(trace.body.data.mapped.studentId, 'S-1001')
  const elsewhere = schoolAt(demo.origin, 'rpi')
  assert.equal((await elsewhere.call('POST', '/join-tenant', undefined, { cookie })).status, 200)
})

test('names that need escaping arrive as they are, and a person without an address is told why not', async () => {
  const bob = await demo.journey('bob', 'bobpass')
  assert.equal((await demo.answer(bob.response, bob.relay)).body.data.user.name, 'Bob Ö')
  const nobody = await demo.journey('noemail', 'nopass')
  const { status, body } = await demo.answer(nobody.response, nobody.relay)
  // Without an address this identity provider has no name to give either.
  assert.ok([400, 401].includes(status), JSON.stringify(body))
})

test('an answer counts once, in the browser that began, at the school it was made for', async () => {
  const { response, relay } = await demo.journey('ada', 'adapass')
  assert.equal((await demo.answer(response, relay)).status, 200)
  assert.equal((await demo.answer(response, relay)).body.code, 'SAML_REPLAY')
  const stolen = await demo.journey('ada', 'adapass')
  const victim = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' }
  assert.equal((await demo.answer(stolen.response, stolen.relay, victim)).status, 400)
  const other = await demo.journey('ada', 'adapass')
  assert.equal((await schoolAt(demo.origin, 'rpi').answer(other.response, other.relay)).status, 404)
})

test('nobody gets in with an answer that was changed on the way', async () => {
  const visitor = browser()
  let refused = 0
  for (const { name, change } of realMutants) {
    const { response, relay } = await demo.journey('ada', 'adapass', visitor)
    const xml = unpacked(response)
    const request = /InResponseTo="([^"]+)"/.exec(xml)?.[1] ?? ''
    const { edit } = change(new Date(), factsBeside(xml, request, demo.origin))
    if (!edit) continue
    const forged = edit(xml)
    assert.ok(forged !== xml, `${name} changed nothing`)
    const { status, body, cookies } = await demo.answer(Buffer.from(forged).toString('base64'), relay)
    assert.deepEqual([name, status, body.message], [name, 401, 'SAML authentication failed'])
    assert.deepEqual(cookies, [])
    refused += 1
  }
  assert.ok(refused >= 40, `${refused} changed answers`)
})

test('an assertion that is encrypted to the school is opened', async () => {
  const metadata = (await demo.call('GET', '/auth/saml/metadata')).body
  provider.register('demo', metadata, "['assertion.encryption' => true]")
  const { response, relay } = await demo.journey('ada', 'adapass')
  assert.ok(unpacked(response).includes('EncryptedAssertion'))
  const { status, body } = await demo.answer(response, relay)
  assert.equal(status, 200, JSON.stringify(body))
  provider.register('demo', metadata, "['saml20.sign.response' => false]")
  const plain = await demo.journey('ada', 'adapass')
  assert.equal((await demo.answer(plain.response, plain.relay)).status, 200)
  await demo.call('POST', '/auth/saml/config', { wantMessageSigned: true }, admin)
  const unsigned = await demo.journey('ada', 'adapass')
  assert.equal((await demo.answer(unsigned.response, unsigned.relay)).status, 401)
  await demo.call('POST', '/auth/saml/config', { wantMessageSigned: false }, admin)
  provider.register('demo', metadata, "['validate.authnrequest' => true]")
})

test('an identity provider may begin by itself only where the school allows it', async () => {
  const entityId = encodeURIComponent(`${demo.origin}/auth/saml/metadata`)
  const address = `${provider.ssoUrl}?spentityid=${entityId}&RelayState=${encodeURIComponent('https://evil.example')}`
  const first = await signInAt(address, 'ada', 'adapass')
  assert.equal((await demo.answer(first.response, first.relay)).body.message, 'Invalid relay state')
  await demo.call('POST', '/auth/saml/config', { allowIdpInitiated: true }, admin)
  const second = await signInAt(address, 'ada', 'adapass')
  assert.equal((await demo.answer(second.response, second.relay)).status, 200)
  assert.equal((await demo.answer(second.response, second.relay)).body.code, 'SAML_REPLAY')
  await demo.call('POST', '/auth/saml/config', { allowIdpInitiated: false }, admin)
})

const comeIn = async (visitor = browser()) => {
  const { response, relay } = await demo.journey('ada', 'adapass', visitor)
  const { cookies } = await demo.answer(response, relay)
  return { cookie: cookiesOf(cookies), visitor }
}

const isIn = async (cookie: string): Promise<boolean> =>
  (await demo.call('GET', '/validate-token', undefined, { cookie })).status === 200

test('a person with a browser signs in by the form and lands where they wanted to go', async () => {
  const page = await openChromium()
  try {
    await page.open(`${demo.origin}/auth/saml/login?relayState=/validate-token`)
    await page.until("document.querySelector('input[name=password]') !== null")
    await page.value(`(() => {
      document.querySelector('input[name=username]').value = 'ada'
      document.querySelector('input[name=password]').value = 'adapass'
      document.querySelector('form').submit()
    })()`)
    await page.until("location.pathname === '/validate-token'")
    assert.ok(String(await page.value('document.body.textContent')).includes('Ada Lovelace'))
  } finally {
    await page.close()
  }
})

/** Fills the fields of the first form that has all of them, and sends it by its button, as a person does. */
const filledIn = (fields: Readonly<Record<string, string>>): string => `(() => {
  const fields = ${JSON.stringify(fields)}
  const form = [...document.forms].find((one) => Object.keys(fields).every((name) => one.elements[name]))
  for (const [name, value] of Object.entries(fields)) form.elements[name].value = value
  form.requestSubmit()
})()`

test('the set-up page leads an administrator to a provider of another origin, and signing out leads there too', async () => {
  const page = await openChromium()
  try {
    await page.open(`${demo.origin}/login`)
    await page.until('document.querySelector(\'form[action="/login/form"]\') !== null')
    await page.value(filledIn({ email: demoAdminEmail, password: demoPassword }))
    await page.until("location.pathname !== '/login' && location.pathname !== '/login/form'")
    await page.open(`${demo.origin}/admin?part=sign-in`)
    await page.until('document.querySelector(\'a[href*="test-login"]\') !== null')
    await page.value('document.querySelector(\'a[href*="test-login"]\').click()')
    await page.until("document.querySelector('input[name=username]') !== null")
    assert.equal(await page.value('location.origin'), new URL(provider.base).origin)
    await page.value(filledIn({ username: 'ada', password: 'adapass' }))
    await page.until(`location.origin === '${demo.origin}' && location.pathname === '/'`)
    await page.open(`${demo.origin}/settings`)
    await page.until('document.querySelector(\'form[action="/sign-out"]\') !== null')
    await page.value('document.querySelector(\'form[action="/sign-out"]\').requestSubmit()')
    await page.until("location.search === '?done=signed-out'")
    assert.ok(
      page.requests.some((address) => address.startsWith(`${provider.sloUrl}?SAMLRequest=`)),
      page.requests.join(' '),
    )
    const stopped = page.complaints.filter((text) => /policy/i.test(text))
    assert.deepEqual(stopped, [])
  } finally {
    await page.close()
  }
})

test('a certificate of the named authority is taken', async () => {
  const here = (name: string): string => join(folder, name)
  const openssl = (...argv: string[]) => execFileSync('openssl', argv, { stdio: 'ignore' })
  const fresh = ['-newkey', 'rsa:2048', '-nodes']
  openssl(
    'req',
    '-x509',
    ...fresh,
    '-days',
    '99',
    '-subj',
    '/CN=authority',
    '-keyout',
    here('ca.key'),
    '-out',
    here('ca.crt'),
  )
  openssl('req', ...fresh, '-subj', '/CN=issued', '-keyout', here('one.key'), '-out', here('one.csr'))
  const authority = ['-CA', here('ca.crt'), '-CAkey', here('ca.key'), '-CAcreateserial']
  openssl('x509', '-req', '-in', here('one.csr'), ...authority, '-days', '90', '-out', here('one.crt'))
  const [caCert, x509Cert] = ['ca.crt', 'one.crt'].map((name) => readFileSync(here(name), 'utf8'))
  const idp = { entityId: 'https://idp.example', ssoUrl: 'https://idp.example/sso', x509Cert, caCert }
  const rpi = schoolAt(demo.origin, 'rpi')
  assert.equal((await rpi.call('POST', '/auth/saml/config', { idp }, admin)).status, 201)
  const other = { ...idp, x509Cert: provider.certificate }
  const refused = await rpi.call('POST', '/auth/saml/config', { idp: other }, admin)
  assert.equal(refused.body.message, 'Certificate chain validation failed')
})

test('a second factor there is one here when the answer says so, and not when it lies', async () => {
  const mfa = 'https://refeds.org/profile/mfa'
  const { response, relay } = await demo.journey('ada', 'adapass')
  const { id } = (await demo.answer(response, relay)).body.data.user
  const made = await demo.call('POST', '/manage-roles', { role: 'admin', userId: id }, admin)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { otpauthUrl } = (await demo.call('POST', '/mfa/admin/totp/setup', undefined, admin)).body.data
  const code = new TOTP({ secret: new URL(otpauthUrl).searchParams.get('secret') ?? '' }).generate()
  assert.equal((await demo.call('POST', '/mfa/admin/totp/enable', { code }, admin)).status, 200)
  const policy = { required: 'administrators', providerContext: mfa }
  assert.equal((await demo.call('PUT', '/admin/second-factor', policy, admin)).status, 200)
  // Rows of schools may be two seconds old.
  await pause(2100)
  const metadata = (await demo.call('GET', '/auth/saml/metadata')).body
  const says = `60 => ['class' => 'saml:AuthnContextClassRef', 'AuthnContextClassRef' => '${mfa}']`
  const lies = `61 => ['class' => 'core:PHP', 'code' => '$state["AuthnInstant"] = time() - 3600;']`
  const visitor = browser()
  const outcome = async (filters: string, query = '?proof=strong') => {
    provider.register('demo', metadata, `['validate.authnrequest' => true, 'authproc' => [${filters}]]`)
    // Somebody who has a session there is asked anew.
    const sent = await demo.journey('ada', 'adapass', visitor, query)
    const { status, cookies } = await demo.answer(sent.response, sent.relay)
    const { body } = await demo.call('PUT', '/admin/door', {}, { cookie: cookiesOf(cookies) })
    return [status, unpacked(sent.response).includes(mfa), body.code]
  }
  assert.deepEqual(await outcome(''), [200, false, 'STRONG_PROOF_REQUIRED'])
  assert.deepEqual(await outcome(`${says}, ${lies}`), [200, true, 'STRONG_PROOF_REQUIRED'])
  assert.deepEqual(await outcome(says, ''), [200, true, 'STRONG_PROOF_REQUIRED'])
  assert.deepEqual(await outcome(says), [200, true, 'VALIDATION_ERROR'])
})

test('signing out here signs out there, and back', async () => {
  const { cookie, visitor } = await comeIn()
  const { body } = await demo.call('POST', '/auth/saml/logout', undefined, { cookie })
  assert.match(messageIn(body.redirectUrl, 'SAMLRequest'), /LogoutRequest/)
  const there = await visitor.follow(await visitor.go(body.redirectUrl))
  const back = there.location ?? ''
  assert.ok(back.startsWith(`${demo.origin}/auth/saml/logout?SAMLResponse=`), there.body.slice(0, 300))
  assert.match(messageIn(back, 'SAMLResponse'), /status:Success/)
  const done = await demo.call('GET', back.slice(demo.origin.length))
  assert.equal(done.status, 200, JSON.stringify(done.body))
  assert.equal(await isIn(cookie), false)
  const page = await visitor.follow(
    await visitor.go((await demo.call('GET', '/auth/saml/login')).body.redirectUrl),
  )
  assert.match(page.body, /name="AuthState"/)
})

test('signing out there signs out here', async () => {
  const { cookie, visitor } = await comeIn()
  assert.equal(await isIn(cookie), true)
  const out = `${provider.base}saml2/idp/SingleLogoutService.php?ReturnTo=${encodeURIComponent(provider.entityId)}`
  const page = await visitor.follow(await visitor.go(out))
  const asked = page.location ?? ''
  assert.ok(
    asked.startsWith(`${demo.origin}/auth/saml/logout?SAMLRequest=`),
    `${page.status} ${page.body.slice(0, 500)}`,
  )
  const reply = await demo.call('GET', asked.slice(demo.origin.length))
  assert.equal(reply.status, 302, JSON.stringify(reply.body))
  assert.equal(await isIn(cookie), false)
  const end = await visitor.follow(await visitor.go(reply.location))
  assert.ok(end.status < 400, `${end.status} ${end.body.slice(0, 300)}`)
})
