import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { repeatWindowSeconds, takesIdempotencyKey } from '../../../lib/contract/idempotency.ts'
import type { TableClient } from '../../../lib/table/client.ts'
import { rowsOf } from '../../security/rows.ts'
import { handlerFor } from '../../support/handlers.ts'
import { everySample, prepare, type Sample } from '../../support/replay.ts'

export const creating = everySample.filter(({ row }) => takesIdempotencyKey(row))
export const recognised = creating.filter(({ row }) => repeatWindowSeconds(row) !== undefined)
export const single = creating.filter(({ row }) => row.creates === 'once')

/** Rows that say what was tried, not what is: they may be there once more. */
const traces = new Set(['RateWindow', 'KeyedAnswer'])

/** The sample of an operation in a world of its own, to be sent any number of times. */
export const staged = async (sample: Sample) => {
  const { place, invocation } = await prepare(sample)
  const { w } = place
  /** How many items of each kind there are. */
  const kinds = async (): Promise<Readonly<Record<string, number>>> => {
    const counts: Record<string, number> = {}
    for (const { entity } of await rowsOf(w, ''))
      if (!traces.has(entity)) counts[entity] = (counts[entity] ?? 0) + 1
    return counts
  }
  const send = async ({
    key,
    client = w.runtime.client,
  }: {
    readonly key?: string
    readonly client?: TableClient
  } = {}) => {
    const headers = { ...invocation.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) }
    const handler = await handlerFor(sample.contract, { ...w.runtime, client })
    const {
      statusCode,
      body = '',
      headers: answered,
    } = await handler({
      ...invocation,
      headers,
    } as APIGatewayProxyEventV2)
    return { status: statusCode, body, retryAfter: answered['retry-after'] }
  }
  return { w, send, kinds }
}
