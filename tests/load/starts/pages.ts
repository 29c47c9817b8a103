import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { contract as events } from '../../../functions/events/contract.ts'
import { operations as eventOperations } from '../../../functions/events/operations.ts'
import { contract as pages } from '../../../functions/pages/contract.ts'
import { doors } from '../../../functions/pages/doors.ts'
import { operations as pageOperations } from '../../../functions/pages/operations.ts'
import { sampleOf } from '../../../infra/derive/samples.ts'
import { startEngine } from '../../../infra/local/data/engine.ts'
import { createTable } from '../../../infra/local/data/table.ts'
import { demoCampus, demoTokens } from '../../../infra/local/demo.ts'
import { type Handler, serve } from '../../../lib/http/serve.ts'
import { inside } from '../../../lib/http/within.ts'
import { metricLine } from '../../../lib/log.ts'
import { processRuntime, type Runtime } from '../../../lib/runtime.ts'
import { bounded } from '../bounded.ts'
import { print, rounded } from '../figures.ts'

const mostMs = 150_000
/** Processor time of a page, of that of the operation that it shows. */
const budget = 1.3
const { values } = parseArgs({ options: { requests: { type: 'string', default: '300' } } })
/** Requests of one block; blocks of page and operation take turns. */
const size = Number(values.requests)
const blocks = 13
const folder = mkdtempSync(join(tmpdir(), 'quad-pages-'))

/** Microseconds of a processor that one request takes, over a block of them, calls of the table with it. */
const costOf = async (handler: Handler, invocation: APIGatewayProxyEventV2): Promise<number> => {
  const used = process.cpuUsage()
  for (let request = 0; request < size; request += 1) await handler(invocation)
  const { user, system } = process.cpuUsage(used)
  return (user + system) / size
}

const median = (all: readonly number[]): number =>
  [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

const readers = [
  { who: 'anybody', person: undefined },
  { who: 'a person who is signed in', person: 'ben' },
  { who: 'whoever keeps it', person: 'ada' },
] as const

const prove = async (): Promise<boolean> => {
  const { endpoint } = await startEngine({ memory: true })
  await createTable(endpoint, 'pages')
  const settings = { DYNAMODB_ENDPOINT: endpoint, TABLE_NAME: 'pages', DATA_DIR: join(folder, 'data') }
  Object.assign(process.env, settings, { RATE_LIMIT_SCALE: '1000000' })
  await demoCampus({ dataDir: '', origin: '', tableName: '' })
  const at = new Date()
  const runtime: Runtime = {
    ...processRuntime(),
    // Nothing that is kept for a while runs out, so that every request asks the table the same.
    now: () => at,
    // A line is made as in production, and not written.
    log: (line) => void metricLine('bench', line, at.getTime()),
  }
  const handlers = {
    page: serve(pages, pageOperations, () => runtime, inside(doors)),
    operation: serve(events, eventOperations, () => runtime),
  }
  let within = true
  for (const { who, person } of readers) {
    const token = person && (await demoTokens(person))?.accessToken
    const sent = (name: string, row: unknown): APIGatewayProxyEventV2 => {
      const { cookies: _, ...sample } = JSON.parse(JSON.stringify(sampleOf(name, row as never)))
      const { authorization: __, ...headers } = sample.headers
      return { ...sample, headers, ...(token ? { cookies: [`accessToken=${token}`] } : {}) }
    }
    const invocations = {
      page: sent('showEvent', pages.rows.showEvent),
      operation: sent('getEvent', events.rows.getEvent),
    }
    for (const each of ['page', 'operation'] as const) {
      const { statusCode, body } = await handlers[each](invocations[each])
      if (statusCode !== 200) throw new Error(`The ${each} answered ${statusCode}: ${body}`)
    }
    const costs: { page: number; operation: number }[] = []
    for (let block = 0; block < blocks; block += 1) {
      const both = {
        operation: await costOf(handlers.operation, invocations.operation),
        page: await costOf(handlers.page, invocations.page),
      }
      // What comes first is not compiled yet.
      if (block >= 3) costs.push(both)
    }
    const value = Math.round(median(costs.map(({ page, operation }) => page / operation)) * 100) / 100
    within &&= value <= budget
    print({
      figure: `processor time of the page of an event for ${who}, of that of getEvent`,
      value,
      unit: 'times',
      budget,
      withinBudget: value <= budget,
      pageMicros: rounded(median(costs.map(({ page }) => page))),
      operationMicros: rounded(median(costs.map(({ operation }) => operation))),
      requests: size * costs.length,
    })
  }
  return within
}

await bounded(mostMs, prove, () => rmSync(folder, { recursive: true, force: true }))
