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
const inside = "document.querySelector('rapi-doc')?.shadowRoot"
const trial = `${inside}.querySelector('api-request').shadowRoot`
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

const assertQuiet = (page: Page): void => {
  assert.deepEqual(page.complaints, [])
  const abroad = page.requests.filter((address) => !/^(data|blob|about):/.test(address))
  assert.deepEqual(
    abroad.filter((address) => !address.startsWith(`${running.origin}/`)),
    [],
  )
}

test('the reference names every path, under its policy and from its own address alone', async () => {
  const page = browser()
  const rows = routes.flatMap((contract) => Object.values(contract.rows))
  await page.open(`${running.origin}/docs`)
  await page.until(`${inside}?.querySelectorAll('.nav-bar-path').length >= ${rows.length}`)
  const text = String(await page.value(`${inside}.querySelector('.nav-bar').textContent`))
  const paths = rows.map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
  assert.deepEqual(
    paths.filter((path) => !text.includes(path.replace(/\{\w+\}.*/, ''))),
    [],
  )
  assert.equal(await page.value(`getComputedStyle(${inside}.querySelector('.nav-bar')).display`), 'flex')
  await keepPicture('reference')
  assertQuiet(page)
})

test('an operation opens and can be tried', async () => {
  const page = browser()
  await page.open('about:blank')
  await page.open(`${running.origin}/docs#get-/health`)
  await page.until(
    `${inside}?.querySelector('api-request')?.shadowRoot?.querySelector('.m-btn.primary') != null`,
  )
  await page.value(`${trial}.querySelector('.m-btn.primary').click()`)
  await page.until(`${trial}.textContent.includes('x-request-id: ')`)
  await keepPicture('operation')
  assert.ok(page.requests.includes(`${running.origin}/health`))
  assertQuiet(page)
})
