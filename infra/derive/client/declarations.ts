import { type Contract, type DescribedRow, isForm, type Row, type Schema } from '../../../lib/contract/row.ts'
import { describedSchema, parameterWords } from '../openapi/descriptions.ts'
import { type Json, jsonSchemas } from '../openapi/json-schemas.ts'
import { operationComment } from './comments.ts'
import { camel, capital, groupExports, groupName } from './names.ts'
import { queryInput } from './query-inputs.ts'
import { refusalTypes } from './refusals.ts'
import { answeredType, comment, mentioned, typeOf } from './type-text.ts'

type Shapes = {
  readonly path?: Json
  readonly query?: Json
  readonly body?: Json
  readonly data?: Json
  readonly also?: Json
}

const pathNames = ({ path }: Row): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

const pathShape = (names: readonly string[]): Json => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names,
  additionalProperties: false,
})

const isEmpty = (shape: Json): boolean =>
  shape.type === 'object' && Object.keys((shape.properties ?? {}) as Json).length === 0

type Book = {
  readonly shapes: Readonly<Record<string, Shapes>>
  readonly schemas: Json
}

const nameOfRef = (shape: Json | undefined): string | undefined =>
  typeof shape?.$ref === 'string' ? shape.$ref.split('/').at(-1) : undefined

/** Parameters have words of their own. */
const describedParameters = (shape: Json, domain: string): Json =>
  shape.properties
    ? {
        ...shape,
        properties: Object.fromEntries(
          Object.entries(shape.properties as Record<string, Json>).map(([name, each]) => [
            name,
            { ...each, description: each.description ?? parameterWords(name, domain) },
          ]),
        ),
      }
    : shape

const describedShapes = ({ path, query, body, data, also }: Shapes, domain: string): Shapes => ({
  ...(path ? { path: describedParameters(path, domain) } : {}),
  ...(query ? { query: describedParameters(queryInput(query), domain) } : {}),
  ...(body ? { body: describedSchema(body) } : {}),
  ...(data ? { data: describedSchema(data) } : {}),
  ...(also ? { also: describedSchema(also) } : {}),
})

const bookOf = (contracts: readonly Contract[], names: ReadonlyMap<Schema, string>): Book => {
  const schemas = jsonSchemas(names)
  const shapes: Record<string, Shapes> = {}
  for (const { domain, rows } of contracts) {
    for (const [operation, row] of Object.entries(rows)) {
      const keyParams = pathNames(row)
      const body = row.body && (isForm(row.body) ? row.body.form : row.body)
      const { schema, also } = row.reply
      shapes[`${domain}.${operation}`] = {
        ...(keyParams.length > 0 ? { path: pathShape(keyParams) } : {}),
        ...(row.query ? { query: schemas.sent(row.query) } : {}),
        ...(body ? { body: schemas.sent(body) } : {}),
        ...(schema ? { data: schemas.answered(schema) } : {}),
        ...(also?.format === 'json' ? { also: schemas.answered(also.schema) } : {}),
      }
    }
  }
  const settled = schemas.settle(shapes)
  // Only queries use the named schemas of queries.
  const named = new Set(Object.values(settled.document).map(({ query }) => nameOfRef(query)))
  return {
    shapes: Object.fromEntries(
      Object.entries(settled.document).map(([name, shape]) => [
        name,
        describedShapes(shape, name.replace(/\..*/, '')),
      ]),
    ),
    schemas: Object.fromEntries(
      Object.entries(settled.schemas).map(([name, schema]) => [
        name,
        named.has(name)
          ? describedParameters(queryInput(schema as Json), '')
          : describedSchema(schema as Json),
      ]),
    ),
  }
}

/** Types for body fields of which at least one is required. */
const needed = ({ needs = [] }: DescribedRow, body: Json | undefined): readonly string[] => {
  if (needs.length === 0) return []
  const whole = body && typeOf(body)
  if (!whole || !/^\w+$/.test(whole)) throw new Error('a body with needs wants an exported schema')
  return needs.map((names) => `Has<${whole}, ${names.map((name) => `'${name}'`).join(' | ')}>`)
}

const inputOf = (row: DescribedRow, { path, query, body }: Shapes): string => {
  const shapes = [path, query, body].filter((shape) => shape !== undefined && !isEmpty(shape)) as Json[]
  const named = row.body && isForm(row.body) ? row.body.files : []
  const files = named.map((name) => `{ readonly ${name}?: Blob | undefined }`)
  const types = [...shapes.map((shape) => typeOf(shape)), ...needed(row, body), ...files]
  const [alone] = types
  if (types.length === 1 && alone) return alone
  const joined = types.map((type) => (/ \| (?![^{<]*[}>])/.test(type) ? `(${type})` : type)).join(' & ')
  return joined === '' ? 'Readonly<Record<string, never>>' : joined
}

const dataOf = ({ reply }: Row, { data }: Shapes): string => {
  if (reply.kind === 'text') return 'string'
  return data === undefined ? 'undefined' : answeredType(data)
}

/** The names of an operation's types. */
const namesOf = (operation: string) => {
  const name = capital(operation)
  return { input: `${name}Input`, answer: `${name}Answer`, failure: `${name}Failure` }
}

const functionOf = (operation: string, { reply }: Row): string => {
  const { input, answer, failure } = namesOf(operation)
  return `${reply.also ? 'Formatted' : 'Operation'}<${input}, ${answer}, ${failure}>`
}

/** The answer's type. An operation with two forms has one type for each. */
const answerOf = (row: DescribedRow, shapes: Shapes): string => {
  const { also } = row.reply
  if (!also) return dataOf(row, shapes)
  const usual = `readonly ${also.format === 'csv' ? 'json' : 'csv'}: ${dataOf(row, shapes)}`
  const other = `readonly ${also.format}: ${shapes.also ? answeredType(shapes.also) : 'string'}`
  return `{ ${usual}; ${other} }`
}

/** The named types of one operation. */
const typesOf = (
  operation: string,
  row: DescribedRow,
  shapes: Shapes,
  refusals: readonly string[],
): string => {
  const { input, answer, failure } = namesOf(operation)
  return [
    comment(`Input of \`${operation}\`: ${row.summary}.`),
    `export type ${input} = ${inputOf(row, shapes)}\n`,
    comment(`Answer of \`${operation}\`.`),
    `export type ${answer} = ${answerOf(row, shapes)}\n`,
    comment(`Failures of \`${operation}\`.`),
    `export type ${failure} = ${refusals.join(' | ')}\n`,
  ].join('')
}

const core = ['Failed', 'Formatted', 'Has', 'Operation'] as const

type Refusals = ReturnType<typeof refusalTypes>

const domainOf = ({ domain, about, rows }: Contract, book: Book, refusals: Refusals): string => {
  const functions = Object.entries(rows).map(([operation, row]) => {
    const { query } = book.shapes[`${domain}.${operation}`] ?? {}
    const named = (book.schemas[nameOfRef(query) ?? ''] ?? query ?? {}) as Json
    const about = operationComment(domain, operation, row, (named.properties ?? {}) as Json)
    return `  ${`${about}${operation}: ${functionOf(operation, row)}`.replaceAll('\n', '\n  ')}\n`
  })
  const types = Object.entries(rows).map(([operation, row]) =>
    typesOf(operation, row, book.shapes[`${domain}.${operation}`] ?? {}, refusals.of(row)),
  )
  const group = `/** ${about}. */\nexport interface ${capital(camel(domain))} {\n${functions.join('')}}\n`
  return [group, ...types].join('\n')
}

const importLine = (source: string, names: readonly string[], from: string): string =>
  `import type { ${mentioned(source, names).join(', ')} } from '${from}'\n`

const refsIn = (value: unknown): readonly string[] =>
  [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)

/** Names of the schemas in requests, at any depth. */
const sentNames = ({ shapes, schemas }: Book): ReadonlySet<string> => {
  const found = new Set<string>()
  const take = (value: unknown): void => {
    for (const name of refsIn(value)) {
      if (found.has(name)) continue
      found.add(name)
      take(schemas[name])
    }
  }
  take(Object.values(shapes).map(({ query, body }) => [query ?? {}, body ?? {}]))
  return found
}

const schemasOf = (book: Book): string => {
  const sent = sentNames(book)
  return Object.entries(book.schemas)
    .map(([name, schema]) => {
      const type = sent.has(name) ? typeOf(schema as Json) : answeredType(schema as Json)
      return `export type ${name} = ${type}\n`
    })
    .join('\n')
}

/** One file with the schemas that they name. A second file would repeat every name for its import. */
const operationsFile = (contracts: readonly Contract[], book: Book, refusals: Refusals): string => {
  const domains = contracts.map((contract) => domainOf(contract, book, refusals)).join('\n')
  const declared = refusals.file()
  const schemas = schemasOf(book)
  const names = [...`${declared}${domains}${schemas}`.matchAll(/^export (?:type|interface) (\w+)/gm)].map(
    ([, name = '']) => name,
  )
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) throw new Error(`the client would have two types called ${twice}`)
  return [
    importLine(domains + declared, core, './core/outcome.js'),
    `\n${declared}\n${domains}\n${schemas}`,
  ].join('')
}

const indexFile = (contracts: readonly Contract[]): string => {
  const types = contracts.map(({ domain }) => capital(camel(domain)))
  const domains = contracts.map(({ domain }) => `  readonly ${camel(domain)}: ${capital(camel(domain))}\n`)
  return [
    "import type { Group, GroupsOf, Settings } from './core/outcome.js'\n",
    `import type { ${types.join(', ')} } from './operations.js'\n\n`,
    "export type * from './core/outcome.js'\nexport { each, pages } from './core/pages.js'\n",
    "export { orThrow, type QuadError } from './core/or-throw.js'\n",
    "export type * from './operations.js'\n\n",
    `/** The operations of one school, by domain. */\nexport interface Quad {\n${domains.join('')}}\n\n`,
    '/** A client of one school. Asks nothing before its first call. */\n',
    'export declare const quad: (settings: Settings) => Quad\n\n',
    '/** A client with some groups of operations, from `quad-client/groups`. Bundlers drop all others. */\n',
    'export declare const client: <const G extends Readonly<Record<string, Group<unknown>>>>(\n',
    '  settings: Settings,\n  groups: G,\n) => GroupsOf<G>\n',
  ].join('')
}

const groupsFile = (contracts: readonly Contract[]): string =>
  [
    "import type { Group } from './core/outcome.js'\nimport type * as operations from './operations.js'\n\n",
    ...contracts.map(
      ({ domain, about }) =>
        `/** ${about}. */\ndeclare const ${groupName(domain)}: Group<operations.${capital(camel(domain))}>\n`,
    ),
    `\n${groupExports(contracts)}`,
  ].join('')

/** The package's declarations, by file name, and the names that a row sends in the address. */
export const declarations = (contracts: readonly Contract[], names: ReadonlyMap<Schema, string>) => {
  const book = bookOf(contracts, names)
  const refusals = refusalTypes(contracts.flatMap(({ rows }) => Object.values(rows)))
  const files: ReadonlyMap<string, string> = new Map([
    ['operations.d.ts', operationsFile(contracts, book, refusals)],
    ['index.d.ts', indexFile(contracts)],
    ['groups.d.ts', groupsFile(contracts)],
  ])
  const queryNames = (domain: string, operation: string): readonly string[] => {
    const { query = {} } = book.shapes[`${domain}.${operation}`] ?? {}
    const named = book.schemas[nameOfRef(query) ?? '']
    const { properties = {} } = (named ?? query) as Json
    return Object.keys(properties as Json)
  }
  return { files, queryNames }
}
