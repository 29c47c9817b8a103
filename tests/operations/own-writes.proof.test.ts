import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { sampleOf } from '../../infra/derive/samples.ts'
import { handlerFor } from '../support/handlers.ts'
import { type Campus, everySample, inWorld, prepare, type Sample } from '../support/replay.ts'
import { keepReadsBehind } from '../support/table/kept-behind.ts'
import { lateLists } from '../support/table/late-lists.ts'

/** Each answer is another one. */
const neverTheSame = new Set(['platform.getDetailedHealth', 'saml.getSamlTestLogin'])

const writing = everySample.filter(({ row }) => row.method !== 'GET' && row.example.as)
const reading = everySample.filter(
  ({ name, row }) =>
    row.method === 'GET' && row.access !== 'anyone' && row.host !== 'platform' && !neverTheSame.has(name),
)

/** Every id in a reply, by the names of its fields. */
const idsIn = (value: unknown, name = ''): string[] => {
  if (typeof value === 'string') return /(?:^_?id|Id)$/.test(name) ? [value] : []
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, part]) => idsIn(part, Array.isArray(value) ? name : key))
}

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(fields.map(([name, part]) => [name, inOrder(part)]))
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const sampleValue = /\bdemo-[a-z-]+\b|\b01DEMO\w+/g

/** What `asked`'s person reads next by one reading sample: about what was there, or about what came into being. */
const requestsOf = (
  { operation, row }: Sample,
  { place, staged }: { place: Campus; staged: Readonly<Record<string, string>> },
  made: readonly string[],
  { authorization }: APIGatewayProxyEventV2['headers'],
): APIGatewayProxyEventV2[] => {
  const { cookies: _, ...sample } = sampleOf(operation, row)
  const headers = { ...sample.headers, authorization }
  const text = inWorld(JSON.stringify({ ...sample, headers }), place, staged)
  const [open, ...others] = new Set(text.match(sampleValue))
  if (open === undefined) return [JSON.parse(text)]
  return others.length > 0 ? [] : made.map((id) => JSON.parse(text.replaceAll(open, id)))
}

const wrongAfter = async (sample: Sample): Promise<string[]> => {
  const stage = await prepare(sample)
  const { runtime } = stage.place.w
  const { headers: asked } = stage.invocation
  const ask = async ({ contract }: Sample, request: APIGatewayProxyEventV2) => {
    // Another instance of the function answers.
    runtime.schools.clear()
    const handler = await handlerFor(contract, runtime)
    const { statusCode, body = '', headers } = await handler(request)
    const said = JSON.stringify(inOrder(jsonIn(body)))
    return { status: statusCode, body, said, tag: headers.etag, written: headers['x-last-write'] }
  }
  const addressOf = ({ rawPath, rawQueryString }: APIGatewayProxyEventV2) => `${rawPath}?${rawQueryString}`
  const tags = new Map<string, string>()
  for (const one of reading)
    for (const request of requestsOf(one, stage, [], asked)) {
      const { tag } = await ask(one, request)
      if (tag) tags.set(addressOf(request), tag)
    }
  const reads = await keepReadsBehind(runtime.client)
  const { status, body, written } = await ask(sample, stage.invocation)
  const wrong = status < 400 ? [] : [`${status} by itself`]
  const made = [...new Set(idsIn(jsonIn(body)))].slice(0, 6)
  const pairs = reading.flatMap((one) =>
    requestsOf(one, stage, made, asked).map((request) => ({ one, request })),
  )
  for (const { one, request: plain } of pairs) {
    const tag = tags.get(addressOf(plain))
    const headers = {
      ...plain.headers,
      ...(tag ? { 'if-none-match': tag } : {}),
      ...(written ? { 'x-last-write': written } : {}),
    }
    const request = { ...plain, headers }
    const before = reads.late()
    const first = await ask(one, request)
    if (reads.late() === before) continue
    const settled = await reads.caughtUp(() => ask(one, request))
    if (first.status !== settled.status) wrong.push(`${one.name}: ${first.status}, then ${settled.status}`)
    else if (first.said !== settled.said && !lateLists.has(one.name))
      wrong.push(`${one.name}: ${first.said}, then ${settled.said}`)
  }
  await reads.end()
  return wrong
}

describe('whoever has just written reads it, however late reads are', () => {
  // rules/table 20
  it.each(writing)('after $name', async (sample) => {
    expect(await wrongAfter(sample)).toEqual([])
  })
})
