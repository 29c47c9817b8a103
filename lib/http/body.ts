import httpJsonBodyParser from '@middy/http-json-body-parser'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { isDeep } from './json-depth.ts'
import type { Body } from './request.ts'

/** Bytes of a JSON or urlencoded body (identity.md section 1). Files have bounds of their own. */
const mostText = 256 * 1024
/** Bytes of any body: what fits through a Lambda invocation, encoded. */
export const mostBytes = 4.5 * 1024 * 1024

const bytesOf = ({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): Buffer =>
  Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')

const isJson = (type: string): boolean => /^application\/([\w.+-]*\+)?json/i.test(type)

const isText = (type: string): boolean =>
  isJson(type) || /^(application\/x-www-form-urlencoded|text\/)/i.test(type)

/**
 * JSON numbers beyond 2^53 would change silently; as integers they stay what was sent (rulings, Plant store).
 * What the table could not give back as it came (more than 38 digits, huge or tiny fractions, half of a surrogate pair)
 * counts as malformed.
 */
const exact = (name: string, value: unknown, context?: { source?: string }): unknown => {
  if (!name.isWellFormed() || (typeof value === 'string' && !value.isWellFormed()))
    throw new RangeError('half a character')
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source ?? ''
  if (/^-?\d{1,38}$/.test(source)) return BigInt(source)
  const size = Math.abs(value)
  if (size > Number.MAX_SAFE_INTEGER || size < 1e-100) throw new RangeError('a number out of range')
  return value
}

type Parsed = { event: APIGatewayProxyEventV2 & { parsed?: Body } }

// Without sixteen digits in a row and without an exponent no number can leave the range of safe integers; without an
// escaped surrogate no text can hold half of a character, which is none.
const mayBeInexact = /\d{16}|\d[eE]|\\u[dD][89a-fA-F]/

const parser = httpJsonBodyParser({ disableContentTypeError: true })

/** The parser shows a reviver no source text, so what it has passed is read once more where something may be amiss. */
const exactly = (value: unknown, bytes: Uint8Array): unknown => {
  const text = Buffer.from(bytes).toString()
  return mayBeInexact.test(text) ? JSON.parse(text, exact) : value
}

/**
 * The body parser at the rim. It never answers: what is wrong with a body is told after the route, the caller and the
 * access are known, in the words of that operation. An operation without a body takes any empty one.
 */
export const bodyParser = () => ({
  before: ({ event }: Parsed): void => {
    const type = event.headers['content-type'] ?? event.headers['Content-Type'] ?? 'application/json'
    const bytes = bytesOf(event)
    if (bytes.length === 0) event.parsed = { kind: 'none' }
    else if (bytes.length > (isText(type) ? mostText : mostBytes)) event.parsed = { kind: 'oversize' }
    else event.parsed = parse(event, type, bytes)
  },
})

const parse = (event: APIGatewayProxyEventV2, type: string, bytes: Uint8Array): Body => {
  if (isJson(type) && isDeep(bytes)) return { kind: 'malformed' }
  const request = { event: { ...event, headers: { ...event.headers, 'content-type': type } } }
  try {
    parser.before?.(request as never)
    if (request.event.body === event.body) return { kind: 'bytes', bytes, type }
    return { kind: 'json', value: exactly(request.event.body, bytes) }
  } catch {
    return { kind: 'malformed' }
  }
}
