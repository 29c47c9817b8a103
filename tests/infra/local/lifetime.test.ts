import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { enginesOn } from '../../../infra/local/data/engine.ts'
import { originOf, placeIn } from '../../load/platform-process.ts'
import { temporaryFolder } from './local-folder.ts'

const root = join(import.meta.dirname, '..', '..', '..')
/** A machine may be busy; nothing here depends on how long it takes. */
const patience = 120_000

const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + patience
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('it never came about')
    await pause(50)
  }
}

const answers = (origin: string): Promise<boolean> =>
  fetch(`${origin}/health`, { signal: AbortSignal.timeout(5000) }).then(
    (reply) => reply.ok,
    () => false,
  )

/** Process ids of the children of a process. */
const childrenOf = (pid: number): number[] => {
  const path = `/proc/${pid}/task/${pid}/children`
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ').filter(Boolean).map(Number) : []
}

const started = async (command: readonly [string, ...string[]], more: { pipe?: true } = {}) => {
  const place = await placeIn(temporaryFolder(), root, [])
  const { npm_lifecycle_event: _, ...env } = process.env
  const [program, ...words] = command
  const child = spawn(program, words, {
    cwd: root,
    stdio: ['ignore', more.pipe ? 'pipe' : 'ignore', more.pipe ? 'pipe' : 'ignore'],
    env: {
      ...env,
      DATA_DIR: place.dataDir,
      PORT: String(place.port),
      MEDIA_PORT: String(place.mediaPort),
    },
  })
  const { pid = 0 } = child
  const origin = originOf(place)
  await until(() => answers(origin))
  const engines = () => enginesOn(join(place.dataDir, 'table.sqlite'))
  onTestFinished(() => {
    for (const one of [pid, ...childrenOf(pid)]) {
      try {
        process.kill(one, 'SIGKILL')
      } catch {
        // It has ended, as it should.
      }
    }
  })
  return {
    child,
    pid,
    origin,
    engines,
    isGone: async () => !(await answers(origin)) && engines().length === 0,
  }
}

const start = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.start as string

describe('npm start', () => {
  test.each([
    ['dash', ['npm', '--script-shell=/bin/dash', 'start']],
    ['bash', ['npm', '--script-shell=/bin/bash', 'start']],
  ] as const)(
    'ends platform and engine when npm is told to end, under %s',
    async (_, command) => {
      const { pid, engines, isGone } = await started([...command])
      expect(engines().length).toBe(1)
      process.kill(pid, 'SIGTERM')
      await until(isGone)
    },
    300_000,
  )

  test('ends platform and engine when its shell does not pass the signal on', async () => {
    // The shell has something left to do, so that it stays; it dies of the signal alone.
    const script = `npm_lifecycle_event=start; export npm_lifecycle_event; ${start}; true`
    const { pid, engines, isGone } = await started(['/bin/sh', '-c', script])
    expect(engines().length).toBe(1)
    process.kill(pid, 'SIGTERM')
    await until(isGone)
  }, 300_000)

  test('goes on when the reader of its output goes away', async () => {
    const { child, pid, origin, isGone } = await started(['npm', 'start'], { pipe: true })
    child.stdout?.destroy()
    child.stderr?.destroy()
    // Each of these is a line of the log.
    for (let at = 0; at < 5; at += 1) await fetch(`${origin}/no-such-page`)
    expect(await answers(origin)).toBe(true)
    process.kill(pid, 'SIGTERM')
    await until(isGone)
  }, 300_000)

  test('leaves no engine behind when it is killed', async () => {
    const [program = '', ...words] = start.split(' ')
    const { pid, engines, isGone } = await started([program, ...words])
    expect(engines().length).toBe(1)
    process.kill(pid, 'SIGKILL')
    await until(isGone)
  }, 300_000)
})
