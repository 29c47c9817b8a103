import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { demoPassword } from '../../infra/local/demo-people.ts'
import { openSite, phone, type Site } from './site.ts'

// The script of passkeys, in a browser that has an authenticator (rules/mfa 6).

const ada = 'ada@demo.example.edu'

let site: Site

before(async () => {
  site = await openSite()
  await site.browser.as(phone)
  await site.browser.withAuthenticator()
})

after(() => site?.close())

const says = async (words: RegExp): Promise<void> => assert.match(await site.text(), words)

test('a passkey is made and named', async () => {
  await site.signIn(ada)
  await site.open('/settings?part=factors')
  await site.fill({ nickname: 'This phone' })
  await site.click('Add a passkey')
  await says(/Your recovery codes/)
  await site.click('I have saved them')
  await says(/This phone/)
})

test('it signs in alone, without a name or a password', async () => {
  await site.browser.forgetCookies()
  await site.open('/login')
  await site.click('Use a passkey')
  await site.open('/settings?part=factors')
  await says(/This phone[\s\S]*last used/)
})

test('it is the second step behind a password', async () => {
  await site.browser.forgetCookies()
  await site.open('/login')
  await site.fill({ email: ada, password: demoPassword })
  await site.click('Sign in')
  await says(/Confirm your sign-in/)
  await site.fill({ code: 'wwww-wwww-wwww-wwww' })
  const fits = `document.getElementById('code').scrollWidth <= document.getElementById('code').clientWidth`
  assert.equal(await site.browser.value(fits), true, 'a recovery code is wider than its field')
  await site.fill({ code: '' })
  await site.click('Use a passkey')
  await site.open('/settings?part=factors')
  await says(/This phone/)
})

test('who stops is told so, and stays', async () => {
  await site.browser.forgetCookies()
  await site.open('/login')
  await site.browser.value(
    `navigator.credentials.get = () => Promise.reject(new DOMException('stopped', 'NotAllowedError'))`,
  )
  await site.press('Use a passkey')
  await site.browser.until(
    `document.querySelector('[role=alert]')?.textContent.startsWith('No passkey was used')`,
  )
})

test('nothing of it is refused by the policy of a page', () => assert.deepEqual(site.browser.complaints, []))
