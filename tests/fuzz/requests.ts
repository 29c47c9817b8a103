import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import fc from 'fast-check'
import * as z from 'zod/mini'
import { isForm, type Row, type Schema } from '../../lib/contract/row.ts'
import { anything, fitting as fittingValue, hostileText, type JsonSchema } from './values.ts'

type Texts = Readonly<Record<string, string>>

/** What varies from request to request of one operation. */
export type Request = { readonly path: string; readonly query: Texts; readonly body: unknown }

export const shapeOf = (schema: Schema): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' }) as JsonSchema

/** What could stand in a segment of a path at all. */
const segments = hostileText.filter((text) => text.trim() !== '' && !/[/?#\\]|^\.+$/.test(text))

/** The path of a working sample, with keyParams filled by something else now and then. */
const pathOf = ({ path }: Row, rawPath: string, known: readonly string[]): fc.Arbitrary<string> => {
  const samples = rawPath.split('/')
  const parts = path
    .split('/')
    .map((name, at) =>
      name.startsWith(':')
        ? fc.oneof(
            { weight: 8, arbitrary: fc.constant(decodeURIComponent(samples[at] ?? 'absent')) },
            { weight: 1, arbitrary: fc.constantFrom(...known) },
            { weight: 1, arbitrary: fc.constantFrom(...segments) },
          )
        : fc.constant(name),
    )
  return fc.tuple(...parts).map((all) => all.join('/'))
}

const asTexts = (value: unknown): Texts =>
  Object.fromEntries(
    Object.entries((value ?? {}) as Record<string, unknown>).map(([name, part]) => [
      name,
      typeof part === 'string' ? part : JSON.stringify(part),
    ]),
  )

/** A value with one field made wrong: of another type, gone, or one too many. */
const spoiled = (value: unknown): fc.Arbitrary<unknown> => {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return anything
  const names = Object.keys(value)
  const extra = fc
    .tuple(fc.constantFrom('_id', 'status', 'roles', 'version', 'zzz'), anything)
    .map(([name, more]) => ({ ...value, [name]: more }))
  if (names.length === 0) return extra
  const name = fc.constantFrom(...names)
  return fc.oneof(
    fc.tuple(name, anything).map(([at, wrong]) => ({ ...value, [at]: wrong })),
    name.map((at) => Object.fromEntries(Object.entries(value).filter(([field]) => field !== at))),
    extra,
    anything,
  )
}

/** A value of a schema, often the sample's own with some of its fields. */
const mixed = (shape: JsonSchema, sample: unknown, known: readonly string[]): fc.Arbitrary<unknown> => {
  const fitting = fittingValue(shape, known)
  if (sample === null || typeof sample !== 'object' || Array.isArray(sample)) return fitting
  const partly = fitting.map((value) => ({ ...sample, ...(typeof value === 'object' ? value : {}) }))
  return fc.oneof(fc.constant(sample), partly, fitting)
}

const bodyOf = (row: Row, sample: unknown, known: readonly string[]): fc.Arbitrary<unknown> => {
  if (!row.body) return fc.constant(undefined)
  const shape = shapeOf(isForm(row.body) ? row.body.form : row.body)
  const likely = mixed(shape, sample, known)
  return fc.oneof({ weight: 3, arbitrary: likely }, { weight: 2, arbitrary: likely.chain(spoiled) })
}

const queryOf = (row: Row, sample: Texts, known: readonly string[]): fc.Arbitrary<Texts> => {
  if (!row.query) return fc.constant({})
  const shape = shapeOf(row.query)
  // One parameter at a time too: all of them at once are hardly ever right.
  const single = fc
    .tuple(fc.constantFrom(...Object.keys(shape.properties ?? { none: {} })), fittingValue(shape, known))
    .map(([name, value]) => {
      const { [name]: only } = asTexts(value)
      return only === undefined ? sample : { ...sample, [name]: only }
    })
  return fc.oneof(fc.constant(sample), single, fittingValue(shape, known).map(asTexts))
}

const jsonIn = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Requests of an operation: most fit its schemas, some nearly do, some not at all. `sample` is one that works. */
export const requestsOf = (
  row: Row,
  sample: APIGatewayProxyEventV2,
  known: readonly string[],
): fc.Arbitrary<Request> =>
  fc.record({
    path: pathOf(row, sample.rawPath, known),
    query: queryOf(row, (sample.queryStringParameters ?? {}) as Texts, known),
    body: bodyOf(row, jsonIn(sample.body), known),
  })
