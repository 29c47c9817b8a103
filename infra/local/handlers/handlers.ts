import { join } from 'node:path'
import { type Generation, startGeneration } from './generation.ts'
import type { Errand, Outcome } from './tasks.ts'

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

const mend = 'The handlers do not start: requests are answered 503 until this is mended.'

const readable = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^\s+at .*node:internal/.test(line))
    .join('\n')

const complaintOf = (errand: Errand, outcome: Outcome): string | undefined => {
  if (outcome.status === 'done') return undefined
  const what = errand.kind === 'route' ? errand.path : errand.file
  if (outcome.status === 'late') return `${what}: ${outcome.text}`
  const how = outcome.status === 'crashed' ? 'crashed' : 'the code does not load'
  return `${what}: ${how}.\n${readable(outcome.text)}`
}

/** Starts the worker. A broken start is logged once and answered as unavailable until the next reload. */
export const startHandlers = (place: {
  functionsDir: string
  env: Record<string, string | undefined>
  log: (line: string) => void
}): Handlers => {
  const { functionsDir, env, log } = place
  const living = new Set<Generation>()
  const told = new Set<string>()
  // The stream and the clock try again and again: code that does not load is worth one line until it changes.
  const once = (line: string): void => {
    if (!told.has(line)) log(line)
    told.add(line)
  }
  const begin = (): Generation => {
    const generation = startGeneration({
      functionsDir,
      env,
      died: (text, starting) =>
        (starting ? once : log)(
          `${starting ? mend : 'The handlers died and start anew.'}\n${readable(text)}`,
        ),
    })
    living.add(generation)
    return generation
  }
  const complain = (complaint: string | undefined, { status }: Outcome): void => {
    if (complaint !== undefined) (status === 'unavailable' ? once : log)(complaint)
  }

  const current: { front: Generation; behind?: Generation } = { front: begin() }
  const ask = async (place: 'front' | 'behind', errand: Errand, patience: number): Promise<Outcome> => {
    const last = current[place]
    if (last?.state() === 'ended') living.delete(last)
    const generation = last && last.state() !== 'ended' ? last : begin()
    current[place] = generation
    const broken = generation.state() === 'broken'
    const outcome = await generation.ask(errand, patience)
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
      current.front = begin()
      if (behind) current.behind = begin()
      front.retire()
      behind?.retire()
    },
    stop: async () => {
      await Promise.all([...living].map((generation) => generation.end()))
    },
  }
}
