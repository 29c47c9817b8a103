import type { Json } from '../openapi/json-schemas.ts'
import { safe, words } from './html.ts'

const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : [])
const nameIn = (ref: unknown): string | undefined =>
  typeof ref === 'string' ? ref.split('/').at(-1) : undefined

type Side = 'request' | 'response'

/** Shows schemas as lists of fields. Named schemas are shown once, below, and linked; `seen` collects their names. */
export const shapesOf = (schemas: Json) => {
  const seen = new Set<string>()

  const typeText = (schema: Json): string => {
    const name = nameIn(schema.$ref)
    if (name !== undefined) {
      seen.add(name)
      return `<a href="#shape-${name}">${name}</a>`
    }
    if ('const' in schema) return `<code>${safe(JSON.stringify(schema.const))}</code>`
    if (Array.isArray(schema.enum)) return schema.enum.map((one) => `<code>${safe(one)}</code>`).join(' | ')
    const choices = [...list(schema.anyOf), ...list(schema.oneOf)].filter(
      (one) => !('required' in one && !('properties' in one)),
    )
    if (choices.length > 0) return [...new Set(choices.map(typeText))].join(' | ')
    if (schema.type === 'array') return `list of ${typeText((schema.items ?? {}) as Json)}`
    if (schema.format === 'binary') return 'file'
    if (schema.type === 'object' || schema.properties) return 'object'
    return safe(Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any'))
  }

  /** The unnamed object that a field contains, if any. */
  const innerOf = (schema: Json): Json | undefined => {
    if (schema.$ref !== undefined) return undefined
    if (schema.type === 'array') return innerOf((schema.items ?? {}) as Json)
    if (schema.properties || schema.allOf) return schema
    return [...list(schema.anyOf), ...list(schema.oneOf)].find((one) => one.properties)
  }

  /** A request marks the fields that it requires, a response those that it may leave out. */
  const markOf = (required: boolean, side: Side): string => {
    if (side === 'request') return required ? ' <b>required</b>' : ''
    return required ? '' : ' <small>optional</small>'
  }

  const fieldOf = (name: string, schema: Json, required: boolean, side: Side): string => {
    const inner = innerOf(schema)
    const about = typeof schema.description === 'string' ? ` <span>${words(schema.description)}</span>` : ''
    const mark = markOf(required, side)
    return `<li><code>${safe(name)}</code> <i>${typeText(schema)}</i>${mark}${about}${inner ? fieldsOf(inner, side) : ''}</li>`
  }

  /** The fields of an object; a combined schema shows the fields of all its parts. */
  const fieldsOf = (schema: Json, side: Side = 'response'): string => {
    const parts = [schema, ...list(schema.allOf)]
    const named = parts.flatMap((part) => (part.$ref === undefined ? [] : [`<li>${typeText(part)}</li>`]))
    const fields = parts.flatMap((part) => {
      const required = (part.required ?? []) as readonly string[]
      return Object.entries((part.properties ?? {}) as Record<string, Json>)
        .filter(([, each]) => !('not' in each))
        .map(([name, each]) => fieldOf(name, each, required.includes(name), side))
    })
    const all = [...named, ...fields]
    if (all.length > 0) return `<ul class="fields">${all.join('')}</ul>`
    return schema.type === 'array' || schema.type === 'string' ? `<p><i>${typeText(schema)}</i></p>` : ''
  }

  /** The named schemas linked so far, and those that they link to. */
  const named = (): string => {
    const shown: string[] = []
    for (const name of seen) {
      const schema = (schemas[name] ?? {}) as Json
      const fields = fieldsOf(schema) || `<p><i>${typeText(schema)}</i></p>`
      shown.push(`<section class="shape" id="shape-${name}"><h3>${name}</h3>${fields}</section>`)
    }
    return shown.join('')
  }

  /** The schema behind a name, so that a request shows its fields and not only a link. */
  const opened = (schema: Json): Json => (schemas[nameIn(schema.$ref) ?? ''] as Json | undefined) ?? schema

  return { fieldsOf, fieldOf, opened, named }
}
