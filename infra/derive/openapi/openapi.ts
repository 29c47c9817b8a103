import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Route, routesOf } from '../../../lib/contract/route-match.ts'
import type { Contract, DescribedRow, Schema } from '../../../lib/contract/row.ts'
import { contractFiles, exportsOf, root } from '../places.ts'
import { describedPaths, describedResponses, describedSchemas } from './descriptions.ts'
import { errorHeaders, errorSchemas } from './failure-responses.ts'
import { flatForms } from './forms.ts'
import { inReadingOrder, introduction } from './introduction.ts'
import { exampleOf, type Json, jsonSchemas } from './json-schemas.ts'
import { keptTag } from './kept.ts'
import { operationOf, securitySchemes, sharedParameters } from './operation.ts'
import { answerHeaders, sharedResponses, tokenSchema } from './responses.ts'

const manifest = (): { version: string } => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const servers = [
  {
    url: 'https://{school}.{domain}',
    description: 'Host of a school',
    variables: { school: { default: 'demo' }, domain: { default: 'example.edu' } },
  },
  {
    url: 'http://{school}.localhost:{port}',
    description: 'Platform on one machine',
    variables: { school: { default: 'demo' }, port: { default: '3000' } },
  },
]

const shapeOf = (path: string): string => path.replace(/:\w+/g, '{}')
const spelled = (path: string): string => path.replace(/:(\w+)/g, '{$1}')
const namesIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Paths that differ only in parameter names are one path, spelled as its first row does. */
const byPath = (
  routes: readonly Route<DescribedRow>[],
): ReadonlyMap<string, readonly Route<DescribedRow>[]> => {
  const spelling = new Map<string, string>()
  const found = new Map<string, Route<DescribedRow>[]>()
  for (const route of routes) {
    const path = spelling.get(shapeOf(route.path)) ?? spelled(route.path)
    spelling.set(shapeOf(route.path), path)
    found.set(path, [...(found.get(path) ?? []), route])
  }
  return found
}

const exampled = (response: Json, find: (ref: string) => Json): Json => {
  const content = Object.entries((response.content ?? {}) as Record<string, Json>)
  const filled = content.map(([type, media]) => [
    type,
    type === 'application/json' && !media.examples
      ? { ...media, examples: { sample: { value: exampleOf((media.schema ?? {}) as Json, find) } } }
      : media,
  ])
  return { ...response, content: Object.fromEntries(filled) }
}

type Paths = Record<string, Record<string, Json>>

/** Responses without an example get one from their schema. Each form becomes one object. */
const withExamples = (paths: Paths, schemas: Json): Paths => {
  const find = (ref: string): Json => (schemas[ref.split('/').at(-1) ?? ''] ?? {}) as Json
  const operation = (each: Json): Json => ({
    ...each,
    ...(each.requestBody ? { requestBody: flatForms(each.requestBody as Json, find) } : {}),
    responses: Object.fromEntries(
      Object.entries(each.responses as Record<string, Json>).map(([status, one]) => [
        status,
        exampled(one, find),
      ]),
    ),
  })
  return Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, each]) => [method, operation(each)])),
    ]),
  )
}

/** The OpenAPI 3.1 document of all contracts. `names` are the schemas with their own names. */
export const openapi = (contracts: readonly Contract[], names: ReadonlyMap<Schema, string>): Json => {
  const schemas = jsonSchemas(names)
  const { version } = manifest()
  const paths: Paths = {}
  for (const [path, routes] of byPath(routesOf(contracts))) {
    const operations = routes.map((route) => [
      route.row.method.toLowerCase(),
      operationOf(route, namesIn(path), schemas),
    ])
    paths[path] = Object.fromEntries(operations)
  }
  const settled = schemas.settle(paths)
  const components = { ...errorSchemas, Tokens: tokenSchema, ...settled.schemas }
  const { paths: finished, responses } = sharedResponses(withExamples(settled.document, components))
  return {
    openapi: '3.1.0',
    info: { title: 'Quad', version, description: introduction, license: { name: 'MIT', identifier: 'MIT' } },
    servers,
    tags: [
      ...inReadingOrder(contracts).map(({ domain, about }) => ({ name: domain, description: about })),
      keptTag,
    ],
    paths: describedPaths(finished as Paths),
    components: {
      securitySchemes,
      parameters: sharedParameters,
      headers: { ...errorHeaders, ...answerHeaders },
      responses: describedResponses(responses),
      schemas: describedSchemas(components),
    },
  }
}

const shapes = new Set(['object', 'union', 'enum', 'record'])

const isShape = (value: unknown): value is Schema => {
  if (typeof value !== 'object' || value === null || !('_zod' in value)) return false
  return shapes.has((value as Schema)._zod.def.type)
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const entriesOf = async ({ domain }: Contract): Promise<readonly (readonly [string, string, Schema])[]> => {
  const found: (readonly [string, string, Schema])[] = []
  for (const file of contractFiles(`functions/${domain}/contract.ts`)) {
    for (const [name, value] of Object.entries(await exportsOf(file))) {
      if (isShape(value)) found.push([domain, name, value])
    }
  }
  return found
}

/**
 * The export names of the contracts' schemas, for the document's components. When two domains use one name for
 * different schemas, the second gets its domain as a prefix.
 */
export const schemaNames = async (contracts: readonly Contract[]): Promise<ReadonlyMap<Schema, string>> => {
  const names = new Map<Schema, string>()
  const taken = new Set<string>(['Error', 'PlantError', 'Tokens'])
  for (const contract of contracts) {
    for (const [domain, name, schema] of await entriesOf(contract)) {
      if (names.has(schema)) continue
      const own = taken.has(name) ? `${capital(domain)}${capital(name)}` : capital(name)
      if (taken.has(own)) throw new Error(`two schemas of ${domain} would be called ${own}`)
      taken.add(own)
      names.set(schema, own)
    }
  }
  return names
}
