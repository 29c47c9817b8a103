import * as z from 'zod/mini'

type Field = z.ZodMiniType
type Fields = Readonly<Record<string, Field>>

type RequestField<S extends Field> =
  S extends z.ZodMiniOptional<infer I extends Field>
    ? z.ZodMiniOptional<z.ZodMiniNullable<I>>
    : z.ZodMiniOptional<S>

type RequestShape<F extends Fields> = { readonly [K in keyof F]: RequestField<F[K]> }
type RequestValues<F extends Fields> = { readonly [K in keyof F]?: z.output<RequestField<F[K]>> }
type Values<F extends Fields> = z.output<z.ZodMiniObject<F>>

/** Parts of a schema's definition that lead to another schema. */
type Definition = { readonly type: string; readonly innerType?: Field; readonly element?: Field }
const definitionOf = (field: Field): Definition => field._zod.def as unknown as Definition

const isOptional = (field: Field): boolean => definitionOf(field).type === 'optional'

/** A field may be described on its own schema or inside `z.optional`. */
const metadataOf = (field: Field): z.core.GlobalMeta | undefined => {
  const { innerType } = definitionOf(field)
  return z.globalRegistry.get(field) ?? (innerType && metadataOf(innerType))
}

const withMetadataOf = (field: Field, made: Field): Field => {
  const metadata = metadataOf(field)
  return metadata === undefined ? made : made.check(z.meta(metadata))
}

const withoutLimits = (field: Field): Field => {
  const { type, innerType, element } = definitionOf(field)
  if (type === 'optional' && innerType) return z.optional(withoutLimits(innerType))
  if (type === 'array' && element) return z.array(withoutLimits(element))
  if (type === 'string') return z.string()
  return type === 'number' ? z.number() : field
}

const clearable = (field: Field): Field => {
  const { innerType } = definitionOf(field)
  return z.optional(isOptional(field) && innerType ? z.nullable(innerType) : field)
}

const mapped = (fields: Fields, change: (field: Field) => Field): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, withMetadataOf(field, change(field))]),
  )

/**
 * Plain fields of a record that requests set, each with its limits and `described`. The record, the views, the request
 * bodies and the operations take them from here, so a field is added in this one place. A field that needs a rule of
 * its own does not belong here.
 */
export const settable = <F extends Fields>(fields: F) => ({
  /** Shape for records and views. It has no limits, so that values stored under other limits stay readable. */
  stored: mapped(fields, withoutLimits) as F,
  /** Shape for request bodies. A field that is absent stays; null or an empty text clears an optional field. */
  sent: mapped(fields, clearable) as RequestShape<F>,
  /** The values that a request sets; undefined for those that it clears. */
  changes: (request: RequestValues<F>): Partial<Values<F>> => {
    const sent = Object.entries(fields).flatMap(([name, field]) => {
      const value: unknown = request[name]
      if (value === undefined) return []
      const isCleared = isOptional(field) && (value === null || value === '')
      return [[name, isCleared ? undefined : value] as const]
    })
    return Object.fromEntries(sent) as Partial<Values<F>>
  },
  /** These fields of a record. */
  pick: (record: Values<F>): Values<F> => {
    const values = new Map<string, unknown>(Object.entries(record))
    return Object.fromEntries(Object.keys(fields).map((name) => [name, values.get(name)])) as Values<F>
  },
})
