import * as z from 'zod/mini'
import type { Schema } from '../../../lib/contract/row.ts'
import { exampleText } from './words.ts'

export type Json = { readonly [name: string]: unknown }
type Side = 'input' | 'output'

/** Creates JSON Schemas of requests and responses. Named schemas become references into `components`. */
export type JsonSchemas = {
  sent(schema: Schema): Json
  answered(schema: Schema): Json
  /** Puts the final names into a document and returns the named schemas that it uses. */
  settle<D>(document: D): { readonly document: D; readonly schemas: Json }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rebuilds a value. `change` sees every object after its parts. */
const rebuilt = (value: unknown, change: (found: Record<string, unknown>) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((part) => rebuilt(part, change))
  if (!isObject(value)) return value
  return change(
    Object.fromEntries(Object.entries(value).map(([name, part]) => [name, rebuilt(part, change)])),
  )
}

const refsIn = (value: unknown): ReadonlySet<string> => {
  const refs = new Set<string>()
  rebuilt(value, (found) => {
    if (typeof found.$ref === 'string') refs.add(found.$ref)
    return found
  })
  return refs
}

/** The example of a list is the text of an entry. */
const exampleList = ({ examples }: Json, { type }: Json): Json =>
  type === 'array' && Array.isArray(examples) ? { examples: [examples] } : {}

// A schema's own metadata takes precedence over its parts (a bigint has no JSON type of its own).
const describe = ({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: object }): void => {
  const registered = z.globalRegistry.get(zodSchema as Schema)
  if (registered === undefined) return
  if (registered.type === undefined)
    return void Object.assign(jsonSchema, registered, exampleList(registered, jsonSchema as Json))
  for (const name of Object.keys(jsonSchema)) delete (jsonSchema as Record<string, unknown>)[name]
  Object.assign(jsonSchema, registered)
}

// A response schema is never closed, because clients may meet fields that they do not know. A strict request is.
const opened = (schema: Record<string, unknown>): Record<string, unknown> => {
  const { additionalProperties, ...rest } = schema
  return additionalProperties === false ? rest : schema
}

/** A pattern for all validators. Unicode classes need the flag `u`; validators without it would reject the document. */
const portable = (schema: Record<string, unknown>): Record<string, unknown> => {
  const { pattern, ...rest } = schema
  if (typeof pattern !== 'string') return schema
  if (pattern === '') return rest
  const text = pattern
    .replaceAll('\\P{Cc}', '[^\\u0000-\\u001f\\u007f-\\u009f]')
    .replaceAll('\\p{Cc}', '\\u0000-\\u001f\\u007f-\\u009f')
    .replaceAll('\\u{10FFFF}', '\\uffff')
  return { ...schema, pattern: text }
}

const placeholder = (side: Side, name: string): string => `#/${side}/${name}`

export const jsonSchemas = (names: ReadonlyMap<Schema, string>): JsonSchemas => {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  const book: Record<Side, Map<string, Json>> = { input: new Map(), output: new Map() }

  const neutral = (side: Side, value: unknown): unknown =>
    rebuilt(value, (found) => {
      const ref = /^#\/\$defs\/(.+)$/.exec(String(found.$ref))?.[1]
      if (ref?.startsWith('__')) throw new Error('a schema that contains itself needs an exported name')
      const own = portable(ref === undefined ? found : { ...found, $ref: placeholder(side, ref) })
      return side === 'output' ? opened(own) : own
    })

  const convert = (side: Side, schema: Schema): Json => {
    const metadata = registry as never
    const made = z.toJSONSchema(schema, { io: side, metadata, unrepresentable: 'any', override: describe })
    const { $schema: _, $defs = {}, ...own } = made as Record<string, unknown>
    for (const [name, definition] of Object.entries($defs as Json)) {
      book[side].set(name, neutral(side, definition) as Json)
    }
    return neutral(side, own) as Json
  }

  const definitionOf = (ref: string): Json | undefined => {
    const [, side, name] = /^#\/(input|output)\/(.+)$/.exec(ref) ?? []
    return book[side as Side]?.get(name ?? '')
  }

  const reach = (value: unknown, seen: Set<string>): Set<string> => {
    for (const ref of refsIn(value)) {
      const definition = definitionOf(ref)
      if (!definition || seen.has(ref)) continue
      seen.add(ref)
      reach(definition, seen)
    }
    return seen
  }

  const same = (name: string, trusted: ReadonlySet<string> = new Set()): boolean => {
    if (trusted.has(name)) return true
    const [sent, answered] = [book.input.get(name), book.output.get(name)]
    if (!sent || !answered) return false
    if (JSON.stringify(sent).replaceAll('#/input/', '#/output/') !== JSON.stringify(answered)) return false
    const inner = [...refsIn(answered)].map((ref) => ref.replace('#/output/', ''))
    return inner.every((each) => same(each, new Set([...trusted, name])))
  }

  return {
    sent: (schema) => convert('input', schema),
    answered: (schema) => convert('output', schema),
    settle: <D>(document: D) => {
      const used = [...reach(document, new Set())].sort()
      const nameOf = (ref: string): string => {
        const name = ref.replace(/^#\/(input|output)\//, '')
        const both = used.includes(placeholder('input', name)) && used.includes(placeholder('output', name))
        return ref.startsWith('#/input/') && both && !same(name) ? `${name}Input` : name
      }
      const named = (value: unknown): unknown =>
        rebuilt(value, (found) =>
          typeof found.$ref === 'string' && used.includes(found.$ref)
            ? { ...found, $ref: `#/components/schemas/${nameOf(found.$ref)}` }
            : found,
        )
      const schemas = used.map((ref) => [nameOf(ref), named(definitionOf(ref))] as const)
      const sorted = [...new Map(schemas)].sort(([a], [b]) => (a < b ? -1 : 1))
      return { document: named(document) as D, schemas: Object.fromEntries(sorted) }
    },
  }
}

const texts: readonly (readonly [RegExp, string])[] = [
  [/^access_?token$/i, 'eyJhbGciOiJFZERTQSJ9.eyJ0eXAiOiJhY2Nlc3MifQ.c2lnbmF0dXJl'],
  [/^refresh_?token$/i, 'eyJhbGciOiJFZERTQSJ9.eyJ0eXBlIjoicmVmcmVzaCJ9.c2lnbmF0dXJl'],
  [/e-?mail$/i, 'ada@demo.example.edu'],
  [/^(_?id|\w+Id)$/, '01JNB3S7E0QUADDEM0EXAMPE01'],
  [/(At|On|Used|Until|Date|Time)$|^(date|time|start|end|since)$/, '2026-03-02T12:00:00.000Z'],
  [/(url|picture|image|link|website)$/i, 'https://media.example.edu/picture.png'],
  [/^username$/i, 'ada'],
  [/^name$/i, 'Ada Lovelace'],
  [/tenant|school/i, 'demo'],
  [/ipAddress/, '192.0.2.1'],
]

/** Sample values for fields that have a pattern, whatever their name. */
const shaped = ['18:00', '2026-03-02', '#a855f7', 'chess'] as const

const textFor = (name: string, { minLength, maxLength, pattern: asked }: Json): string => {
  const named = texts.find(([pattern]) => pattern.test(name))?.[1] ?? exampleText(name)
  const fitting = typeof asked === 'string' ? new RegExp(asked, 'u') : undefined
  const text = fitting?.test(named) === false ? (shaped.find((one) => fitting.test(one)) ?? named) : named
  const short = typeof maxLength === 'number' ? text.slice(0, maxLength) : text
  return typeof minLength === 'number' ? short.padEnd(minLength, '.') : short
}

const numberFor = ({ minimum, exclusiveMinimum }: Json): number => {
  const least = Number(minimum ?? exclusiveMinimum ?? 0)
  return least > 0 ? least + Number(exclusiveMinimum !== undefined) : 1
}

const parts = (value: unknown): Json[] => (Array.isArray(value) ? value : [])

/** A value that a JSON Schema allows. `name` is the field that holds it. */
export const exampleOf = (schema: Json, find: (ref: string) => Json, name = ''): unknown => {
  const inner = (each: Json | undefined, field = name): unknown => exampleOf(each ?? {}, find, field)
  if (typeof schema.$ref === 'string') return inner(find(schema.$ref))
  if ('const' in schema) return schema.const
  if ('default' in schema) return schema.default
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (schema.allOf) return Object.assign({}, ...parts(schema.allOf).map((each) => inner(each)))
  const [choice] = [...parts(schema.anyOf), ...parts(schema.oneOf)]
  if (choice) return inner(choice)
  if (schema.type === 'array' && (schema.maxItems === 0 || 'not' in ((schema.items ?? {}) as Json))) return []
  if (schema.type === 'array') return [inner(schema.items as Json | undefined, name.replace(/s$/, ''))]
  if (schema.type === 'object' || schema.properties) {
    const names = (schema.propertyNames as Json | undefined)?.enum
    const keyed = parts(names).map((field) => [String(field), schema.additionalProperties as Json] as const)
    const fields = [...Object.entries((schema.properties ?? {}) as Record<string, Json>), ...keyed]
    return Object.fromEntries(fields.map(([field, each]) => [field, inner(each, field)]))
  }
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return numberFor(schema)
  return schema.type === 'string' ? textFor(name, schema) : null
}
