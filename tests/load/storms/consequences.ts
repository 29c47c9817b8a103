import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import type { EventCard } from '../../../functions/events/index.ts'
import { tableName } from '../../../infra/local/handlers/environment.ts'
import { connect } from '../../../lib/table/client.ts'
import { meter } from '../../../lib/table/meter.ts'
import { openTable } from '../../../lib/table/table.ts'
import { bounded } from '../bounded.ts'
import { clientAt, Entered } from '../client.ts'
import { print, rounded, say } from '../figures.ts'
import { rateOf } from '../peers/rate.ts'
import { lastWords, originOf, type Place, type PlatformProcess, placeIn } from '../platform-process.ts'
import { engineOf } from '../processes.ts'
import { endAll, startTimed } from '../rounds.ts'
import { percentiles } from './percentiles.ts'
import { makeEvent, stormCard } from './storm-event.ts'
import { rush } from './storm-world.ts'

// What requests cause, on the local platform as a whole: how fast the stream is carried out while people register, when a
// registration is in the inbox, how many leave a full event in a second, and what memory all of that takes.

const root = join(import.meta.dirname, '..', '..', '..')
const mostMs = 400_000
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '400' },
    events: { type: 'string', default: '100' },
    requests: { type: 'string', default: '40000' },
  },
})
const [people, events, requests] = [values.people, values.events, values.requests].map(Number) as [
  number,
  number,
  number,
]
const atOnce = 16
const school = 'demo'

const folder = mkdtempSync(join(tmpdir(), 'quad-consequences-'))
let place: Place | undefined
let platform: PlatformProcess | undefined

type Visitor = { readonly bearer: string }

/** Everybody of one school with an account and a session, made as people make them. */
const register = async (origin: string, count: number): Promise<readonly Visitor[]> => {
  const ask = clientAt(origin)
  const all: Visitor[] = []
  const numbers = Array.from({ length: count }, (_, at) => at)
  await rush(
    numbers,
    async (at) => {
      const body = { email: `visitor${at}@students.example.edu`, password: 'eleven grey herons' }
      const { status, body: entered } = await ask({ method: 'POST', path: '/register', school, body })
      if (status !== 201) throw new Error(`Nobody can register: ${status} ${JSON.stringify(entered)}`)
      all.push({ bearer: Entered.parse(entered).data.accessToken })
    },
    atOnce,
  )
  return all
}

const Batch = z.object({ operation: z.literal('notices.consume'), records: z.number(), done: z.number() })

/** Records of the stream that the platform has carried out so far, as its log says. */
const carriedOut = (at: Place): number =>
  readFileSync(`${at.dataDir}.log`, 'utf8')
    .split('\n')
    .reduce((sum, line) => {
      if (!line.includes('notices.consume')) return sum
      const batch = Batch.safeParse(JSON.parse(line.slice(line.indexOf('{'))))
      return batch.success ? sum + batch.data.done : sum
    }, 0)

const Unread = z.object({ data: z.object({ count: z.number() }) })

type Asker = (path: string, method: 'GET' | 'POST' | 'DELETE', visitor: Visitor) => Promise<unknown>

const askerOf = (origin: string): Asker => {
  const headersOf = ({ bearer }: Visitor) => ({
    authorization: `Bearer ${bearer}`,
    'x-client': 'mobile',
    'x-tenant': school,
  })
  return async (path, method, visitor) => {
    const reply = await fetch(`${origin}${path}`, { method, headers: headersOf(visitor) })
    const body = await reply.json()
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(body)}`)
    return body
  }
}

/** Milliseconds until there is one unread notification more than before, at most ten seconds. */
const noticeMs = async (ask: Asker, visitor: Visitor, before: number, from: number): Promise<number> => {
  while (performance.now() - from < 10_000) {
    const { data } = Unread.parse(await ask('/notifications/unread-count', 'GET', visitor))
    if (data.count > before) break
    await pause(10)
  }
  return performance.now() - from
}

/** Sixteen people register for one event after the other; every twentieth looks when it is in the inbox. */
const registrations = async (at: Place, ask: Asker, visitors: readonly Visitor[], ids: readonly string[]) => {
  const before = carriedOut(at)
  const from = performance.now()
  const looks: Promise<number>[] = []
  const turns = ids.flatMap((id) => visitors.slice(0, atOnce).map((visitor, who) => ({ id, visitor, who })))
  // One who only registers once, so that nothing else makes their number grow.
  const lookers = visitors.slice(atOnce)
  let next = 0
  await rush(
    turns,
    async ({ id, visitor }, turn) => {
      const looker = turn % 20 === 0 ? lookers[next++] : undefined
      const begun = performance.now()
      await ask(`/rsvp/${id}`, 'POST', looker ?? visitor)
      if (looker) looks.push(noticeMs(ask, looker, 0, begun))
    },
    atOnce,
  )
  const seconds = (performance.now() - from) / 1000
  const during = carriedOut(at) - before
  const latencies = await Promise.all(looks)
  print({
    figure: 'registrations for events without a limit',
    value: Math.round(turns.length / seconds),
    unit: `a second, ${atOnce} at once`,
    registrations: turns.length,
  })
  print({
    figure: 'records of the stream carried out meanwhile',
    value: Math.round(during / seconds),
    unit: 'a second',
    wanted: 500,
    records: during,
  })
  const found = percentiles(latencies)
  print({
    figure: 'from a registration to its notice in the inbox, 99 of 100',
    value: found.p99,
    unit: 'ms',
    budget: 2000,
    withinBudget: found.p99 <= 2000,
    p50: found.p50,
    looks: latencies.length,
  })
}

/** Everybody registers for an event with half as many seats; then whoever has one leaves, three times. */
const withdrawals = async (ask: Asker, visitors: readonly Visitor[], id: string, seats: number) => {
  for (const visitor of visitors) await ask(`/rsvp/${id}`, 'POST', visitor)
  const rates: number[] = []
  const size = Math.floor(seats / 2)
  for (let round = 0; round < 3; round += 1) {
    const leaving = visitors.slice(round * size, (round + 1) * size)
    const from = performance.now()
    await rush(leaving, async (visitor) => void (await ask(`/rsvp/${id}`, 'DELETE', visitor)), atOnce)
    rates.push(rounded(leaving.length / ((performance.now() - from) / 1000)))
    say(`round ${round + 1}: ${rates.at(-1)} a second`)
    await pause(1000)
  }
  print({
    figure: 'people who leave a full event with a line',
    value: Math.min(...rates),
    unit: `a second in the slowest of three rounds, ${atOnce} at once`,
    wanted: 150,
    rounds: rates,
  })
}

const megabytesOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

const memory = async (origin: string, { bearer }: Visitor, pid: number): Promise<void> => {
  const headers = { authorization: `Bearer ${bearer}`, 'x-client': 'mobile', 'x-tenant': school }
  const target = { url: `${origin}/get-future-events`, headers }
  let served = 0
  while (served < requests) {
    const from = performance.now()
    const { perSecond } = await rateOf(target, { connections: atOnce, ms: 2000 })
    served += perSecond * ((performance.now() - from) / 1000)
  }
  print({
    figure: 'memory of the local platform',
    value: megabytesOf(pid),
    unit: `MB after ${Math.round(served)} requests, without its engine`,
    budget: 400,
  })
}

const prove = async (): Promise<boolean> => {
  place = await placeIn(folder, root, [])
  place = { ...place, settings: { RATE_LIMIT_SCALE: '10000' } }
  platform = (await startTimed(place)).platform
  const engine = engineOf(place.dataDir)
  if (!engine) throw new Error(`There is no engine: ${lastWords(place)}`)
  const client = connect({ TABLE_NAME: tableName, DYNAMODB_ENDPOINT: `http://127.0.0.1:${engine.port}` })
  const table = openTable({ client, tenant: school, now: () => new Date(), meter: meter() })
  const seats = Math.floor(people / 2)
  const open = (id: string): EventCard => ({
    ...stormCard(id, seats, undefined),
    maxAttendees: null,
    waitlistEnabled: false,
  })
  const ids = Array.from({ length: events }, (_, at) => `open-event-${at}`)
  for (const id of ids) await makeEvent(table, open(id))
  await makeEvent(table, stormCard('full-event', seats, undefined))
  const origin = originOf(place)
  const visitors = await register(origin, people)
  say(`${people} people and ${events} events are there.`)
  const ask = askerOf(origin)
  await registrations(place, ask, visitors, ids)
  await withdrawals(ask, visitors, 'full-event', seats)
  const [first] = visitors
  if (first) await memory(origin, first, platform.pid)
  client.documents.destroy()
  return true
}

await bounded(mostMs, prove, async () => {
  if (place) await endAll(place, platform)
  rmSync(folder, { recursive: true, force: true })
})
