import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

// Node reads TypeScript by WebAssembly, separately in each worker. Workers that compile the same call at the same time
// can crash the process with V8's "Check failed: jit_page_->allocations_.erase(addr) == 1" (nodejs/node issue 64500).
// With this high budget no call is compiled that way. A V8 without the flag prints a warning and continues.
setFlagsFromString('--wasm-wrapper-tiering-budget=2000000000')

/** A worker's task: answer a request by its path, or call one export of one file. */
export type Task =
  | { id: number; kind: 'route'; path: string; payload: unknown; deadline: number }
  | { id: number; kind: 'call'; file: string; name: string; payload: unknown; deadline: number }

/** A task without its number and deadline. */
export type Errand =
  | { kind: 'route'; path: string; payload: unknown }
  | { kind: 'call'; file: string; name: string; payload: unknown }

/**
 * A worker's report: a result as JSON text, or the reason why there is none. `body` is the text of a response, which would
 * only grow as JSON. `lines` are those of the worker's log.
 */
export type Report =
  | { kind: 'ready' }
  | { kind: 'log'; lines: string }
  | { kind: 'done'; id: number; json: string; body?: string | undefined; lines: string }
  | { kind: 'crashed' | 'unloadable'; id: number; text: string }

/** The result of a task. `unavailable`: the code does not load; `late`: no response in time. */
export type Outcome =
  | { status: 'done'; result: unknown }
  | { status: 'crashed' | 'unavailable' | 'late'; text: string }

/** One worker thread, from start to end, with the code as it was at its start. */
export type Generation = {
  state: () => 'starting' | 'ready' | 'broken' | 'ended'
  /** Number of running tasks. */
  waiting: () => number
  ask: (errand: Errand, patience: number) => Promise<Outcome>
  /** Ends the worker after its running tasks. */
  retire: () => void
  end: () => Promise<void>
}

export type Boot = {
  functionsDir: string
  env: Record<string, string | undefined>
  /** Called when the worker dies, with the reason. One that dies while starting would fail again. */
  died: (text: string, starting: boolean) => void
  /** Destination of the worker's log; default standard output. */
  logTo?: NodeJS.WritableStream | undefined
  /** The engine is the platform's own: see `LocalEngine`. */
  joinsReads?: boolean | undefined
  /** The port for a debugger. */
  inspect?: number | undefined
}

type Settle = (outcome: Outcome) => void

const outcomeOf = (report: Exclude<Report, { kind: 'ready' | 'log' }>): Outcome => {
  if (report.kind === 'done') {
    const result = JSON.parse(report.json)
    return { status: 'done', result: report.body === undefined ? result : { ...result, body: report.body } }
  }
  return { status: report.kind === 'crashed' ? 'crashed' : 'unavailable', text: report.text }
}

/**
 * In megabytes. Several workers share a machine with other programs. Most objects are short-lived: a young generation of
 * 8 MB was collected so often that it took a fifth of the time.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 384 }

/** Starts a worker with the code of a folder. Tasks may be sent at once; they wait for its start. */
export const startGeneration = ({
  functionsDir,
  env,
  died,
  logTo,
  joinsReads = false,
  inspect,
}: Boot): Generation => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { functionsDir, joinsReads, inspect },
    env,
    execArgv: [],
    resourceLimits,
    stdout: logTo !== undefined,
  })
  if (logTo) worker.stdout.pipe(logTo, { end: false })
  const output = logTo ?? process.stdout
  const waiting = new Map<number, Settle>()
  let state: ReturnType<Generation['state']> = 'starting'
  let reason = 'The handlers have ended.'
  let retired = false
  let lastId = 0

  const settle = (id: number, outcome: Outcome): void => {
    waiting.get(id)?.(outcome)
    waiting.delete(id)
    if (retired && waiting.size === 0) void worker.terminate()
  }

  worker.on('message', (report: Report) => {
    if ('lines' in report && report.lines !== '') output.write(report.lines)
    if (report.kind === 'ready') state = 'ready'
    else if (report.kind !== 'log') settle(report.id, outcomeOf(report))
  })
  worker.on('error', (error: unknown) => {
    reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const starting = state === 'starting'
    if (starting) state = 'broken'
    died(reason, starting)
  })
  worker.on('exit', () => {
    const status = state === 'broken' ? 'unavailable' : 'crashed'
    if (state !== 'broken') state = 'ended'
    for (const id of [...waiting.keys()]) settle(id, { status, text: reason })
  })

  const ask = (errand: Errand, patience: number): Promise<Outcome> => {
    if (state === 'broken') return Promise.resolve({ status: 'unavailable', text: reason })
    lastId += 1
    const task: Task = { ...errand, id: lastId, deadline: Date.now() + patience }
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => settle(task.id, { status: 'late', text: `No answer within ${patience / 1000} s.` }),
        patience,
      )
      waiting.set(task.id, (outcome) => {
        clearTimeout(timer)
        resolve(outcome)
      })
      worker.postMessage(task)
    })
  }

  return {
    state: () => state,
    waiting: () => waiting.size,
    ask,
    retire: () => {
      retired = true
      if (waiting.size === 0) void worker.terminate()
    },
    end: async () => {
      await worker.terminate()
    },
  }
}
