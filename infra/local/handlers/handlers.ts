import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { dayMs } from '../../../lib/contract/time.ts'
import { type Errand, type Generation, type Outcome, startGeneration } from './generation.ts'

/**
 * The handlers, in workers that are replaced when their code changes: some behind the front door, as many as there are
 * processors to use, and one for what follows, which must not keep requests waiting.
 */
export type Handlers = {
  /** Answers a request: the domain is found by path. At most 30 s, as behind API Gateway. */
  route: (path: string, invocation: unknown) => Promise<Outcome>
  /** Invokes `functions/<domain>/handler.ts`, at most 5 minutes. */
  domain: (domain: string, payload: unknown) => Promise<Outcome>
  /** Calls one export of one file, in a worker of its own. */
  call: (file: string, name: string, payload: unknown) => Promise<Outcome>
  /** Makes what the first look at the documents would have to wait for, in the worker that is going to be asked. */
  prepare: () => Promise<Outcome>
  reload: () => void
  stop: () => Promise<void>
}

const documents = join(import.meta.dirname, 'documents.ts')

const gatewayPatience = 30_000
const backgroundPatience = 300_000
/** Somebody who debugs may think as long as they like. */
const debuggerPatience = dayMs

/** Workers behind the front door: two at least, since one that waits for its answer leaves a processor idle. */
const maxFrontWorkers = Math.min(4, Math.max(2, availableParallelism()))
/** Requests under way in every worker that there is, from which on another one is started. */
const busy = 3

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

/** Starts the workers. A broken start is logged once and answered as unavailable until the next reload. */
export const startHandlers = (place: {
  functionsDir: string
  env: Record<string, string | undefined>
  log: (line: string) => void
  logTo?: NodeJS.WritableStream | undefined
  inspect?: number | undefined
  /** Workers behind the front door at most. */
  inFront?: number | undefined
}): Handlers => {
  const { functionsDir, env, log, logTo, inspect } = place
  // A debugger joins one of them: all requests have to come by there.
  const most = inspect === undefined ? (place.inFront ?? maxFrontWorkers) : 1
  let stopping = false
  const living = new Set<Generation>()
  const logged = new Set<string>()
  // The stream and the clock try again and again: code that does not load is worth one line until it changes.
  const logOnce = (line: string): void => {
    if (!logged.has(line)) log(line)
    logged.add(line)
  }
  const begin = (place: 'front' | 'behind'): Generation => {
    const generation = startGeneration({
      functionsDir,
      env,
      logTo,
      inspect: inspect === undefined || place === 'front' ? inspect : inspect + 1,
      died: (text, starting) =>
        (starting ? logOnce : log)(
          `${starting ? startFailedText : 'The handlers died and start anew.'}\n${readable(text)}`,
        ),
    })
    living.add(generation)
    return generation
  }
  const complain = (complaint: string | undefined, { status }: Outcome): void => {
    // What is cut off because all ends has not crashed.
    if (complaint !== undefined && !stopping) (status === 'unavailable' ? logOnce : log)(complaint)
  }

  const current: { front: Generation[]; behind?: Generation } = { front: [begin('front')] }
  const forget = (generation: Generation): void => void living.delete(generation)

  /** The idlest worker that is ready; one more is started where all of them have enough to do. */
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
  /** In a worker that ends with it: what is done once would keep its memory for as long as the platform runs. */
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
    const file = join(functionsDir, name, 'handler.ts')
    return ask(behind(), { kind: 'call', file, name: 'handler', payload }, backgroundPatience)
  }

  return {
    route: (path, invocation) =>
      ask(inFront(), { kind: 'route', path, payload: invocation }, gatewayPatience),
    domain,
    call,
    prepare: () =>
      ask(inFront(), { kind: 'call', file: documents, name: 'prepare', payload: null }, gatewayPatience),
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
