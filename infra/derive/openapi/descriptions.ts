import type { Json } from './json-schemas.ts'
import { fields, parameters } from './words.ts'

type Change = (schema: Json, name: string) => Json

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const mapped = (value: Json, change: (each: Json, name: string) => unknown): Json =>
  Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, isObject(each) ? change(each, name) : each]),
  )

/** Rebuilds a schema, applying `change` to each property at any depth. */
const withProperties = (schema: Json, change: Change): Json =>
  Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties' && isObject(value))
        return [key, mapped(value, (each, name) => change(withProperties(each, change), name))]
      if (['example', 'examples', 'default', 'const', 'enum'].includes(key)) return [key, value]
      if (Array.isArray(value))
        return [key, value.map((each) => (isObject(each) ? withProperties(each, change) : each))]
      return [key, isObject(value) ? withProperties(value, change) : value]
    }),
  )

/** The description of a schema, or of the first of its alternatives: a nullable field keeps its own. */
const ownDescription = ({ description, anyOf }: Json): string | undefined => {
  if (typeof description === 'string') return description
  const choices = Array.isArray(anyOf) ? anyOf.filter(isObject) : []
  return choices.map(ownDescription).find((found) => found !== undefined)
}

const described: Change = (schema, name) => {
  const description = ownDescription(schema) ?? fields.get(name)?.description
  return description === undefined ? schema : { ...schema, description }
}

/** The subject of a bare `id` in a path, by domain. Elsewhere it is an event. */
const holders: Readonly<Record<string, string>> = {
  forms: 'form',
  notifications: 'notification',
  organizations: 'organization',
  plants: 'plant',
  stakeholders: 'stakeholder role',
}

/** Describes a path or query parameter. A bare `id` belongs to the operation's subject. */
export const parameterWords = (name: string, domain: string): string | undefined => {
  if (name === 'id') return `Id of the ${holders[domain] ?? 'event'}`
  return (parameters.get(name) ?? fields.get(name))?.description
}

const contentWords = (holder: Json): Json => {
  if (!isObject(holder.content)) return holder
  return {
    ...holder,
    content: mapped(holder.content, (media) =>
      isObject(media.schema) ? { ...media, schema: withProperties(media.schema, described) } : media,
    ),
  }
}

type Paths = Record<string, Record<string, Json>>

const operationWords = (operation: Json): Json => ({
  ...operation,
  ...(isObject(operation.requestBody) ? { requestBody: contentWords(operation.requestBody) } : {}),
  responses: mapped(operation.responses as Json, contentWords),
})

/** Adds a description to every property of a schema that has none. */
export const describedSchema = (schema: Json): Json => withProperties(schema, described)

/** Adds a description to every property of every operation whose schema has none. */
export const describedPaths = (paths: Paths): Paths =>
  mapped(paths, (methods) => mapped(methods, operationWords)) as Paths

export const describedSchemas = (schemas: Json): Json =>
  mapped(schemas, (schema) => withProperties(schema, described))

export const describedResponses = (responses: Json): Json => mapped(responses, contentWords)
