import type { Json } from '../openapi/json-schemas.ts'

/** TypeScript for each kind of value that a query text holds (`holds` in lib/contract/fields.ts). */
const types: Readonly<Record<string, string>> = {
  number: 'number',
  date: 'Date',
  object: 'Readonly<Record<string, unknown>>',
  list: 'readonly string[]',
}

const isFlag = ({ enum: values = [] }: Json): boolean =>
  Array.isArray(values) && values.includes('true') && values.includes('false')

/** Whether only digits, or only times of ISO 8601, match a pattern. */
const digits = /^\^(?:\[1-9\])?\\d(?:\{[\d,]+\}|\+)\$$/
const isDate = (pattern: string): boolean => pattern.startsWith('^\\d{4}-\\d{2}-\\d{2}')
const kindOfPattern = (pattern: string): string | undefined => {
  if (isDate(pattern)) return 'date'
  return digits.test(pattern) ? 'number' : undefined
}

/** The type of a query text that holds another value, from its mark or its pattern. */
const typeOf = ({ pattern, 'x-holds': mark }: Json): string | undefined => {
  const kind = mark ?? (typeof pattern === 'string' ? kindOfPattern(pattern) : undefined)
  return kind === undefined ? undefined : types[String(kind)]
}

/** A query field as programs write it: its own type beside the text that is sent. */
export const queryField = (schema: Json): Json => {
  if (isFlag(schema)) return { ...schema, clientType: 'boolean' }
  if (schema.type !== 'string' || schema.enum || schema.const) return schema
  const type = typeOf(schema)
  return type === undefined ? schema : { ...schema, clientType: type }
}

/** The query of an operation as the client's input. The request is the same. */
export const queryInput = (query: Json): Json => {
  if (!query.properties) return query
  const properties = Object.entries(query.properties as Record<string, Json>)
  return {
    ...query,
    properties: Object.fromEntries(properties.map(([name, schema]) => [name, queryField(schema)])),
  }
}
