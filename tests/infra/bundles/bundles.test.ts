import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { contracts } from '../../../functions/routes.ts'
import { dynamicNames, rarelyUsedNames, recordedModules } from '../../../infra/aws/bundle/builtin-names.ts'
import { type Bundle, bundleAll } from '../../../infra/aws/bundle/bundle.ts'
import { sourceOf } from '../../../infra/aws/bundle/frames.ts'
import { decoderPackage, pictureDomains } from '../../../infra/aws/bundle/picture-decoder.ts'
import { domains } from '../../../infra/aws/code.ts'
import { png } from '../../support/pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'quad-bundles-'))
let bundles: ReadonlyMap<string, Bundle> = new Map()

beforeAll(async () => {
  bundles = await bundleAll(domains, folder)
}, 400_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A checkout in another folder, with hard links to the same packages. */
const copyCheckout = (checkout: string): void => {
  const root = join(import.meta.dirname, '..', '..', '..')
  mkdirSync(checkout, { recursive: true })
  for (const name of ['docs', 'functions', 'lib', 'infra', 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(checkout, name), { recursive: true })
  const packages = join(root, 'node_modules')
  const linked = readdirSync(packages).filter((name) => name !== '.cache')
  mkdirSync(join(checkout, 'node_modules'))
  execFileSync('cp', ['-al', ...linked.map((name) => join(packages, name)), join(checkout, 'node_modules')])
}

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
    console.log(JSON.stringify({ parameters: handler.length, answer, undici, clocks }))`
  const env = { DYNAMODB_ENDPOINT: inject('engine'), TABLE_NAME: 'no-table-at-all' }
  const argv = ['--expose-gc', '--input-type=module', '--eval', program]
  const lines = execFileSync(process.execPath, argv, { env, encoding: 'utf8' }).trim().split('\n')
  return JSON.parse(lines.at(-1) ?? '')
}

const answered = { headers: { 'x-request-id': 'r-1' } }

/** The files that importing the handler reads, by following its static imports. */
const startFiles = (own: string, name = './index.mjs', seen = new Set<string>()): Set<string> => {
  if (seen.has(name)) return seen
  seen.add(name)
  const code = readFileSync(join(own, name), 'utf8')
  for (const [, other = ''] of code.matchAll(/(?:\bfrom|\bimport)"(\.\/[^"]+\.mjs)"/g))
    startFiles(own, other, seen)
  return seen
}

describe('the bundle', () => {
  it.each(domains)('of %s starts from 400 KB zipped at most', (domain) => {
    const { folder: own = '' } = bundles.get(domain) ?? {}
    const start = [...startFiles(own)].map((name) => readFileSync(join(own, name)))
    expect(gzipSync(Buffer.concat(start)).length).toBeLessThanOrEqual(400_000)
  })

  it.each(domains)('of %s answers without loading what nobody uses', (domain) => {
    const { parameters, answer, undici, clocks } = coldStart(join(folder, domain), domain)
    expect(answer).toMatchObject(domain in contracts ? answered : {})
    // Lambda takes a third parameter for a callback, and refuses to start.
    expect(parameters).toBeLessThanOrEqual(2)
    expect(undici).toEqual([])
    // The first look at the calendars of a machine takes ten milliseconds.
    expect(clocks).toBe(0)
  })

  it('has the same bytes on another machine: another folder, order, speed, language, zone and Node', () => {
    const checkout = join(folder, 'another machine', 'quad')
    const program = `
      import { bundleAll } from './infra/aws/bundle/bundle.ts'
      import { domains } from './infra/aws/code.ts'
      // A Node of another version has other names.
      process.getBuiltinModule('node:util').newerThanLambda = () => undefined
      process.getBuiltinModule('node:http').newerThanLambda = () => undefined
      await bundleAll(domains.toReversed(), ${JSON.stringify(join(folder, 'again'))})`
    copyCheckout(checkout)
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: checkout,
      // One thread of the bundler reads files one after another.
      env: { PATH: process.env.PATH, GOMAXPROCS: '1', TZ: 'Pacific/Auckland', LC_ALL: 'tr_TR.UTF-8' },
    })
    const different = domains.flatMap((domain) => {
      const [here, there] = [join(folder, domain), join(folder, 'again', domain)]
      const names = (own: string) =>
        readdirSync(own, { recursive: true, encoding: 'utf8' }).filter((name) =>
          statSync(join(own, name)).isFile(),
        )
      const all = new Set([...names(here), ...names(there)])
      return [...all]
        .filter((name) => {
          const both = [join(here, name), join(there, name)]
          if (!both.every((path) => existsSync(path))) return true
          const [one, other] = both.map((path) => readFileSync(path)) as [Buffer, Buffer]
          return !one.equals(other)
        })
        .map((name) => `${domain}/${name}`)
    })
    expect(different).toEqual([])
  }, 900_000)

  it('knows the names of the Node that functions run on', () => {
    const keysOf = (module: string) => process.getBuiltinModule(`node:${module}`) as object
    for (const module of recordedModules.rarelyUsed)
      expect(rarelyUsedNames(module)).toEqual(Object.keys(keysOf(module)).sort())
    for (const module of recordedModules.dynamic) {
      const own = Object.entries(Object.getOwnPropertyDescriptors(keysOf(module)))
      const names = own.flatMap(([name, { get }]) => (!get && /^[a-z_]\w*$/i.test(name) ? [name] : []))
      expect(dynamicNames(module)).toEqual(names.sort())
    }
  })

  it.each(domains)('of %s has a source map beside it for every file, which is not deployed', (domain) => {
    const { folder: own = '' } = bundles.get(domain) ?? {}
    const files = readdirSync(own).filter((name) => name.endsWith('.mjs'))
    const maps = join(folder, 'source-maps', domain)
    expect(files.filter((name) => !existsSync(join(maps, `${name}.map`)))).toEqual([])
    expect(readdirSync(own).filter((name) => name.endsWith('.map'))).toEqual([])
  })
})

describe('a frame of the log', () => {
  it('is read as its place in the sources', () => {
    const { folder: own = '' } = bundles.get('organizations') ?? {}
    const maps = join(folder, 'source-maps', 'organizations')
    const bundled = readFileSync(join(own, 'index.mjs'), 'utf8').split('\n')
    const [line, column] = bundled
      .map((text, at) => [at + 1, text.indexOf('org_name') + 1] as const)
      .find(([, found]) => found > 0) ?? [1, 1]
    const frame = `    at handler (file:///var/task/index.mjs:${line}:${column})`
    const [path = '', row] = (sourceOf(frame, maps) ?? '').split(':')
    expect(readFileSync(path, 'utf8').split('\n')[Number(row) - 1]).toContain('org_name')
    expect(sourceOf('at x (file:///var/task/absent.mjs:1:1)', maps)).toBeUndefined()
  })
})

describe('the picture decoder', () => {
  const beside = join('node_modules', decoderPackage)

  // rules/http 47
  it.each(pictureDomains)('of %s encodes a picture from the bundle alone', (domain) => {
    const { folder: own = '' } = bundles.get(domain) ?? {}
    const chunks = readdirSync(own).filter((name) => name.endsWith('.mjs'))
    const program = `
      import { readFile } from 'node:fs/promises'
      import { Worker } from 'node:worker_threads'
      const module = await WebAssembly.compile(await readFile(${JSON.stringify(join(own, beside, 'dist/x86/magick.wasm'))}))
      const header = { type: 'image/png', width: 60, height: 40 }
      const job = { bytes: new Uint8Array(${JSON.stringify([...png(60, 40)])}), header, side: 30, maxPixels: 1e6, module }
      const worker = new Worker(${JSON.stringify(join(own, 'picture-worker.mjs'))}, { workerData: job, env: {}, execArgv: [] })
      worker.on('message', ({ type }) => console.log(JSON.stringify({ type })))`
    const argv = ['--input-type=module', '--eval', program]
    expect(JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' }))).toEqual({
      type: 'image/webp',
    })
    expect(
      chunks.filter((name) => readFileSync(join(own, name), 'utf8').includes('magick.wasm')),
    ).not.toEqual([])
  })

  it('is part of no other function', () => {
    const carrying = domains.filter((domain) => existsSync(join(folder, domain, beside)))
    expect(carrying.toSorted()).toEqual([...pictureDomains].sort())
  })
})

describe('the bundle of documents', () => {
  it.each(['/openapi.json', '/docs', '/docs/events', '/docs/viewer.js'])('finds %s beside it', (rawPath) => {
    // The text itself is megabytes; a reader who has it already gets its name alone.
    const headers = { 'if-none-match': '*' }
    const http = { method: 'GET', path: rawPath, sourceIp: '192.0.2.1' }
    const asked = { rawPath, headers, requestContext: { ...preflight.requestContext, http } }
    const { answer } = coldStart(join(folder, 'documents'), 'documents', asked)
    expect(answer).toMatchObject({ statusCode: 304, headers: { etag: expect.stringMatching(/^"/) } })
  })
})
