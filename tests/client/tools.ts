import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { routes } from '../../functions/routes.ts'
import { openapi, schemaNames } from '../../infra/derive/openapi/openapi.ts'
import { launch, originOf, type PlatformProcess, placeIn, untilServed } from '../load/platform-process.ts'

// What others do with the OpenAPI document: two linters find no error in it, and the clients that two generators make of it
// compile and call. The tools are no packages of ours; they come into a folder of their own: `npm run test:tools`.

const tools = [
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.95.0',
  'typescript@5.9.3',
  '@types/node@24.19.2',
]

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'quad-tools-'))
const npm = join(dirname(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()), 'npm')
const running: { platform?: PlatformProcess; origin: string } = { origin: '' }

const run = promisify(execFile)

/** Runs an installed tool, with what it said where it fails. Tools keep to themselves what they met. */
const tool = async (name: string, ...argv: string[]): Promise<string> => {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    DO_NOT_TRACK: '1',
  }
  const options = { cwd: folder, env, maxBuffer: 64_000_000 }
  return run(process.execPath, [join(folder, 'node_modules', '.bin', name), ...argv], options).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) =>
      assert.fail(`${name}\n${String(stdout).slice(0, 4000)}\n${String(stderr).slice(0, 2000)}`),
  )
}

const programs = {
  'first.ts': `
import createClient from 'openapi-fetch'
import type { paths } from './types'
const quad = createClient<paths>({ baseUrl: process.argv[2] ?? '' })
const refused = await quad.POST('/login', { body: { email: 'ada@demo.example.edu', password: 'wrong password' } })
const events = await quad.GET('/get-future-events')
console.log(JSON.stringify([refused.error?.code, events.data?.events?.length]))
`,
  'second.ts': `
import { client } from './second/client.gen'
import { listFutureEvents, login } from './second/sdk.gen'
client.setConfig({ baseUrl: process.argv[2] ?? '' })
const refused = await login({ body: { email: 'ada@demo.example.edu', password: 'wrong password' } })
const events = await listFutureEvents()
const code = refused.error && 'code' in refused.error ? refused.error.code : undefined
console.log(JSON.stringify([code, events.data?.events?.length]))
`,
}

before(async () => {
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'theirs', type: 'module', private: true }),
  )
  await run(npm, ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...tools], { cwd: folder })
  const document = openapi(routes, await schemaNames(routes))
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  writeFileSync(join(folder, '.spectral.json'), JSON.stringify({ extends: ['spectral:oas'] }))
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text)
  const place = await placeIn(folder, root, [])
  running.origin = originOf(place)
  running.platform = launch(place)
  await untilServed(place, running.platform)
})

after(async () => {
  await running.platform?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Compiles a program, and says what it printed. */
const said = async (program: keyof typeof programs): Promise<unknown> => {
  const strict = [
    '--noEmit',
    '--strict',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--target',
    'es2022',
  ]
  await tool('tsc', ...strict, '--lib', 'es2022,dom,dom.iterable', program)
  const outfile = join(folder, program.replace('.ts', '.mjs'))
  await build({
    entryPoints: [join(folder, program)],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
  })
  const { stdout } = await run(process.execPath, [outfile, running.origin])
  return JSON.parse(stdout)
}

const expected = (answer: unknown): void => {
  const [code, events] = answer as [string, number]
  assert.equal(code, 'INVALID_CREDENTIALS')
  assert.ok(events > 0)
}

test('redocly finds no error by its recommended rules', async () => {
  await tool('redocly', 'lint', '--extends=recommended', '--format=summary', 'openapi.json')
})

test('Spectral finds no error by its rules for OpenAPI', async () => {
  await tool('spectral', 'lint', '--fail-severity=error', '--display-only-failures', 'openapi.json')
})

test('the types of openapi-typescript compile and call', async () => {
  await tool('openapi-typescript', 'openapi.json', '-o', 'types.d.ts')
  expected(await said('first.ts'))
})

test('the client of Hey API compiles and calls', async () => {
  await tool('openapi-ts', '-i', 'openapi.json', '-o', 'second')
  expected(await said('second.ts'))
})
