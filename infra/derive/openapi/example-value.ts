import type { Json } from './json-schemas.ts'

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

/** Texts for fields that have to look like something, whatever their name. */
const shaped = ['18:00', '2026-03-02', '#a855f7', 'text'] as const

const textFor = (name: string, { minLength, pattern: asked }: Json): string => {
  const named = texts.find(([pattern]) => pattern.test(name))?.[1] ?? 'text'
  const fitting = typeof asked === 'string' ? new RegExp(asked, 'u') : undefined
  const text = fitting?.test(named) === false ? (shaped.find((one) => fitting.test(one)) ?? named) : named
  return typeof minLength === 'number' ? text.padEnd(minLength, '.') : text
}

const numberFor = ({ minimum, exclusiveMinimum }: Json): number => {
  const least = Number(minimum ?? exclusiveMinimum ?? 0)
  return least > 0 ? least + Number(exclusiveMinimum !== undefined) : 1
}

const parts = (value: unknown): Json[] => (Array.isArray(value) ? value : [])

/** A value that a JSON Schema allows, made from the schema alone; `name` is the field that holds it. */
export const exampleOf = (schema: Json, find: (ref: string) => Json, name = ''): unknown => {
  const inner = (each: Json | undefined, field = name): unknown => exampleOf(each ?? {}, find, field)
  if (typeof schema.$ref === 'string') return inner(find(schema.$ref))
  if ('const' in schema) return schema.const
  if ('default' in schema) return schema.default
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (schema.allOf) return Object.assign({}, ...parts(schema.allOf).map((each) => inner(each)))
  const [choice] = [...parts(schema.anyOf), ...parts(schema.oneOf)]
  if (choice) return inner(choice)
  if (schema.type === 'array' && schema.maxItems === 0) return []
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
