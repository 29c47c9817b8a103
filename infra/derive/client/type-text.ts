import type { Json } from '../openapi/json-schemas.ts'
import { answeredShape } from './variants.ts'

const plain = /^[A-Za-z_$][\w$]*$/
const nameIn = (ref: string): string => ref.split('/').at(-1) ?? ''
/** A value as source text. */
export const literal = (value: unknown): string =>
  typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
    : JSON.stringify(value)

const primitives: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : [])

/** A comment for editors, on one line or several. */
export const comment = (text: string): string => {
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  if (lines.length === 1) return `/** ${lines[0]} */\n`
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}

/** Alternatives without duplicates; in brackets where text precedes or follows. */
const either = (types: readonly string[]): string => [...new Set(types)].join(' | ')
const grouped = (type: string): string => (/[|&]/.test(type) ? `(${type})` : type)

const objectOf = (schema: Json): string => {
  // Fields that may never be sent are left out: a compiler rejects a field that a type does not name.
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>).filter(
    ([, each]) => !('not' in each),
  )
  const required = new Set((schema.required ?? []) as readonly string[])
  const extra = schema.additionalProperties
  const rest =
    typeof extra === 'object' && extra !== null
      ? typeOf(extra as Json)
      : extra === false
        ? undefined
        : 'unknown'
  if (properties.length === 0) return `Readonly<Record<string, ${rest ?? 'never'}>>`
  const lines = properties.map(([name, each]) => {
    const key = plain.test(name) ? name : literal(name)
    const type = typeOf(each)
    const field = required.has(name) ? `${key}: ${type}` : `${key}?: ${type} | undefined`
    const about = typeof each.description === 'string' ? comment(each.description) : ''
    return `  ${`${about}${field}`.replaceAll('\n', '\n  ')}\n`
  })
  const own = `{\n${lines.join('')}}`
  return typeof extra === 'object' ? `${own} & Readonly<Record<string, unknown>>` : own
}

/** Whether a part gives a value's type, rather than restricting its form. */
const saysWhat = (part: Json): boolean =>
  ['$ref', 'type', 'properties', 'enum', 'const', 'anyOf', 'oneOf', 'allOf'].some((name) => name in part)

/** The TypeScript type of a JSON Schema whose references are named types, on one line. */
export const typeOf = (schema: Json): string => {
  const inner = (each: Json): string => typeOf(each)
  if (typeof schema.clientType === 'string') {
    const { clientType, ...sent } = schema
    return either([clientType, inner(sent)])
  }
  if (typeof schema.$ref === 'string') return nameIn(schema.$ref)
  if (schema.absent === true) return 'never'
  if ('const' in schema) return literal(schema.const)
  if (Array.isArray(schema.enum)) return either(schema.enum.map(literal))
  const choices = [...list(schema.anyOf), ...list(schema.oneOf)]
  if (choices.length > 0) return either(choices.map(inner))
  const all = list(schema.allOf).filter((each) => saysWhat(each))
  if (all.length > 0) return all.map((each) => grouped(inner(each))).join(' & ')
  if (Array.isArray(schema.type)) return either(schema.type.map((type) => inner({ ...schema, type })))
  if (schema.type === 'array') {
    if (schema.prefixItems) return `readonly [${list(schema.prefixItems).map(inner).join(', ')}]`
    return `readonly ${grouped(inner((schema.items ?? {}) as Json))}[]`
  }
  if (schema.type === 'object' || schema.properties) return objectOf(schema)
  return primitives[String(schema.type)] ?? ('not' in schema ? 'never' : 'unknown')
}

/** The same for a response: JSON has no undefined. */
export const answeredType = (schema: Json): string =>
  typeOf(answeredShape(schema)).replaceAll(' | undefined', '')

/** Names of the given types that a piece of source mentions. */
export const mentioned = (source: string, names: readonly string[]): readonly string[] =>
  names.filter((name) => new RegExp(`(?<![\\w.'])${name}(?![\\w'])`).test(source)).sort()
