import { en } from 'zod/locales'
import * as z from 'zod/mini'
import { type FailureExtras, fail } from '../../contract/failure.ts'
import { MalformedJson, PayloadTooLarge, UnsupportedBody, ValidationError } from '../../contract/failures.ts'
import { isForm, type Row, type Schema } from '../../contract/row.ts'
import type { Request } from '../request.ts'

// One locale by name: the namespace would bring all of them into every bundle.
z.config(en())

type Issues = readonly z.core.$ZodIssue[]

/** Names each wrong field and says what it takes; never repeats what was sent. */
const describe = (issues: Issues): FailureExtras => {
  const details = issues.slice(0, 20).map(({ path, message }) => ({ field: path.join('.'), message }))
  const field = details[0]?.field
  return { details, ...(field ? { field } : {}) }
}

const parse = (schema: Schema, value: unknown): Record<string, unknown> => {
  const parsed = z.safeParse(schema, value)
  if (!parsed.success) fail(ValidationError, describe(parsed.error.issues))
  return (parsed.data ?? {}) as Record<string, unknown>
}

const urlencoded = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(Buffer.from(bytes).toString('utf8')))

const bodyOf = async ({ body }: Request, row: Row): Promise<Record<string, unknown>> => {
  if (body.kind === 'oversize') fail(PayloadTooLarge)
  if (body.kind === 'malformed') fail(MalformedJson)
  if (body.kind === 'refused') throw body.failure
  if (!row.body) {
    if (body.kind === 'json') parseNothing(body.value)
    return {}
  }
  const { body: wanted } = row
  const schema = isForm(wanted) ? wanted.form : wanted
  const noFiles = isForm(wanted) ? { files: {} } : {}
  if (body.kind === 'json') return { ...parse(schema, body.value), ...noFiles }
  if (body.kind === 'none') return { ...parse(schema, {}), ...noFiles }
  if (isForm(wanted) && body.type.startsWith('multipart/form-data')) {
    const { readForm } = await import('./multipart.ts')
    const { fields, files } = await readForm(body.bytes, body.type, wanted)
    return { ...parse(schema, fields), files }
  }
  if (row.urlencoded && body.type.startsWith('application/x-www-form-urlencoded'))
    return parse(schema, urlencoded(body.bytes))
  return fail(UnsupportedBody)
}

/** An operation without a body takes none, an empty text or `{}`. */
const parseNothing = (value: unknown): void => {
  const empty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  if (!empty || Array.isArray(value))
    fail(ValidationError, { details: [{ field: '', message: 'Expected no body' }] })
}

/** One flat value from path, query and body; path wins over query, query over body. */
export const readInput = async (
  request: Request,
  row: Row,
  params: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> => ({
  ...(await bodyOf(request, row)),
  ...(row.query ? parse(row.query, request.query) : {}),
  ...params,
})
