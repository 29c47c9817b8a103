import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { launch, type PlatformProcess, placeIn, untilServed } from '../load/platform-process.ts'
import { openidProvider } from '../providers/openid-provider.ts'
import { openChromium, type Page } from './chromium.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'quad-sign-in-'))
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const provider = await openidProvider()
const running: { platform?: PlatformProcess; page?: Page; origin: string } = { origin: '' }

const browser = (): Page => running.page ?? assert.fail('no browser')

before(async () => {
  const settings = {
    APPLE_ISSUER: provider.issuer,
    APPLE_CLIENT_IDS: 'web.school',
    APPLE_TEAM_ID: 'TEAM',
    APPLE_KEY_ID: 'KEY',
    APPLE_PRIVATE_KEY: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
  const place = { ...(await placeIn(folder, root, ['--empty'])), settings }
  running.origin = `http://demo.localhost:${place.port}`
  provider.open({
    client: { id: 'web.school', redirect: `${running.origin}/auth/apple/callback` },
    accounts: { ada: { email: 'ada@students.example.edu', email_verified: 'true' } },
    team: { team: 'TEAM', keyId: 'KEY', key: publicKey },
  })
  running.platform = launch(place)
  await untilServed(place, running.platform)
  running.page = await openChromium()
})

after(async () => {
  await running.page?.close()
  await running.platform?.stop()
  await provider.end()
  rmSync(folder, { recursive: true, force: true })
})

const atSchool = (expression: string): string => `location.origin === '${running.origin}' && ${expression}`
const said = (path: string, init = '{}'): string => `fetch('${path}', ${init}).then((reply) => reply.json())`
const begin = said(
  '/auth/apple/start',
  `{method: 'POST', headers: {'content-type': 'application/json'}, body: '{"path":"/docs?signed=in"}'}`,
)

/** Through the two forms of the provider, up to the page that leads back. */
const signInThere = async (page: Page): Promise<void> => {
  await page.until(`document.querySelector('input[name=login]') !== null`)
  await page.value(`document.querySelector('input[name=login]').value = 'ada'`)
  await page.value(`document.querySelector('input[name=password]').value = 'x'`)
  await page.value(`document.forms[0].requestSubmit()`)
  await page.until(`document.querySelector('input[value=consent]') !== null`)
  await page.value(`document.forms[0].requestSubmit()`)
}

test("a browser comes back from the provider's form signed in, at the page it wanted", async () => {
  const page = browser()
  await page.open(`${running.origin}/docs`)
  await page.until(atSchool(`document.readyState === 'complete'`))
  await page.value(`${begin}.then(({data}) => { location = data.authorizationUrl })`)
  await signInThere(page)
  await page.until(atSchool(`location.pathname + location.search === '/docs?signed=in'`))
  const email = await page.value(`${said('/validate-token')}.then(({data}) => data.user.email)`)
  assert.equal(email, 'ada@students.example.edu')
})

test("another browser's sign-in ends at the sign-in page, and changes nothing", async () => {
  const page = browser()
  const headers = { 'content-type': 'application/json' }
  const address = running.origin.replace('demo.localhost', '127.0.0.1')
  const started = await fetch(`${address}/auth/apple/start`, { method: 'POST', headers, body: '{}' })
  const { data } = (await started.json()) as { data: { authorizationUrl: string } }
  await page.value(`${said('/logout', `{method: 'POST'}`)}`)
  const url = new URL(data.authorizationUrl)
  url.searchParams.set('redirect_uri', `${running.origin}/auth/apple/callback`)
  await page.open(url.href)
  await page.until(atSchool(`location.pathname + location.search === '/login?error=invalid_state'`))
  await page.open(`${running.origin}/docs`)
  await page.until(atSchool(`document.readyState === 'complete'`))
  assert.equal(await page.value(`${said('/validate-token')}.then(({code}) => code)`), 'NO_TOKEN')
})
