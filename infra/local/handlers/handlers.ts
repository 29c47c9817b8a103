import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { dayMs } from '../../../lib/contract/time.ts'

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

/** Starts a worker on the code of a folder; errands may be asked at once, they wait for its start. */
export const startGeneration = ({ functionsDir, env, died, logTo, inspect }: Boot): Generation => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { functionsDir, inspect },
    env,
    execArgv: [],
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

/**
 * The handlers, in workers that are replaced when their code changes: one behind the front door, and one for what
 * follows, which must not keep requests waiting.
 */
export type Handlers = {
  /** Answers a request: the domain is found by path. At most 30 s, as behind API Gateway. */
  route: (path: string, invocation: unknown) => Promise<Outcome>
  /** Invokes `functions/<domain>/handler.ts`, at most 5 minutes. */
  domain: (domain: string, payload: unknown) => Promise<Outcome>
  /** Calls one export of one file inside the worker. */
  call: (file: string, name: string, payload: unknown) => Promise<Outcome>
  reload: () => void
  stop: () => Promise<void>
}

const gatewayPatience = 30_000
const backgroundPatience = 300_000
/** Somebody who debugs may think as long as they like. */
const debuggerPatience = dayMs

const mend = 'The handlers do not start: requests are answered 503 until this is mended.'

const readable = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\s+at .*node:internal/.test(line))
    .join('\n')

const askedOf = ({ path, payload }: Extract<Errand, { kind: 'route' }>): string => {
  const { requestContext } = (payload ?? {}) as Partial<APIGatewayProxyEventV2>
  return requestContext ? `${requestContext.http.method} ${path}` : path
}

const complaintOf = (errand: Errand, outcome: Outcome): string | undefined => {
  if (outcome.status === 'done') return undefined
  const what = errand.kind === 'route' ? askedOf(errand) : errand.file
  if (outcome.status === 'late') return `${what}: ${outcome.text}`
  const how = outcome.status === 'crashed' ? 'crashed' : 'the code does not load'
  return `${what}: ${how}.\n${readable(outcome.text)}`
}

/** Starts the worker. A broken start is logged once and answered as unavailable until the next reload. */
export const startHandlers = (place: {
  functionsDir: string
  env: Record<string, string | undefined>
  log: (line: string) => void
  logTo?: NodeJS.WritableStream | undefined
  inspect?: number | undefined
}): Handlers => {
  const { functionsDir, env, log, logTo, inspect } = place
  let stopping = false
  const living = new Set<Generation>()
  const told = new Set<string>()
  // The stream and the clock try again and again: code that does not load is worth one line until it changes.
  const once = (line: string): void => {
    if (!told.has(line)) log(line)
    told.add(line)
  }
  const begin = (place: 'front' | 'behind'): Generation => {
    const generation = startGeneration({
      functionsDir,
      env,
      logTo,
      inspect: inspect === undefined || place === 'front' ? inspect : inspect + 1,
      died: (text, starting) =>
        (starting ? once : log)(
          `${starting ? mend : 'The handlers died and start anew.'}\n${readable(text)}`,
        ),
    })
    living.add(generation)
    return generation
  }
  const complain = (complaint: string | undefined, { status }: Outcome): void => {
    // What is cut off because all ends has not crashed.
    if (complaint !== undefined && !stopping) (status === 'unavailable' ? once : log)(complaint)
  }

  const current: { front: Generation; behind?: Generation } = { front: begin('front') }
  const ask = async (place: 'front' | 'behind', errand: Errand, patience: number): Promise<Outcome> => {
    const last = current[place]
    if (last?.state() === 'ended') living.delete(last)
    const generation = last && last.state() !== 'ended' ? last : begin(place)
    current[place] = generation
    const broken = generation.state() === 'broken'
    const outcome = await generation.ask(errand, inspect === undefined ? patience : debuggerPatience)
    if (!broken && generation.state() !== 'broken') complain(complaintOf(errand, outcome), outcome)
    return outcome
  }
  const call = (file: string, name: string, payload: unknown): Promise<Outcome> =>
    ask('behind', { kind: 'call', file, name, payload }, backgroundPatience)

  return {
    route: (path, invocation) => ask('front', { kind: 'route', path, payload: invocation }, gatewayPatience),
    domain: (domain, payload) => call(join(functionsDir, domain, 'handler.ts'), 'handler', payload),
    call,
    reload: () => {
      const { front, behind } = current
      told.clear()
      current.front = begin('front')
      if (behind) current.behind = begin('behind')
      front.retire()
      behind?.retire()
    },
    stop: async () => {
      stopping = true
      await Promise.all([...living].map((generation) => generation.end()))
    },
  }
}
