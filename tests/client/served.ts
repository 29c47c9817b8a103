import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { contracts, domainFor } from '../../functions/routes.ts'
import { apiServer, closeServer, listen } from '../../infra/local/http/server.ts'
import { handlerFor } from '../support/handlers.ts'
import { type World, world } from '../support/world.ts'

type Sent = APIGatewayProxyEventV2

/** A world of its own at a real address, as programs on this machine reach it. */
export type Served = {
  readonly w: World
  /** By number, which names no school: the first school answers. */
  readonly origin: string
  readonly port: number
  /** Names of the events that are coming, the next first. */
  readonly events: readonly string[]
  close(): Promise<unknown>
}

const names = ['Chess evening', 'Open rehearsal', 'Bread and cheese']

export const served = async (): Promise<Served> => {
  const w = await world()
  const route = async (path: string, invocation: unknown) => {
    const contract =
      contracts[domainFor(path, (invocation as Sent).requestContext.http.method) as keyof typeof contracts]
    const handler = await handlerFor(contract, w.runtime)
    return { status: 'done' as const, result: await handler(invocation as Parameters<typeof handler>[0], {}) }
  }
  const server = apiServer({ handlers: { route }, page: () => undefined, changed: () => {} })
  const port = await listen(server, 0, 'PORT')
  const host = w.device()
  await host.register({ email: w.email('host'), password: 'correct horse battery', username: 'host' })
  const day = 24 * 3600 * 1000
  for (const [at, title] of names.entries()) {
    const start = new Date(w.clock.now().getTime() + (at + 2) * day)
    const made = await host.createEvent({
      title,
      type: 'Social',
      visibility: 'public',
      start_time: start.toISOString(),
      end_time: new Date(start.getTime() + 3_600_000).toISOString(),
    })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  }
  return {
    w,
    port,
    origin: `http://${w.home}.localhost:${port}`,
    events: names,
    close: () => closeServer(server, 100),
  }
}
