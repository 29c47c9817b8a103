import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { dayMs } from '../../../lib/contract/time.ts'
import { type Errand, type Generation, type Outcome, startGeneration } from './generation.ts'

/**
 * The handlers, in workers that are replaced when their code changes. As many as the usable processors serve requests.
 * One handles the stream, which must not delay requests.
 */
export type Handlers = {
  /** Answers a request; its path gives the domain. At most 30 s, as behind API Gateway. */
  route: (path: string, invocation: unknown) => Promise<Outcome>
  /** Invokes `functions/<domain>/handler.ts`, at most 5 minutes. */
  domain: (domain: string, payload: unknown) => Promise<Outcome>
  /** Calls one export of one file, in its own worker. */
  call: (file: string, name: string, payload: unknown) => Promise<Outcome>
  reload: () => void
  stop: () => Promise<void>
}

const gatewayPatience = 30_000
const backgroundPatience = 300_000
/** A debugger may pause as long as needed. */
const debuggerPatience = dayMs

/** Request workers: at least two, because one that waits leaves a processor idle. */
const maxFrontWorkers = Math.min(4, Math.max(2, availableParallelism()))
/** Running requests in every worker that cause another worker to start. */
const busy = 3

/** The clock of `functions/clock`, which leaves out schools that are being created. */
const localClock = join(import.meta.dirname, 'clock.ts')

const startFailedText = 'The handlers do not start: requests are answered 503 until this is mended.'

const readable = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\s+at .*node:internal/.test(line))
    .join('\n')

const requestLabelOf = ({ path, payload }: Extract<Errand, { kind: 'route' }>): string => {
  const { requestContext } = (payload ?? {}) as Partial<APIGatewayProxyEventV2>
  return requestContext ? `${requestContext.http.method} ${path}` : path
}

const problemTextOf = (errand: Errand, outcome: Outcome): string | undefined => {
  if (outcome.status === 'done') return undefined
  const what = errand.kind === 'route' ? requestLabelOf(errand) : errand.file
  if (outcome.status === 'late') return `${what}: ${outcome.text}`
  const how = outcome.status === 'crashed' ? 'crashed' : 'the code does not load'
  return `${what}: ${how}.\n${readable(outcome.text)}`
}

const isBusy = (workers: readonly Generation[]): boolean => workers.every((one) => one.waiting() >= busy)

/** Starts the workers. A failed start is logged once and returns unavailable until the next reload. */
export const startHandlers = (place: {
  functionsDir: string
  env: Record<string, string | undefined>
  log: (line: string) => void
  logTo?: NodeJS.WritableStream | undefined
  joinsReads?: boolean | undefined
  inspect?: number | undefined
  /** Limit of request workers. */
  inFront?: number | undefined
}): Handlers => {
  const { functionsDir, env, log, logTo, joinsReads, inspect } = place
  // A debugger joins a single worker, so that worker must serve all requests.
  const most = inspect === undefined ? (place.inFront ?? maxFrontWorkers) : 1
  let stopping = false
  const living = new Set<Generation>()
  const logged = new Set<string>()
  // The stream and the clock retry continuously, so code that does not load is logged once until it changes.
  const logOnce = (line: string): void => {
    if (!logged.has(line)) log(line)
    logged.add(line)
  }
  const begin = (place: 'front' | 'behind'): Generation => {
    const generation = startGeneration({
      functionsDir,
      env,
      logTo,
      joinsReads,
      inspect: inspect === undefined || place === 'front' ? inspect : inspect + 1,
      died: (text, starting) =>
        (starting ? logOnce : log)(
          `${starting ? startFailedText : 'The handlers died and start again.'}\n${readable(text)}`,
        ),
    })
    living.add(generation)
    return generation
  }
  const complain = (complaint: string | undefined, { status }: Outcome): void => {
    // A task cut off by shutdown is not a crash.
    if (complaint !== undefined && !stopping) (status === 'unavailable' ? logOnce : log)(complaint)
  }

  const current: { front: Generation[]; behind?: Generation } = { front: [begin('front')] }
  const forget = (generation: Generation): void => void living.delete(generation)

  /** The least busy worker that is ready. Starts another when all are busy. */
  const inFront = (): Generation => {
    for (const one of current.front) if (one.state() === 'ended') forget(one)
    const there = current.front.filter((one) => one.state() !== 'ended')
    const ready = there.filter((one) => one.state() === 'ready')
    if (there.length === 0 || (ready.length === there.length && there.length < most && isBusy(ready)))
      there.push(begin('front'))
    current.front = there
    const [first, ...others] = ready.length > 0 ? ready : there
    return others.reduce((best, one) => (one.waiting() < best.waiting() ? one : best), first as Generation)
  }
  const behind = (): Generation => {
    const last = current.behind
    if (last && last.state() !== 'ended') return last
    if (last) forget(last)
    current.behind = begin('behind')
    return current.behind
  }
  const ask = async (generation: Generation, errand: Errand, patience: number): Promise<Outcome> => {
    const broken = generation.state() === 'broken'
    const outcome = await generation.ask(errand, inspect === undefined ? patience : debuggerPatience)
    if (!broken && generation.state() !== 'broken') complain(problemTextOf(errand, outcome), outcome)
    return outcome
  }
  /** Uses a worker that ends with the task: a one-time task would otherwise keep its memory while the platform runs. */
  const call = async (file: string, name: string, payload: unknown): Promise<Outcome> => {
    const own = begin('behind')
    try {
      return await ask(own, { kind: 'call', file, name, payload }, backgroundPatience)
    } finally {
      own.retire()
      forget(own)
    }
  }
  const domain = (name: string, payload: unknown): Promise<Outcome> => {
    const file = name === 'clock' ? localClock : join(functionsDir, name, 'handler.ts')
    return ask(behind(), { kind: 'call', file, name: 'handler', payload }, backgroundPatience)
  }

  return {
    route: (path, invocation) =>
      ask(inFront(), { kind: 'route', path, payload: invocation }, gatewayPatience),
    domain,
    call,
    reload: () => {
      const old = [...current.front, ...(current.behind ? [current.behind] : [])]
      logged.clear()
      current.front = [begin('front')]
      if (current.behind) current.behind = begin('behind')
      for (const generation of old) generation.retire()
    },
    stop: async () => {
      stopping = true
      await Promise.all([...living].map((generation) => generation.end()))
    },
  }
}
