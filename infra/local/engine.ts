import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readJson, writeJson } from './data-folder.ts'
import { answers, engineBinary, freePort } from './engine-binary.ts'
import { problem } from './problem.ts'
import { processMark } from './process-mark.ts'

/** A running table engine. `kill` is for the way out in a hurry and does not wait. */
export type Engine = {
  endpoint: string
  pid: number
  adopted: boolean
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
    // It ended between the look and the signal: that is what was wanted.
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
    // A group of its own: Ctrl-C must reach us first, requests in flight still need the engine.
    detached: true,
  })
  child.on('error', () => undefined)
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

const begin = async (database: string | undefined, log: string | undefined): Promise<Known> => {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const port = await freePort()
    const pid = launch(port, database, log).pid
    if (pid === undefined) break
    const known = { pid, port, mark: processMark(pid) ?? '' }
    if (await untilAnswers(known)) return known
    await end(known)
  }
  throw problem(
    `The table engine did not answer within ${patience / 1000} s${log ? `; its log is ${log}` : ''}.`,
  )
}

const engineOf = (known: Known, adopted: boolean, forget: () => void): Engine => ({
  endpoint: endpointOf(known.port),
  pid: known.pid,
  adopted,
  kill: () => signal(known, 'SIGTERM'),
  stop: async () => {
    await end(known)
    forget()
  },
})

/** The engine that a platform on this folder left running (its parent was killed), if it still answers. */
export const adoptEngine = async (dataDir: string): Promise<Engine | undefined> => {
  const record = join(dataDir, 'engine.json')
  const known = readJson(record)
  if (!isKnown(known) || !isRunning(known)) return undefined
  if (await answers(endpointOf(known.port))) {
    return engineOf(known, true, () => rmSync(record, { force: true }))
  }
  await end(known)
  return undefined
}

/**
 * Starts a table engine: in memory (tests; ended with the process), or on `table.sqlite` of a data folder,
 * where a living one is adopted. Throws a problem when there is no engine for this machine or it is silent.
 */
export const startEngine = async (place: { memory: true } | { dataDir: string }): Promise<Engine> => {
  if ('memory' in place) {
    const engine = engineOf(await begin(undefined, undefined), false, () => process.off('exit', kill))
    const kill = () => engine.kill()
    process.once('exit', kill)
    return engine
  }
  const { dataDir } = place
  const adopted = await adoptEngine(dataDir)
  if (adopted) return adopted
  const known = await begin(join(dataDir, 'table.sqlite'), join(dataDir, 'engine.log'))
  const record = join(dataDir, 'engine.json')
  writeJson(record, known)
  return engineOf(known, false, () => rmSync(record, { force: true }))
}
