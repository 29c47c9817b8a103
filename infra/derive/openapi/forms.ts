import type { Json } from './json-schemas.ts'

/** The fields of a form and its files. */
export const withFiles = (fields: Json, files: readonly string[]): Json => ({
  allOf: [
    fields,
    {
      type: 'object',
      properties: Object.fromEntries(
        files.map((name) => [
          name,
          {
            type: 'string',
            format: 'binary',
            description: 'Content of the file, as a part of a multipart form',
          },
        ]),
      ),
    },
  ],
})

type Find = (ref: string) => Json

const whole = (schema: Json, find: Find): Json =>
  typeof schema.$ref === 'string' ? whole(find(schema.$ref), find) : schema

/**
 * Merges schemas that apply together into one object, so that generators and viewers show every field, files included.
 */
const merged = (parts: readonly Json[]): Json => {
  const required = parts.flatMap((part) => (part.required ?? []) as readonly string[])
  const closed = parts.some((part) => part.additionalProperties === false)
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    ...(required.length > 0 ? { required } : {}),
    ...(closed ? { additionalProperties: false } : {}),
  }
}

/** The forms of a request, each as one object. `find` resolves named schemas. */
export const flatForms = (body: Json, find: Find): Json => {
  const content = Object.entries(body.content as Record<string, Json>).map(([type, media]) => {
    const { allOf } = (media.schema ?? {}) as { readonly allOf?: readonly Json[] }
    const isForm = type === 'multipart/form-data' && allOf
    return [type, isForm ? { ...media, schema: merged(allOf.map((part) => whole(part, find))) } : media]
  })
  return { ...body, content: Object.fromEntries(content) }
}
