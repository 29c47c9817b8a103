import { Worker } from 'node:worker_threads'
import type { Errand, Outcome, Report, Task } from './tasks.ts'

/** One worker thread, from its start to its end: the code as it was when it started. */
export type Generation = {
  state: () => 'starting' | 'ready' | 'broken' | 'ended'
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
}

type Settle = (outcome: Outcome) => void

const outcomeOf = (report: Exclude<Report, { kind: 'ready' }>): Outcome => {
  if (report.kind === 'done') return { status: 'done', result: JSON.parse(report.json) }
  return { status: report.kind === 'crashed' ? 'crashed' : 'unavailable', text: report.text }
}

/** Starts a worker on the code of a folder; errands may be asked at once, they wait for its start. */
export const startGeneration = ({ functionsDir, env, died }: Boot): Generation => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { functionsDir },
    env,
    execArgv: [],
  })
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
