import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../../../infra/local/data/engine-binary.ts'
import { demoPassword } from '../../../infra/local/demo-people.ts'
import { bounded } from '../../load/bounded.ts'
import { median, print, rounded, say } from '../../load/figures.ts'
import { originOf, type Place, type PlatformProcess, placeIn } from '../../load/platform-process.ts'
import { engineOf } from '../../load/processes.ts'
import { endAll, startTimed } from '../../load/rounds.ts'
import { type Postgres, startPostgres } from './postgres.ts'

// Processor time of everyday requests, beside a plain app with Express and PostgreSQL: one request after the other, by
// turns in one run. Time of all processes counts: platform and engine, app and database. `--before <folder>` also measures
// the platform of another checkout, whose packages are installed.

const root = join(import.meta.dirname, '..', '..', '..')
const mostMs = 1_200_000
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '3' },
    before: { type: 'string' },
  },
})
const count = Number(values.requests)
const rounds = Number(values.rounds)

type Headers = Readonly<Record<string, string>>
type Sent = {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body?: string
}
type Side = { readonly port: number; readonly processes: () => readonly number[] }

/** Milliseconds of processor time in a hundredth of a second, as Linux counts it. */
const tick = 10

/** Processor time of a process with its threads, in milliseconds. */
const processorTime = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * tick
}

const parentOf = (pid: string): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

const withChildren = (pid: number): readonly number[] => [
  pid,
  ...readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number),
]

const timeOf = ({ processes }: Side): number => processes().reduce((sum, pid) => sum + processorTime(pid), 0)

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const send = (
  port: number,
  { method, path, headers, body }: Sent,
): Promise<{ status: number; text: string; cookies: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers, agent, timeout: 8000 },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part) => {
          text += part
        })
        const cookies = (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, cookies }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

/** One everyday request on each side. A registration is withdrawn at once, so that the next one registers again. */
type Everyday = { readonly name: string; readonly quad: readonly Sent[]; readonly plain: readonly Sent[] }

const get = (path: string, headers: Headers): Sent => ({ method: 'GET', path, headers })

const everyday = async (place: Place): Promise<readonly Everyday[]> => {
  const host = `demo.localhost:${place.port}`
  const body = JSON.stringify({ email: 'ada@demo.example.edu', password: demoPassword })
  const json = { 'content-type': 'application/json' }
  const mobile = { 'x-client': 'mobile', 'x-tenant': 'demo' }
  const entered = await send(place.port, {
    method: 'POST',
    path: '/login',
    headers: { ...json, ...mobile },
    body,
  })
  const bearer = { ...mobile, authorization: `Bearer ${JSON.parse(entered.text).data.accessToken}` }
  const { cookies } = await send(place.port, {
    method: 'POST',
    path: '/login',
    headers: { ...json, host, origin: `http://${host}` },
    body,
  })
  const browser = { host, cookie: cookies, accept: 'text/html', 'sec-fetch-site': 'none' }
  const secret = 'a secret of this benchmark'
  const token = `p1.${createHmac('sha256', secret).update('p1').digest('base64url')}`
  const plain = { authorization: `Bearer ${token}` }
  const event = 'demo-event'
  return [
    {
      name: 'validate-token',
      quad: [get('/validate-token', bearer)],
      plain: [get('/validate-token', plain)],
    },
    { name: 'event', quad: [get(`/get-event/${event}`, bearer)], plain: [get('/event/e7', plain)] },
    { name: 'feed', quad: [get('/get-future-events?limit=20', bearer)], plain: [get('/events', plain)] },
    { name: 'event page', quad: [get(`/event/${event}`, browser)], plain: [get('/pages/event/e7', plain)] },
    { name: 'my events', quad: [get('/my-events', browser)], plain: [get('/pages/mine', plain)] },
    {
      name: 'register and withdraw',
      quad: [
        {
          method: 'POST',
          path: `/rsvp/${event}`,
          headers: { ...bearer, ...json },
          body: '{"status":"going"}',
        },
        { method: 'DELETE', path: `/rsvp/${event}`, headers: bearer },
      ],
      plain: [
        { method: 'POST', path: '/event/e199/registration', headers: plain },
        { method: 'DELETE', path: '/event/e199/registration', headers: plain },
      ],
    },
  ]
}

/** Milliseconds of processor time for one pass over the requests, with everything that follows from them. */
const timed = async (side: Side, requests: readonly Sent[], times: number): Promise<number> => {
  const from = timeOf(side)
  for (let turn = 0; turn < times; turn += 1)
    for (const one of requests) {
      const { status, text } = await send(side.port, one)
      if (status >= 400) throw new Error(`${one.method} ${one.path}: ${status} ${text.slice(0, 200)}`)
    }
  if (requests.length > 1) await pause(500)
  return (timeOf(side) - from) / times
}

/** Waits until the platform has done what follows from its start. */
const untilIdle = async (side: Side): Promise<void> => {
  for (let quiet = 0; quiet < 4; ) {
    const from = timeOf(side)
    await pause(500)
    quiet = timeOf(side) - from <= 3 * tick ? quiet + 1 : 0
  }
}

/** Express and pg are packages of this benchmark alone, so they are installed beside the caches. */
const installed = (): string => {
  const folder = join(root, 'node_modules', '.cache', 'quad-plain-app')
  if (existsSync(join(folder, 'node_modules', 'pg'))) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"commonjs"}\n')
  const words = ['install', '--no-audit', '--no-fund', '--no-package-lock', 'express@5', 'pg@8']
  execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return folder
}

const folder = mkdtempSync(join(tmpdir(), 'quad-plain-'))
const running: { readonly place: Place; readonly platform: PlatformProcess }[] = []
let postgres: Postgres | undefined
let app: ChildProcess | undefined

const startApp = async (socket: string): Promise<Side> => {
  const port = await freePort()
  const words = [join(import.meta.dirname, 'plain-app.ts'), installed(), String(port), socket]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] })
  app = child
  for (let tries = 0; ; tries += 1) {
    try {
      await send(port, get('/health', {}))
      break
    } catch (error) {
      if (tries > 100) throw error
      await pause(100)
    }
  }
  return { port, processes: () => [child.pid ?? 0, ...withChildren(postgres?.pid ?? 0)] }
}

/** The platform of a checkout, with a data folder of this name. */
const startQuad = async (name: string, checkout: string): Promise<Side & { readonly place: Place }> => {
  const own = join(folder, name)
  mkdirSync(own)
  const place = await placeIn(own, checkout, [])
  const { platform } = await startTimed({ ...place, settings: { RATE_LIMIT_SCALE: '100000' } })
  running.push({ place, platform })
  const engine = engineOf(place.dataDir)
  if (!engine) throw new Error('The platform has written down no engine.')
  say(`Platform of ${checkout} at ${originOf(place)}`)
  return { place, port: place.port, processes: () => [platform.pid, engine.pid] }
}

const hundredths = (value: number): number => Math.round(value * 100) / 100

const prove = async (): Promise<boolean> => {
  const quad = await startQuad('now', root)
  const before = values.before === undefined ? undefined : await startQuad('before', resolve(values.before))
  postgres = await startPostgres(folder)
  const plain = await startApp(postgres.socket)
  say(`Plain app at port ${plain.port}`)
  await untilIdle(quad)
  if (before) await untilIdle(before)
  const formerRequests = before ? await everyday(before.place) : []
  for (const [at, { name, quad: ours, plain: theirs }] of (await everyday(quad.place)).entries()) {
    const found: { quad: number; before: number; plain: number }[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const times = round === 0 ? Math.ceil(count / 4) : count
      const one = {
        quad: await timed(quad, ours, times),
        before: before ? await timed(before, formerRequests[at]?.quad ?? [], times) : 0,
        plain: await timed(plain, theirs, times),
      }
      if (round > 0) found.push(one)
    }
    const [own, other] = [median(found.map(({ quad }) => quad)), median(found.map(({ plain }) => plain))]
    print({
      figure: `processor time, ${name}`,
      value: hundredths(own),
      unit: 'ms a request',
      ...(before ? { before: hundredths(median(found.map((one) => one.before))) } : {}),
      plainApp: hundredths(other),
      ratio: rounded(own / other),
    })
  }
  return true
}

await bounded(mostMs, prove, async () => {
  app?.kill('SIGKILL')
  postgres?.stop()
  await Promise.all(running.map(({ place, platform }) => endAll(place, platform)))
  await pause(500)
  rmSync(folder, { recursive: true, force: true })
})
