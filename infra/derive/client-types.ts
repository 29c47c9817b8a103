import type { Row } from '../../lib/contract/row.ts'
import { failureResponses } from './openapi/failure-responses.ts'
import type { Json } from './openapi/json-schemas.ts'

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

/** One refusal: its status, and its code as source. */
const spelled = (status: string, code: unknown): string =>
  `${status}, ${typeof code === 'string' ? `'${code}'` : 'undefined'}`

/** Refusals as types, one for each status: `Failed<404, 'USER_NOT_FOUND' | 'SCHOOL_NOT_FOUND'>`. */
const typesOf = (refusals: readonly string[]): readonly string[] => {
  const byStatus = new Map<string, string[]>()
  for (const each of refusals) {
    const [status = '', code = ''] = each.split(', ')
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return [...byStatus].map(([status, codes]) => `Failed<${status}, ${codes.join(' | ')}>`)
}

const examplesOf = (response: Json): readonly Json[] => {
  const content = response.content as Readonly<Record<string, { readonly examples?: Json }>>
  const examples = Object.values(content).flatMap(({ examples = {} }) => Object.values(examples))
  return examples.map((each) => (each as { readonly value: Json }).value)
}

const refusalsOf = (row: Row): readonly string[] => [
  ...new Set(
    Object.entries(failureResponses(row)).flatMap(([status, response]) =>
      examplesOf(response).map(({ code }) => spelled(status, code)),
    ),
  ),
]

const shared = (lists: readonly (readonly string[])[]): readonly string[] => {
  const [first = [], ...rest] = lists
  return first.filter((each) => rest.every((list) => list.includes(each)))
}

const isOpen = ({ access }: Row): boolean => access === 'anyone' || access === 'optional'

/** How operations fail: what all of them share, what all share that know their caller, and the rest of each. */
export const failureTypes = (rows: readonly Row[]) => {
  const usual = rows.filter(({ errors }) => errors === undefined)
  const everywhere = shared(usual.map(refusalsOf))
  const signedIn = shared(usual.filter((row) => !isOpen(row)).map(refusalsOf)).filter(
    (each) => !everywhere.includes(each),
  )
  const groups: readonly (readonly [string, readonly string[]])[] = [
    ['Anywhere', everywhere],
    ['NotSignedIn', signedIn],
  ]
  return {
    groups: groups
      .filter(([, members]) => members.length > 0)
      .map(([name, members]) => [name, typesOf(members)] as const),
    /** The alternatives of one row, groups first. */
    of(row: Row): readonly string[] {
      const all = refusalsOf(row)
      const whole = groups.filter(
        ([, members]) => members.length > 0 && members.every((each) => all.includes(each)),
      )
      const covered = new Set(whole.flatMap(([, members]) => members))
      return [...whole.map(([name]) => name), ...typesOf(all.filter((each) => !covered.has(each)))]
    },
  }
}
