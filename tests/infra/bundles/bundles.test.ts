import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { contracts } from '../../../functions/routes.ts'
import { type Bundle, bundleAll } from '../../../infra/aws/bundle/bundle.ts'
import { machine } from '../../../infra/aws/bundle/loader.ts'
import { backgroundDomains } from '../../../infra/aws/lambda/rights.ts'

const domains = [...Object.keys(contracts), ...backgroundDomains]
const folder = mkdtempSync(join(tmpdir(), 'quad-bundles-'))
let bundles = new Map<string, Bundle>()

beforeAll(async () => {
  bundles = await bundleAll(domains, folder, { codeCache: false })
}, 400_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

// A preflight: the one request that every function answers with a look into the table.
const preflight = {
  rawPath: '/anywhere',
  headers: { origin: 'http://rpi.localhost' },
  requestContext: {
    domainName: 'demo.localhost',
    requestId: 'r-1',
    http: { method: 'OPTIONS', path: '/anywhere', sourceIp: '192.0.2.1' },
  },
}

/** Starts a bundle in a process of its own, as Lambda does, and lets it answer one invocation. */
const coldStart = (bundle: string, domain: string, asked: object = preflight) => {
  const invocation = domain in contracts ? asked : { Records: [] }
  const program = `
    let clocks = 0
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
      construct: (made, given) => (clocks += 1, Reflect.construct(made, given)),
    })
    const { handler } = await import(${JSON.stringify(join(bundle, 'index.mjs'))})
    // Without a table the work of a schedule fails, which is an answer too.
    const answer = await handler(${JSON.stringify(invocation)}, {}).catch(() => ({}))
    const undici = process.moduleLoadList.filter((name) => name.includes('undici'))
    const codeCache = globalThis.quadCodeCache
    console.log(JSON.stringify({ parameters: handler.length, answer, undici, clocks, codeCache }))`
  const env = { DYNAMODB_ENDPOINT: inject('engine'), TABLE_NAME: 'no-table-at-all' }
  const argv = ['--expose-gc', '--input-type=module', '--eval', program]
  const lines = execFileSync(process.execPath, argv, { env, encoding: 'utf8' }).trim().split('\n')
  return JSON.parse(lines.at(-1) ?? '')
}

const answered = { headers: { 'x-request-id': 'r-1' } }

describe('the bundle', () => {
  it.each(domains)('of %s is small at its start', (domain) => {
    const { folder: own = '', start = '' } = bundles.get(domain) ?? {}
    expect(gzipSync(readFileSync(join(own, start))).length).toBeLessThanOrEqual(400_000)
  })

  it.each(Object.values(contracts))('of $domain carries no text of the documentation', (contract) => {
    const { folder: own = '' } = bundles.get(contract.domain) ?? {}
    const scripts = readdirSync(own).filter((name) => name.endsWith('.js'))
    const code = scripts.map((name) => readFileSync(join(own, name), 'latin1')).join('\n')
    const texts = [contract.about, ...Object.values(contract.rows).map(({ summary }) => summary)]
    expect(texts.filter((text) => code.includes(JSON.stringify(text).slice(1, -1)))).toEqual([])
    expect(code.match(/[{,](?:summary:(["'`])(?!\1)|example:).{0,60}/g) ?? []).toEqual([])
  })

  it.each(domains)('of %s answers without loading what nobody uses', (domain) => {
    const { parameters, answer, undici, clocks, codeCache } = coldStart(join(folder, domain), domain)
    expect(answer).toMatchObject(domain in contracts ? answered : {})
    // Lambda takes a third parameter for a callback, and refuses to start.
    expect(parameters).toBeLessThanOrEqual(2)
    expect(undici).toEqual([])
    // The first look at the calendars of a machine takes ten milliseconds.
    expect(clocks).toBe(0)
    expect(codeCache).toBe('none')
  })
})

describe('the bundle of documents', () => {
  it.each(['/openapi.json', '/docs', '/docs/events', '/docs/viewer.js'])('finds %s beside it', (rawPath) => {
    // The text itself is megabytes; whoever has it already is told its name alone.
    const headers = { 'if-none-match': '*' }
    const http = { method: 'GET', path: rawPath, sourceIp: '192.0.2.1' }
    const asked = { rawPath, headers, requestContext: { ...preflight.requestContext, http } }
    const { answer } = coldStart(join(folder, 'documents'), 'documents', asked)
    expect(answer).toMatchObject({ statusCode: 304, headers: { etag: expect.stringMatching(/^"/) } })
  })
})

describe('compiled code', () => {
  const place = join(folder, 'compiled')
  const domain = 'sessions'
  let bundle: Bundle | undefined
  let copies = 0

  const bundleIt = async () => {
    bundle = (await bundleAll([domain], place)).get(domain)
  }

  beforeAll(bundleIt, 180_000)

  /** A copy of the bundle with one of its files changed, or gone. */
  const changed = (name: string, change: (bytes: Buffer) => Buffer | undefined): string => {
    copies += 1
    const copy = join(folder, `copy-${copies}`)
    cpSync(bundle?.folder ?? '', copy, { recursive: true })
    const made = change(readFileSync(join(copy, name)))
    if (made) writeFileSync(join(copy, name), made)
    else rmSync(join(copy, name))
    return copy
  }

  const startCache = () => `${bundle?.start}.cache`

  it('is used where it was made', () => {
    expect(coldStart(bundle?.folder ?? '', domain)).toMatchObject({ answer: answered, codeCache: 'used' })
  })

  it.each([
    // The first words of it: a magic number, the version of V8, the length of the source, its options.
    ['of another V8', (bytes: Buffer) => bytes.fill(0x5a, 4, 8)],
    ['of a V8 with other options', (bytes: Buffer) => bytes.fill(0x5a, 12, 16)],
    // Then what the read-only part of V8's snapshot holds: another build of the same V8 has another one.
    ['of a V8 with another snapshot', (bytes: Buffer) => bytes.fill(0x5a, 16, 20)],
    ['that is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['that is empty', () => Buffer.alloc(0)],
  ])('%s is refused, and the function answers all the same', (_, change) => {
    const copy = changed(startCache(), change)
    expect(coldStart(copy, domain)).toMatchObject({ answer: answered, codeCache: 'refused' })
  })

  it('that is gone is not missed', () => {
    const copy = changed(startCache(), () => undefined)
    expect(coldStart(copy, domain)).toMatchObject({ answer: answered, codeCache: 'none' })
  })

  it('of another machine is not even read', () => {
    const copy = changed('index.mjs', (bytes) => Buffer.from(`${bytes}`.replace(machine, 'riscv 1.2.3')))
    expect(coldStart(copy, domain)).toMatchObject({ answer: answered, codeCache: 'refused' })
  })

  it('stands beside the one source that it was made of', () => {
    const names = readdirSync(bundle?.folder ?? '')
    const scripts = names.filter((name) => name.endsWith('.js'))
    for (const name of scripts) {
      const source = readFileSync(join(bundle?.folder ?? '', name))
      expect(name).toContain(createHash('sha256').update(source).digest('hex').slice(0, 12))
    }
    const caches = names.filter((name) => name.endsWith('.cache'))
    expect(caches.sort()).toEqual(scripts.map((name) => `${name}.cache`).sort())
  })

  it('of an earlier bundle goes, and the same code keeps its name', async () => {
    const before = bundle
    writeFileSync(join(bundle?.folder ?? '', 'start-0123456789ab.js.cache'), 'old')
    await bundleIt()
    expect(readdirSync(bundle?.folder ?? '')).not.toContain('start-0123456789ab.js.cache')
    expect(bundle).toEqual(before)
  }, 180_000)
})
