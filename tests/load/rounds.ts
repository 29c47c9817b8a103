import { setTimeout as pause } from 'node:timers/promises'
import { total } from './durability/ledger.ts'
import { type Campus, register, step } from './durability/traffic.ts'
import { say } from './figures.ts'
import { launch, type Place, type PlatformProcess, untilServed } from './platform-process.ts'
import { endEngines, engineOf, enginesOn, killNow } from './processes.ts'
import type { Seeded } from './seeded.ts'

/** What is killed, one after the other. */
export const victims = ['platform', 'engine', 'both'] as const

/** When what is killed: after so many requests of the round and a few milliseconds more. */
export type Strike = { victim: (typeof victims)[number]; after: number; delay: number }

/** The strikes that follow from a seed. Every kind of victim comes once in three rounds. */
export const strikesOf = (random: Seeded, rounds: number): Strike[] =>
  Array.from({ length: rounds }, (_, round) => ({
    victim: victims[round % victims.length] ?? 'platform',
    after: random.between(120, 320),
    delay: random.between(0, 25),
  }))

export type Running = { place: Place; platform: PlatformProcess }

/** Milliseconds from the start of the process to its first served request. */
export const startTimed = async (place: Place): Promise<Running & { ms: number }> => {
  const from = performance.now()
  const platform = launch(place)
  try {
    await untilServed(place, platform)
  } catch (error) {
    await platform.kill()
    throw error
  }
  return { place, platform, ms: performance.now() - from }
}

/** Kills a platform that is still starting, after so many milliseconds. */
export const interruptStart = async (place: Place, afterMs: number): Promise<void> => {
  const platform = launch(place)
  await pause(afterMs)
  await platform.kill()
}

/** Kills a start in the moment in which its engine runs but is hardly known: the likeliest to leave one behind. */
export const interruptEngineStart = async (place: Place): Promise<void> => {
  const before = enginesOn(place.dataDir).length
  const platform = launch(place)
  const deadline = Date.now() + 5000
  while (enginesOn(place.dataDir).length === before && Date.now() < deadline) await pause(1)
  await platform.kill()
}

/** Engines on the table of this folder that a killed start has left, and that nobody would ever end. */
export const strayEngines = ({ dataDir }: Place): string[] => {
  const known = engineOf(dataDir)?.pid
  const strays = enginesOn(dataDir).filter((pid) => pid !== known)
  return strays.map((pid) => `process ${pid} of a start that was killed`)
}

const mostLoadMs = 5000

const strike = async ({ place, platform }: Running, victim: Strike['victim']): Promise<void> => {
  const engine = engineOf(place.dataDir)
  const killed = [
    ...(victim === 'engine' ? [] : [platform.kill()]),
    ...(victim === 'platform' || !engine ? [] : [killNow(engine.pid)]),
  ]
  await Promise.all(killed)
}

/** Writes, 16 in flight, until the strike; requests in flight run into it. With a dead engine they go on for a second. */
export const loadUntilStrike = async (
  campus: Campus,
  running: Running,
  { victim, after, delay }: Strike,
  run: string,
): Promise<void> => {
  const { ledger } = campus
  const target = ledger.sent + after
  const deadline = Date.now() + mostLoadMs
  let over = false
  const work = async (): Promise<void> => {
    while (!over) await step(campus, run)
  }
  const workers = Promise.all(Array.from({ length: 16 }, work))
  while (ledger.sent < target && Date.now() < deadline) await pause(2)
  await pause(delay)
  const struck = strike(running, victim)
  over = victim !== 'engine'
  await struck
  if (victim === 'engine') await pause(1000)
  over = true
  await workers
  say(
    `  struck the ${victim === 'both' ? 'platform and its engine' : victim}: ` +
      `${total(ledger.acknowledged)} acknowledged, ${ledger.unanswered} unanswered so far`,
  )
}

/** Repeats the registrations that got no answer: each has to succeed, whether or not the first one did. */
export const repeatOpen = async (campus: Campus): Promise<number> => {
  const open = campus.ledger.open.splice(0)
  for (const person of open) await register(campus, person)
  return open.length
}

/** Ends everything that runs on this folder, at once. */
export const endAll = async (place: Place, platform: PlatformProcess | undefined): Promise<void> => {
  await platform?.kill()
  await endEngines(place.dataDir)
}
