import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import axe from 'axe-core'
import { demoPassword } from '../../infra/local/demo-people.ts'
import { launch, type PlatformProcess, placeIn, untilServed } from '../load/platform-process.ts'
import { openChromium, type Page } from './chromium.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'quad-pages-'))
const running: { platform?: PlatformProcess; page?: Page; origin: string; platformOrigin: string } = {
  origin: '',
  platformOrigin: '',
}

const browser = (): Page => running.page ?? assert.fail('no browser')

before(async () => {
  const place = await placeIn(folder, root, [])
  running.origin = `http://demo.localhost:${place.port}`
  running.platformOrigin = `http://www.localhost:${place.port}`
  running.platform = launch(place)
  await untilServed(place, running.platform)
  running.page = await openChromium()
})

after(async () => {
  await running.page?.close()
  await running.platform?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const phone = { width: 390, height: 844 }

/** Until the page that was asked for is there: the one before it is marked, and the mark goes with it. */
const arrive = async (page: Page, leave: () => Promise<unknown>): Promise<void> => {
  await page.value(`document.documentElement.dataset.left = 'yes'`)
  await leave()
  for (let tries = 0; tries < 300; tries += 1) {
    const there = await page
      .value(`document.readyState === 'complete' && document.documentElement.dataset.left === undefined`)
      .catch(() => false)
    if (there === true) return
    await pause(50)
  }
  throw new Error('the next page never came')
}

const open = (path: string, origin = running.origin): Promise<void> =>
  arrive(browser(), () => browser().open(`${origin}${path}`))

const click = (words: string): Promise<void> =>
  arrive(browser(), () =>
    browser().value(
      `[...document.querySelectorAll('main a, main button')].find((one) => one.textContent.trim() === ${JSON.stringify(words)}).click()`,
    ),
  )

const fill = (fields: Readonly<Record<string, string>>): Promise<unknown> =>
  browser().value(
    `for (const [name, value] of Object.entries(${JSON.stringify(fields)})) document.querySelector('main [name="' + name + '"]').value = value`,
  )

const text = async (): Promise<string> =>
  String(await browser().value(`document.querySelector('main').innerText`))

const signIn = async (email: string): Promise<void> => {
  await open('/login')
  await fill({ email, password: demoPassword })
  await click('Sign in')
}

describe('without scripts, on a phone', () => {
  test('a student takes a seat by the page of the event, finds it again and gives it back', async () => {
    await browser().as({ ...phone, scripts: false })
    await open('/')
    await click('Chess night')
    await click('Sign in to take a seat')
    await fill({ email: 'ada@demo.example.edu', password: demoPassword })
    await click('Sign in')
    assert.match(await text(), /Chess night/)
    await click('I am coming')
    assert.match(await text(), /You have a seat/)
    await open('/my-events')
    await click('Chess night')
    await click('I cannot come')
    assert.match(await text(), /You are no longer registered/)
    assert.deepEqual(browser().complaints, [])
  })
})

/** Of each page what axe finds in one scheme, and whether it is wider than the screen. */
const examined = async (path: string, dark: boolean, origin?: string): Promise<readonly string[]> => {
  await browser().as({ ...phone, dark })
  await open(path, origin)
  const title = await browser().value('document.title')
  await browser().value(`${axe.source}; undefined`)
  const found = (await browser().value(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html.slice(0, 200)))`,
  )) as readonly string[]
  const wide = await browser().value('document.documentElement.scrollWidth > innerWidth')
  return [...found, ...(wide ? ['wider than the screen'] : [])].map((one) => `${path} (${title}): ${one}`)
}

const anybody = [
  '/',
  '/?search=nowhere',
  '/event/demo-event',
  '/event/nothing',
  '/org/demo-org-chess',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password?email=ada%40demo.example.edu',
  '/nowhere',
]
const own = [
  '/my-events',
  '/inbox',
  '/invitations',
  '/settings',
  '/settings/data',
  '/settings/proof',
  '/verify-email',
  '/event/demo-event',
  '/event/demo-event/ticket',
  '/check-in/demo-event/0',
  '/create-event',
  '/event/demo-event/dashboard',
  '/event/demo-event-pending/dashboard',
  ...['members', 'applications', 'roles', 'events', 'news', 'budgets'].map(
    (part) => `/club-dashboard/demo-org-chess?part=${part}`,
  ),
]
const ofStaff = ['waits', 'clubs', 'budgets', 'people', 'numbers', 'sign-in', 'audit', 'settings'].map(
  (part) => `/admin?part=${part}`,
)

describe('axe and a narrow screen find nothing wrong', () => {
  for (const dark of [false, true]) {
    test(`${dark ? 'dark' : 'light'}: pages for anybody`, async () => {
      await browser().as(phone)
      await open('/settings')
      if ((await text()).includes('Sign out')) await click('Sign out on this device')
      for (const path of anybody) assert.deepEqual(await examined(path, dark), [])
      assert.deepEqual(await examined('/', dark, running.platformOrigin), [])
    })

    test(`${dark ? 'dark' : 'light'}: pages of a person`, async () => {
      await browser().as(phone)
      await signIn('ada@demo.example.edu')
      for (const path of own) assert.deepEqual(await examined(path, dark), [])
      await open('/event/demo-event')
      await click('I am coming')
      for (const path of ['/event/demo-event', '/event/demo-event/ticket', '/my-events', '/inbox'])
        assert.deepEqual(await examined(path, dark), [])
      await open('/event/demo-event')
      await click('I cannot come')
    })

    test(`${dark ? 'dark' : 'light'}: pages of staff`, async () => {
      await browser().as(phone)
      await open('/settings')
      if ((await text()).includes('Sign out')) await click('Sign out on this device')
      await signIn('dean@demo.example.edu')
      for (const path of ofStaff) assert.deepEqual(await examined(path, dark), [])
      await open('/settings')
      await click('Sign out on this device')
    })
  }
})

describe('with scripts, the door', () => {
  const name = `'door demo-event ' + document.getElementById('door').dataset.reader`

  test('keeps scans while there is no connection, and catches up once there is one', async () => {
    await browser().as(phone)
    await signIn('ada@demo.example.edu')
    await open('/event/demo-event/dashboard')
    if ((await text()).includes('Open the door')) await click('Open the door')
    await open('/event/demo-event')
    await click('I am coming')
    await open('/event/demo-event/door')
    await browser().until(`navigator.serviceWorker.controller !== null`)
    await browser().connected(false)
    await arrive(browser(), () => browser().value('location.reload()'))
    assert.match(await text(), /Ada Student/)
    await browser().value(`document.querySelector('[data-person] button').click()`)
    await browser().until(`document.getElementById('told').textContent.includes('1 scan waits')`)
    await browser().connected(true)
    await browser().value(`dispatchEvent(new Event('online'))`)
    await browser().until(`JSON.parse(localStorage.getItem(${name})).length === 0`)
    assert.doesNotMatch(await text(), /waits/)
    for (const dark of [false, true]) assert.deepEqual(await examined('/event/demo-event/door', dark), [])
  })

  test('sends the scans of nobody else, keeps what is refused, and is forgotten by signing out', async () => {
    await open('/event/demo-event/door')
    const others = `'door demo-event somebody-else'`
    await browser().value(`localStorage.setItem(${others}, '[{"clientId":"of another"}]')`)
    await browser().value(
      `localStorage.setItem(${name}, JSON.stringify([{ clientId: 'x y', at: new Date().toISOString(), action: 'in', person: 'u-1' }]))`,
    )
    await open('/event/demo-event/door')
    await browser().until(
      `document.getElementById('told').textContent.includes('1 scan waits and cannot be sent')`,
    )
    assert.equal(await browser().value(`JSON.parse(localStorage.getItem(${name})).length`), 1)
    await browser().value(
      `[...document.querySelectorAll('#told button')].find((one) => one.textContent === 'Throw away').click()`,
    )
    assert.equal(await browser().value(`localStorage.getItem(${name})`), '[]')
    assert.equal(await browser().value(`JSON.parse(localStorage.getItem(${others})).length`), 1)
    assert.deepEqual(await browser().value('caches.keys()'), ['door'])
    await open('/settings')
    await click('Sign out on this device')
    await browser().until(`caches.keys().then((names) => names.length === 0 && localStorage.length === 0)`)
  })
})
