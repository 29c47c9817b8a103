import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../infra/local/data/engine-binary.ts'
import { killNow } from './processes.ts'

/** Where a platform runs: the code in `root`, the data folder, and two ports that it keeps over restarts. */
export type Place = {
  readonly root: string
  readonly dataDir: string
  readonly port: number
  readonly mediaPort: number
  readonly flags: readonly string[]
  readonly settings?: Readonly<Record<string, string>>
}

export type PlatformProcess = {
  readonly pid: number
  alive(): boolean
  /** As `kill -9` does: nothing is tidied up. */
  kill(): Promise<void>
  /** As Ctrl-C does; answers the exit status. Throws when it takes more than 10 s. */
  stop(): Promise<number>
}

/** A data folder below `folder`, on two free ports, for the code in `root`. */
export const placeIn = async (folder: string, root: string, flags: readonly string[]): Promise<Place> => ({
  root,
  dataDir: join(folder, 'data'),
  port: await freePort(),
  mediaPort: await freePort(),
  flags,
})

export const originOf = ({ port }: Place): string => `http://127.0.0.1:${port}`

const logOf = ({ dataDir }: Place): string => `${dataDir}.log`

/** The end of what the platform has printed, for a complaint. */
export const lastWords = (place: Place): string => readFileSync(logOf(place), 'utf8').slice(-2000)

const exitOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    child.once('error', () => resolve(-1))
    child.once('exit', (code) => resolve(code ?? -1))
  })

/** The words of `npm start`, without the program that reads them. */
const wordsOfStart = ({ root }: Place): readonly string[] => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return String(scripts.start).split(' ').slice(1)
}

/** Runs what `npm start` runs as a process of its own. Settings of the person at the terminal do not reach it. */
export const launch = (place: Place): PlatformProcess => {
  const out = openSync(logOf(place), 'a')
  const child = spawn(process.execPath, [...wordsOfStart(place), ...place.flags], {
    cwd: place.root,
    stdio: ['ignore', out, out],
    env: {
      ...place.settings,
      PATH: process.env.PATH,
      DATA_DIR: place.dataDir,
      PORT: String(place.port),
      MEDIA_PORT: String(place.mediaPort),
    },
  })
  closeSync(out)
  const ended = exitOf(child)
  const { pid } = child
  if (pid === undefined) throw new Error('The platform could not be started.')
  return {
    pid,
    alive: () => child.exitCode === null && child.signalCode === null,
    kill: async () => {
      await killNow(pid)
      await ended
    },
    stop: async () => {
      child.kill('SIGTERM')
      const late = pause(60_000, undefined, { ref: false }).then(() => {
        throw new Error('The platform did not stop within 60 s.')
      })
      return Promise.race([ended, late])
    },
  }
}

const healthy = async (place: Place): Promise<boolean> => {
  try {
    const reply = await fetch(`${originOf(place)}/health`, { signal: AbortSignal.timeout(2000) })
    await reply.arrayBuffer()
    return reply.ok
  } catch {
    return false
  }
}

/** Waits for the first served request, at most so many seconds. Throws with its last words when the platform ends instead. */
export const untilServed = async (place: Place, platform: PlatformProcess, seconds = 120): Promise<void> => {
  const deadline = Date.now() + seconds * 1000
  while (!(await healthy(place))) {
    if (!platform.alive() || Date.now() > deadline)
      throw new Error(`The platform does not serve:\n${lastWords(place)}`)
    await pause(10)
  }
}
