import { takesIdempotencyKey } from '../../lib/contract/idempotency.ts'
import { type Contract, isForm, type Row, type Schema } from '../../lib/contract/row.ts'
import { failureTypes, mentioned, typeOf } from './client-types.ts'
import { type Json, jsonSchemas } from './openapi/json-schemas.ts'
import { filesIn, textOf } from './places.ts'

const made = '// Made by `npm run build` from the route table; changes belong there.\n'
const folder = 'dist/client'

type Shapes = { readonly path?: Json; readonly query?: Json; readonly body?: Json; readonly data?: Json }

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

const camel = (domain: string): string =>
  domain.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

const indented = (line: string): string => `  ${line}`

/** Alternatives on one line, or each on its own. */
const union = (types: readonly string[], indent: string): string => {
  const line = types.join(' | ')
  return line.length <= 90 ? ` ${line}` : `\n${types.map((type) => `${indent}| ${type}`).join('\n')}`
}

const inputOf = (row: Row, { path, query, body }: Shapes): string => {
  const shapes = [path, query, body].filter((shape) => shape !== undefined && !isEmpty(shape)) as Json[]
  const named = row.body && isForm(row.body) ? row.body.files : []
  const files = named.map((name) => `{ readonly ${name}?: Blob | undefined }`)
  const types = [...shapes.map((shape) => typeOf(shape, '')), ...files]
  const joined = types.map((type) => (/ \| (?![^{]*\})/.test(type) ? `(${type})` : type)).join(' & ')
  return joined === '' ? 'Readonly<Record<string, never>>' : joined
}

const dataOf = ({ reply }: Row, { data }: Shapes): string => {
  if (reply.kind === 'text') return 'string'
  return data === undefined ? 'undefined' : typeOf(data, '')
}

/** The row as the client needs it, as source. */
const rowOf = (operation: string, row: Row, names: readonly string[]): string => {
  const facts: readonly (readonly [string, unknown])[] = [
    ['method', row.method],
    ['path', row.path],
    ['query', names.length > 0 ? names : undefined],
    ['body', row.body ? true : undefined],
    ['files', row.body && isForm(row.body) ? row.body.files : undefined],
    ['reads', row.reply.kind],
    ['open', row.access === 'anyone' ? true : undefined],
    ['optional', row.access === 'optional' ? true : undefined],
    ['tokens', row.reply.tokens],
    ['renews', row.refreshToken && row.reply.tokens ? true : undefined],
    ['ends', operation === 'logout' ? true : undefined],
    ['keyed', takesIdempotencyKey(row) ? true : undefined],
  ]
  const said = facts.filter(([, value]) => value !== undefined)
  return `{ ${said.map(([name, value]) => `${name}: ${JSON.stringify(value).replaceAll('"', "'")}`).join(', ')} }`
}

const queryNames = ({ query = {} }: Shapes, schemas: Json): readonly string[] => {
  const named = typeof query.$ref === 'string' ? schemas[query.$ref.split('/').at(-1) ?? ''] : undefined
  const { properties = {} } = (named ?? query) as Json
  return Object.keys(properties as Json)
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

type Book = {
  readonly shapes: Readonly<Record<string, Shapes>>
  readonly schemas: Json
}

const bookOf = (contracts: readonly Contract[], names: ReadonlyMap<Schema, string>): Book => {
  const schemas = jsonSchemas(names)
  const shapes: Record<string, Shapes> = {}
  for (const { domain, rows } of contracts) {
    for (const [operation, row] of Object.entries(rows)) {
      const holes = pathNames(row)
      const body = row.body && (isForm(row.body) ? row.body.form : row.body)
      shapes[`${domain}.${operation}`] = {
        ...(holes.length > 0 ? { path: pathShape(holes) } : {}),
        ...(row.query ? { query: schemas.sent(row.query) } : {}),
        ...(body ? { body: schemas.sent(body) } : {}),
        ...(row.reply.schema ? { data: schemas.answered(row.reply.schema) } : {}),
      }
    }
  }
  const settled = schemas.settle(shapes)
  return { shapes: settled.document, schemas: settled.schemas }
}

const importLine = (names: readonly string[], from: string): string =>
  names.length > 0 ? `import type { ${names.join(', ')} } from '${from}'\n` : ''

const domainFile = (
  { domain, about, rows }: Contract,
  { shapes, schemas }: Book,
  failures: ReturnType<typeof failureTypes>,
): string => {
  const types: string[] = []
  const functions: string[] = []
  for (const [operation, row] of Object.entries(rows)) {
    const shape = shapes[`${domain}.${operation}`] ?? {}
    const name = capital(operation)
    types.push(
      `export type ${name}Input = ${inputOf(row, shape)}\n` +
        `export type ${name}Data = ${dataOf(row, shape)}\n` +
        `export type ${name}Failure =${union(failures.of(row), '  ')}\n`,
    )
    functions.push(
      `/** ${row.summary}. \`${row.method} ${row.path}\` */`,
      `${operation}: operation<${name}Input, ${name}Data, ${name}Failure>(`,
      `  send,`,
      `  ${rowOf(operation, row, queryNames(shape, schemas))},`,
      `),`,
    )
  }
  const source = types.join('\n')
  const groups = failures.groups.map(([name]) => name)
  return [
    made,
    importLine([...mentioned(source, groups)], './failures.ts'),
    importLine([...mentioned(source, ['Failed']), 'Send'], './outcome.ts'),
    importLine(mentioned(source, Object.keys(schemas)), './schemas.ts'),
    `import { operation } from './send.ts'\n\n${source}\n`,
    `/** ${about}. */\nexport const ${camel(domain)} = (send: Send) => ({\n${functions.map(indented).join('\n')}\n})\n`,
  ].join('')
}

const schemasFile = ({ schemas }: Book): string => {
  const types = Object.entries(schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema as Json, '')}\n`,
  )
  return `${made}\n${types.join('\n')}`
}

const failuresFile = (failures: ReturnType<typeof failureTypes>): string => {
  const types = failures.groups.map(([name, members]) => `export type ${name} =${union(members, '  ')}\n`)
  return `${made}\nimport type { Failed } from './outcome.ts'\n\n${types.join('\n')}`
}

const indexFile = (contracts: readonly Contract[]): string => {
  const renewal = contracts
    .flatMap(({ rows }) => Object.entries(rows))
    .find(([, row]) => row.refreshToken && row.reply.tokens)
  if (!renewal) throw new Error('no operation renews a session')
  const imports = contracts.map(({ domain }) => `import { ${camel(domain)} } from './${domain}.ts'\n`).sort()
  const domains = contracts.map(({ domain }) => `    ${camel(domain)}: ${camel(domain)}(send),\n`)
  return [
    made,
    imports.join(''),
    "import type { Settings } from './outcome.ts'\nimport { sender } from './send.ts'\n\n",
    "export type * from './outcome.ts'\nexport { pages } from './pages.ts'\nexport type * from './schemas.ts'\n\n",
    `const renewal = ${rowOf(...renewal, [])} as const\n\n`,
    '/** The operations of one school, by domain. */\n',
    `export const quad = (settings: Settings) => {\n  const send = sender(settings, renewal)\n  return {\n${domains.join('')}  }\n}\n`,
    'export type Quad = ReturnType<typeof quad>\n',
  ].join('')
}

/** The typed client, by path: what is written by hand in `infra/client`, and what the contracts say. */
export const clientFiles = (
  contracts: readonly Contract[],
  names: ReadonlyMap<Schema, string>,
): ReadonlyMap<string, string> => {
  const book = bookOf(contracts, names)
  const failures = failureTypes(contracts.flatMap(({ rows }) => Object.values(rows)))
  const core = filesIn('infra/client').map(
    (path) =>
      [
        path.replace('infra/client', folder),
        made.replace('the route table', `\`${path}\``) + textOf(path),
      ] as const,
  )
  return new Map([
    ...core,
    [`${folder}/schemas.ts`, schemasFile(book)],
    [`${folder}/failures.ts`, failuresFile(failures)],
    ...contracts.map(
      (contract) => [`${folder}/${contract.domain}.ts`, domainFile(contract, book, failures)] as const,
    ),
    [`${folder}/index.ts`, indexFile(contracts)],
  ])
}
