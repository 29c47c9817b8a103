import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { recoverClaims } from '../../../functions/attendance/seats/claim-recovery.ts'
import { advanceWaitlist } from '../../../functions/attendance/seats/waitlist.ts'
import type { EventCard } from '../../../functions/events/index.ts'
import type { Runtime } from '../../../lib/runtime.ts'
import { bounded } from '../bounded.ts'
import { print, rounded, say } from '../figures.ts'
import { seeded } from '../seeded.ts'
import { baselines } from './storm-baselines.ts'
import { misplaced, peopleOn, seatedOf, untrue } from './storm-checks.ts'
import { makeStormTable, stormEngine } from './storm-engine.ts'
import { makeEvent, stormCard } from './storm-event.ts'
import type { Part } from './storm-worker.ts'
import { home, putAll, sister, stormRuntime, tableOf } from './storm-world.ts'
import { signedIn } from './visitors.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '10000' },
    seats: { type: 'string', default: '500' },
    kills: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '600' },
    'like-aws': { type: 'boolean', default: false },
  },
})
const [people, seats, kills, seed, mostSeconds] = [
  values.people,
  values.seats,
  values.kills,
  values.seed,
  values.seconds,
].map(Number) as [number, number, number, number, number]
const begun = performance.now()
const random = seeded(seed)
const folder = mkdtempSync(join(tmpdir(), 'quad-storm-'))
const likeAws = values['like-aws']
const engine = await stormEngine(folder, likeAws)
let worker: ChildProcess | undefined

/** What is there before the storm, and what is counted after it. */
const runtime = stormRuntime(engine.plain)
const table = tableOf(runtime)

/** Every eighth comes from another school, every tenth asks twice, every twentieth withdraws. */
const seedPeople = async (): Promise<Part[]> => {
  const parts: Part[] = []
  // The first token publishes the key of all.
  await signedIn(runtime, table, { name: 'first', email: 'first@storm.example.edu', school: home, home })
  for (let from = 0; from < people; from += 500) {
    const some = await Promise.all(
      Array.from({ length: Math.min(500, people - from) }, (_, at) => {
        const name = `person${from + at}`
        const school = (from + at) % 8 === 7 ? sister : home
        return signedIn(runtime, table, { name, email: `${name}@storm.example.edu`, school, home })
      }),
    )
    for (const school of [home, sister]) {
      const those = some.filter(({ kind }) => (kind === 'u') === (school === home))
      await putAll(
        runtime,
        school,
        those.flatMap(({ writes }) => writes),
      )
    }
    parts.push(
      ...some.map(({ id, token }) => ({
        id,
        token,
        registers: random.next() < 0.1 ? 2 : 1,
        withdraws: random.next() < 0.05,
      })),
    )
  }
  return parts
}

type Played = { readonly answered: Map<string, readonly number[]>; killed: number; again: number }

/** Lets a worker play some parts; it is killed after so many answers, or left to end. Its answers count as they come. */
const play = async (
  eventId: string,
  parts: readonly Part[],
  played: Played,
  strikeAfter: number,
): Promise<void> => {
  const endpoint = await engine.endpoint()
  return new Promise((resolve, reject) => {
    const file = join(import.meta.dirname, 'storm-worker.ts')
    const child = spawn(process.execPath, [file, endpoint, eventId], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH },
    })
    worker = child
    let answers = 0
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [id, statuses, again] = JSON.parse(line)
      played.answered.set(id, statuses)
      played.again += again
      answers += 1
      if (answers === strikeAfter) child.kill('SIGKILL')
    })
    child.once('error', reject)
    child.once('close', () => resolve())
    child.stdin.on('error', () => undefined)
    child.stdin.end(parts.map((part) => `${JSON.stringify(part)}\n`).join(''))
  })
}

const playAll = async (eventId: string, parts: readonly Part[]): Promise<Played> => {
  const played: Played = { answered: new Map(), killed: 0, again: 0 }
  for (let round = 0; ; round += 1) {
    const left = parts.filter(({ id }) => !played.answered.has(id))
    if (left.length === 0) return played
    const strikes = round < kills
    const strikeAfter = strikes ? random.between(1, Math.floor((2 * people) / (kills + 1) / 2)) : -1
    await play(eventId, left, played, strikeAfter)
    if (strikes) played.killed += 1
    say(`Round ${round + 1}: ${played.answered.size} people answered${strikes ? ', worker killed' : ''}.`)
  }
}

const report = (figure: string, found: readonly string[], details: Record<string, number> = {}): boolean => {
  print({ figure, value: found.length, unit: 'findings', budget: 0, ...details })
  for (const line of found.slice(0, 20)) say(`  ${line}`)
  return found.length === 0
}

/** Longer than a broken request might still write, in milliseconds. */
const abandonedMs = 31_000

/** What the clock and the stream would do: complete the claims of broken requests, and promote. */
const settleAll = async (stormy: Runtime, card: EventCard): Promise<void> => {
  const now = () => new Date(Date.now() + abandonedMs)
  await recoverClaims(card.eventId, { ...stormy, table: tableOf(stormy), now })
  while ((await advanceWaitlist({ ...stormy, table: tableOf(stormy) }, card, 100)).more)
    say('  the line goes on')
}

const prove = async (): Promise<boolean> => {
  await makeStormTable(runtime)
  const parts = await seedPeople()
  say(`${people} people are there after ${rounded((performance.now() - begun) / 1000)} s.`)
  const card = stormCard('storm-event', seats)
  await makeEvent(table, card)
  const stormy = stormRuntime(await engine.endpoint())
  const base = await baselines(stormy)
  const started = performance.now()
  const { answered, killed, again } = await playAll(card.eventId, parts)
  const seconds = (performance.now() - started) / 1000
  await settleAll(stormy, card)
  const whole = await peopleOn(table, card)
  const staying = new Set(parts.flatMap(({ id, withdraws }) => (withdraws ? [] : [id])))
  const odd = [...answered].flatMap(([id, statuses]) =>
    statuses.every((status) => status === 200 || status === 201) ? [] : [`${id}: ${statuses}`],
  )
  const going = seatedOf(whole).slice(0, 50)
  const heads = whole.waitlist.slice(0, going.length).map(({ personId }) => personId)
  const tokens = new Map(parts.map((part) => [part.id, part]))
  const leaving = going.flatMap(({ personId }) => {
    const part = tokens.get(personId)
    return part ? [{ ...part, registers: 0, withdraws: true }] : []
  })
  await play(card.eventId, leaving, { answered: new Map(), killed: 0, again: 0 }, -1)
  await settleAll(stormy, card)
  const after = await peopleOn(table, card)
  const promoted = new Set(seatedOf(after).map(({ personId }) => personId))
  const passedOver = heads.filter((id) => !promoted.has(id))
  const { length: seated } = seatedOf(whole)
  print({
    figure: 'people served in the storm',
    value: rounded(people / seconds),
    unit: 'people/s',
    people,
    seats,
    killed,
    toldToComeAgain: again,
    seed,
    putsPerSecond: base.puts,
    transactionsWithoutSharedSeatPerSecond: base.transactions,
    shareOfPuts: rounded(people / seconds / base.puts),
    shareOfTransactions: rounded(people / seconds / base.transactions),
    likeAws,
  })
  const verdicts = [
    report('seats given out too many or too few', seated === seats ? [] : [`${seated} seated`], { seated }),
    report('people twice, lost or back', misplaced(whole, staying), { rows: whole.rows.length }),
    report('counters that a recount contradicts', [...untrue(whole), ...untrue(after)]),
    report('heads of the line that were passed over', passedOver, {
      promoted: heads.length - passedOver.length,
    }),
    report('refused correct requests', odd),
  ]
  print({
    figure: 'duration',
    value: rounded((performance.now() - begun) / 1000),
    unit: 's',
    budget: mostSeconds,
  })
  return verdicts.every(Boolean)
}

await bounded(mostSeconds * 1000, prove, async () => {
  worker?.kill('SIGKILL')
  await engine.stop()
  rmSync(folder, { recursive: true, force: true })
})
