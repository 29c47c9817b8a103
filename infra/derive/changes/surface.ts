import type { Json } from '../openapi/json-schemas.ts'

/** `>` marks what a client sends, `<` what it reads. A change breaks the two in opposite ways. */
type Side = '>' | '<'

/** A field of a request or response: whether it is always present, and its kinds of values. */
export type Field = { readonly always: boolean; readonly kinds: readonly string[] }

/** Everything that clients rely on, one line each: `login > body email` has a field, `login` has its address. */
export type Surface = {
  readonly addresses: ReadonlyMap<string, { readonly address: string; readonly access: Access }>
  readonly fields: ReadonlyMap<string, Field>
}

const ranks = ['anyone', 'optional', 'signed-in'] as const
export type Access = (typeof ranks)[number]
export const isStricter = (now: Access, before: Access): boolean =>
  now === 'signed-in' && before !== 'signed-in'

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const nameOf = ({ $ref }: Json): string => String($ref).split('/').at(-1) ?? ''

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  readonly components: Readonly<Record<string, Json>>
}

const accessOf = ({ security }: Json): Access => {
  const ways = list(security)
  if (ways.length === 0) return 'anyone'
  return ways.some((way) => Object.keys(way).length === 0) ? 'optional' : 'signed-in'
}

/** Collects the fields below a schema, and returns the schema's own kinds of values. */
const walker = (document: Document) => {
  const fields = new Map<string, Field>()
  const seen = new Set<string>()

  const put = (at: string, field: Field): void => {
    const known = fields.get(at)
    const kinds = [...new Set([...(known?.kinds ?? []), ...field.kinds])].sort()
    fields.set(at, { always: field.always && (known?.always ?? true), kinds })
  }

  const named = (side: Side, name: string): string => {
    const at = `${side} ${name}`
    if (!seen.has(at)) {
      seen.add(at)
      const kinds = kindsOf(side, `${name} ${side}`, (document.components.schemas?.[name] ?? {}) as Json)
      if (kinds.join() !== 'object') put(`${name} ${side}`, { always: true, kinds })
    }
    return name
  }

  const propertiesOf = (side: Side, at: string, { properties, required }: Json): void => {
    const always = new Set(Array.isArray(required) ? required : [])
    for (const [name, each] of Object.entries((properties ?? {}) as Record<string, Json>)) {
      // Text for people; no program depends on it.
      if (side === '<' && (name === 'message' || name === 'success') && 'const' in each) continue
      const inner = at.includes(` ${side} `) ? `${at}.${name}` : `${at} ${name}`
      put(inner, { always: always.has(name), kinds: kindsOf(side, inner, each) })
    }
  }

  const kindsOf = (side: Side, at: string, schema: Json): readonly string[] => {
    if (schema.$ref !== undefined) return [named(side, nameOf(schema))]
    if ('const' in schema) return [JSON.stringify(schema.const)]
    if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one))
    const choices = [...list(schema.anyOf), ...list(schema.oneOf)]
    if (choices.length > 0) return [...new Set(choices.flatMap((each) => kindsOf(side, at, each)))]
    const parts = list(schema.allOf)
    if (parts.length > 0) {
      propertiesOf(side, at, schema)
      return [...new Set(parts.flatMap((each) => kindsOf(side, at, each)))]
    }
    if (schema.type === 'array')
      return kindsOf(side, `${at}[]`, (schema.items ?? {}) as Json).map((kind) => `${kind}[]`)
    if (schema.type === 'object' || schema.properties) {
      propertiesOf(side, at, schema)
      return ['object']
    }
    const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'anything']
    return types.map(String)
  }

  return { fields, put, kindsOf }
}

const contentOf = (holder: unknown): readonly (readonly [type: string, schema: Json])[] =>
  Object.entries(((holder as Json | undefined)?.content ?? {}) as Record<string, Json>).map(
    ([type, media]) => [type, (media.schema ?? {}) as Json],
  )

/** Other addresses of an operation share its requests and responses. */
export const isAlias = (operationId: string): boolean => /Alias\d*$/.test(operationId)

/** What clients rely on in an OpenAPI document: addresses, requests and successful responses. */
export const surfaceOf = (source: unknown): Surface => {
  const document = source as Document
  const addresses = new Map<string, { address: string; access: Access }>()
  const { fields, put, kindsOf } = walker(document)
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const id = String(operation.operationId)
      addresses.set(id, { address: `${method.toUpperCase()} ${path}`, access: accessOf(operation) })
      if (isAlias(id)) continue
      for (const given of list(operation.parameters)) {
        const parameter = given.$ref
          ? ((document.components.parameters?.[nameOf(given)] ?? {}) as Json)
          : given
        const at = `${id} > ${parameter.in} ${parameter.name}`
        put(at, {
          always: parameter.required === true,
          kinds: kindsOf('>', at, (parameter.schema ?? {}) as Json),
        })
      }
      for (const [, schema] of contentOf(operation.requestBody)) {
        const at = `${id} > body`
        const kinds = kindsOf('>', at, schema)
        put(at, { always: (operation.requestBody as Json).required === true, kinds })
      }
      for (const [status, response] of Object.entries(operation.responses as Record<string, Json>)) {
        if (!/^[23]/.test(status)) continue
        for (const [type, schema] of contentOf(response)) {
          const at = `${id} < ${status}`
          const kinds = type.includes('json') ? kindsOf('<', at, schema) : [type]
          put(at, { always: true, kinds })
        }
      }
    }
  }
  return { addresses, fields }
}

const bySpelling = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1

/** A surface as lines that people can read and compare. */
export const surfaceText = ({ addresses, fields }: Surface): string => {
  const first = [...addresses]
    .sort(bySpelling)
    .map(([id, { address, access }]) => `${id} = ${address} (${access})`)
  const second = [...fields]
    .sort(bySpelling)
    .map(([at, { always, kinds }]) => `${at}${always ? '' : '?'}: ${kinds.join(' | ')}`)
  return `${[...first, ...second].join('\n')}\n`
}

/** Parses the lines of a surface. */
export const surfaceIn = (text: string): Surface => {
  const addresses = new Map<string, { address: string; access: Access }>()
  const fields = new Map<string, Field>()
  for (const line of text.split('\n')) {
    const [, id, address = '', access] = /^(\w+) = (\S+ \S+) \(([a-z-]+)\)$/.exec(line) ?? []
    const known = ranks.find((rank) => rank === access)
    if (id !== undefined && known) addresses.set(id, { address, access: known })
    const [, at, maybe, kinds = ''] = /^(\w+ [<>](?: [^:?]+)?)(\?)?: (.*)$/.exec(line) ?? []
    if (at !== undefined) fields.set(at, { always: maybe === undefined, kinds: kinds.split(' | ') })
  }
  return { addresses, fields }
}
