import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bounded } from '../../load/bounded.ts'
import { clientAt } from '../../load/client.ts'
import { median, print, say } from '../../load/figures.ts'
import { originOf, type Place, type PlatformProcess, placeIn } from '../../load/platform-process.ts'
import { endAll, startTimed } from '../../load/rounds.ts'

const root = join(import.meta.dirname, '..', '..', '..')
/** Only what hangs ends by these. Times are printed beside their budgets and fail nothing: machines are shared. */
const mostMs = 600_000
const mostEditMs = 120_000
const edits = 5

const folder = mkdtempSync(join(tmpdir(), 'quad-start-'))
const copy = join(folder, 'code')
let place: Place | undefined
let platform: PlatformProcess | undefined

/** The code is copied, so that an edit disturbs nobody who works on it. */
const copyCode = (): void => {
  mkdirSync(copy)
  for (const name of ['functions', 'infra', 'lib', 'package.json']) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

const start = async (at: Place): Promise<number> => {
  const running = await startTimed(at)
  platform = running.platform
  return running.ms
}

const said = async (at: Place): Promise<string> => {
  const { body } = await clientAt(originOf(at))({ method: 'POST', path: '/refresh-token', school: 'demo' })
  return JSON.stringify(body) ?? ''
}

/** Milliseconds from saving an edit of a contract to the first answer that shows it. */
const editServed = async (at: Place, number: number): Promise<number> => {
  const file = join(copy, 'lib', 'contract', 'failures.ts')
  const marker = `No refresh token provided, edit ${number}`
  const edited = readFileSync(file, 'utf8').replace(/No refresh token provided[^']*/, marker)
  const from = performance.now()
  writeFileSync(file, edited)
  while (!(await said(at)).includes(marker)) {
    if (performance.now() - from > mostEditMs)
      throw new Error(`An edit was not served within ${mostEditMs} ms.`)
    await pause(5)
  }
  return performance.now() - from
}

const report = (figure: string, value: number, budget: number): void => {
  const ms = Math.round(value)
  print({ figure, value: ms, unit: 'ms', budget, withinBudget: ms <= budget })
  if (ms > budget) say(`OVER BUDGET: ${figure} took ${ms} ms of ${budget}.`)
}

const prove = async (): Promise<boolean> => {
  copyCode()
  place = await placeIn(folder, copy, [])
  report('first start with demo data to first served request', await start(place), 5000)
  await platform?.stop()
  report('second start to first served request', await start(place), 2000)
  const served: number[] = []
  for (let number = 1; number <= edits; number += 1) served.push(await editServed(place, number))
  report(`edit to served, median of ${edits}`, median(served), 1000)
  await platform?.stop()
  return true
}

await bounded(mostMs, prove, async () => {
  if (place) await endAll(place, platform)
  rmSync(folder, { recursive: true, force: true })
})
