import type { Json } from '../openapi/json-schemas.ts'

/** Query fields that hold a number, a time, an object or a list as text. The client writes the text. */
const kindsByName: Readonly<Record<string, readonly string[]>> = {
  number: ['capacity', 'limit', 'month', 'page', 'skip', 'top', 'year'],
  Date: ['end', 'from', 'start', 'to'],
  'Readonly<Record<string, unknown>>': ['filter'],
  'readonly string[]': ['excludeIds', 'roles', 'tags', 'userIds', 'userIds[]'],
}

const isFlag = ({ enum: values = [] }: Json): boolean =>
  Array.isArray(values) && values.includes('true') && values.includes('false')

/** A query field as programs write it: its own type beside the text that is sent. */
export const queryField = (name: string, schema: Json): Json => {
  if (isFlag(schema)) return { ...schema, clientType: 'boolean' }
  if (schema.type !== 'string' || schema.enum || schema.const) return schema
  const kind = Object.entries(kindsByName).find(([, names]) => names.includes(name))?.[0]
  return kind === undefined ? schema : { ...schema, clientType: kind }
}

/** The query of an operation as the client's input. The request is the same. */
export const queryInput = (query: Json): Json => {
  if (!query.properties) return query
  const properties = Object.entries(query.properties as Record<string, Json>)
  return {
    ...query,
    properties: Object.fromEntries(properties.map(([name, schema]) => [name, queryField(name, schema)])),
  }
}
