import * as z from 'zod/mini'
import type { Reply } from '../../lib/contract/reply.ts'
import type { Kind } from './row.ts'

type Json = ReturnType<typeof JSON.parse>

const kindOf = (value: Json): string => {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'list'
  return { string: 'text', boolean: 'flag' }[typeof value as string] ?? typeof value
}

/** `a.b[].c` as its steps; `[]` is one for itself. */
const stepsOf = (path: string): readonly string[] => path.replaceAll('[]', '.[]').split('.')

/** What stands at a path: one value, or one of each element of the lists on the way. */
const valuesAt = (body: Json, [step, ...rest]: readonly string[], optional: boolean): Json[] => {
  if (step === undefined) return [body]
  if (body === undefined || body === null) return optional ? [] : [undefined]
  if (step !== '[]') return valuesAt(body[step], rest, optional)
  const all: Json[] = Array.isArray(body) ? body : []
  return all.length === 0 && !optional ? [undefined] : all.flatMap((one) => valuesAt(one, rest, optional))
}

/** What is not as the client reads it. */
export const missesOf = (body: Json, reads: Readonly<Record<string, Kind>>): string[] =>
  Object.entries(reads).flatMap(([path, kind]) => {
    const optional = kind.endsWith('?')
    const wanted = kind.replace('?', '')
    const found = valuesAt(body, stepsOf(path), optional).map(kindOf)
    const wrong = found.find((one) => one !== wanted && !(optional && one === 'nothing'))
    return wrong === undefined ? [] : [`${path}: ${wanted} is read, ${wrong} is there`]
  })

type Schema = {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly $defs?: Readonly<Record<string, Schema>>
}

const below = (root: Schema, schema: Schema, step: string): readonly Schema[] => {
  const { $ref, anyOf = [], allOf = [], properties, additionalProperties, items } = schema
  if ($ref !== undefined) return below(root, root.$defs?.[$ref.split('/').at(-1) ?? ''] ?? {}, step)
  const more = [...anyOf, ...allOf].flatMap((one) => below(root, one, step))
  if (step === '[]') return items ? [items, ...more] : more
  const named = properties?.[step]
  if (named) return [named, ...more]
  return typeof additionalProperties === 'object' ? [additionalProperties, ...more] : more
}

/** Paths that are read and that the reply does not promise. */
export const undeclared = ({ kind, schema }: Reply, paths: readonly string[]): string[] => {
  const made = schema
    ? (z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Schema)
    : { properties: {} }
  const envelope = { properties: { success: {}, message: {}, ...(kind === 'data' ? { data: made } : {}) } }
  return paths.filter((path) => {
    const start: readonly Schema[] = kind === 'data' ? [envelope] : [envelope, made]
    const ends = stepsOf(path).reduce((at, step) => at.flatMap((one) => below(made, one, step)), start)
    return ends.length === 0
  })
}
