import type { Json } from '../openapi/json-schemas.ts'

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const propertiesOf = ({ properties }: Json): Json => (properties ?? {}) as Json

/** A field that a variant of a response never has: programs may read it, and find it undefined. */
const absent: Json = { absent: true }

/**
 * The variants of a response, each with the names that only others have, so that programs tell them apart by any field.
 * Variants of the platform host are left out: a client is for one school.
 */
const tellingApart = (variants: readonly Json[]): readonly Json[] => {
  const own = variants.filter((variant) => variant['x-host'] !== 'platform')
  const shapes = own.filter((variant) => variant.properties !== undefined)
  const names = [...new Set(shapes.flatMap((variant) => Object.keys(propertiesOf(variant))))]
  return own.map((variant) => {
    if (variant.properties === undefined) return variant
    const others = names.filter((name) => !(name in propertiesOf(variant)))
    const missing = Object.fromEntries(others.map((name) => [name, absent]))
    return { ...variant, properties: { ...propertiesOf(variant), ...missing } }
  })
}

/** The schema of a response as the client shows it. */
export const answeredShape = (schema: Json): Json =>
  Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'anyOf' && Array.isArray(value))
        return [key, tellingApart(value.map((each) => (isObject(each) ? answeredShape(each) : each)))]
      if (Array.isArray(value))
        return [key, value.map((each) => (isObject(each) ? answeredShape(each) : each))]
      return [key, isObject(value) ? answeredShape(value) : value]
    }),
  )
