import type { Reply } from '../../../lib/contract/reply.ts'
import type { DescribedRow } from '../../../lib/contract/row.ts'
import type { Json, JsonSchemas } from './json-schemas.ts'

/** Tokens in a body: native clients and callers that show a bearer token; browsers get cookies instead. */
export const tokenSchema: Json = {
  type: 'object',
  description:
    'Only for clients that send `X-Client: mobile` or a bearer token; browsers get both as cookies.',
  properties: { accessToken: { type: 'string' }, refreshToken: { type: 'string' } },
}

const tokens = { $ref: '#/components/schemas/Tokens' }

const object = (properties: Json, required: readonly string[]): Json => ({
  type: 'object',
  properties,
  required,
})

const head = ({ message, kind }: Reply): readonly [Json, readonly string[]] => {
  const said = message === undefined ? { type: 'string' } : { const: message }
  const always = message !== undefined || kind === 'done'
  return [{ success: { const: true }, message: said }, always ? ['success', 'message'] : ['success']]
}

/** Names of the fields that a flat answer puts beside its envelope, and in place of it where both have one. */
const ownNames = ({ schema }: Reply): readonly string[] => {
  const { shape = {} } = (schema?._zod.def ?? {}) as { readonly shape?: object }
  return Object.keys(shape)
}

const without = (fields: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** A message that the row does not fix may still come: operations may say more than their row promises. */
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
  const whole = envelope(reply, schemas)
  return reply.tokens === 'top' ? { allOf: [whole, tokens] } : whole
}

const headersOf = (reply: Reply, versioned = false): Json => ({
  ...(versioned
    ? { ETag: { schema: { type: 'string' }, description: 'The version, for `If-Match` of a change' } }
    : {}),
  ...(reply.tokens ? { 'Set-Cookie': { $ref: '#/components/headers/Set-Cookie' } } : {}),
  ...(reply.cache
    ? {
        'Cache-Control': {
          schema: { const: `public, max-age=${reply.cache}` },
          description: 'Shared caches may keep it',
        },
      }
    : {}),
  ...(reply.revalidate
    ? {
        'Cache-Control': {
          schema: { const: 'private, no-cache' },
          description: 'Clients may keep it, and ask by its `ETag` whether it is still the same',
        },
      }
    : {}),
})

/** The success of an operation: its schema within the envelope that its reply names. */
export const successResponse = ({ reply, summary, versioned }: DescribedRow, schemas: JsonSchemas): Json => {
  const headers = headersOf(reply, versioned)
  const type =
    reply.kind === 'text' ? (reply.type ?? 'text/plain').split(';', 1).join('') : 'application/json'
  const whole = type === 'application/json' ? { type: 'object' } : { type: 'string' }
  const schema = reply.kind === 'text' ? whole : bodyOf(reply, schemas)
  return {
    description: reply.message ?? summary,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: { [type]: { schema } },
  }
}

export const cookieHeader: Json = {
  description:
    'For browsers: `accessToken` and `refreshToken`, HttpOnly; in production Secure, SameSite Strict and with the parent domain',
  schema: { type: 'string' },
}
