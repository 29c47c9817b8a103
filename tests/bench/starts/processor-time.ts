import { join } from 'node:path'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { startEngine } from '../../../infra/local/data/engine.ts'
import { createTable } from '../../../infra/local/data/table.ts'
import { demoCampus } from '../../../infra/local/demo.ts'
import type { Handler } from '../../../lib/http/serve.ts'
import { metricLine } from '../../../lib/log.ts'
import { processRuntime, type Runtime } from '../../../lib/runtime.ts'

/** Microseconds of processors that one request takes, over a block of so many. */
export const microsOf = async (
  handler: Handler,
  invocation: APIGatewayProxyEventV2,
  requests: number,
): Promise<number> => {
  const used = process.cpuUsage()
  for (let request = 0; request < requests; request += 1) await handler(invocation)
  const { user, system } = process.cpuUsage(used)
  return (user + system) / requests
}

/** The demo campus in a table of an engine in memory, without limits of rates, as this process reaches it. */
export const demoRuntime = async (table: string, folder: string): Promise<Runtime> => {
  const { endpoint } = await startEngine({ memory: true })
  await createTable(endpoint, table)
  const settings = { DYNAMODB_ENDPOINT: endpoint, TABLE_NAME: table, DATA_DIR: join(folder, 'data') }
  Object.assign(process.env, settings, { RATE_LIMIT_SCALE: '1000000' })
  await demoCampus({ dataDir: '', origin: '', tableName: '' })
  const at = new Date()
  return {
    ...processRuntime(),
    // Nothing that is kept for a while runs out, so that every request asks the table the same.
    now: () => at,
    // A line is made as in production, and not written.
    log: (line) => void metricLine('bench', line, at.getTime()),
  }
}
