import type { Json } from '../openapi/json-schemas.ts'

const plain = /^[A-Za-z_$][\w$]*$/
const width = 100

const nameIn = (ref: string): string => ref.split('/').at(-1) ?? ''
const literal = (value: unknown): string =>
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

/** Alternatives without repetitions; in brackets where something is put behind or between. */
const either = (types: readonly string[]): string => [...new Set(types)].join(' | ')
const grouped = (type: string): string => (/[|&]/.test(type) ? `(${type})` : type)

const block = (lines: readonly string[], indent: string): string => {
  const line = `{ ${lines.join('; ')} }`
  if (line.length + indent.length <= width && !line.includes('\n')) return line
  return `{\n${lines.map((each) => `${indent}  ${each}`).join('\n')}\n${indent}}`
}

const objectOf = (schema: Json, indent: string): string => {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  const required = new Set((schema.required ?? []) as readonly string[])
  const extra = schema.additionalProperties
  const rest =
    typeof extra === 'object' && extra !== null
      ? typeOf(extra as Json, indent)
      : extra === false
        ? undefined
        : 'unknown'
  if (properties.length === 0) return `Readonly<Record<string, ${rest ?? 'never'}>>`
  const lines = properties.map(([name, each]) => {
    const key = plain.test(name) ? name : literal(name)
    const type = typeOf(each, `${indent}  `)
    return required.has(name) ? `readonly ${key}: ${type}` : `readonly ${key}?: ${type} | undefined`
  })
  const own = block(lines, indent)
  return typeof extra === 'object' ? `${own} & Readonly<Record<string, unknown>>` : own
}

/** The TypeScript type of a JSON Schema whose references are named types. `indent` is that of the line it begins on. */
export const typeOf = (schema: Json, indent = ''): string => {
  const inner = (each: Json): string => typeOf(each, indent)
  if (typeof schema.$ref === 'string') return nameIn(schema.$ref)
  if ('const' in schema) return literal(schema.const)
  if (Array.isArray(schema.enum)) return either(schema.enum.map(literal))
  const choices = [...list(schema.anyOf), ...list(schema.oneOf)]
  if (choices.length > 0) return either(choices.map(inner))
  if (schema.allOf)
    return list(schema.allOf)
      .map((each) => grouped(inner(each)))
      .join(' & ')
  if (Array.isArray(schema.type)) return either(schema.type.map((type) => inner({ ...schema, type })))
  if (schema.type === 'array') {
    if (schema.prefixItems) return `readonly [${list(schema.prefixItems).map(inner).join(', ')}]`
    return `readonly ${grouped(inner((schema.items ?? {}) as Json))}[]`
  }
  if (schema.type === 'object' || schema.properties) return objectOf(schema, indent)
  return primitives[String(schema.type)] ?? ('not' in schema ? 'never' : 'unknown')
}

/** Names of other types that a piece of source mentions, out of those there are. */
export const mentioned = (source: string, names: readonly string[]): readonly string[] =>
  names.filter((name) => new RegExp(`(?<![\\w.'])${name}(?![\\w'])`).test(source)).sort()
