import type {
  Property,
  PropertyType,
  Resource as ResourceSpec,
  SpecDatabase,
} from '@aws-cdk/service-spec-types'

type Json = ReturnType<typeof JSON.parse>

/** A CloudFormation template, as far as it is looked at. */
export type TemplateBody = {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly [part: string]: Json }>>
  readonly Parameters?: Readonly<Record<string, unknown>>
  readonly Outputs?: Readonly<Record<string, Json>>
}

const isObject = (value: Json): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The name of the intrinsic function that a value is, if it is one. */
const intrinsicOf = (value: Json): string | undefined => {
  if (!isObject(value)) return undefined
  const [name = '', ...others] = Object.keys(value)
  return others.length === 0 && (name === 'Ref' || name.startsWith('Fn::')) ? name : undefined
}

/** What a value is that is written down, where AWS says for the resource what it has to be. */
const simple: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string' || typeof value === 'number',
  number: (value) => Number.isFinite(Number(value)) && !isObject(value),
  integer: (value) => Number.isInteger(Number(value)) && !isObject(value),
  boolean: (value) => typeof value === 'boolean' || value === 'true' || value === 'false',
  'date-time': (value) => typeof value === 'string',
  tag: (value) => isObject(value) && typeof value.Key === 'string' && 'Value' in value,
  json: () => true,
  null: (value) => value === null,
}

const againstFields = (
  db: SpecDatabase,
  fields: Readonly<Record<string, Property>>,
  value: Json,
  at: string,
): string[] => {
  if (!isObject(value)) return [`${at} is no object`]
  const missing = Object.entries(fields).filter(([name, { required }]) => required && !(name in value))
  return [
    ...missing.map(([name]) => `${at} lacks ${name}`),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const field = fields[name]
      return field
        ? againstType(db, field.type, inner, `${at}.${name}`)
        : [`${at} has ${name}, which nobody knows`]
    }),
  ]
}

const againstType = (db: SpecDatabase, type: PropertyType, value: Json, at: string): string[] => {
  // What an intrinsic function gives is known to AWS only.
  if (intrinsicOf(value) !== undefined) return []
  switch (type.type) {
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((inner, index) => againstType(db, type.element, inner, `${at}[${index}]`))
        : [`${at} is no list`]
    case 'map':
      return isObject(value)
        ? Object.entries(value).flatMap(([key, inner]) =>
            againstType(db, type.element, inner, `${at}.${key}`),
          )
        : [`${at} is no map`]
    case 'ref':
      return againstFields(db, db.get('typeDefinition', type.reference.$ref).properties, value, at)
    case 'union': {
      const results = type.types.map((one) => againstType(db, one, value, at))
      return results.some((problems) => problems.length === 0) ? [] : (results[0] ?? [])
    }
    default: {
      const allowed = 'allowedValues' in type ? type.allowedValues : undefined
      if (!simple[type.type]?.(value)) return [`${at} is no ${type.type}`]
      return allowed?.every((one) => String(one) !== String(value)) ? [`${at} cannot be ${value}`] : []
    }
  }
}

const specOf = (db: SpecDatabase, type: string): ResourceSpec | undefined =>
  db.lookup('resource', 'cloudFormationType', 'equals', type)[0]

type Names = { readonly template: TemplateBody; readonly db: SpecDatabase }

const refProblem = ({ template }: Names, name: string): boolean =>
  name in template.Resources || name in (template.Parameters ?? {}) || name.startsWith('AWS::')

const attributeExists = ({ template, db }: Names, name: string, attribute: string): boolean => {
  const type = template.Resources[name]?.Type
  if (type === undefined) return false
  if (type === 'AWS::CloudFormation::Stack') return attribute.startsWith('Outputs.')
  return attribute in (specOf(db, type)?.attributes ?? {})
}

const substituted = (value: Json): string[] => {
  const text: string = Array.isArray(value) ? value[0] : value
  const own = Array.isArray(value) ? Object.keys(value[1] ?? {}) : []
  return [...text.matchAll(/\$\{([^!}][^}]*)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !own.includes(name))
}

const named = (names: Names, target: string): boolean => {
  const [name = '', ...rest] = target.split('.')
  return rest.length > 0 ? attributeExists(names, name, rest.join('.')) : refProblem(names, name)
}

/** References anywhere below a value that lead to nothing. */
const dangling = (names: Names, value: Json, at: string): string[] => {
  if (typeof value !== 'object' || value === null) return []
  switch (intrinsicOf(value)) {
    case 'Ref':
      return refProblem(names, value.Ref) ? [] : [`${at} refers to ${value.Ref}`]
    case 'Fn::GetAtt': {
      const target = [value['Fn::GetAtt']].flat().join('.')
      return named(names, target) ? [] : [`${at} asks for ${target}`]
    }
    case 'Fn::Sub': {
      const lost = substituted(value['Fn::Sub']).filter((target) => !named(names, target))
      return lost.map((target) => `${at} asks for ${target}`)
    }
    default:
      return Object.entries(value).flatMap(([key, inner]) => dangling(names, inner, `${at}.${key}`))
  }
}

/**
 * What CloudFormation would refuse: types and properties that it does not know, values of another type, what is required
 * and missing, references that lead nowhere.
 */
export const templateProblems = (db: SpecDatabase, template: TemplateBody): string[] => {
  const names = { template, db }
  const inResources = Object.entries(template.Resources).flatMap(([id, resource]) => {
    const spec = specOf(db, resource.Type)
    if (spec === undefined) return [`${id} is a ${resource.Type}, which nobody knows`]
    const before: string[] = [resource.DependsOn ?? []].flat()
    return [
      ...againstFields(db, spec.properties, resource.Properties ?? {}, id),
      ...dangling(names, { ...resource, Metadata: undefined }, id),
      ...before.filter((other) => !(other in template.Resources)).map((other) => `${id} waits for ${other}`),
    ]
  })
  return [...inResources, ...dangling(names, template.Outputs ?? {}, 'Outputs')]
}
