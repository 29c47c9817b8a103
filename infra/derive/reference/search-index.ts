import type { Json } from '../openapi/json-schemas.ts'
import { pageOf } from './groups.ts'
import { type Components, type Described, found } from './operation.ts'

/** At most so many operations are listed for one field. */
const mostOperations = 40

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const values = new Set(['example', 'examples', 'default', 'const', 'enum'])

/** Every field below a part of the document, with its description. Named schemas are followed once. */
const fieldsBelow = (
  part: unknown,
  schemas: Json,
  seen: Set<string>,
): readonly (readonly [string, string])[] => {
  if (Array.isArray(part)) return part.flatMap((each) => fieldsBelow(each, schemas, seen))
  if (!isObject(part)) return []
  const name = typeof part.$ref === 'string' ? part.$ref.split('/').at(-1) : undefined
  if (name !== undefined) {
    if (seen.has(name)) return []
    seen.add(name)
    return fieldsBelow(schemas[name], schemas, seen)
  }
  return Object.entries(part).flatMap(([key, value]) => {
    if (values.has(key)) return []
    if (key !== 'properties' || !isObject(value)) return fieldsBelow(value, schemas, seen)
    const own = Object.entries(value).map(
      ([field, schema]) => [field, String((schema as Json).description ?? '')] as const,
    )
    return [...own, ...Object.values(value).flatMap((schema) => fieldsBelow(schema, schemas, seen))]
  })
}

const isSuccess = ([status]: readonly [string, unknown]): boolean => /^[23]/.test(status)

const fieldsOf = (operation: Described, components: Components): readonly (readonly [string, string])[] => {
  const parameters = (operation.parameters ?? []).map((each) => found(each, components.parameters))
  const named = parameters.map(({ name, description }) => [String(name), String(description ?? '')] as const)
  const bodies = [
    operation.requestBody?.content,
    Object.entries(operation.responses)
      .filter(isSuccess)
      .map(([, { content }]) => content),
  ]
  return [...named, ...fieldsBelow(bodies, components.schemas, new Set())]
}

/** Fields that every response has. */
const envelope = new Set(['success', 'message'])

/**
 * The search index: operations as `[id, page, method, path, summary]`, and fields as `[name, description, positions of
 * operations]`, each name with the description that most operations share.
 */
export const searchIndex = (all: readonly Described[], components: Components): string => {
  const operations = all.map(({ operationId, method, path, summary, tags }) => [
    operationId,
    pageOf(tags[0] ?? ''),
    method,
    path,
    summary.replaceAll('`', ''),
  ])
  const fields = new Map<string, { readonly words: Map<string, number>; readonly at: Set<number> }>()
  for (const [at, operation] of all.entries()) {
    if (/Alias\d*$/.test(operation.operationId)) continue
    for (const [name, description] of fieldsOf(operation, components)) {
      if (envelope.has(name)) continue
      const field = fields.get(name) ?? { words: new Map<string, number>(), at: new Set<number>() }
      field.words.set(description, (field.words.get(description) ?? 0) + 1)
      field.at.add(at)
      fields.set(name, field)
    }
  }
  const rows = [...fields].map(([name, { words, at }]) => {
    const [[description = ''] = []] = [...words].sort(([, a], [, b]) => b - a)
    return [name, description.replaceAll('`', ''), [...at].slice(0, mostOperations)]
  })
  return JSON.stringify({ operations, fields: rows })
}
