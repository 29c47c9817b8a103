import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { processMark, readJson } from '../../infra/local/data/data-folder.ts'

type Known = { readonly pid: number; readonly port: number; readonly mark: string }

const isKnown = (value: unknown): value is Known =>
  typeof value === 'object' && value !== null && 'pid' in value && 'port' in value && 'mark' in value

/** The engine that a platform on this folder has written down, if it still runs. */
export const engineOf = (dataDir: string): Known | undefined => {
  const known = readJson(join(dataDir, 'engine.json'))
  return isKnown(known) && processMark(known.pid) === known.mark ? known : undefined
}

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

const holds = (pid: string, dataDir: string): boolean =>
  commandOf(pid).includes(join(dataDir, 'table.sqlite')) && processMark(Number(pid)) !== undefined

/** Every engine on the table of this folder, also those that nobody has written down. Empty without /proc. */
export const enginesOn = (dataDir: string): number[] => {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => holds(pid, dataDir)).map(Number)
}

/** Ends a process at once and waits until it is gone, at most 5 s. One that is gone already is no error. */
export const killNow = async (pid: number): Promise<void> => {
  const mark = processMark(pid)
  if (mark === undefined) return
  process.kill(pid, 'SIGKILL')
  const deadline = Date.now() + 5000
  while (processMark(pid) === mark && Date.now() < deadline) await pause(2)
}

/** Ends what a killed platform has left running on this folder. */
export const endEngines = async (dataDir: string): Promise<void> => {
  const recorded = engineOf(dataDir)
  const pids = new Set([...enginesOn(dataDir), ...(recorded ? [recorded.pid] : [])])
  await Promise.all([...pids].map(killNow))
}
