import { join } from 'node:path'
import { type Generation, startGeneration } from './generation.ts'
import type { Errand, Outcome } from './tasks.ts'

/** The handlers behind the front door, in a worker that is replaced when their code changes. */
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

const readable = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\s+at .*node:internal/.test(line))
    .join('\n')

const tell = (log: (line: string) => void, errand: Errand, outcome: Outcome): Outcome => {
  if (outcome.status === 'done') return outcome
  const what = errand.kind === 'route' ? errand.path : errand.file
  if (outcome.status === 'crashed') log(`${what} crashed:\n${readable(outcome.text)}`)
  if (outcome.status === 'late') log(`${what}: ${outcome.text}`)
  if (outcome.status === 'unavailable') log(`${what}: the code does not load.\n${readable(outcome.text)}`)
  return outcome
}

/** Starts the worker. A broken start is logged once and answered as unavailable until the next reload. */
export const startHandlers = (place: {
  functionsDir: string
  env: Record<string, string | undefined>
  log: (line: string) => void
}): Handlers => {
  const { functionsDir, env, log } = place
  const living = new Set<Generation>()
  const begin = (): Generation => {
    const generation = startGeneration({
      functionsDir,
      env,
      broken: (text) =>
        log(`The handlers do not run: requests are answered 503 until this is fixed.\n${readable(text)}`),
    })
    living.add(generation)
    return generation
  }
  let current = begin()

  const ask = async (errand: Errand, patience: number): Promise<Outcome> => {
    if (current.state() === 'ended') {
      living.delete(current)
      current = begin()
    }
    const generation = current
    const broken = generation.state() === 'broken'
    const outcome = await generation.ask(errand, patience)
    return broken || generation.state() === 'broken' ? outcome : tell(log, errand, outcome)
  }
  const call = (file: string, name: string, payload: unknown): Promise<Outcome> =>
    ask({ kind: 'call', file, name, payload }, backgroundPatience)

  return {
    route: (path, invocation) => ask({ kind: 'route', path, payload: invocation }, gatewayPatience),
    domain: (domain, payload) => call(join(functionsDir, domain, 'handler.ts'), 'handler', payload),
    call,
    reload: () => {
      const old = current
      current = begin()
      old.retire()
    },
    stop: async () => {
      await Promise.all([...living].map((generation) => generation.end()))
    },
  }
}
