import { contracts } from '../../../functions/routes.ts'
import { invocationOf } from '../../../infra/invocation.ts'
import { startEngine } from '../../../infra/local/data/engine.ts'
import { type Handler, serve } from '../../../lib/http/serve.ts'
import type { Runtime } from '../../../lib/runtime.ts'
import { bounded } from '../bounded.ts'
import { makeStormTable } from './storm-engine.ts'
import { putAll, stormRuntime, tableOf } from './storm-world.ts'
import { type SignedIn, signedIn } from './visitors.ts'

export type Domain = keyof typeof contracts

export type Ask = {
  readonly domain: Domain
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly school: string
  readonly query?: Readonly<Record<string, string>>
  readonly token?: string | undefined
  readonly refreshToken?: string
  readonly body?: object
  readonly sourceIp?: string
}

export type Answer = {
  readonly status: number
  readonly text: string
  readonly cookies: readonly string[]
  readonly ms: number
}

/** The platform's doors on an engine of its own, without servers between: what is measured is the platform itself. */
export type Arena = {
  readonly runtime: Runtime
  readonly ask: (wanted: Ask) => Promise<Answer>
  /** People of a school with an account and a session, written past the doors. */
  readonly people: (school: string, count: number, from?: number) => Promise<readonly SignedIn[]>
  /** The same doors, of a platform with another connection to the table, say, or another clock. */
  readonly doorsWith: (other: Partial<Runtime>) => Promise<Pick<Arena, 'runtime' | 'ask'>>
  /** Address of the engine behind. */
  readonly engine: string
}

const doorsOf = async (
  runtime: Runtime,
  domains: readonly Domain[],
): Promise<ReadonlyMap<Domain, Handler>> => {
  const doors = domains.map(async (domain) => {
    const { operations } = await import(`../../../functions/${domain}/operations.ts`)
    return [domain, serve(contracts[domain], operations, () => runtime)] as const
  })
  return new Map(await Promise.all(doors))
}

const asker = (runtime: Runtime, doors: ReadonlyMap<Domain, Handler>): Arena['ask'] => {
  let requests = 0
  return async ({ domain, method = 'GET', path, school, query, token, refreshToken, body, sourceIp }) => {
    const door = doors.get(domain)
    if (!door) throw new Error(`nobody opened the door of ${domain}`)
    requests += 1
    const invocation = invocationOf({
      method,
      path,
      host: `${school}.localhost`,
      ...(query ? { query } : {}),
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(refreshToken ? { cookies: [`refreshToken=${refreshToken}`] } : {}),
      ...(body ? { body: JSON.stringify(body) } : {}),
      requestId: `request-${requests}`,
      at: runtime.now(),
      ...(sourceIp ? { sourceIp } : {}),
    })
    const begun = performance.now()
    const { statusCode: status, body: text = '', cookies = [] } = await door(invocation)
    return { status, text, cookies, ms: performance.now() - begun }
  }
}

const seeder =
  (runtime: Runtime): Arena['people'] =>
  async (school, count, from = 0) => {
    const table = tableOf(runtime, school)
    const one = (at: number) => {
      const name = `${school}-${at}`
      return signedIn(runtime, table, { name, email: `${name}@example.edu`, school, home: school })
    }
    const all: SignedIn[] = []
    for (let at = 0; at < count; at += 500) {
      const size = Math.min(500, count - at)
      // The first token publishes the key of all.
      const [first, ...rest] = [
        await one(from + at),
        ...(await Promise.all(Array.from({ length: size - 1 }, (_, i) => one(from + at + i + 1)))),
      ]
      const some = [first, ...rest]
      await putAll(
        runtime,
        school,
        some.flatMap(({ writes }) => writes),
      )
      all.push(...some)
    }
    return all
  }

/**
 * Runs `act` in an arena, and ends everything that it has started: after `act`, at a signal, or when it takes longer than
 * `seconds`. Loopback only. The process ends with status 1 when `act` answers false or throws.
 */
export const inArena = async (
  {
    domains,
    seconds,
    settings = {},
  }: {
    readonly domains: readonly Domain[]
    readonly seconds: number
    readonly settings?: Readonly<Record<string, string>>
  },
  act: (arena: Arena) => Promise<boolean>,
): Promise<void> => {
  const engine = await startEngine({ memory: true })
  const prove = async (): Promise<boolean> => {
    const runtime = stormRuntime(engine.endpoint, settings)
    await makeStormTable(runtime)
    const doorsWith = async (other: Partial<Runtime>) => {
      const own = { ...runtime, ...other }
      return { runtime: own, ask: asker(own, await doorsOf(own, domains)) }
    }
    const { ask } = await doorsWith({})
    return act({ runtime, ask, people: seeder(runtime), doorsWith, engine: engine.endpoint })
  }
  await bounded(seconds * 1000, prove, () => engine.stop())
}
