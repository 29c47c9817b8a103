import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { demoPassword } from '../../infra/local/demo-people.ts'
import { launch, placeIn, untilServed } from '../load/platform-process.ts'
import { openChromium, type Page } from './chromium.ts'

const root = join(import.meta.dirname, '..', '..')

export const phone = { width: 390, height: 844 }

/** A platform with its demo campus, and a browser that people use it with. */
export type Site = {
  readonly origin: string
  readonly platformOrigin: string
  /** The same school, where programs find it: only browsers know names below `localhost`. */
  readonly local: string
  readonly browser: Page
  /** What a program of the repository is given to find the platform. */
  readonly environment: Readonly<Record<'DATA_DIR' | 'PORT' | 'MEDIA_PORT', string>>
  open(path: string, origin?: string): Promise<void>
  /** Presses the link or button of these words, and waits for the page that it leads to. */
  click(words: string): Promise<void>
  /** Presses it, where the page stays. */
  press(words: string): Promise<void>
  /** `inside` selects a form, where a page has several fields of one name. */
  fill(fields: Readonly<Record<string, string>>, inside?: string): Promise<void>
  /** The page before this one is marked, and the mark goes with it. */
  arrive(leave: () => Promise<unknown>): Promise<void>
  text(): Promise<string>
  signIn(email: string): Promise<void>
  signOut(): Promise<void>
  /** From now on with a network or without, for workers too. */
  connected(isThere: boolean): void
  close(): Promise<void>
}

/** A way to a port that can be cut. */
const wayTo = async (port: number) => {
  const open = new Set<Socket>()
  let isThere = true
  const server = createServer((from) => {
    if (!isThere) return from.destroy()
    const to = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy()).on('close', () => open.delete(one))
      one.pipe(other)
    }
  })
  const end = () => {
    for (const one of open) one.destroy()
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port: own } = server.address() as { port: number }
  return {
    port: own,
    connected: (is: boolean) => {
      isThere = is
      if (!is) end()
    },
    close: () => {
      end()
      server.close()
    },
  }
}

export const openSite = async (flags: readonly string[] = []): Promise<Site> => {
  const folder = mkdtempSync(join(tmpdir(), 'quad-pages-'))
  const place = await placeIn(folder, root, [])
  const origin = `http://demo.localhost:${place.port}`
  const platform = launch(place)
  await untilServed(place, platform, 120)
  const way = await wayTo(place.port)
  const browser = await openChromium([
    ...flags,
    `--host-resolver-rules=MAP *.localhost:${place.port} 127.0.0.1:${way.port}`,
  ])

  const arrive: Site['arrive'] = async (leave) => {
    await browser.value(`document.documentElement.dataset.left = 'yes'`)
    await leave()
    for (let tries = 0; tries < 1200; tries += 1) {
      const there = await browser
        .value(`document.readyState === 'complete' && document.documentElement.dataset.left === undefined`)
        .catch(() => false)
      if (there === true) return
      await pause(50)
    }
    throw new Error('the next page never came')
  }
  const press = async (words: string): Promise<void> => {
    const pressed = await browser.value(
      `(() => { const all = [...document.querySelectorAll('main a, main button, main summary')]
        const one = all.find((one) => one.textContent.trim() === ${JSON.stringify(words)}); one?.click(); return Boolean(one) })()`,
    )
    assert.ok(pressed, `nothing says ${words}: ${await browser.value('document.body.innerText')}`)
  }
  const fill: Site['fill'] = async (fields, inside = '') => {
    const missing = await browser.value(
      `Object.entries(${JSON.stringify(fields)}).flatMap(([name, value]) => {
        const field = document.querySelector(${JSON.stringify(`main ${inside} `)} + '[name="' + name + '"]')
        if (field) field.value = value
        return field ? [] : [name]
      })`,
    )
    assert.deepEqual(missing, [], `no such field: ${await browser.value('document.body.innerText')}`)
  }
  const open: Site['open'] = (path, at = origin) => arrive(() => browser.open(`${at}${path}`))
  const click = (words: string) => arrive(() => press(words))
  const text = async () => String(await browser.value('document.body.innerText'))

  return {
    origin,
    platformOrigin: `http://www.localhost:${place.port}`,
    local: `http://127.0.0.1:${place.port}`,
    browser,
    environment: {
      DATA_DIR: place.dataDir,
      PORT: String(place.port),
      MEDIA_PORT: String(place.mediaPort),
    },
    open,
    click,
    press,
    fill,
    arrive,
    text,
    signIn: async (email) => {
      await open('/login')
      await fill({ email, password: demoPassword })
      await click('Sign in')
    },
    signOut: async () => {
      await open('/settings')
      if ((await text()).includes('Sign out on this device')) await click('Sign out on this device')
    },
    connected: way.connected,
    close: async () => {
      await browser.close()
      way.close()
      await platform.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
