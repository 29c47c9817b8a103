import httpJsonBodyParser from '@middy/http-json-body-parser'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { Failure } from '../../contract/failure.ts'
import { needsReading, readJson } from '../../contract/json.ts'
import type { Body } from '../request.ts'
import { isDeep } from './json-depth.ts'

/** Bytes of a JSON or urlencoded body (rules/http 19). Files have bounds of their own. */
const mostText = 256 * 1024
/** Bytes of any body: what fits through a Lambda invocation, encoded. */
export const mostBytes = 4.5 * 1024 * 1024

const bytesOf = ({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): Buffer =>
  Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')

const isJson = (type: string): boolean => /^application\/([\w.+-]*\+)?json/i.test(type)

const isText = (type: string): boolean =>
  isJson(type) || /^(application\/x-www-form-urlencoded|text\/)/i.test(type)

type Parsed = { event: APIGatewayProxyEventV2 & { parsed?: Body } }

const parser = httpJsonBodyParser({ disableContentTypeError: true })

/** The parser shows a reviver no source text, so what it has passed is read once more where something may be amiss. */
const exactly = (value: unknown, bytes: Uint8Array): unknown => {
  const text = Buffer.from(bytes).toString()
  return needsReading(text) ? readJson(text) : value
}

/**
 * The body parser, which runs before all steps and refuses nothing: what is wrong with a body is told after the route, the
 * caller and the access are known, in the words of that operation. An operation without a body takes any empty one.
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
  } catch (failure) {
    return failure instanceof Failure ? { kind: 'refused', failure } : { kind: 'malformed' }
  }
}
