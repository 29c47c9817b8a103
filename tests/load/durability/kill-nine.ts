import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { tableName } from '../../../infra/local/handlers/environment.ts'
import { bounded } from '../bounded.ts'
import { clientAt } from '../client.ts'
import { print, rounded, say } from '../figures.ts'
import { originOf, type Place, type PlatformProcess, placeIn } from '../platform-process.ts'
import { engineOf, enginesOn } from '../processes.ts'
import {
  endAll,
  interruptEngineStart,
  interruptStart,
  loadUntilStrike,
  type Running,
  repeatOpen,
  startTimed,
  strayEngines,
  strikesOf,
  victims,
} from '../rounds.ts'
import { seeded } from '../seeded.ts'
import { halfMade } from './half-made.ts'
import { inventory, tornIndexes } from './items.ts'
import { emptyLedger, total } from './ledger.ts'
import { missingMails } from './mails.ts'
import { survivors } from './survivors.ts'
import type { Campus } from './traffic.ts'

const root = join(import.meta.dirname, '..', '..', '..')
/** Only what hangs ends by it. */
const mostMs = 900_000

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '4' }, seed: { type: 'string', default: '1' } },
})
const seed = Number(values.seed)
const wantedRounds = Number(values.rounds)
if (!(Number.isInteger(seed) && Number.isInteger(wantedRounds) && wantedRounds > 0)) {
  say('Usage: npm run prove:durability -- [--rounds 4] [--seed 1]')
  process.exit(2)
}
const begun = performance.now()
const random = seeded(seed)
const folder = mkdtempSync(join(tmpdir(), 'quad-kill-'))
const place = await placeIn(folder, root, ['--empty'])
let platform: PlatformProcess | undefined

const restart = async (): Promise<Running & { ms: number }> => {
  const running = await startTimed(place)
  platform = running.platform
  return running
}

/** Kills during the first starts, on a folder that is not made yet. */
const interruptStarts = async (): Promise<void> => {
  await interruptEngineStart(place)
  say('Killed a start as soon as its engine ran.')
  for (const after of [random.between(80, 300), random.between(300, 900)]) {
    await interruptStart(place, after)
    say(`Killed a start after ${after} ms.`)
  }
}

const runRounds = async (campus: Campus): Promise<{ rounds: number; slowest: number; repeated: number }> => {
  let running = await restart()
  const done = { rounds: 0, slowest: running.ms, repeated: 0 }
  for (const strike of strikesOf(random, wantedRounds)) {
    done.rounds += 1
    say(`Round ${done.rounds}: ${strike.victim} after ${strike.after} requests and ${strike.delay} ms.`)
    await loadUntilStrike(campus, running, strike, `${seed}r${done.rounds}`)
    if (!running.platform.alive()) running = await restart()
    done.slowest = Math.max(done.slowest, running.ms)
    done.repeated += await repeatOpen(campus)
  }
  return done
}

const readTable = (at: Place) => inventory(`http://127.0.0.1:${engineOf(at.dataDir)?.port ?? 0}`, tableName)

const report = (figure: string, found: readonly string[], details: Record<string, number> = {}): boolean => {
  print({ figure, value: found.length, unit: 'findings', budget: 0, ...details })
  for (const line of found.slice(0, 20)) say(`  ${line}`)
  return found.length === 0
}

const prove = async (): Promise<boolean> => {
  const ledger = emptyLedger()
  const ask = clientAt(originOf(place))
  await interruptStarts()
  const { rounds, slowest, repeated } = await runRounds({ ask, ledger, random: seeded(seed + 1) })
  const writes = Object.fromEntries(ledger.acknowledged)
  print({
    figure: 'acknowledged writes',
    value: total(ledger.acknowledged),
    unit: 'writes',
    seed,
    rounds,
    ...writes,
  })
  print({ figure: 'writes without an answer', value: ledger.unanswered, unit: 'writes', repeated })
  print({ figure: 'slowest start', value: Math.round(slowest), unit: 'ms' })
  say(`Checking ${ledger.people.length} people.`)
  const { checked, lost } = await survivors(ask, ledger, (done) => {
    if (done % 100 === 0) say(`  ${done} people checked`)
  })
  const unsent = await missingMails(place.dataDir, ledger)
  const table = await readTable(place)
  const counts = { items: table.items.length }
  const strays = strayEngines(place)
  const exit = (await platform?.stop()) ?? -1
  const left = enginesOn(place.dataDir)
  const verdicts = [
    report('lost acknowledged writes', lost, Object.fromEntries(checked)),
    report('kinds of crash without a round', victims.slice(0, wantedRounds).slice(rounds)),
    report('refused correct requests', ledger.refusals),
    report('mails that never left', unsent, { due: ledger.people.filter(({ mailDue }) => mailDue).length }),
    report('half-made people', halfMade(table.items), counts),
    report('torn indexes', tornIndexes(table), counts),
    report('engines that nobody would end', strays),
    report(
      'unclean stop',
      exit === 0 && left.length === 0 ? [] : [`exit status ${exit}, engines left: ${left}`],
    ),
  ]
  print({
    figure: 'duration',
    value: rounded((performance.now() - begun) / 1000),
    unit: 's',
  })
  return verdicts.every(Boolean)
}

await bounded(mostMs, prove, async () => {
  await endAll(place, platform)
  rmSync(folder, { recursive: true, force: true })
})
