import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { print, rounded, say } from '../figures.ts'
import { type Arena, inArena } from './arena.ts'
import { openSchool, type School } from './day/school.ts'
import { percentile } from './percentiles.ts'
import { makeEvent, stormCard } from './storm-event.ts'
import type { Part } from './storm-worker.ts'
import { home as stormy, tableOf } from './storm-world.ts'

// One school is quiet and asks thirty times a second; another has a storm, in a process of its own as on AWS, where no two
// schools share an instance. What both share is the table: here that is one process that takes one write at a time.
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '15' }, people: { type: 'string', default: '1500' } },
})
const [seconds, people] = [Number(values.seconds), Number(values.people)]
const perSecond = 30
const budget = 2

type Costs = { depth: number; readUnits: number; writeUnits: number; refused: number }
type Seen = { readonly took: number[]; readonly costs: Costs }

/** Kinds of cost that differ. An instance reads its school anew every two seconds, so reads follow the clock a little. */
const differing = (quiet: Costs, beside: Costs): readonly string[] =>
  (['depth', 'readUnits', 'writeUnits', 'refused'] as const).filter((part) => {
    const slack = part === 'readUnits' ? quiet.readUnits * 0.05 : 0
    return Math.abs(quiet[part] - beside[part]) > slack
  })

let storm: ChildProcess | undefined
process.on('exit', () => storm?.kill('SIGKILL'))

/** The same requests each time, at their own moments. */
const look = async ({ ask, runtime }: Arena, school: School): Promise<Seen> => {
  const took: number[] = []
  const costs: Costs = { depth: 0, readUnits: 0, writeUnits: 0, refused: 0 }
  const log = (line: Readonly<Record<string, unknown>>): void => {
    const { depth = 0, readUnits = 0, writeUnits = 0 } = (line.table ?? {}) as Partial<Costs>
    costs.depth += depth
    costs.readUnits += readUnits
    costs.writeUnits += writeUnits
  }
  Object.assign(runtime, { log })
  const paths = [
    { domain: 'events', path: `/get-event/${school.events[0]?.eventId}` },
    { domain: 'events', path: '/get-future-events' },
    { domain: 'notifications', path: '/notifications' },
    { domain: 'messages', path: `/org-messages/${school.orgId}/messages` },
  ] as const
  const open: Promise<void>[] = []
  for (let at = 0; at < seconds * perSecond; at += 1) {
    const wanted = paths[at % paths.length] ?? paths[0]
    const { token } = school.students[at % school.students.length] ?? {}
    const one = ask({ ...wanted, school: school.key, token }).then(({ status, ms }) => {
      took.push(ms)
      if (status !== 200) costs.refused += 1
    })
    open.push(one)
    await pause(1000 / perSecond)
  }
  await Promise.all(open)
  return { took, costs }
}

/** A storm that goes on until it is ended: everybody registers and withdraws, so many at a time. */
const startStorm = (
  endpoint: string,
  parts: readonly Part[],
  inFlight: number,
): { ended(): Promise<number> } => {
  const file = join(import.meta.dirname, 'storm-worker.ts')
  const child = spawn(process.execPath, [file, endpoint, 'storm-event', String(inFlight), 'on'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH },
  })
  storm = child
  let played = 0
  child.stdout.on('data', (text: Buffer) => {
    played += text.toString().split('\n').length - 1
  })
  child.stdin.on('error', () => undefined)
  child.stdin.end(parts.map((part) => `${JSON.stringify(part)}\n`).join(''))
  return {
    ended: () =>
      new Promise((resolve) => {
        child.once('close', () => resolve(played))
        child.kill('SIGKILL')
      }),
  }
}

const storms = [
  { name: 'a storm that takes all that the engine gives', inFlight: 48, budget },
  { name: 'a storm of one request at a time', inFlight: 1, budget },
] as const

await inArena(
  {
    domains: ['auth', 'events', 'notifications', 'messages', 'organizations', 'checkins'],
    seconds: 170,
    settings: { RATE_LIMIT_SCALE: '100000' },
  },
  async (arena) => {
    const { runtime } = arena
    const calm = await openSchool(arena, 'quiet', { students: 200, events: 20 })
    const crowd = await arena.people(stormy, people)
    await makeEvent(tableOf(runtime), stormCard('storm-event', people * 2))
    const parts = crowd.map(({ id, token }) => ({ id, token, registers: 1, withdraws: true }))
    const endpoint = runtime.settings.DYNAMODB_ENDPOINT ?? ''
    await look(arena, calm)
    const quiet = await look(arena, calm)
    const p99 = percentile(quiet.took, 0.99)
    say(`quiet: p99 ${rounded(p99)} ms`)
    const stories: boolean[] = []
    for (const { name, inFlight } of storms) {
      const running = startStorm(endpoint, parts, inFlight)
      await pause(2000)
      const { took, costs } = await look(arena, calm)
      const played = await running.ended()
      const value = rounded(percentile(took, 0.99) / p99)
      const during = {
        p99: rounded(percentile(took, 0.99)),
        quietP99: rounded(p99),
        p50: rounded(percentile(took, 0.5)),
        quietP50: rounded(percentile(quiet.took, 0.5)),
      }
      print({
        figure: `p99 of a school beside ${name}`,
        value,
        unit: 'x of quiet',
        budget,
        withinBudget: value <= budget,
        ...during,
        registrationsMeanwhile: played,
      })
      const apart = differing(quiet.costs, costs)
      print({
        figure: `what the same requests cost more beside ${name}`,
        value: apart.length,
        unit: 'kinds of cost',
        budget: 0,
        requests: took.length,
      })
      stories.push(apart.length === 0)
    }
    return stories.every(Boolean)
  },
)
