import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams'
import { routes } from '../../../functions/routes.ts'
import { sampleOf } from '../../derive/samples.ts'
import { type Engine, startEngine } from '../data/engine.ts'
import { engineBinary } from '../data/engine-binary.ts'
import { clientConfiguration, createTable } from '../data/table.ts'
import { demoCampus, demoTokens } from '../demo.ts'
import { demoPeople } from '../demo-people.ts'
import { toNotice } from '../stream/delivery.ts'
import { streamOf } from '../stream/shards.ts'
import { handlerEnvironment, tableName } from './environment.ts'

/** What reads comes before what changes, and what deletes at the end. */
const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const signatures = async (): Promise<Map<string, string>> => {
  const all = new Map<string, string>()
  for (const { key } of demoPeople) {
    const made = await demoTokens(key)
    all.set(`Bearer demo:${key}`, `Bearer ${made?.accessToken}`)
    all.set(`refreshToken=demo:${key}`, `refreshToken=${made?.refreshToken}`)
  }
  return all
}

/** What the stream told while the campus was made, each by itself: the first that fails would end a batch. */
const notices = async (endpoint: string): Promise<readonly unknown[]> => {
  const client = new DynamoDBStreamsClient(clientConfiguration(endpoint))
  const StreamArn = await streamOf(client, tableName)
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }))
  const all: unknown[] = []
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const from = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const
    const { ShardIterator } = await client.send(new GetShardIteratorCommand(from))
    const { Records = [] } = await client.send(new GetRecordsCommand({ ShardIterator }))
    all.push(...Records.map((record) => ({ Records: [toNotice(record, StreamArn)] })))
  }
  return all
}

/** By function: its samples on the demo campus of this process's settings, signed by the people they name. */
export const campusInvocations = async (
  endpoint: string,
): Promise<ReadonlyMap<string, readonly unknown[]>> => {
  const signed = await signatures()
  const sign = (text: string): string =>
    text.replace(/(?:Bearer |refreshToken=)demo:\w+/g, (name) => signed.get(name) ?? name)
  const samples = routes.map(({ domain, rows }) => {
    const sorted = Object.entries(rows).sort(
      ([, one], [, other]) => order.indexOf(one.method) - order.indexOf(other.method),
    )
    return [
      domain,
      sorted.map(([name, row]) => JSON.parse(sign(JSON.stringify(sampleOf(name, row))))),
    ] as const
  })
  return new Map<string, readonly unknown[]>([
    ...samples,
    ['notices', await notices(endpoint)],
    ['clock', [{ time: new Date().toISOString() }]],
  ])
}

// A program of its own: the demo campus takes its settings from the environment of the process.

type Code = { readonly domain: string; readonly folder: string; readonly start: string }
type Invocations = ReadonlyMap<string, readonly unknown[]>

/** Lambda starts Node with it, and V8 takes code only from a process with the same options. */
const options = ['--expose-gc']
const mostMs = 120_000
const nowhere = 'http://127.0.0.1:9'

const folder = mkdtempSync(join(tmpdir(), 'quad-code-'))
const campus = join(folder, 'campus')
const running = new Set<Engine>()

process.once('exit', () => {
  for (const engine of running) engine.kill()
  rmSync(folder, { recursive: true, force: true })
})
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130))

const withEngine = async <T>(dataDir: string, carryOut: (endpoint: string) => Promise<T>): Promise<T> => {
  const engine = await startEngine({ dataDir })
  running.add(engine)
  try {
    return await carryOut(engine.endpoint)
  } finally {
    await engine.stop()
    running.delete(engine)
  }
}

const environmentOf = (dataDir: string, endpoint: string) =>
  handlerEnvironment(
    {},
    { endpoint, ownEngine: true, dataDir, defaultTenant: 'demo', port: 3000, mediaPort: 3001 },
  )

const makeCampus = (): Promise<Invocations> => {
  mkdirSync(campus)
  return withEngine(campus, async (endpoint) => {
    Object.assign(process.env, environmentOf(campus, endpoint))
    await createTable(endpoint, tableName)
    await demoCampus({ dataDir: campus, origin: '', tableName })
    return campusInvocations(endpoint)
  })
}

const keepCode = async (
  { folder: bundle, start }: Code,
  dataDir: string,
  endpoint: string,
  all: readonly unknown[],
): Promise<void> => {
  mkdirSync(dataDir, { recursive: true })
  const invocations = join(dataDir, 'invocations.json')
  writeFileSync(invocations, JSON.stringify(all))
  const program = join(import.meta.dirname, 'code-cache-run.ts')
  const argv = [...options, program, bundle, start, invocations]
  const bounds = { timeout: mostMs, maxBuffer: 64 * 1024 * 1024 }
  await promisify(execFile)(process.execPath, argv, { ...bounds, env: environmentOf(dataDir, endpoint) })
}

/** Every function has a copy of the campus to itself: some samples delete what others ask for. */
const keepCodeOf = async (code: Code, invocations: Invocations | undefined): Promise<void> => {
  const dataDir = join(folder, code.domain)
  const samples = invocations?.get(code.domain) ?? []
  if (!invocations) return keepCode(code, dataDir, nowhere, samples)
  cpSync(campus, dataDir, { recursive: true })
  await withEngine(dataDir, (endpoint) => keepCode(code, dataDir, endpoint, samples))
}

const hasEngine = (): boolean => {
  try {
    return engineBinary() !== ''
  } catch {
    return false
  }
}

const waiting: Code[] = JSON.parse(process.argv[2] ?? '[]')
// Where no engine comes with the packages, the code of the start alone is kept.
const invocations = hasEngine() ? await makeCampus() : undefined
const work = async (): Promise<void> => {
  for (let code = waiting.shift(); code; code = waiting.shift()) await keepCodeOf(code, invocations)
}
await Promise.all(Array.from({ length: availableParallelism() }, work))
process.exit(0)
