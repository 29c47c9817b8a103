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
    // The second field is the program's name in parentheses and may contain blanks, so count after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()

/**
 * Distinguishes a running process from a later one with the same number, by boot and start time. Undefined when the
 * process does not exist. Without /proc every living process has the mark 'alive'.
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

/** Writes the whole file or nothing: no reader, and no start after a crash, sees half a file. */
export const writeJson = (path: string, value: unknown): void => {
  const draft = `${path}.${process.pid}.draft`
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`)
  renameSync(draft, path)
}

// Node's recursive mkdir never returns where a file system answers ENOENT for a folder whose parent exists.
const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent)
  mkdirSync(path)
}

/** Creates the folder. Throws a problem when it is not writable. */
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

/** Whether a platform runs, or is starting, on the data folder. */
export const isHeld = (dataDir: string): boolean => liveHolder(lockOf(dataDir)) !== undefined

/**
 * Allows one platform for each data folder. Takes over a lock left by a dead process. Returns a function that releases
 * it.
 */
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
