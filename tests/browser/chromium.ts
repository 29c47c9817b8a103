import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Message = {
  readonly id?: number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message: string }
}

type Cookie = { readonly name: string; readonly value: string; readonly httpOnly: boolean }

/** One page of a headless Chromium, driven by its DevTools protocol. */
export type Page = {
  /** Warnings, errors and what a policy refused, as the console shows them. */
  readonly complaints: string[]
  /** Addresses that were asked for. */
  readonly requests: string[]
  open(address: string): Promise<void>
  /** The value of an expression in the page; promises are awaited. */
  value(expression: string): Promise<unknown>
  /** Waits until an expression in the page is true, at most 20 seconds. */
  until(expression: string): Promise<void>
  /** What is seen; with `whole` down to the end of the page. */
  screenshot(whole?: boolean): Promise<Uint8Array>
  /** The same as small as a document wants it (WebP). */
  picture(whole?: boolean): Promise<Uint8Array>
  /** From now on as such a device with such wishes sees it. */
  as(device: Device): Promise<void>
  /** From now on with an authenticator for passkeys, whose owner is there and consents. */
  withAuthenticator(): Promise<void>
  /** As if every session of this browser had come to its end. */
  forgetCookies(): Promise<void>
  /** Sends the cookies of one address to another too, as cookies of a common domain are. */
  shareCookies(from: string, to: string): Promise<void>
  close(): Promise<void>
}

export type Device = {
  readonly width: number
  readonly height: number
  readonly dark?: boolean
  readonly scripts?: boolean
}

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
  '--window-size=1300,900',
]

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const portOf = async (profile: string, chromium: ChildProcess): Promise<string> => {
  const file = join(profile, 'DevToolsActivePort')
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (chromium.exitCode !== null) throw new Error(`chromium ended with ${chromium.exitCode}`)
    const [port = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    if (port !== '') return port
    await pause(100)
  }
  throw new Error('chromium did not start')
}

const connect = async (port: string): Promise<WebSocket> => {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    type: string
    webSocketDebuggerUrl: string
  }[]
  const { webSocketDebuggerUrl = '' } = targets.find(({ type }) => type === 'page') ?? {}
  const socket = new WebSocket(webSocketDebuggerUrl)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  return socket
}

const end = (chromium: ChildProcess): Promise<unknown> => {
  if (chromium.exitCode !== null) return Promise.resolve()
  const ended = new Promise((resolve) => chromium.once('exit', resolve))
  chromium.kill()
  return ended
}

type Listener = (params: NonNullable<Message['params']>) => void

/** Commands and their answers over one socket; what comes unasked goes to the listeners by its name. */
const commander = (socket: WebSocket, listeners: Readonly<Record<string, Listener>>) => {
  const waiting = new Map<number, (message: Message) => void>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    else listeners[message.method ?? '']?.(message.params ?? {})
  })
  return async (method: string, params: object = {}): Promise<Readonly<Record<string, unknown>>> => {
    last += 1
    const id = last
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { error, result = {} } = await answered
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
}

/** Starts Debian's Chromium with a profile of its own; `more` are flags beside those of every test. */
export const openChromium = async (more: readonly string[] = []): Promise<Page> => {
  const profile = mkdtempSync(join(tmpdir(), 'quad-chromium-'))
  const chromium = spawn(
    '/usr/bin/chromium',
    [...flags, ...more, `--user-data-dir=${profile}`, 'about:blank'],
    {
      stdio: 'ignore',
    },
  )
  const socket = await connect(await portOf(profile, chromium))
  const complaints: string[] = []
  const requests: string[] = []
  const send = commander(socket, {
    'Log.entryAdded': ({ entry }) => complaints.push((entry as { text: string }).text),
    'Runtime.exceptionThrown': ({ exceptionDetails }) => complaints.push(JSON.stringify(exceptionDetails)),
    'Runtime.consoleAPICalled': ({ type, args }) => {
      if (type === 'error' || type === 'warning') complaints.push(JSON.stringify(args))
    },
    'Network.requestWillBeSent': ({ request }) => requests.push((request as { url: string }).url),
  })
  for (const domain of ['Log', 'Runtime', 'Network', 'Page']) await send(`${domain}.enable`)
  const value = async (expression: string): Promise<unknown> => {
    const { result } = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    return (result as { value?: unknown }).value
  }
  return {
    complaints,
    requests,
    open: async (url) => void (await send('Page.navigate', { url })),
    value,
    until: async (expression) => {
      for (let attempt = 0; attempt < 200; attempt += 1) {
        if ((await value(expression)) === true) return
        await pause(100)
      }
      throw new Error(`never came true: ${expression}`)
    },
    as: async ({ width, height, dark = false, scripts = true }) => {
      await send('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: width < 600,
      })
      const features = [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]
      await send('Emulation.setEmulatedMedia', { features })
      await send('Emulation.setScriptExecutionDisabled', { value: !scripts })
    },
    withAuthenticator: async () => {
      await send('WebAuthn.enable')
      const owner = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
      const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, ...owner }
      await send('WebAuthn.addVirtualAuthenticator', { options })
    },
    forgetCookies: async () => void (await send('Network.clearBrowserCookies')),
    shareCookies: async (from, to) => {
      const { cookies } = await send('Network.getCookies', { urls: [from] })
      for (const { name, value: text, httpOnly } of cookies as readonly Cookie[])
        await send('Network.setCookie', { url: to, name, value: text, httpOnly })
    },
    screenshot: async (whole = false) => {
      const { data } = await send('Page.captureScreenshot', { format: 'png', captureBeyondViewport: whole })
      return Buffer.from(String(data), 'base64')
    },
    picture: async (whole = false) => {
      const format = { format: 'webp', quality: 80, captureBeyondViewport: whole }
      const { data } = await send('Page.captureScreenshot', format)
      return Buffer.from(String(data), 'base64')
    },
    close: async () => {
      socket.close()
      await end(chromium)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
