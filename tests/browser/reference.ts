import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { routes } from '../../functions/routes.ts'
import { launch, originOf, type PlatformProcess, placeIn, untilServed } from '../load/platform-process.ts'
import { openChromium, type Page } from './chromium.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'quad-browser-'))
const running: { platform?: PlatformProcess; page?: Page; origin: string } = { origin: '' }

const browser = (): Page => running.page ?? assert.fail('no browser')

before(async () => {
  const place = await placeIn(folder, root, ['--empty'])
  running.origin = originOf(place)
  running.platform = launch(place)
  await untilServed(place, running.platform)
  running.page = await openChromium()
})

after(async () => {
  await running.page?.close()
  await running.platform?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** SCREENSHOT=<folder> keeps a picture of each page. */
const keepPicture = async (name: string): Promise<void> => {
  const { SCREENSHOT } = process.env
  if (SCREENSHOT) writeFileSync(join(SCREENSHOT, `${name}.png`), await browser().screenshot())
}

/** Who is not signed in is told so by a 401, which a browser writes down too. */
const isExpected = (complaint: string): boolean => complaint.includes('401')

const assertQuiet = (page: Page): void => {
  assert.deepEqual(
    page.complaints.filter((each) => !isExpected(each)),
    [],
  )
  const abroad = page.requests.filter((address) => !/^(data|blob|about):/.test(address))
  assert.deepEqual(
    abroad.filter((address) => !address.startsWith(`${running.origin}/`)),
    [],
  )
}

const ready = "document.documentElement.dataset.ready === 'true'"

/** Milliseconds until the page worked, and what came over the line. */
const costs = `JSON.stringify({
  ms: Math.round(performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd),
  bytes: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .reduce((sum, { transferSize }) => sum + transferSize, 0),
})`

test('the guide and the page of a domain work, and weigh little', async () => {
  const page = browser()
  for (const path of ['/docs', '/docs/planning', '/docs/events']) {
    await page.open('about:blank')
    await page.open(`${running.origin}${path}`)
    await page.until(ready)
    const { ms, bytes } = JSON.parse(String(await page.value(costs)))
    console.log(`${path}: usable after ${ms} ms, ${bytes} bytes`)
    assert.ok(bytes <= 400_000, `${path}: ${bytes} bytes`)
  }
  assertQuiet(page)
})

test('every operation has its place on the page of its domain', async () => {
  const page = browser()
  for (const { domain, rows } of routes.slice(0, 3)) {
    await page.open(`${running.origin}/docs/${domain}`)
    await page.until(ready)
    for (const [operation, row] of Object.entries(rows)) {
      const isHere = !row.legacy && row.replacedBy === undefined
      assert.equal(await page.value(`document.getElementById('${operation}') !== null`), isHere)
    }
  }
  await keepPicture('reference')
})

test('the search finds "check in"', async () => {
  const page = browser()
  await page.open(`${running.origin}/docs`)
  await page.until(ready)
  await page.value(`(() => {
    const find = document.getElementById('find')
    find.value = 'check in'
    find.dispatchEvent(new Event('input'))
  })()`)
  await page.until("document.querySelectorAll('#found a').length > 3")
  const first = String(await page.value("document.querySelector('#found a').getAttribute('href')"))
  assert.match(first, /^\/docs\/checkins#checkIn/)
  await keepPicture('search')
  assertQuiet(page)
})

test('the search finds a field, and names an operation that has it', async () => {
  const page = browser()
  await page.value(`(() => {
    const find = document.getElementById('find')
    find.value = 'waitlistPosition'
    find.dispatchEvent(new Event('input'))
  })()`)
  await page.until("document.querySelector('#found a code')?.textContent === 'waitlistPosition'")
  const text = String(await page.value("document.querySelector('#found a').textContent"))
  assert.match(text, /counted from 1/)
  assertQuiet(page)
})

test('code is in the language of the reader, with the address of the school', async () => {
  const page = browser()
  await page.open(`${running.origin}/docs/attendance`)
  await page.until(ready)
  const shown = (language: string): Promise<unknown> =>
    page.value(`document.querySelector('#registerForEvent .${language}').checkVisibility()`)
  assert.deepEqual([await shown('curl'), await shown('typescript')], [true, false])
  const curl = String(await page.value("document.querySelector('#registerForEvent .curl code').textContent"))
  assert.match(curl, new RegExp(`'http://demo\\.localhost:${new URL(running.origin).port}/rsvp/demo-event'`))
  await page.value("document.querySelector('#registerForEvent [data-language=typescript]').click()")
  assert.deepEqual([await shown('curl'), await shown('typescript')], [false, true])
  await page.open(`${running.origin}/docs`)
  await page.until(ready)
  assert.equal(await page.value("document.querySelector('#sign-in .typescript').checkVisibility()"), true)
  assertQuiet(page)
})

test('an operation can be tried, and says who is signed in', async () => {
  const page = browser()
  await page.open(`${running.origin}/docs/platform`)
  await page.until(ready)
  await page.value("document.querySelector('#getHealth [data-try]').click()")
  await page.until("document.querySelector('#getHealth form').textContent.includes('You are not signed in')")
  await page.value("document.querySelector('#getHealth form button').click()")
  await page.until("document.querySelector('#getHealth .answer').textContent.includes('x-request-id: ')")
  await keepPicture('operation')
  assert.ok(page.requests.includes(`${running.origin}/health`))
  assertQuiet(page)
})

test('a form offers its files, and fits a phone in the dark', async () => {
  const page = browser()
  await page.as({ width: 390, height: 844, dark: true })
  await page.open(`${running.origin}/docs/organizations`)
  await page.until(ready)
  await page.value("document.querySelector('#createOrganization [data-try]').click()")
  assert.equal(
    await page.value("document.querySelectorAll('#createOrganization input[type=file]').length"),
    2,
  )
  assert.equal(await page.value('document.documentElement.scrollWidth <= innerWidth'), true)
  await keepPicture('phone')
  assertQuiet(page)
})
