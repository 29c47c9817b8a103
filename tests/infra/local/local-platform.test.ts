import { execFile } from 'node:child_process'
import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lockDataFolder } from '../../../infra/local/data/data-folder.ts'
import { startHandlers } from '../../../infra/local/handlers/handlers.ts'
import { startSchedules } from '../../../infra/local/handlers/schedules.ts'
import { watchFolders } from '../../../infra/local/handlers/watch.ts'
import { closeServer, listen } from '../../../infra/local/http/server.ts'
import { type Platform, startPlatform } from '../../../infra/local/platform.ts'
import { fixtureFunctions, settingsIn, temporaryFolder, until, writeCode } from './local-folder.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const main = join(root, 'infra', 'local', 'main.ts')

const run = (flags: readonly string[], env: Record<string, string>) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const all = { ...process.env, ...env }
    execFile(process.execPath, [main, ...flags], { env: all }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, text: out + err }),
    )
  })

describe('handlers', () => {
  test('serve edited code, answer unavailable while it is broken, finish what was begun', async () => {
    const functionsDir = fixtureFunctions()
    const log: string[] = []
    const handlers = startHandlers({ functionsDir, env: process.env, log: (line) => log.push(line) })
    onTestFinished(handlers.stop)
    const slow = `export const handler = () => new Promise((resolve) => setTimeout(resolve, 50, 'old'))`
    writeCode(functionsDir, 'slow/handler.ts', slow)
    const reloads: string[] = []
    onTestFinished(
      watchFolders([functionsDir], (file) => {
        reloads.push(file)
        handlers.reload()
      }),
    )
    const say = (text: string): void => writeCode(functionsDir, 'platform/handler.ts', text)
    const answer = async (): Promise<unknown> => handlers.route('/', {})
    expect(await answer()).toMatchObject({ status: 'done', result: { body: 'well' } })
    const begun = handlers.domain('slow', {})
    say('export const handler = async () => "new"')
    await until(() => reloads.length > 0)
    expect(await answer()).toEqual({ status: 'done', result: 'new' })
    expect(await begun).toEqual({ status: 'done', result: 'old' })
    const draft = join(functionsDir, 'platform', '.draft')
    writeFileSync(draft, 'export const handler = ;')
    renameSync(draft, join(functionsDir, 'platform', 'handler.ts'))
    await until(() => reloads.length > 1)
    expect(await answer()).toMatchObject({ status: 'unavailable' })
    expect(log.join('\n')).toContain('Expression expected')
    writeCode(functionsDir, 'routes.ts', 'export const = 1')
    await until(() => reloads.length > 2)
    expect(await answer()).toMatchObject({ status: 'unavailable' })
  })

  test('answer requests while something in the background keeps its thread busy', async () => {
    const functionsDir = fixtureFunctions()
    const handlers = startHandlers({ functionsDir, env: process.env, log: () => undefined })
    onTestFinished(handlers.stop)
    writeCode(functionsDir, 'busy/handler.ts', 'export const handler = () => { for (;;) {} }')
    void handlers.domain('busy', {})
    expect(await handlers.route('/', {})).toMatchObject({ status: 'done', result: { body: 'well' } })
    void handlers.domain('busy', {})
    expect(await handlers.route('/', {})).toMatchObject({ status: 'done', result: { body: 'well' } })
  })

  test('serve on another worker what the first has no time for, and start all of them anew', async () => {
    const functionsDir = fixtureFunctions()
    const told = join(functionsDir, 'go')
    const waiting = `import { existsSync } from 'node:fs'
      import { threadId } from 'node:worker_threads'
      export const handler = async ({ waits }) => {
        while (waits && !existsSync(${JSON.stringify(told)})) await new Promise((resolve) => setTimeout(resolve, 5))
        return threadId
      }`
    writeCode(functionsDir, 'platform/handler.ts', waiting)
    const handlers = startHandlers({ functionsDir, env: process.env, log: () => undefined, inFront: 2 })
    onTestFinished(handlers.stop)
    const threadOf = async (waits: boolean): Promise<unknown> => {
      const outcome = await handlers.route('/', { waits })
      return outcome.status === 'done' ? outcome.result : outcome.text
    }
    const first = await threadOf(false)
    const held = Array.from({ length: 3 }, () => threadOf(true))
    await until(async () => (await threadOf(false)) !== first)
    const second = await threadOf(false)
    writeFileSync(told, '')
    expect(await Promise.all(held)).toEqual([first, first, first])
    handlers.reload()
    expect([first, second]).not.toContain(await threadOf(false))
  })

  test('lose no line of their log: those of an answer, later ones, and the last ones of a worker', async () => {
    const functionsDir = fixtureFunctions()
    const logging = `import { processLog } from ${JSON.stringify(join(root, 'lib', 'log.ts'))}
      const log = processLog({ METRICS_STAGE: '' })
      export const handler = async ({ ends }) => {
        if (ends) {
          log({ operation: 'last' })
          process.exit()
        }
        log({ operation: 'answer' })
        setTimeout(log, 1, { operation: 'later' })
        return 'well'
      }`
    writeCode(functionsDir, 'platform/handler.ts', logging)
    const logTo = new PassThrough()
    let lines = ''
    logTo.on('data', (text) => {
      lines += text
    })
    const handlers = startHandlers({ functionsDir, env: process.env, log: () => undefined, logTo })
    onTestFinished(handlers.stop)
    expect(await handlers.route('/', {})).toEqual({ status: 'done', result: 'well' })
    expect(lines).toBe('{"operation":"answer"}\n')
    await until(() => lines.endsWith('{"operation":"later"}\n'))
    await handlers.route('/', { ends: true })
    await until(() => lines.endsWith('{"operation":"last"}\n'))
  })

  test('the clock never strikes twice at once', async () => {
    const calls: unknown[] = []
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const work = async (time: Date) => {
      calls.push(time.toISOString())
      await held
    }
    // 5 ms before each full minute: the timer would strike again while the first call is still at work.
    const clock = startSchedules([work], () => new Date('2026-01-01T00:00:59.995Z'))
    let rounds = 0
    await until(() => {
      rounds += 1
      return rounds > 6
    })
    expect(calls).toEqual(['2026-01-01T00:00:59.995Z'])
    release()
    await until(() => calls.length > 1)
    clock.stop()
  })
})

describe('platform', () => {
  const start = async (dataDir: string): Promise<Platform> => {
    const functionsDir = fixtureFunctions()
    const settings = settingsIn(dataDir)
    return startPlatform({ settings, env: process.env, functionsDir, watched: [], log: () => undefined })
  }

  test('serves, refuses a second one on its folder, and leaves nothing behind', async () => {
    const dataDir = temporaryFolder()
    const platform = await start(dataDir)
    const origin = `http://127.0.0.1:${platform.port}`
    expect(await (await fetch(`${origin}/health`)).text()).toBe('well')
    expect((await fetch(`${origin}/echo`)).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect((await fetch(`${origin}/echo/crash`)).status).toBe(500)
    await expect(start(dataDir)).rejects.toThrow(/Another Quad \(process \d+\) runs on/)
    await platform.stop()
    expect(readdirSync(dataDir)).not.toContain('lock')
    expect(readdirSync(dataDir)).not.toContain('engine.json')
  })

  test('a lock of a dead process is taken over', () => {
    const dataDir = temporaryFolder()
    writeFileSync(join(dataDir, 'lock'), JSON.stringify({ pid: process.pid, mark: 'an earlier process' }))
    lockDataFolder(dataDir)()
    expect(existsSync(join(dataDir, 'lock'))).toBe(false)
  })

  test('a taken port, a bad folder, a silent engine, a bad setting: one message, exit code 1', async () => {
    const blocker = createServer()
    const port = await listen(blocker, 0, 'PORT')
    onTestFinished(() => closeServer(blocker, 0))
    const env = { PORT: '0', MEDIA_PORT: '0' }
    const cases: [string[], Record<string, string>, RegExp][] = [
      [
        [],
        { PORT: String(port) },
        /^Port \d+ is taken by another program: choose another, for example PORT=\d+ npm start\.\n$/,
      ],
      [[], { DATA_DIR: join(main, 'x') }, /^The data folder .* cannot be written to \(ENOTDIR\).*\n$/],
      [
        [],
        { DYNAMODB_ENDPOINT: `http://127.0.0.1:${port}` },
        /^No table engine answers at DYNAMODB_ENDPOINT=.*\n$/,
      ],
      [[], { ACCESS_TOKEN_TTL: 'soon' }, /ACCESS_TOKEN_TTL=soon/],
      [['--no'], {}, /^Unknown option --no\..*\n$/],
    ]
    blocker.on('request', (_request, response) => response.end('no engine'))
    const results = await Promise.all(
      cases.map(([flags, own]) =>
        run(flags, { ...env, ...own, DATA_DIR: own.DATA_DIR ?? temporaryFolder() }),
      ),
    )
    results.forEach(({ code, text }, index) => {
      expect(text).toMatch(cases[index]?.[2] ?? '')
      expect(text).not.toMatch(/\n\s+at /)
      expect(code).toBe(1)
    })
  })
})
