import httpJsonBodyParser from '@middy/http-json-body-parser'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as z from 'zod/mini'
import { Failure, type FailureExtras, fail } from '../contract/failure.ts'
import { MalformedJson, PayloadTooLarge, UnsupportedBody, ValidationError } from '../contract/failures.ts'
import { needsReading, readJson } from '../contract/json.ts'
import { type Form, isForm, type Row, type Schema } from '../contract/row.ts'
import { exceededJsonLimit } from './json-limits.ts'
import type { Body, Request } from './request.ts'
import { resolveUnions } from './union-issues.ts'
import { issueMessage, textOfIssue } from './validation-message.ts'

/**
 * Limit for a JSON or urlencoded body, in bytes, unless its row sets another (rules/http 19). Files have limits of
 * their own.
 */
export const maxTextBytes = 256 * 1024
/** Limit for any body, in bytes: a Lambda invocation holds six megabytes, with the encoded body and all headers. */
export const maxRequestBytes = 4.25 * 1024 * 1024

const bytesOf = ({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): Buffer =>
  Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')

const isJson = (type: string): boolean => /^application\/([\w.+-]*\+)?json/i.test(type)

const isText = (type: string): boolean =>
  isJson(type) || /^(application\/x-www-form-urlencoded|text\/)/i.test(type)

type Parsed = { event: APIGatewayProxyEventV2 & { parsed?: Body } }

const parser = httpJsonBodyParser({ disableContentTypeError: true })

/** The body parser passes no source text to a reviver, so a body that may have lost digits is parsed again. */
const withExactNumbers = (value: unknown, bytes: Uint8Array): unknown => {
  const text = Buffer.from(bytes).toString()
  return needsReading(text) ? readJson(text) : value
}

/**
 * The body parser, which runs before all steps and refuses nothing. Errors in a body are reported after route, caller
 * and access are known, in the terms of the operation. An operation without a body accepts an empty one.
 */
export const bodyParser = () => ({
  before: ({ event }: Parsed): void => {
    const type = event.headers['content-type'] ?? event.headers['Content-Type'] ?? 'application/json'
    const bytes = bytesOf(event)
    if (bytes.length === 0) event.parsed = { kind: 'none' }
    else if (bytes.length > maxRequestBytes) event.parsed = { kind: 'oversize' }
    else if (bytes.length > maxTextBytes && isText(type))
      event.parsed = { kind: 'large', size: bytes.length, read: () => parsedBody(event, type, bytes) }
    else event.parsed = parsedBody(event, type, bytes)
  },
})

const parsedBody = (event: APIGatewayProxyEventV2, type: string, bytes: Uint8Array): Body => {
  const exceeded = isJson(type) ? exceededJsonLimit(bytes) : undefined
  if (exceeded) return { kind: exceeded === 'depth' ? 'malformed' : 'oversize' }
  const request = { event: { ...event, headers: { ...event.headers, 'content-type': type } } }
  try {
    parser.before?.(request as never)
    if (request.event.body === event.body) return { kind: 'bytes', bytes, type }
    return { kind: 'json', value: withExactNumbers(request.event.body, bytes) }
  } catch (failure) {
    return failure instanceof Failure ? { kind: 'refused', failure } : { kind: 'malformed' }
  }
}

z.config({ localeError: issueMessage })

type Issues = readonly z.core.$ZodIssue[]

const isFieldName = (name: PropertyKey): boolean => /^[\w:-]{1,80}$/.test(String(name))

/** The path of a field. In a map, people choose the names: the path ends before one that cannot be a field's. */
const pathOf = (path: readonly PropertyKey[]): string => {
  const end = path.findIndex((name, at) => at > 0 && !isFieldName(name))
  return (end < 0 ? path : path.slice(0, end)).map(String).join('.')
}

/** Names each wrong field and what it accepts; never repeats what was sent. */
const describe = (issues: Issues): FailureExtras => {
  const shown = resolveUnions(issues).slice(0, 20)
  const details = shown.map(({ path, message }) => ({ field: pathOf(path), message }))
  const field = details[0]?.field
  return { details, texts: shown.map(textOfIssue), ...(field ? { field } : {}) }
}

const unknownField = (name: string) =>
  ({ path: [name], message: 'Unknown field' }) as unknown as Issues[number]

const parseWith = (schema: Schema, value: unknown): Record<string, unknown> => {
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) fail(ValidationError, describe(parsed.error.issues))
  return (parsed.data ?? {}) as Record<string, unknown>
}

/** Names of a schema's fields; undefined where it accepts any. */
export const fieldsOf = (schema: Schema): readonly string[] | undefined => {
  const { type, shape, catchall } = schema._zod.def as {
    type: string
    shape?: Readonly<Record<string, unknown>>
    catchall?: unknown
  }
  const names = Object.keys(shape ?? {})
  return type === 'object' && catchall === undefined && names.length > 0 ? names : undefined
}

/** A body with only unknown fields asks for a change that would not happen (rules/http 20). */
const refuseUnknownFields = (schema: Schema, sent: unknown): void => {
  const names = typeof sent === 'object' && sent !== null ? Object.keys(sent) : []
  const known = names.length === 0 ? undefined : fieldsOf(schema)
  if (known === undefined || names.some((name) => known.includes(name))) return
  fail(ValidationError, describe(names.map((name) => unknownField(name))))
}

/** Fields of one urlencoded body (rules/http 43). */
export const maxFormFields = 1000

/** Counts fields before decoding, and stops at the limit. */
const urlencoded = (bytes: Uint8Array): Record<string, string> => {
  const text = Buffer.from(bytes).toString('utf8')
  let fields = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    fields += 1
    if (fields > maxFormFields) fail(PayloadTooLarge)
  }
  return Object.fromEntries(new URLSearchParams(text))
}

/** A large body is parsed only where its row allows that size. */
const readLarge = (body: Body, { mostBody = 0 }: Row): Body => {
  if (body.kind !== 'large') return body
  return body.size > mostBody ? fail(PayloadTooLarge) : body.read()
}

/** A form that a page hands to an operation: its files keep the operation's names and limits. */
const formOf = (
  { fields, files }: Extract<Body, { kind: 'form' }>,
  expected: Schema | Form,
): Record<string, unknown> => {
  if (!isForm(expected)) return fail(UnsupportedBody)
  for (const [name, { bytes }] of Object.entries(files)) {
    if (!expected.files.includes(name)) fail(ValidationError, describe([unknownField(name)]))
    if (bytes.length > expected.maxBytes) fail(PayloadTooLarge)
  }
  return { ...parseWith(expected.form, fields), files }
}

const bodyOf = async ({ body: sent }: Request, row: Row): Promise<Record<string, unknown>> => {
  const body = readLarge(sent, row)
  if (body.kind === 'large') fail(PayloadTooLarge)
  if (body.kind === 'oversize') fail(PayloadTooLarge)
  if (body.kind === 'malformed') fail(MalformedJson)
  if (body.kind === 'refused') throw body.failure
  if (!row.body) {
    if (body.kind === 'json') requireEmptyBody(body.value)
    return {}
  }
  const { body: expected } = row
  const schema = isForm(expected) ? expected.form : expected
  const noFiles = isForm(expected) ? { files: {} } : {}
  if (body.kind === 'json') {
    const fields = parseWith(schema, body.value)
    refuseUnknownFields(schema, body.value)
    return { ...fields, ...noFiles }
  }
  if (body.kind === 'none') return { ...parseWith(schema, {}), ...noFiles }
  if (body.kind === 'form') return formOf(body, expected)
  if (isForm(expected) && body.type.startsWith('multipart/form-data')) {
    const { readForm } = await import('./multipart.ts')
    const { fields, files } = await readForm(body.bytes, body.type, expected)
    if (Object.keys(files).length === 0) refuseUnknownFields(schema, fields)
    return { ...parseWith(schema, fields), files }
  }
  if (row.urlencoded && body.type.startsWith('application/x-www-form-urlencoded'))
    return { ...parseWith(schema, urlencoded(body.bytes)), ...noFiles }
  return fail(UnsupportedBody)
}

/** An operation without a body accepts no body, an empty text or `{}`. */
const requireEmptyBody = (value: unknown): void => {
  const empty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  if (!empty || Array.isArray(value))
    fail(ValidationError, { details: [{ field: '', message: 'This operation accepts no body. Send none.' }] })
}

/** One flat value from path, query and body; path wins over query, query over body. */
export const readInput = async (
  request: Request,
  row: Row,
  params: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> => ({
  ...(await bodyOf(request, row)),
  ...(row.query ? parseWith(row.query, request.query) : {}),
  ...params,
})
