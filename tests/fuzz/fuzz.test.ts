import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeParse } from 'zod/mini'
import type { Reply as Promised } from '../../lib/contract/reply.ts'
import { handlerFor } from '../support/handlers.ts'
import { type Campus, everySample, prepare, type Sample } from '../support/replay.ts'
import { type Request, requestsOf } from './requests.ts'

/** Inputs of each operation: `npm run fuzz` sends thousands. */
const inputs = Number(process.env.FUZZ ?? 12)
const seed = Number(process.env.FUZZ_SEED ?? 20260302)
/** Processor seconds of one request: only what would never end takes as long. */
const longest = 30

const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

const broken = ({ kind, schema }: Promised, status: number, text: string): unknown => {
  if (status === 500) return text
  if (status >= 300 || kind === 'text' || !schema) return undefined
  const body = JSON.parse(text)
  return safeParse(schema, kind === 'data' ? body.data : body).error?.issues
}

/** The sample with another path, query and body. */
const inPlaceOf = (
  sample: APIGatewayProxyEventV2,
  { path, query, body }: Request,
): APIGatewayProxyEventV2 => {
  const { body: _, queryStringParameters: __, isBase64Encoded: ___, ...rest } = sample
  const content = body === undefined ? {} : { body: JSON.stringify(body) ?? 'null' }
  const asJson = body === undefined ? {} : { 'content-type': 'application/json' }
  return {
    ...rest,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    ...(Object.keys(query).length > 0 ? { queryStringParameters: { ...query } } : {}),
    headers: { ...sample.headers, ...asJson },
    ...content,
    isBase64Encoded: false,
  }
}

const knownIn = ({ w, people, ada }: Campus): string[] => [
  ...Object.values(people).flatMap(({ id, globalUserId, email }) => [id, globalUserId, email]),
  ada.id,
  w.home,
  w.sister,
  'absent',
]

const judge = async (sample: Sample): Promise<unknown[]> => {
  const { row } = sample
  const { place, invocation } = await prepare(sample)
  const handler = await handlerFor(sample.contract, place.w.runtime)
  const wrong: unknown[] = []
  // What a process derives or loads once, such as the OpenAPI document, is not what an input costs.
  if (row.method === 'GET') await handler(structuredClone(invocation))
  for (const request of fc.sample(requestsOf(row, invocation, knownIn(place)), { numRuns: inputs, seed })) {
    const begun = processorSeconds()
    const { statusCode, body = '', headers } = await handler(inPlaceOf(invocation, request))
    const took = Math.round(processorSeconds() - begun)
    // An export in another format is a document.
    const isJson = headers['content-type']?.startsWith('application/json') ?? true
    const problem = isJson ? broken(row.reply, statusCode, body) : undefined
    if (problem !== undefined || took > longest) wrong.push({ request, statusCode, took, problem })
  }
  return wrong
}

describe('whatever is sent', () => {
  it.each(everySample)(
    '$name answers as it promises, and never with a defect',
    async (sample) => {
      expect(await judge(sample)).toEqual([])
    },
    600_000,
  )
})
