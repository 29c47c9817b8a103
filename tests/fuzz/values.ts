import fc from 'fast-check'

/** As much of JSON Schema as our own schemas are written in. */
export type JsonSchema = {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | JsonSchema
  readonly items?: JsonSchema | boolean
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
}

/** Text that has broken something somewhere: keys, patterns, markup, marks of direction, halves of characters. */
export const hostileText = [
  '',
  ' ',
  '#',
  '%23',
  'T#other#U#x',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '{{7*7}}',
  '(a+)+$',
  '\u0000',
  '\u202Egnp.exe',
  '\uFEFF',
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  'İıſK',
  '=1+1',
  'x'.repeat(129),
  'y'.repeat(5000),
  '2026-02-30T25:61:00Z',
  '9999-12-31T23:59:59.999Z',
  '-1',
  '1e309',
  'NaN',
  'null',
] as const

const hostileNumbers = [0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308] as const

/** Any JSON at all, small. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...hostileText, ...hostileNumbers, true, false, null),
  fc.jsonValue({ maxDepth: 2 }),
)

const textOf = ({ minLength = 0, maxLength = 40 }: JsonSchema, known: readonly string[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    { weight: 2, arbitrary: fc.constantFrom<string>(...hostileText) },
    {
      weight: 2,
      arbitrary: fc.string({
        minLength: Math.min(minLength, 50),
        maxLength: Math.min(maxLength, 60),
        unit: 'grapheme',
      }),
    },
  )

const numberOf = ({ type, minimum = -1000, maximum = 100_000 }: JsonSchema) =>
  fc.oneof(
    type === 'integer'
      ? fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) })
      : fc.double({ min: minimum, max: maximum, noNaN: true }),
    fc.constantFrom<number>(...hostileNumbers),
  )

const objectOf = (schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> => {
  const { properties = {}, required = [], additionalProperties } = schema
  const fields = Object.entries(properties).map(([name, field]) => [name, fitting(field, known)] as const)
  const open = additionalProperties !== false && Object.keys(properties).length === 0
  if (open) {
    const inner = typeof additionalProperties === 'object' ? fitting(additionalProperties, known) : anything
    return fc.dictionary(fc.oneof(fc.constantFrom(...known), fc.string({ maxLength: 12 })), inner, {
      maxKeys: 4,
    })
  }
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: required.filter((name) => name in properties),
  })
}

/** Values that fit a schema, or nearly: `known` are ids and words that mean something where they are sent. */
export const fitting = (schema: JsonSchema, known: readonly string[]): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, known)))
  const [merged] = schema.allOf ?? []
  if (merged) return fitting(merged, known)
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  if (type === 'string') return textOf(schema, known)
  if (type === 'integer' || type === 'number') return numberOf(schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array') {
    const item = typeof schema.items === 'object' ? fitting(schema.items, known) : anything
    return fc.array(item, { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 4, 6) })
  }
  if (type === 'object') return objectOf(schema, known)
  return anything
}
