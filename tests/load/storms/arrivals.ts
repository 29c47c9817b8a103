import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { contract } from '../../../functions/attendance/contract.ts'
import { operations } from '../../../functions/attendance/operations.ts'
import { invocationOf } from '../../../infra/invocation.ts'
import { serve } from '../../../lib/http/serve.ts'
import type { Runtime } from '../../../lib/runtime.ts'
import { bounded } from '../bounded.ts'
import { print, rounded, say } from '../figures.ts'
import { type Seeded, seeded } from '../seeded.ts'
import { percentiles } from './percentiles.ts'
import { peopleOn, untrue } from './storm-checks.ts'
import { makeStormTable, stormEngine } from './storm-engine.ts'
import { makeEvent, stormCard } from './storm-event.ts'
import { home, putAll, stormRuntime, tableOf } from './storm-world.ts'
import { type SignedIn, signedIn } from './visitors.ts'

// People who register at their own times, whether or not those before them are answered: so many a second, for each rate at
// an event of its own with seats for a fifth of them. What comes faster than one process on this machine serves has to wait.
const { values } = parseArgs({
  options: {
    rates: { type: 'string', default: '50,100,150,200,300,500' },
    /** Seconds of arrivals at each rate. */
    seconds: { type: 'string', default: '5' },
    'like-aws': { type: 'boolean', default: false },
  },
})
const rates = values.rates.split(',').map(Number)
const seconds = Number(values.seconds)
const likeAws = values['like-aws']
const mostSeconds = 410
const folder = mkdtempSync(join(tmpdir(), 'quad-arrivals-'))
const engine = await stormEngine(folder, likeAws)

const registering = (runtime: Runtime, eventId: string) => {
  const handler = serve(contract, operations, () => runtime)
  return async ({ token }: SignedIn): Promise<number> => {
    const { statusCode } = await handler(
      invocationOf({
        method: 'POST',
        path: `/rsvp/${eventId}`,
        host: `${home}.localhost`,
        headers: { authorization: `Bearer ${token}` },
        requestId: 'arrival',
        at: new Date(),
      }),
    )
    return statusCode
  }
}

type Arrived = { readonly statuses: number[]; readonly took: number[]; readonly all: number }

/** Lets everybody come at a moment of a Poisson process; how long each waited from then on, in milliseconds. */
const arrive = async (
  people: readonly SignedIn[],
  rate: number,
  act: (one: SignedIn) => Promise<number>,
  random: Seeded,
): Promise<Arrived> => {
  const arrived: Arrived & { all: number } = { statuses: [], took: [], all: 0 }
  const begun = performance.now()
  const open: Promise<void>[] = []
  let at = 0
  for (const one of people) {
    at += (-Math.log(1 - random.next()) / rate) * 1000
    const wait = begun + at - performance.now()
    if (wait > 0) await pause(wait)
    const due = begun + at
    open.push(
      act(one).then((status) => {
        arrived.statuses.push(status)
        arrived.took.push(performance.now() - due)
      }),
    )
  }
  await Promise.all(open)
  arrived.all = (performance.now() - begun) / 1000
  return arrived
}

const membersFor = async (runtime: Runtime, rate: number): Promise<readonly SignedIn[]> => {
  const table = tableOf(runtime)
  const people: SignedIn[] = []
  for (let at = 0; at < rate * seconds; at += 1) {
    const name = `at${rate}-${at}`
    people.push(
      await signedIn(runtime, table, { name, email: `${name}@storm.example.edu`, school: home, home }),
    )
  }
  const writes = people.flatMap((one) => one.writes)
  await putAll(runtime, home, writes)
  return people
}

const prove = async (): Promise<boolean> => {
  const before = stormRuntime(engine.plain)
  await makeStormTable(before)
  const events = []
  for (const rate of rates) {
    const people = await membersFor(before, rate)
    const card = stormCard(`arrivals-${rate}`, Math.max(1, Math.floor(people.length / 5)))
    await makeEvent(tableOf(before), card)
    events.push({ rate, people, card })
    say(`${people.length} people are there who will come ${rate} a second.`)
  }
  const runtime = stormRuntime(await engine.endpoint())
  const random = seeded(5)
  const wrong: string[] = []
  for (const { rate, people, card } of events) {
    const { statuses, took, all } = await arrive(people, rate, registering(runtime, card.eventId), random)
    const failed = statuses.filter((status) => status >= 500).length
    const whole = await peopleOn(tableOf(before), card)
    const free = (card.maxAttendees ?? 0) - whole.rows.filter(({ status }) => status === 'attending').length
    if (free < 0 || (failed === 0 && (free !== 0 || untrue(whole).length > 0)))
      wrong.push(`${rate} a second: ${free} seats left, ${untrue(whole).join('; ')}`)
    print({
      figure: 'registrations that arrive at their own times',
      value: rounded(people.length / all),
      unit: 'people/s served',
      offered: rate,
      people: people.length,
      failed,
      shareOf5xx: rounded((failed / people.length) * 1000) / 10,
      refused: statuses.filter((status) => status >= 300 && status < 500).length,
      ...percentiles(took),
      likeAws,
    })
  }
  for (const line of wrong) say(`  ${line}`)
  print({ figure: 'seats that were given out wrongly', value: wrong.length, unit: 'findings', budget: 0 })
  return wrong.length === 0
}

await bounded(mostSeconds * 1000, prove, async () => {
  await engine.stop()
  rmSync(folder, { recursive: true, force: true })
})
