import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { reservedKeys } from '../../lib/contract/json.ts'
import { isForm, type Schema } from '../../lib/contract/row.ts'
import { shapeOf } from '../fuzz/requests.ts'
import type { JsonSchema } from '../fuzz/values.ts'
import { handlerFor } from '../support/handlers.ts'
import { registered } from '../support/people.ts'
import { type Campus, everySample, prepare, type Sample } from '../support/replay.ts'
import { imagesAtHome } from '../support/table/whole-table.ts'
import { world } from '../support/world.ts'

type Path = readonly string[]
/** A place of a body where clients choose keys, and what may stand under one. */
type Open = { readonly path: Path; readonly value: JsonSchema; readonly isMap: boolean }

/** Names that every object answers to although it has no such key. */
const inherited = [
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__defineGetter__',
  'toJSON',
  'then',
]

/** Every open place of a schema: maps, objects that ignore what they do not know, and values that can be anything. */
const openIn = (schema: JsonSchema, path: Path = []): readonly Open[] => {
  const { properties = {}, additionalProperties: more, items, anyOf = [], oneOf = [], allOf = [] } = schema
  const alternatives = [...anyOf, ...oneOf, ...allOf].flatMap((one) => openIn(one, path))
  const inside = Object.entries(properties).flatMap(([name, field]) => openIn(field, [...path, name]))
  const listed = typeof items === 'object' ? openIn(items, [...path, '0']) : []
  const isMap = typeof more === 'object'
  const anything = Object.keys(schema).every((word) => word === 'description')
  const isOpen = isMap || anything || (schema.type === 'object' && more !== false)
  const value: JsonSchema = isMap ? more : {}
  const here: readonly Open[] = isOpen ? [{ path, value, isMap: isMap || anything }] : []
  const below = isMap ? openIn(more, [...path, 'any']) : []
  return [...alternatives, ...inside, ...listed, ...here, ...below]
}

const smallest = ({ anyOf, type, enum: words, maxLength = 99 }: JsonSchema): unknown => {
  if (anyOf?.[0]) return smallest(anyOf[0])
  if (words) return words[0]
  const [first] = [type ?? 'string'].flat()
  const values: Readonly<Record<string, unknown>> = { object: {}, array: [], boolean: true, null: null }
  if (first === 'integer' || first === 'number') return 1
  return first !== undefined && first in values ? values[first] : 'as it was sent'.slice(0, maxLength)
}

const field = (name: string, json: string): string => `${JSON.stringify(name)}:${json}`

/** The same value with more keys at a place, as JSON text: `__proto__` too is a key like any other there. */
const withKeys = (value: unknown, [next, ...rest]: Path, keys: readonly string[], under: string): string => {
  const whole = typeof value === 'object' && value !== null ? value : {}
  const others = Object.entries(whole).filter(([name]) => name !== next)
  const fields = others.map(([name, one]) => field(name, JSON.stringify(one)))
  if (next === undefined) return `{${[...fields, ...keys.map((key) => field(key, under))].join()}}`
  const changed = withKeys((whole as Record<string, unknown>)[next], rest, keys, under)
  return next === '0' ? `[${changed}]` : `{${[...fields, field(next, changed)].join()}}`
}

const bodyOf = ({ row: { body } }: Sample) => (body && isForm(body) ? body.form : body)

const places = everySample.flatMap((sample) => {
  const schema = bodyOf(sample)
  const open = schema ? openIn(shapeOf(schema)) : []
  return open.length > 0 ? [{ ...sample, open }] : []
})

const post = async (sample: Sample, { w }: Campus, invocation: APIGatewayProxyEventV2, body: string) => {
  const handler = await handlerFor(sample.contract, w.runtime)
  const headers = { ...invocation.headers, 'content-type': 'application/json' }
  return handler({ ...invocation, headers, body, isBase64Encoded: false })
}

const intact = (): unknown => [
  Object.getOwnPropertyNames(Object.prototype).length,
  ({} as { polluted?: unknown }).polluted,
]

const jsonIn = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return undefined
  }
}

describe('a key that every object has already', () => {
  const before = intact()

  it.each(places)('$name refuses it, or keeps it as it keeps others', async (sample) => {
    const { place, invocation } = await prepare(sample)
    const sent = jsonIn(invocation.body) ?? sample.row.example.body
    const wrong: unknown[] = []
    const ask = async ({ path }: Open, keys: readonly string[], under: string) => {
      const body = withKeys(sent, path, keys, under)
      const { statusCode, body: said = '' } = await post(sample, place, invocation, body)
      if (statusCode >= 500) wrong.push({ path, keys, statusCode, said })
      return statusCode
    }
    for (const key of reservedKeys) {
      const statusCode = await ask({ path: [], value: {}, isMap: false }, [key], '{"polluted":true}')
      if (statusCode !== 400) wrong.push({ key, statusCode })
    }
    for (const open of sample.open) {
      const statusCode = await ask(open, [...inherited, 'ordinary key'], JSON.stringify(smallest(open.value)))
      await ask(open, ['beyond'], '12345678901234567890')
      if (statusCode >= 300 || !open.isMap) continue
      const kept = JSON.stringify(await imagesAtHome(place.w))
      const lost = inherited.filter((key) => !kept.includes(`"${key}"`))
      if (lost.length > 0 && kept.includes('"ordinary key"')) wrong.push({ open, lost })
    }
    expect(wrong).toEqual([])
    expect(intact()).toEqual(before)
  })
})

/** Fields of text that may hold any word, which somebody may look up in an object of words. */
const wordsIn = (schema: Schema | undefined): readonly string[] => {
  const { properties = {} } = schema ? shapeOf(schema) : {}
  return Object.entries(properties).flatMap(([name, { type, enum: words }]) =>
    type === 'string' && !words ? [name] : [],
  )
}

const asking = everySample.flatMap((sample) => {
  const { contract, row } = sample
  const sent = contract.domain === 'pages' ? wordsIn(bodyOf(sample)) : []
  const asked = wordsIn(row.query)
  return asked.length + sent.length > 0 ? [{ ...sample, asked, sent }] : []
})

describe('a word that every object answers to', () => {
  it.each(asking)('is a word like others to $name', async (sample) => {
    const { place, invocation } = await prepare(sample)
    const handler = await handlerFor(sample.contract, place.w.runtime)
    const form = new URLSearchParams(invocation.body ?? '')
    const wrong: unknown[] = []
    const judge = async (name: string, changed: Partial<APIGatewayProxyEventV2>) => {
      const { statusCode, body = '' } = await handler({ ...invocation, ...changed })
      if (statusCode >= 500 || /\[native code\]|\[object /.test(body)) wrong.push({ name, statusCode, body })
    }
    for (const word of ['constructor', '__proto__']) {
      for (const name of sample.asked) {
        const query = { ...invocation.queryStringParameters, [name]: word }
        const rawQueryString = String(new URLSearchParams(query as Record<string, string>))
        await judge(name, { queryStringParameters: query, rawQueryString })
      }
      for (const name of sample.sent) {
        const fields = new URLSearchParams(form)
        fields.set(name, word)
        await judge(name, { body: String(fields), isBase64Encoded: false })
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('JSON within a field of a form', () => {
  it('knows the same keys as a body', async () => {
    // Everybody above has registered from the same address.
    const w = await world({ settings: { RATE_LIMIT_SCALE: '100' } })
    const ada = await registered(w, 'ada')
    const club = { org_name: 'Chess Club', org_description: 'We play' }
    const event = { name: 'Chess', type: 'study', location: 'Here', start_time: '2026-05-01T10:00:00Z' }
    for (const key of reservedKeys) {
      const text = `{"${key}":"x"}`
      const made = await ada.device.createOrganization({ ...club, weekly_meeting: text })
      expect(made.status, text).toBe(400)
      const planned = await ada.device.createEvent({ ...event, customFields: text })
      expect([planned.status, planned.body.field], text).toEqual([400, key])
    }
    const planned = await ada.device.createEvent({ ...event, customFields: '{"toString":"x"}' })
    expect(planned.body).toMatchObject({ data: { event: { customFields: { toString: 'x' } } } })
  })
})

describe('a school', () => {
  it('is never named like a key that every object has', async () => {
    const w = await world()
    const reply = await w
      .device({ tenant: 'constructor' })
      .register({ email: w.email('ada'), password: 'x'.repeat(12) })
    expect(reply.status).toBe(404)
  })
})
