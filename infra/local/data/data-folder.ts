import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, problem } from '../problem.ts'
import { fullDisk } from './disk.ts'

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const startTicks = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The second field is the program's name in parentheses and may hold blanks: count behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()

/**
 * What tells a running process from a later one with the same number: boot and start time.
 * Undefined when there is no such process. Without /proc every living process has the mark 'alive'.
 */
export const processMark = (pid: number): string | undefined => {
  if (process.platform !== 'linux') return alive(pid) ? 'alive' : undefined
  const ticks = startTicks(pid)
  return ticks === undefined ? undefined : `${bootId()}:${ticks}`
}

/** A JSON file of the data folder, or undefined when it is absent or unreadable. */
export const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Writes whole or not at all: a reader, or the next start after a crash, never meets half a file. */
export const writeJson = (path: string, value: unknown): void => {
  const draft = `${path}.${process.pid}.draft`
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`)
  renameSync(draft, path)
}

// Node's own recursive mkdir never returns where a file system answers ENOENT for a folder whose parent is there.
const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent)
  mkdirSync(path)
}

/** Makes the folder; throws a problem when it cannot be written to. */
export const prepareDataFolder = (dataDir: string): void => {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    writeJson(join(dataDir, 'writable.json'), true)
    rmSync(join(dataDir, 'writable.json'))
  } catch (error) {
    if (codeOf(error) === 'ENOSPC') throw problem(fullDisk(dataDir))
    throw problem(
      `The data folder ${dataDir} cannot be written to (${codeOf(error)}): make it writable or set DATA_DIR.`,
    )
  }
}

const lockOf = (dataDir: string): string => join(dataDir, 'lock')

type Holder = { pid: number; mark: string }

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && 'pid' in value && 'mark' in value

const create = (path: string): boolean => {
  try {
    const holder: Holder = { pid: process.pid, mark: processMark(process.pid) ?? '' }
    writeFileSync(path, JSON.stringify(holder), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

const liveHolder = (path: string): Holder | undefined => {
  const holder = readJson(path)
  return isHolder(holder) && processMark(holder.pid) === holder.mark ? holder : undefined
}

/** Whether a platform runs, or is about to, on the data folder. */
export const isHeld = (dataDir: string): boolean => liveHolder(lockOf(dataDir)) !== undefined

/** One platform for each data folder. A lock left by a dead process is taken over; returns how to give it back. */
export const lockDataFolder = (dataDir: string): (() => void) => {
  const path = lockOf(dataDir)
  if (!create(path)) {
    const holder = liveHolder(path)
    if (holder) {
      throw problem(
        `Another Quad (process ${holder.pid}) runs on ${dataDir}: stop it first, or set another DATA_DIR.`,
      )
    }
    rmSync(path, { force: true })
    if (!create(path))
      throw problem(`Another Quad is starting on ${dataDir}: stop it, or set another DATA_DIR.`)
  }
  return () => rmSync(path, { force: true })
}
