import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { domainsAt } from '../../infra/derive/gateway-routes.ts'
import type { Outcome } from '../../infra/local/handlers/generation.ts'
import { apiServer, closeServer, httpServer, listen } from '../../infra/local/http/server.ts'
import { startStream } from '../../infra/local/stream/stream.ts'
import type { Response } from '../../lib/http/respond.ts'
import { connect } from '../../lib/table/client.ts'
import { type SentMail, serviceDoor, tableDoor } from './aws-doors.ts'
import { type DeployedFunction, type Deployment, deploymentOf } from './deployment.ts'
import { type FunctionProcess, startFunction } from './function-process.ts'
import { type ObjectStore, objectStore } from './object-store.ts'
import { allows, type Deed } from './policy.ts'
import { sendTo } from './requests.ts'
import { readAssembly, type Value } from './template.ts'

/** So many functions live side by side; the one that was idle longest makes room. */
const mostAlive = 5

/** What a function did, or tried to. */
export type Done = { readonly domain: string; readonly deed: Deed }

export type DeployedPlatform = {
  readonly deployment: Deployment
  readonly mails: readonly SentMail[]
  readonly objects: Pick<ObjectStore, 'open' | 'begun'>
  /** What functions tried without a right to it. */
  readonly denied: readonly Done[]
  /** What functions did by their rights. */
  readonly done: readonly Done[]
  /** Hosts outside this machine that functions called. */
  readonly outside: readonly string[]
  readonly logs: readonly { readonly domain: string; readonly line: string }[]
  /** Sends over HTTP what an invocation stands for. */
  send(invocation: APIGatewayProxyEventV2): Promise<Response>
  /** The clock strikes. */
  strike(): Promise<Outcome>
  stop(): Promise<void>
}

export type PlatformPlace = {
  readonly assembly: string
  readonly engine: string
  readonly tableName: string
  readonly secret: string
  now(): Date
  readonly withStream?: boolean
  /** What was uploaded past the functions. */
  uploaded?(key: string): Promise<Uint8Array | undefined>
  /** A defect, for tests of the tests. */
  readonly changed?: (one: DeployedFunction) => DeployedFunction
}

const hashKeyOf = (keys: Value): string => keys.find(({ KeyType }: Value) => KeyType === 'HASH').AttributeName

const keysOf = ({ table }: Deployment) => ({
  table: hashKeyOf(table.KeySchema),
  indexes: Object.fromEntries(
    (table.GlobalSecondaryIndexes ?? []).map((index) => [index.IndexName, hashKeyOf(index.KeySchema)]),
  ),
})

const createTable = async ({ engine, tableName }: PlatformPlace, { table }: Deployment): Promise<void> => {
  const { documents } = connect({ TABLE_NAME: tableName, DYNAMODB_ENDPOINT: engine })
  await documents.send(new CreateTableCommand(table) as never)
}

/** The functions of a deployment, each started when it is first needed. */
const startFunctions = (
  place: PlatformPlace,
  environmentOf: (domain: string) => Readonly<Record<string, string>>,
  heard: { log(domain: string, line: string): void; outside(host: string): void },
) => {
  const alive = new Map<string, FunctionProcess>()
  const invoke = async (one: DeployedFunction, payload: unknown): Promise<Outcome> => {
    const { domain } = one
    const known =
      alive.get(domain) ??
      startFunction(place.changed?.(one) ?? one, environmentOf(domain), {
        log: (line) => heard.log(domain, line),
        outside: heard.outside,
      })
    alive.delete(domain)
    alive.set(domain, known)
    const [oldest] = alive.keys()
    if (alive.size > mostAlive && oldest !== undefined) {
      const idle = alive.get(oldest)
      alive.delete(oldest)
      await idle?.end()
    }
    return known.invoke(payload, place.now())
  }
  const stop = async (): Promise<void> => {
    await Promise.all([...alive.values()].map((one) => one.end()))
  }
  return { invoke, stop }
}

/** The function that a request leads to by the routes of the template. */
const routing = ({ routes }: Deployment) => {
  const known = routes.flatMap(({ key, to }) => {
    const [method = '', path] = key.split(' ')
    if (path === undefined) return []
    return [{ path, domain: to.domain, ...(method === 'ANY' ? {} : { method }) }]
  })
  return (path: string, method: string): DeployedFunction => {
    const [domain, ...others] = domainsAt(known, path, method)
    const found = routes.find(({ to }) => to.domain === domain)
    if (!found || others.length > 0) throw new Error(`${path} leads to ${domain} ${others.join(' ')}`)
    return found.to
  }
}

/** Deploys the templates on this machine: their table on the engine, their functions behind their routes, their rights in force. */
export const deploy = async (place: PlatformPlace): Promise<DeployedPlatform> => {
  const deployment = deploymentOf(readAssembly(place.assembly), place.tableName)
  await createTable(place, deployment)
  const mails: SentMail[] = []
  const denied: Done[] = []
  const done: Done[] = []
  const outside: string[] = []
  const logs: { domain: string; line: string }[] = []
  const functionOf = (domain: string) => {
    const found = deployment.functions.find((one) => one.domain === domain)
    return found && (place.changed?.(found) ?? found)
  }
  const mayReach = (domain: string, deed: Deed): boolean => allows(functionOf(domain)?.statements ?? [], deed)
  const guard = (domain: string, deeds: readonly Deed[]): boolean => {
    const wrong = deeds.filter((deed) => !mayReach(domain, deed))
    denied.push(...wrong.map((deed) => ({ domain, deed })))
    if (wrong.length === 0) done.push(...deeds.map((deed) => ({ domain, deed })))
    return wrong.length === 0
  }
  const stock = {
    secret: place.secret,
    mails,
    objects: objectStore(place.uploaded ?? (async () => undefined)),
    bucketsOf: (domain: string) =>
      Object.entries(functionOf(domain)?.environment ?? {})
        .filter(([name]) => name.endsWith('_BUCKET'))
        .map(([, bucket]) => bucket),
    mayReach,
  }
  const servers: Server[] = []
  const open = async (server: Server): Promise<number> => {
    servers.push(server)
    return listen(server, 0, 'PORT')
  }
  const tablePort = await open(httpServer(tableDoor(place.engine, keysOf(deployment), guard)))
  const servicePort = await open(httpServer(serviceDoor(stock, guard)))
  const services = `http://127.0.0.1:${servicePort}`
  const environmentOf = (domain: string) => ({
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: domain,
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'session',
    AWS_LAMBDA_FUNCTION_NAME: domain,
    TZ: ':UTC',
    _X_AMZN_TRACE_ID: 'Root=1-00000000-000000000000000000000000;Sampled=0',
    DYNAMODB_ENDPOINT: `http://127.0.0.1:${tablePort}/${domain}`,
    AWS_ENDPOINT_URL_S3: services,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: services,
    AWS_ENDPOINT_URL_SESV2: services,
  })
  const functions = startFunctions(place, environmentOf, {
    log: (domain, line) => logs.push({ domain, line }),
    outside: (host) => outside.push(host),
  })
  const functionAt = routing(deployment)
  const handlers = {
    route: (path: string, invocation: unknown) => {
      const { method } = (invocation as APIGatewayProxyEventV2).requestContext.http
      return functions.invoke(functionAt(path, method), invocation)
    },
  }
  const port = await open(apiServer({ handlers, page: () => undefined, changed: () => undefined }))
  const dataDir = mkdtempSync(join(tmpdir(), 'quad-deployed-'))
  const { stream, minute } = deployment
  const consumer = place.withStream
    ? await startStream({
        endpoint: place.engine,
        table: place.tableName,
        dataDir,
        ownFile: false,
        invoke: (Records) => functions.invoke(stream.to, { Records }),
        log: (line) => logs.push({ domain: 'stream', line }),
      })
    : undefined
  return {
    deployment,
    mails,
    objects: stock.objects,
    denied,
    done,
    outside,
    logs,
    async send(invocation) {
      const answered = await sendTo(port, invocation)
      consumer?.wake()
      return answered
    },
    strike: () => functions.invoke(minute.to, minute.input(place.now())),
    async stop() {
      await consumer?.stop()
      await Promise.all(servers.map((server) => closeServer(server, 0)))
      await functions.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
