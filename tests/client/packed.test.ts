import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildClient, packClient, projectWith } from './built.ts'
import { type Served, served } from './served.ts'

/** What a program of somebody else does with the package, and what its compiler says of it. */
const program = `
import { client, each, orThrow, pages, quad, type DataOf, type Failed, type InputOf, type NewEvent,
  type ListFutureEventsAnswer, type ListFutureEventsFailure, type ListFutureEventsInput } from 'quad-client'

import { platform, users } from 'quad-client/groups'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

const origin = process.argv[2] ?? ''
let held: { readonly accessToken: string } | undefined
const api = quad({ origin, native: { read: () => held, write: (tokens) => { held = tokens } } })

const main = async (): Promise<void> => {
  const outcome = await api.users.getUser({ userId: 'nobody' })
  if (outcome.ok) {
    const name: Same<typeof outcome.data.user.username, string> = true
    console.log(name)
  } else if (outcome.code === 'NO_TOKEN') {
    const refusal: Same<typeof outcome, Failed<401, 'NO_TOKEN'>> = true
    console.log('refused', outcome.status, refusal)
  }
  const health = await api.platform.getHealth()
  console.log('health', health.ok && health.headers.get('x-request-id') !== null)
  const some = client({ origin }, { platform, users })
  console.log('grouped', (await orThrow(some.platform.getHealth())).ok)
  // @ts-expect-error The client has only the groups that it was given.
  some.events
  const thrown = await orThrow(some.users.getUser({ userId: 'nobody' })).catch((error) => error)
  console.log('thrown', thrown.name, thrown.status, thrown.code)
  for await (const event of each(api.events.listFutureEvents, { limit: '2' }, (page) => page.events)) {
    const name: string = event.name
    console.log('event', name)
  }
  for await (const page of pages(api.events.listAllEvents, {})) console.log('page', page.ok)
}

const shapes = async (): Promise<void> => {
  type Named = Same<InputOf<typeof api.users.getUser>, { userId: string }>
  const named: Named = true
  const user: DataOf<typeof api.users.getUser>['user']['_id'] = 'an id'
  const whole: NewEvent = { name: 'Chess', start_time: '2026-05-09T18:00:00.000Z' }
  console.log(named, user, whole)
  const signedIn = await orThrow(api.auth.login({ email: 'ada@demo.example.edu', password: 'demo password' }))
  if (signedIn.requiresMfa) signedIn.methods satisfies readonly string[]
  else signedIn.user.name satisfies string
  // @ts-expect-error A sign-in that waits for a second factor has no user yet.
  signedIn.user.name
  const csv = await api.analytics.exportAttendees({ orgId: 'a', eventId: 'b', format: 'csv' })
  if (csv.ok) csv.data satisfies string
  const json = await api.analytics.exportAttendees({ orgId: 'a', eventId: 'b', format: 'json' })
  if (json.ok) json.data.attendees[0]?.checkedIn satisfies boolean | undefined
  const either = await api.budgets.exportBudget({ orgId: 'a', budgetId: 'b' })
  // @ts-expect-error Without a format it may be either.
  if (either.ok) either.data satisfies string
  await api.planning.createEvent({ title: 'Chess', date: '2026-05-09', time: '18:00' })
  // @ts-expect-error A new event has a name.
  await api.planning.createEvent({ date: '2026-05-09', time: '18:00' })
  // @ts-expect-error A new event has a start.
  await api.planning.createEvent({ title: 'Chess' })
  await api.organizations.createOrganization({ org_name: 'Chess', org_description: 'We play' })
  // @ts-expect-error A new organization says what it is.
  await api.organizations.createOrganization({ org_name: 'Chess' })
  const input: ListFutureEventsInput = { limit: 20, filter: { type: 'Social' } }
  const future = await api.events.listFutureEvents(input)
  const failure: ListFutureEventsFailure | undefined = future.ok || future.status === 0 ? undefined : undefined
  if (future.ok) future.data satisfies ListFutureEventsAnswer
  await api.events.listFutureEvents({ limit: '20', filter: '{}' })
  await api.events.listEventsBetween({ start: new Date(), end: '2026-05-31' })
  await api.organizations.listOrganizations({ exhaustive: true })
  await api.users.searchUsers({ query: 'a', excludeIds: ['b'], limit: 5 })
  // @ts-expect-error A limit is no truth value.
  await api.events.listFutureEvents({ limit: true })
  // @ts-expect-error A flag is no number.
  await api.organizations.listOrganizations({ exhaustive: 1 })
  // @ts-expect-error An operation has no field that it does not name.
  await api.events.listFutureEvents({ limits: 20 })
  console.log(failure)
  // @ts-expect-error A field that is demanded may not be left out.
  await api.users.getUser({})
  const asked = await api.users.getUser({ userId: 'nobody' })
  // @ts-expect-error No operation fails in a way that nobody declared.
  console.log(!asked.ok && asked.code === 'NO_SUCH_CODE')
}

void main()
export { shapes }
`

const strict = {
  target: 'es2022',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  skipLibCheck: false,
  outDir: 'out',
}
const node = join(import.meta.dirname, '../../node_modules/@types')

/** The ways in which projects find packages. */
const settings = [
  ['nodenext', 'module', { module: 'nodenext' }],
  ['bundler', 'module', { module: 'esnext', moduleResolution: 'bundler', verbatimModuleSyntax: true }],
  ['commonjs', 'commonjs', { module: 'nodenext' }],
  ['node16', 'commonjs', { module: 'node16' }],
] as const

const place = {} as {
  served: Served
  file: string
  bytes: number
  built: Awaited<ReturnType<typeof buildClient>>
}

beforeAll(async () => {
  const built = await buildClient()
  Object.assign(place, { built, served: await served(), ...(await packClient(built.folder)) })
})
afterAll(async () => {
  await place.served.close()
  place.built.remove()
})

describe('the package', () => {
  it('is at most 256 KB, and a page that loads all operations receives 16 KB compressed', () => {
    expect(place.bytes).toBeLessThanOrEqual(256 * 1024)
    const scripts = [...place.built.files].filter(([path]) => path.endsWith('.mjs'))
    expect(gzipSync(scripts.map(([, text]) => text).join('')).length).toBeLessThanOrEqual(16 * 1024)
  })

  it('has a page to read, a licence, and a map from its script to the source', () => {
    const { files } = place.built
    expect(files.get('README.md')).toContain('npm install')
    expect(files.get('LICENSE')).toContain('MIT')
    const map = JSON.parse(files.get('sender.mjs.map') ?? '{}')
    expect(map.sources).toContain('infra/client/send.ts')
    expect(map.sourcesContent.join('')).toContain(
      'export const sender = (settings: Settings, renewal: Row): Send',
    )
    const leads = new SourceMap(map)
    const lines = (files.get('sender.mjs') ?? '').split('\n')
    const of = [
      'var sender =',
      'await native?.write(void 0)',
      'AbortController()',
      'async function* pages',
      'return fresh ?',
    ]
    for (const words of of) {
      const entry = leads.findEntry(
        lines.findIndex((line) => line.includes(words)),
        0,
      )
      if (!('originalSource' in entry)) throw new Error(`nothing leads from ${words}`)
      const source =
        map.sourcesContent[map.sources.indexOf(String(entry.originalSource).replace('quad-client/', ''))]
      const found = source.split('\n')[entry.originalLine]
      expect(found).toContain(words.replace('var ', 'export const ').replace('void 0', 'undefined'))
    }
  })

  it('adds at most 12 KB to an app that uses five operations', async () => {
    const app = `
      import { client } from './index.mjs'
      import { attendance, auth, events } from './groups.mjs'
      const api = client({ origin: location.origin }, { attendance, auth, events })
      const { login, validateToken } = api.auth
      console.log(login, validateToken, api.events.getEvent, api.events.listFutureEvents, api.attendance.registerForEvent)`
    const { outputFiles } = await build({
      stdin: { contents: app, resolveDir: place.built.folder },
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    })
    const [{ text } = { text: '' }] = outputFiles
    expect(gzipSync(text).length).toBeLessThanOrEqual(12 * 1024)
    expect(text).toContain('/get-future-events')
    expect(text).not.toContain('exportBudget')
  })

  it('has a quick start of ten lines, which compiles and runs', async () => {
    const [, sample = ''] = /```ts\n([\s\S]*?)```/.exec(place.built.files.get('README.md') ?? '') ?? []
    expect(sample.trimEnd().split('\n').length).toBeLessThanOrEqual(10)
    const main = sample.replace("'https://demo.example.edu'", "process.argv[2] ?? ''")
    const { folder, remove } = await projectWith(place.file, 'module', main)
    const compilerOptions = { ...strict, module: 'nodenext', types: ['node'], typeRoots: [node] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['main.ts'] }))
    const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
    const run = promisify(execFile)
    const compiled = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error)
    expect(compiled.stdout).toBe('')
    const { stdout } = await run(process.execPath, [join(folder, 'out', 'main.js'), place.served.origin])
    expect(stdout.trim().split('\n')).toEqual([...place.served.events, 'NO_TOKEN Sign in first'])
    remove()
  })

  it('names no TypeScript source', () => {
    for (const [path, text] of place.built.files)
      if (/\.(js|d\.ts)$/.test(path)) expect(text, path).not.toMatch(/from '[^']+\.ts'/)
  })

  it.each(settings)(
    'compiles and runs in a project of the kind %s',
    async (_, kind, options) => {
      const { folder, remove } = await projectWith(place.file, kind, program)
      const compilerOptions = { ...strict, ...options, types: ['node'], typeRoots: [node] }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['main.ts'] }))
      const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc')
      const run = promisify(execFile)
      const compiled = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error)
      expect(compiled.stdout).toBe('')
      const script = join(folder, 'out', 'main.js')
      expect(readFileSync(script, 'utf8').includes('require("quad-client")')).toBe(kind === 'commonjs')
      const { stdout } = await run(process.execPath, [script, place.served.origin])
      expect(stdout.trim().split('\n')).toEqual([
        'refused 401 true',
        'health true',
        'grouped true',
        'thrown QuadError 401 NO_TOKEN',
        ...place.served.events.map((name) => `event ${name}`),
        'page true',
      ])
      remove()
    },
    120_000,
  )
})
