import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Outcome } from '../../infra/local/handlers/generation.ts'
import type { DeployedFunction } from './deployment.ts'

const runner = join(import.meta.dirname, 'runner.ts')

/** How AWS starts Node for a function; beyond it the process may read its own code and nothing else, and write nothing. */
const flags = (folder: string): string[] => [
  '--expose-gc',
  '--max-http-header-size=81920',
  '--permission',
  // Lambda allows threads; pictures are decoded in one.
  '--allow-worker',
  // The permission model warns about that flag in a line that is not JSON.
  '--disable-warning=SecurityWarning',
  `--allow-fs-read=${folder}/*`,
  `--allow-fs-read=${runner}`,
]

type Told =
  | { readonly outside: string }
  | { readonly id: number; readonly json: string }
  | { readonly id: number; readonly failed: string }

export type Heard = {
  log(line: string): void
  /** A host outside this machine that the function called. */
  outside(host: string): void
}

/** A function in a process of its own: one invocation at a time, as in an execution environment on AWS. */
export type FunctionProcess = {
  invoke(payload: unknown, now: Date): Promise<Outcome>
  end(): Promise<void>
}

const linesFrom = (child: ChildProcess, hear: (line: string) => void): void => {
  let rest = ''
  const take = (chunk: Buffer): void => {
    const lines = (rest + chunk.toString('utf8')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(line)
  }
  child.stdout?.on('data', take)
  child.stderr?.on('data', take)
}

/** Starts a function in its own environment, `more` of which stands for what AWS itself would set. */
export const startFunction = (
  { folder, handler, environment, seconds }: DeployedFunction,
  more: Readonly<Record<string, string>>,
  heard: Heard,
): FunctionProcess => {
  const child = fork(runner, [folder, handler], {
    env: { ...environment, ...more },
    execArgv: flags(folder),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    cwd: folder,
  })
  const said: string[] = []
  const waiting = new Map<number, (outcome: Outcome) => void>()
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  linesFrom(child, (line) => {
    said.push(line)
    heard.log(line)
  })
  child.on('message', (told: Told) => {
    if ('outside' in told) return heard.outside(told.outside)
    const done = waiting.get(told.id)
    waiting.delete(told.id)
    done?.(
      'json' in told
        ? { status: 'done', result: JSON.parse(told.json) }
        : { status: 'crashed', text: told.failed },
    )
  })
  child.once('close', () => {
    for (const done of waiting.values()) done({ status: 'unavailable', text: said.slice(-20).join('\n') })
  })
  let count = 0
  let turn: Promise<unknown> = Promise.resolve()
  const perform = (payload: unknown, now: Date): Promise<Outcome> =>
    new Promise((resolve) => {
      count += 1
      const id = count
      const late = setTimeout(
        () => resolve({ status: 'late', text: `no answer in ${seconds} s` }),
        seconds * 1000,
      )
      waiting.set(id, (outcome) => {
        clearTimeout(late)
        resolve(outcome)
      })
      if (child.connected)
        child.send({ id, now: now.getTime(), payload, deadline: Date.now() + seconds * 1000 })
      else waiting.get(id)?.({ status: 'unavailable', text: said.slice(-20).join('\n') })
    })
  return {
    invoke(payload, now) {
      const outcome = turn.then(() => perform(payload, now))
      turn = outcome
      return outcome
    },
    async end() {
      await turn
      child.kill()
      await ended
    },
  }
}
