import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { contract as events } from '../../../functions/events/contract.ts'
import { operations as eventOperations } from '../../../functions/events/operations.ts'
import { contract as pages } from '../../../functions/pages/contract.ts'
import { domains } from '../../../functions/pages/domains.ts'
import { operations as pageOperations } from '../../../functions/pages/operations.ts'
import { sampleOf } from '../../../infra/derive/samples.ts'
import { demoTokens } from '../../../infra/local/demo.ts'
import { runInProcess } from '../../../lib/http/in-process.ts'
import { serve } from '../../../lib/http/serve.ts'
import { bounded } from '../../load/bounded.ts'
import { median, print, rounded } from '../../load/figures.ts'
import { demoRuntime, microsOf } from './processor-time.ts'

const mostMs = 360_000
/** Processor time of a page, of that of the operation that it shows. */
const budget = 1.3
const { values } = parseArgs({ options: { requests: { type: 'string', default: '300' } } })
/** Requests of one block; blocks of page and operation take turns. */
const size = Number(values.requests)
const blocks = 13
const folder = mkdtempSync(join(tmpdir(), 'quad-pages-'))

const readers = [
  { who: 'anybody', person: undefined },
  { who: 'a person who is signed in', person: 'ben' },
  { who: 'whoever keeps it', person: 'ada' },
] as const

const prove = async (): Promise<boolean> => {
  const runtime = await demoRuntime('pages', folder)
  const handlers = {
    page: serve(pages, pageOperations, () => runtime, runInProcess(domains)),
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
        operation: await microsOf(handlers.operation, invocations.operation, size),
        page: await microsOf(handlers.page, invocations.page, size),
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
