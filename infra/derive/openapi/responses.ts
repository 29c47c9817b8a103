import { takesIdempotencyKey } from '../../../lib/contract/idempotency.ts'
import type { Reply } from '../../../lib/contract/reply.ts'
import type { DescribedRow } from '../../../lib/contract/row.ts'
import type { Json, JsonSchemas } from './json-schemas.ts'

/** Tokens in a body, for native clients and callers with a bearer token. Browsers get cookies instead. */
export const tokenSchema: Json = {
  type: 'object',
  description:
    'Tokens for clients that send `X-Client: mobile` or a bearer token; browsers receive both as cookies.',
  properties: { accessToken: { type: 'string' }, refreshToken: { type: 'string' } },
}

const tokens = { $ref: '#/components/schemas/Tokens' }

const object = (properties: Json, required: readonly string[]): Json => ({
  type: 'object',
  properties,
  required,
})

const head = ({ message, kind }: Reply): readonly [Json, readonly string[]] => {
  const messageSchema = message === undefined ? { type: 'string' } : { const: message }
  const always = message !== undefined || kind === 'done'
  return [{ success: { const: true }, message: messageSchema }, always ? ['success', 'message'] : ['success']]
}

/** Names of the fields beside the envelope of a flat response. They replace envelope fields of the same name. */
const ownNames = ({ schema }: Reply): readonly string[] => {
  const { shape = {} } = (schema?._zod.def ?? {}) as { readonly shape?: object }
  return Object.keys(shape)
}

const without = (fields: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** The message stays open when the row does not fix it, because operations may return their own. */
const envelope = (reply: Reply, schemas: JsonSchemas): Json => {
  const promised = reply.schema ? schemas.answered(reply.schema) : {}
  if (reply.kind === 'bare') return promised
  const [fields, required] = head(reply)
  if (reply.kind === 'data') {
    const value = reply.tokens === 'data' ? { allOf: [promised, tokens] } : promised
    return object({ ...fields, data: value }, [...required, 'data'])
  }
  if (reply.kind === 'flat') return { allOf: [object(without(fields, ownNames(reply)), required), promised] }
  return object(fields, required)
}

const bodyOf = (reply: Reply, schemas: JsonSchemas): Json => {
  const replySchema = envelope(reply, schemas)
  return reply.tokens === 'top' ? { allOf: [replySchema, tokens] } : replySchema
}

const named = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Response headers that clients need besides the body. */
const headersOf = (row: DescribedRow): Json => ({
  ...named(carriedHeaders(row)),
  ...(row.versioned
    ? {
        ETag: {
          schema: { type: 'string' },
          description: 'Version of the record, for `If-Match` of a change',
        },
      }
    : {}),
  ...cachingOf(row.reply),
})

/** Names of an operation's response headers beyond those of every response. */
export const carriedHeaders = ({ reply, method, access, ...row }: DescribedRow): readonly string[] => [
  'X-Request-Id',
  ...(reply.tokens ? ['Set-Cookie', 'X-Known-Device'] : []),
  ...(method !== 'GET' && access !== 'anyone' ? ['X-Last-Write'] : []),
  ...(takesIdempotencyKey({ reply, method, access, ...row }) ? ['Idempotency-Replayed'] : []),
  ...(reply.cache || reply.revalidate || row.versioned ? ['ETag'] : []),
  ...(row.counted ? ['X-Counted-Until'] : []),
  ...(reply.headers ?? []),
]

const cachingOf = (reply: Reply): Json => ({
  ...(reply.cache
    ? {
        'Cache-Control': {
          schema: { const: `public, max-age=${reply.cache}` },
          description: 'Permission for shared caches to store the response',
        },
      }
    : {}),
  ...(reply.revalidate
    ? {
        'Cache-Control': {
          schema: { const: 'private, no-cache' },
          description: 'Permission for clients to store the response and to revalidate it by its `ETag`',
        },
      }
    : {}),
})

const otherForm = ({ also }: Reply, schemas: JsonSchemas): Json => {
  if (!also) return {}
  if (also.format === 'csv') return { [also.type]: { schema: { type: 'string' } } }
  const data = schemas.answered(also.schema)
  return { [also.type]: { schema: object({ success: { const: true }, data }, ['success', 'data']) } }
}

const mostNames = 6

/** What a response without a message contains: its first fields, or its type. */
const contentWords = (reply: Reply): string => {
  if (reply.kind === 'text') return `Text of type ${reply.type ?? 'text/plain'}`
  const { type } = (reply.schema?._zod.def ?? {}) as { readonly type?: string }
  if (type === 'array') return 'List in `data`'
  const names = ownNames(reply)
  if (names.length === 0) return 'Result in `data`'
  const shown = names.slice(0, mostNames).map((name) => `\`${name}\``)
  return `Object with ${shown.join(', ')}${names.length > mostNames ? ' and more' : ''}`
}

/** The success response of an operation: its schema in the envelope of its reply. */
export const successResponse = (row: DescribedRow, schemas: JsonSchemas): Json => {
  const { reply } = row
  const type =
    reply.kind === 'text' ? (reply.type ?? 'text/plain').split(';', 1).join('') : 'application/json'
  const whole = type === 'application/json' ? { type: 'object' } : { type: 'string' }
  const schema = reply.kind === 'text' ? whole : bodyOf(reply, schemas)
  return {
    description: reply.message ?? contentWords(reply),
    headers: headersOf(row),
    content: { [type]: { schema }, ...otherForm(reply, schemas) },
  }
}

const header = (description: string, schema: Json = { type: 'string' }): Json => ({ description, schema })

/** Response headers that several operations share. */
export const answerHeaders: Readonly<Record<string, Json>> = {
  'Set-Cookie': header(
    'Cookies `accessToken` and `refreshToken` for browsers: HttpOnly; in production also Secure, SameSite Strict and for the parent domain',
  ),
  Refresh: header('Seconds to wait and address that the browser then opens'),
  'Clear-Site-Data': header('Data of this site that the browser deletes'),
  'Content-Disposition': header('Name of the file, if the response is a download'),
  ETag: header('Version of the response, for `If-None-Match`: 304 means unchanged'),
  'Idempotency-Replayed': header(
    'Value `true` if this repeats the first response to the same `Idempotency-Key`',
  ),
  Location: header('Address to open next', { type: 'string', format: 'uri-reference' }),
  'X-Counted-Until': header(
    'Time up to which the figures are complete; present only while they lag by more than a few seconds',
    { type: 'string', format: 'date-time' },
  ),
  'X-Known-Device': header(
    'Proof for clients without cookies that the person has used this device; send it as the same header at the next sign-in',
  ),
  'X-Last-Write': header(
    'Marker of the last change by the caller, for clients without cookies. Send it unchanged as the same header until the next response has another one, so that reads and counts include the change',
    { type: 'string' },
  ),
  'X-Next-Cursor': header('Cursor of the next part of the list, to send as `cursor`; absent at the end'),
  'X-Request-Id': header('Id of this request, for support by the operator'),
}

type Paths = Record<string, Record<string, Json>>

const words: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthenticated',
  403: 'Refused',
  404: 'NotFound',
  405: 'WrongMethod',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'UnsupportedBody',
  429: 'RateLimited',
  500: 'Defect',
  503: 'Unavailable',
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

const codesIn = (response: Json): readonly string[] =>
  [...String(response.description).matchAll(/`([A-Z_]+)`/g)].map(([, code = '']) => code)

/** A name from status and codes, so that it changes only with them. */
const nameOf = (status: string, response: Json): string => {
  const codes = codesIn(response).map((code) => code.split('_').map(capital).join(''))
  const plant = JSON.stringify(response).includes('/PlantError') ? 'Plant' : ''
  return `${plant}${words[status] ?? `Status${status}`}${codes.length > 0 ? `_${codes.join('_')}` : ''}`
}

const responsesOf = (paths: Paths): readonly (readonly [string, Json])[] =>
  Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap((operation) =>
      Object.entries(operation.responses as Record<string, Json>),
    ),
  )

/** Moves failures that several operations share into the document's components. */
export const sharedResponses = (paths: Paths): { readonly paths: Paths; readonly responses: Json } => {
  const seen = new Map<string, number>()
  for (const [, response] of responsesOf(paths)) {
    const text = JSON.stringify(response)
    seen.set(text, (seen.get(text) ?? 0) + 1)
  }
  const shared = new Map<string, Json>()
  const place = ([status, response]: readonly [string, Json]): readonly [string, Json] => {
    const name = nameOf(status, response)
    const alone = Number(status) < 400 || (seen.get(JSON.stringify(response)) ?? 0) < 2
    const other = shared.get(name)
    if (alone || (other && JSON.stringify(other) !== JSON.stringify(response))) return [status, response]
    shared.set(name, response)
    return [status, { $ref: `#/components/responses/${name}` }]
  }
  const finished = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => {
        const responses = Object.entries(operation.responses as Record<string, Json>).map(place)
        return [method, { ...operation, responses: Object.fromEntries(responses) }]
      }),
    ),
  ])
  const sorted = [...shared].sort(([a], [b]) => (a < b ? -1 : 1))
  return { paths: Object.fromEntries(finished), responses: Object.fromEntries(sorted) }
}
