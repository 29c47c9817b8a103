import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../../../infra/local/data/engine-binary.ts'
import { startHandlers } from '../../../infra/local/handlers/handlers.ts'
import { readInvocation } from '../../../infra/local/invocation-file.ts'
import { startPlatform } from '../../../infra/local/platform.ts'
import { fixtureFunctions, settingsIn, temporaryFolder, until, writeCode } from './local-folder.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const functions = join(root, 'functions')

describe('npm run invoke', () => {
  const file = (text: string): string => {
    const path = join(temporaryFolder(), 'one.json')
    writeFileSync(path, text)
    return path
  }
  const read = (...words: string[]) => readInvocation(words, root)

  it('takes a part of a name, somebody else and another school', () => {
    expect(read('validatetoken', '--user', 'ben', '--tenant', 'rpi')).toMatchObject({
      kind: 'request',
      sample: {
        rawPath: '/validate-token',
        headers: { host: 'rpi.localhost', authorization: 'Bearer demo:ben' },
        requestContext: { domainName: 'rpi.localhost', domainPrefix: 'rpi' },
      },
    })
    expect(read('auth/login')).toMatchObject({ sample: { rawPath: '/login' } })
  })

  it('knows records of the stream, a dead letter and a schedule', () => {
    expect(read(file('{"Records":[]}')).kind).toBe('stream')
    expect(read(file('{"at":"","reason":"","record":{"eventID":"1"}}'))).toEqual({
      kind: 'stream',
      sample: { Records: [{ eventID: '1' }] },
    })
    expect(read(file('{"payload":"{\\"Records\\":[{\\"eventID\\":\\"2\\"}]}"}'))).toEqual({
      kind: 'stream',
      sample: { Records: [{ eventID: '2' }] },
    })
    expect(read(file('{"schedule":"minute"}')).kind).toBe('schedule')
  })

  it.each([
    ['{"rawPath": ', 'is not JSON'],
    ['[]', 'is not an object'],
    ['{}', 'has no rawPath'],
    ['{"rawPath":"/x"}', 'has no requestContext.http.method'],
  ])('says what is wrong with %s', (text, complaint) => {
    expect(() => read(file(text))).toThrow(complaint)
  })

  it('names the samples that may be meant, and says when there is none', () => {
    expect(() => read('get')).toThrow(/may be any of \d+ samples:\n {2}events\//)
    expect(() => read('nowhere')).toThrow('no sample in events/')
    expect(() => read('validateToken', '--who', 'ada')).toThrow('--who')
  })

  it('reads standard input, and prepares the demo campus in a fresh data folder', () => {
    const args = [join(root, 'infra', 'local', 'invoke.ts'), '-', '--user', 'ada']
    const env = { ...process.env, DATA_DIR: join(temporaryFolder(), 'data'), PORT: '0', MEDIA_PORT: '0' }
    const input = readFileSync(join(root, 'events', 'auth', 'validateToken.json'), 'utf8')
    const { stdout, status } = spawnSync(process.execPath, args, { env, input, encoding: 'utf8' })
    expect([status, stdout.split('\n')[0]]).toEqual([0, '200'])
    expect(stdout).toContain('"username": "ada"')
  })

  it('prints the answer to standard output and the log to the channel of errors', () => {
    const args = [join(root, 'infra', 'local', 'invoke.ts'), 'platform/getHealth']
    const env = { ...process.env, DATA_DIR: join(temporaryFolder(), 'data'), PORT: '0', MEDIA_PORT: '0' }
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    expect([status, stdout.split('\n')[0]]).toEqual([0, '200'])
    expect(stdout).not.toContain('requestId')
    expect(stderr).toContain('"asked":"GET /health"')
  })
})

describe('npm start', () => {
  it('says that the disk is full, at once and at /health', async () => {
    let free = 0
    const log: string[] = []
    const platform = await startPlatform({
      settings: settingsIn(temporaryFolder()),
      env: process.env,
      functionsDir: fixtureFunctions(),
      watched: [],
      log: (line) => log.push(line),
      freeBytes: () => free,
    })
    onTestFinished(platform.stop)
    const health = () => fetch(`http://127.0.0.1:${platform.port}/health`)
    const reply = await health()
    expect([reply.status, await reply.text()]).toEqual([
      503,
      expect.stringMatching(/is full: free some space/),
    ])
    expect(log.join()).toMatch(/is full: free some space/)
    free = Number.POSITIVE_INFINITY
    expect((await health()).status).toBe(200)
  })

  it('lets a debugger reach the handlers, also after an edit', async () => {
    const inspect = await freePort()
    const handlers = startHandlers({
      functionsDir: fixtureFunctions(),
      env: {},
      log: () => undefined,
      inspect,
    })
    onTestFinished(handlers.stop)
    const target = async (): Promise<string> => {
      const reply = await fetch(`http://127.0.0.1:${inspect}/json/list`).catch(() => undefined)
      return reply ? (((await reply.json()) as { id: string }[])[0]?.id ?? '') : ''
    }
    await until(async () => (await target()) !== '')
    const first = await target()
    handlers.reload()
    await until(async () => !['', first].includes(await target()))
    expect(await target()).not.toBe(first)
  })

  it('ends without calling what it cuts off crashed', async () => {
    const functionsDir = fixtureFunctions()
    writeCode(functionsDir, 'slow/handler.ts', 'export const handler = () => new Promise(() => undefined)')
    const log = vi.fn()
    const handlers = startHandlers({ functionsDir, env: process.env, log })
    const begun = handlers.domain('slow', {})
    await handlers.domain('echo', { rawPath: '/echo' })
    await handlers.stop()
    expect(await begun).toMatchObject({ status: 'crashed' })
    expect(log).not.toHaveBeenCalled()
  })

  it('hands out documents that no browser keeps over an edit', async () => {
    const handlers = startHandlers({ functionsDir: functions, env: { STAGE: 'local' }, log: () => undefined })
    onTestFinished(handlers.stop)
    const sample = readInvocation(['documents/getOpenapi'], root)
    if (sample.kind !== 'request') throw new Error('not a request')
    const outcome = await handlers.route(sample.sample.rawPath, sample.sample)
    expect(outcome).toMatchObject({ result: { statusCode: 200, headers: { 'cache-control': 'no-cache' } } })
  })
})
