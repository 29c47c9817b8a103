import { repeatWindowSeconds, takesIdempotencyKey } from '../../../lib/contract/idempotency.ts'
import type { Limit } from '../../../lib/contract/limit.ts'
import type { OrgDemand } from '../../../lib/contract/permissions.ts'
import type { Route } from '../../../lib/contract/route-match.ts'
import { type DescribedRow, isForm, type Row } from '../../../lib/contract/row.ts'
import { parameterWords } from './descriptions.ts'
import { failureResponses } from './failure-responses.ts'
import { withFiles } from './forms.ts'
import type { Json, JsonSchemas } from './json-schemas.ts'
import { isKept, keptTag, keptWords, replacementOf } from './kept.ts'
import { successResponse } from './responses.ts'
import { operationWords } from './words.ts'

const wordsFor = (name: string, domain: string): Json => {
  const description = parameterWords(name, domain)
  return description === undefined ? {} : { description }
}

const pathParameter = (name: string, { row, domain }: Route<DescribedRow>, own: string): Json => ({
  name,
  in: 'path',
  required: true,
  ...wordsFor(name, domain),
  schema: { type: 'string' },
  ...(row.example.path?.[own] === undefined ? {} : { example: row.example.path[own] }),
})

const queryParameters = ({ row, domain }: Route<DescribedRow>, schemas: JsonSchemas): readonly Json[] => {
  if (!row.query) return []
  const { properties = {}, required = [] } = schemas.sent(row.query)
  return Object.entries(properties as Record<string, Json>).map(([name, schema]) => ({
    name,
    in: 'query',
    ...wordsFor(name, domain),
    ...((required as readonly string[]).includes(name) ? { required: true } : {}),
    schema,
    ...(row.example.query?.[name] === undefined ? {} : { example: row.example.query[name] }),
  }))
}

const nativeClient: Json = { $ref: '#/components/parameters/X-Client' }
const idempotencyKey: Json = { $ref: '#/components/parameters/Idempotency-Key' }
const ifMatch: Json = { $ref: '#/components/parameters/If-Match' }

/** Parameters of path and query. `names` are the path's parameters as the document spells them, in order. */
export const parametersOf = (
  route: Route<DescribedRow>,
  names: readonly string[],
  schemas: JsonSchemas,
): readonly Json[] => {
  const { row, path } = route
  const own = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return [
    ...own.map((name, at) => pathParameter(names[at] ?? name, route, name)),
    ...queryParameters(route, schemas),
    ...(row.reply.tokens || row.refreshToken ? [nativeClient] : []),
    ...(takesIdempotencyKey(row) ? [idempotencyKey] : []),
    ...(row.versioned && row.method !== 'GET' ? [ifMatch] : []),
  ]
}

// Named, because the viewer ignores an unnamed example that is an object.
const exampled = (row: DescribedRow, schema: Json): Json => ({
  schema,
  examples: { sample: { value: row.example.body ?? {} } },
})

const oneOf = (names: readonly string[]): Json =>
  names.length === 1 ? { required: names } : { anyOf: names.map((name) => ({ required: [name] })) }

/** The fields of a body, with those required that the code's schema leaves optional. */
const needing = ({ needs = [] }: DescribedRow, schema: Json): Json =>
  needs.length === 0 ? schema : { allOf: [schema, ...needs.map(oneOf)] }

/** The same for a form, which is one object, by the names without an alternative. */
const needingInForm = ({ needs = [] }: DescribedRow, schema: Json): Json => {
  const alone = needs.filter(({ length }) => length === 1).flat()
  return alone.length === 0 ? schema : { allOf: [...(schema.allOf as Json[]), { required: alone }] }
}

/** The request body in each media type that the operation reads. Undefined when it reads none. */
export const requestBodyOf = (row: DescribedRow, schemas: JsonSchemas): Json | undefined => {
  if (!row.body) return undefined
  if (isForm(row.body)) {
    const { form, files, maxBytes } = row.body
    const fields = schemas.sent(form)
    return {
      description: `Maximum size of ${files.length === 1 ? 'the file' : 'each file'}: ${Math.floor(maxBytes / 1024 / 1024)} MB`,
      content: {
        'multipart/form-data': { schema: needingInForm(row, withFiles(fields, files)) },
        'application/json': exampled(row, needing(row, fields)),
      },
    }
  }
  const schema = schemas.sent(row.body)
  const required = ((schema.required ?? []) as readonly string[]).length > 0 || schema.$ref !== undefined
  return {
    ...(required ? { required: true } : {}),
    content: {
      'application/json': exampled(row, needing(row, schema)),
      ...(row.urlencoded ? { 'application/x-www-form-urlencoded': { schema } } : {}),
    },
  }
}

const byToken: readonly Json[] = [{ bearer: [] }, { cookie: [] }]
const byRefreshToken: readonly Json[] = [{ refreshCookie: [] }, { refreshHeader: [] }]

/** The ways in which a caller may authenticate, by the row's access. */
export const securityOf = ({ access, refreshToken }: Row): readonly Json[] => {
  if (refreshToken) return access === 'optional' ? [{}, ...byRefreshToken, ...byToken] : byRefreshToken
  if (access === 'anyone') return []
  return access === 'optional' ? [{}, ...byToken] : byToken
}

export const securitySchemes: Readonly<Record<string, Json>> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Access token; takes precedence over the cookie',
  },
  cookie: { type: 'apiKey', in: 'cookie', name: 'accessToken' },
  refreshCookie: { type: 'apiKey', in: 'cookie', name: 'refreshToken' },
  refreshHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Refresh-Token',
    description: 'Refresh token of a client without cookies',
  },
}

export const sharedParameters: Readonly<Record<string, Json>> = {
  'X-Client': {
    name: 'X-Client',
    in: 'header',
    description: 'Value `mobile` for clients without cookies, which receive tokens in the body',
    schema: { type: 'string', enum: ['mobile'] },
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Name of this request, chosen by the client, one per record to create. A repetition within 24 hours returns the first response',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_.:-]{8,128}$' },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'Value of the `ETag` on which the change is based. 409 if the record has changed since',
    schema: { type: 'string', maxLength: 500 },
  },
}

const accessWords: Readonly<Record<Exclude<Row['access'], object>, string>> = {
  anyone: 'Anyone can call it.',
  optional: 'Anyone can call it; signed-in callers are recognized.',
  caller: 'Signed-in people can call it, guests of this school included.',
  member: 'Members of this school can call it.',
  admin: 'Administrators of this school and of the platform can call it.',
  platformAdmin: 'Platform administrators can call it.',
}

const inOrganization = (demand: OrgDemand): string => {
  if (demand === 'visitor') return 'Members of this school can call it.'
  if (demand === 'owner') return 'Only the owner of the organization can call it.'
  if (demand === 'ownerOrAdmin')
    return 'The owner of the organization and administrators of this school can call it.'
  if (demand === 'member')
    return 'Active members of the organization and administrators of this school can call it.'
  const wanted = [demand].flat().join(' or ')
  return `Members of the organization with the permission ${wanted}, its owner and administrators of this school can call it.`
}

const callersOf = ({ access }: Row): string =>
  typeof access === 'object' ? inOrganization(access.org) : accessWords[access]

const places = {
  tenant: '',
  platform: 'Available on the platform host only.',
  both: 'Available on school hosts and on the platform host.',
} as const

const proofs = {
  own: "Requires a session opened by the person's own proof: password, Google, Apple, or an emailed code.",
  here: "Rejects a session opened by another school's identity provider.",
  strong:
    'Requires a second factor shown in this session within fifteen minutes, from people who have one or must have one.',
  ownStrong:
    "Requires a session opened by the person's own proof, and a second factor shown in it within fifteen minutes.",
} as const

const lasting = (seconds: number): string => {
  if (seconds % 3600 === 0) return seconds === 3600 ? 'hour' : `${seconds / 3600} hours`
  if (seconds % 60 === 0) return seconds === 60 ? 'minute' : `${seconds / 60} minutes`
  return `${seconds} seconds`
}

/** Words for limits whose name in the row names no subject. */
const limitSubjects: Readonly<Record<string, string>> = {
  all: ' in total',
  creation: ' and person',
  accountAndAddress: ' and account at one address',
  accountFromBusyAddress: ' and account, from a busy address',
  ...Object.fromEntries(
    ['failures', 'imports', 'invite', 'picture', 'starts', 'upload'].map((name) => [name, '']),
  ),
}

const limitLine = ([subject, { max, seconds, count }]: readonly [string, Limit]): string =>
  `- ${max} ${count ?? 'requests'} per ${lasting(seconds)}${limitSubjects[subject] ?? ` and ${subject}`}`

/** The way a repeated request is recognized. */
const againLine = (row: Row): string[] => {
  const seconds = repeatWindowSeconds(row)
  if (seconds !== undefined)
    return [
      `Without a key, equal content from the same person within ${seconds} seconds counts as a repetition: it creates nothing and returns the first response.`,
    ]
  if (row.creates === 'each') return ['Each request creates a new record, unless it repeats a key.']
  return []
}

/** Pages are for browsers, whatever else they do. */
const pageLine = ({ reply }: Row): string[] =>
  reply.type?.startsWith('text/html')
    ? [
        'Returns an HTML page for browsers that works without scripts. Programs call the operations behind it.',
      ]
    : []

/** The effects of an operation, its callers, its requirements and its limits, as paragraphs. */
export const descriptionOf = (operation: string, row: Row): string =>
  [
    ...[operationWords.get(operation)?.description ?? []].flat(),
    ...pageLine(row),
    [callersOf(row), places[row.host ?? 'tenant']].filter((line) => line !== '').join(' '),
    ...(row.proof === undefined ? [] : [proofs[row.proof]]),
    ...(row.duringMaintenance ? ['Also available while the school is closed.'] : []),
    ...(row.siblings ? ['Pages of sibling schools can read the response with credentials.'] : []),
    ...againLine(row),
    ...(row.limits ? [`Limits:\n${Object.entries(row.limits).map(limitLine).join('\n')}`] : []),
  ].join('\n\n')

/** The `operationId` of a path: the operation's name, or a separate name for an alias. */
const idOf = ({ operation, row, path }: Route): string => {
  const at = (row.aliases ?? []).indexOf(path)
  if (at < 0) return operation
  return `${operation}Alias${at === 0 ? '' : at + 1}`
}

/** One operation of the document. `names` are the path's parameters as the document spells them. */
export const operationOf = (
  route: Route<DescribedRow>,
  names: readonly string[],
  schemas: JsonSchemas,
): Json => {
  const { row, domain } = route
  const parameters = parametersOf(route, names, schemas)
  const requestBody = requestBodyOf(row, schemas)
  const replacement = replacementOf(route)
  return {
    tags: [isKept(route) ? keptTag.name : domain],
    operationId: idOf(route),
    summary: row.summary,
    description: [...(isKept(route) ? [keptWords(route)] : []), descriptionOf(route.operation, row)].join(
      '\n\n',
    ),
    ...(isKept(route) ? { deprecated: true } : {}),
    ...(replacement === undefined ? {} : { 'x-replaced-by': replacement }),
    security: securityOf(row),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { [String(row.reply.status)]: successResponse(row, schemas), ...failureResponses(row) },
  }
}
