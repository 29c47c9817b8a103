import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

// Node reads TypeScript by WebAssembly, in each worker anew. Workers that compile the same call out of it at one moment
// have ended the whole process by V8's "Check failed: jit_page_->allocations_.erase(addr) == 1" (nodejs/node issue 64500):
// with this many calls before that is done, none does. A V8 without the flag says so and goes on.
setFlagsFromString('--wasm-wrapper-tiering-budget=2000000000')

/** What the worker is asked to do: answer a request by its path, or call one named export of one file. */
export type Task =
  | { id: number; kind: 'route'; path: string; payload: unknown; deadline: number }
  | { id: number; kind: 'call'; file: string; name: string; payload: unknown; deadline: number }

/** A task before it is numbered and given a deadline. */
export type Errand =
  | { kind: 'route'; path: string; payload: unknown }
  | { kind: 'call'; file: string; name: string; payload: unknown }

/** What the worker reports: a result as JSON text, or why there is none. */
export type Report =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; json: string }
  | { kind: 'crashed' | 'unloadable'; id: number; text: string }

/** How an errand ended. `unavailable`: the code does not load; `late`: no answer in time. */
export type Outcome =
  | { status: 'done'; result: unknown }
  | { status: 'crashed' | 'unavailable' | 'late'; text: string }

/** One worker thread, from its start to its end: the code as it was when it started. */
export type Generation = {
  state: () => 'starting' | 'ready' | 'broken' | 'ended'
  /** Errands under way. */
  waiting: () => number
  ask: (errand: Errand, patience: number) => Promise<Outcome>
  /** Ends once the errands under way are done. */
  retire: () => void
  end: () => Promise<void>
}

export type Boot = {
  functionsDir: string
  env: Record<string, string | undefined>
  /** The worker died of this: while it started (it will not do better), or later. */
  died: (text: string, starting: boolean) => void
  /** Where its log goes; standard output unless it is said. */
  logTo?: NodeJS.WritableStream | undefined
  /** The port at which a debugger may join it. */
  inspect?: number | undefined
}

type Settle = (outcome: Outcome) => void

const outcomeOf = (report: Exclude<Report, { kind: 'ready' }>): Outcome => {
  if (report.kind === 'done') return { status: 'done', result: JSON.parse(report.json) }
  return { status: report.kind === 'crashed' ? 'crashed' : 'unavailable', text: report.text }
}

/** Megabytes. Several of them share a machine with whatever else somebody runs there; what is young dies soon, and with a bound V8 keeps less of what is dead. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 384 }

/** Starts a worker on the code of a folder; errands may be asked at once, they wait for its start. */
export const startGeneration = ({ functionsDir, env, died, logTo, inspect }: Boot): Generation => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { functionsDir, inspect },
    env,
    execArgv: [],
    resourceLimits,
    stdout: logTo !== undefined,
  })
  if (logTo) worker.stdout.pipe(logTo, { end: false })
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
    if (report.kind === 'ready') state = 'ready'
    else settle(report.id, outcomeOf(report))
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
