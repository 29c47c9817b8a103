import { readdirSync, readFileSync } from 'node:fs'

const argumentsOf = (pid: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/** Engines on this file. A platform that was killed while it started may have left one that it had not written down. */
export const enginesOn = (database: string): number[] => {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => argumentsOf(pid).includes(database)).map(Number)
}
