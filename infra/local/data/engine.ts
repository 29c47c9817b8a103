import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { messageOf, problem } from '../problem.ts'
import { processMark, readJson, writeJson } from './data-folder.ts'
import { fullDisk, isFull } from './disk.ts'
import { answers, engineBinary, freePort } from './engine-binary.ts'
import { endWithThisProcess } from './engine-guard.ts'

const argumentsOf = (pid: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/**
 * Process ids of engines on this file. A platform that was killed during its start may have left one that it had not
 * recorded.
 */
export const enginesOn = (database: string): number[] => {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => argumentsOf(pid).includes(database)).map(Number)
}

/** A running table engine. `kill` is for an emergency exit and does not wait; `revive` keeps the endpoint. */
export type Engine = {
  endpoint: string
  pid: number
  adopted: boolean
  alive: () => boolean
  revive: () => Promise<void>
  stop: () => Promise<void>
  kill: () => void
}

type Known = { pid: number; port: number; mark: string }

const patience = 10_000

const isKnown = (value: unknown): value is Known =>
  typeof value === 'object' && value !== null && 'pid' in value && 'port' in value && 'mark' in value

const endpointOf = (port: number): string => `http://127.0.0.1:${port}`

const isRunning = (known: Known): boolean => processMark(known.pid) === known.mark

const signal = (known: Known, name: 'SIGTERM' | 'SIGKILL'): void => {
  try {
    if (isRunning(known)) process.kill(known.pid, name)
  } catch {
    // The process ended after the check, which is the intended result.
  }
}

const end = async (known: Known): Promise<void> => {
  signal(known, 'SIGTERM')
  const deadline = Date.now() + 1000
  while (isRunning(known) && Date.now() < deadline) await pause(5)
  signal(known, 'SIGKILL')
  while (isRunning(known)) await pause(5)
}

const launch = (port: number, database: string | undefined, log: string | undefined): ChildProcess => {
  const out = log ? openSync(log, 'a') : ('ignore' as const)
  const where = ['serve', '--host', '127.0.0.1', '--port', String(port)]
  const child = spawn(engineBinary(), database ? [...where, '--db-path', database] : where, {
    stdio: ['ignore', out, out],
    // A separate process group: Ctrl-C must reach the platform first, because running requests still need the engine.
    detached: true,
  })
  child.on('error', () => undefined)
  if (child.pid !== undefined) child.once('exit', endWithThisProcess(child.pid))
  child.unref()
  if (typeof out === 'number') closeSync(out)
  return child
}

const untilAnswers = async (known: Known): Promise<boolean> => {
  const deadline = Date.now() + patience
  while (Date.now() < deadline && isRunning(known)) {
    if (await answers(endpointOf(known.port))) return true
    await pause(10)
  }
  return false
}

const begin = async (database?: string, log?: string, fixedPort?: number): Promise<Known> => {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const port = fixedPort ?? (await freePort())
    const pid = launch(port, database, log).pid
    if (pid === undefined) break
    const known = { pid, port, mark: processMark(pid) ?? '' }
    if (await untilAnswers(known)) return known
    await end(known)
  }
  if (database && isFull(dirname(database))) throw problem(fullDisk(dirname(database)))
  throw problem(
    `The table engine did not answer within ${patience / 1000} s${log ? `; its log is ${log}` : ''}.`,
  )
}

const engineOf = (
  first: Known,
  adopted: boolean,
  again: () => Promise<Known>,
  forget: () => void,
): Engine => {
  let known = first
  let reviving: Promise<void> = Promise.resolve()
  return {
    endpoint: endpointOf(known.port),
    pid: known.pid,
    adopted,
    alive: () => isRunning(known),
    revive: () => {
      const revived = again().then((next) => {
        known = next
      })
      reviving = revived.catch(() => undefined)
      return revived
    },
    kill: () => signal(known, 'SIGTERM'),
    stop: async () => {
      // An engine that is still restarting would outlive the platform.
      await reviving
      await end(known)
      forget()
    },
  }
}

const recordOf = (dataDir: string): string => join(dataDir, 'engine.json')

const beginIn = async (dataDir: string, port?: number): Promise<Known> => {
  const database = join(dataDir, 'table.sqlite')
  for (const pid of enginesOn(database)) await end({ pid, port: 0, mark: processMark(pid) ?? '' })
  const known = await begin(database, join(dataDir, 'engine.log'), port)
  writeJson(recordOf(dataDir), known)
  return known
}

const engineIn = (dataDir: string, known: Known, adopted: boolean): Engine =>
  engineOf(
    known,
    adopted,
    () => beginIn(dataDir, known.port),
    () => rmSync(recordOf(dataDir), { force: true }),
  )

/** The engine that a killed platform left running on this folder, if it still answers. */
export const adoptEngine = async (dataDir: string): Promise<Engine | undefined> => {
  const known = readJson(recordOf(dataDir))
  if (!isKnown(known) || !isRunning(known)) return undefined
  if (await answers(endpointOf(known.port))) {
    endWithThisProcess(known.pid)
    return engineIn(dataDir, known, true)
  }
  await end(known)
  return undefined
}

/** An engine in memory. Its data ends with this process. */
const memoryEngine = async (): Promise<Engine> => {
  const kill = (): void => engine.kill()
  const engine = engineOf(await begin(), false, begin, () => process.off('exit', kill))
  process.once('exit', kill)
  return engine
}

/**
 * Starts a table engine. In memory it ends with the process (for tests). On `table.sqlite` of a data folder it adopts a
 * running one. Throws a problem when this machine has no engine, or the engine does not answer.
 */
export const startEngine = async (place: { memory: true } | { dataDir: string }): Promise<Engine> => {
  if ('memory' in place) return memoryEngine()
  const adopted = await adoptEngine(place.dataDir)
  return adopted ?? engineIn(place.dataDir, await beginIn(place.dataDir), false)
}

/**
 * Checks twice a second whether the engine is running and restarts it if not. Returns a function that stops the checks.
 */
export const guardEngine = (engine: Engine, log: (line: string) => void): (() => void) => {
  let mending = false
  const look = async (): Promise<void> => {
    if (mending || engine.alive()) return
    mending = true
    log('The table engine has ended. Restarting it.')
    await engine.revive().catch((error: unknown) => log(messageOf(error)))
    mending = false
  }
  const timer = setInterval(() => void look(), 500)
  return () => clearInterval(timer)
}
