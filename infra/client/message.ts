import type { Answer, Input, Refusal, Row, Tokens } from './outcome.ts'

type Body = Readonly<Record<string, unknown>>

const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  return value instanceof Date ? value.toISOString() : JSON.stringify(value)
}

const formOf = (fields: Input, files: readonly string[]): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (files.includes(name) && value instanceof Blob)
      form.append(name, value, 'name' in value ? `${value.name}` : name)
    else if (value !== undefined) form.append(name, textOf(value))
  }
  return form
}

/** Builds a request's address and body from one flat input. */
export const partsOf = (row: Row, input: Input): { path: string; body?: string | FormData } => {
  const left: Record<string, unknown> = { ...input }
  const take = (name: string): unknown => {
    const { [name]: value } = left
    delete left[name]
    return value
  }
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(take(name))))
  const search = new URLSearchParams()
  for (const name of row.body ? (row.query ?? []) : Object.keys(left)) {
    const value = take(name)
    if (value !== undefined) search.set(name, textOf(value))
  }
  const query = search.toString()
  const address = query === '' ? path : `${path}?${query}`
  if (!row.body) return { path: address }
  const { files = [] } = row
  if (files.some((name) => left[name] instanceof Blob)) return { path: address, body: formOf(left, files) }
  return { path: address, body: JSON.stringify(left) }
}

/** Every refusal of the platform has a code in a header. Some bodies, fixed for older clients, have none. */
const codeOf = ({ headers }: Response, body: Body | undefined): string | undefined => {
  const named = headers.get('x-error-code') ?? body?.code
  if (typeof named === 'string') return named
  return body === undefined ? 'UNEXPECTED' : undefined
}

const refusalOf = (response: Response, body: Body | undefined): Refusal => {
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  const requestId = response.headers.get('x-request-id')
  const { message, field, details, data } = body ?? {}
  return {
    ok: false,
    status: response.status,
    code: codeOf(response, body),
    message: typeof message === 'string' ? message : `The answer was ${response.status}`,
    ...(typeof field === 'string' ? { field } : {}),
    ...(details === undefined ? {} : { details }),
    ...(data === undefined ? {} : { data }),
    ...(Number.isNaN(wait) ? {} : { retryAfter: wait }),
    ...(requestId === null ? {} : { requestId }),
    headers: response.headers,
  }
}

const dataOf = (row: Row, body: unknown): unknown => {
  if (row.reads === 'done') return undefined
  return (row.reads ?? 'data') === 'data' && isBody(body) ? body.data : body
}

/** The row to read a response by, when it may be a file or JSON. */
const cameAs = (row: Row, { headers }: Response): Row => {
  if (!headers.get('content-type')?.startsWith('application/json')) return { ...row, reads: 'text' }
  return row.reads === 'text' ? { ...row, reads: 'data' } : row
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A response's result, and its body as received. */
export const answerOf = async (
  asked: Row,
  response: Response,
): Promise<{ answer: Answer; body: unknown }> => {
  const text = await response.text()
  const row = response.ok && asked.formats ? cameAs(asked, response) : asked
  const body = row.reads === 'text' && response.ok ? text : parsed(text)
  if (!response.ok) return { answer: refusalOf(response, isBody(body) ? body : undefined), body }
  if (body === undefined)
    return { answer: { ...refusalOf(response, undefined), status: response.status }, body }
  const { success, message } = isBody(body) ? body : {}
  const said = typeof message === 'string' ? { message } : {}
  const { status, headers } = response
  const done = { ok: true, status, success: success !== false, ...said, headers } as const
  return { answer: { ...done, data: dataOf(row, body) }, body }
}

/** The tokens in a response body for native clients. */
export const tokensIn = (row: Row, body: unknown): Tokens | undefined => {
  const within = row.tokens === 'data' && isBody(body) ? body.data : body
  if (!row.tokens || !isBody(within) || typeof within.accessToken !== 'string') return undefined
  const { accessToken, refreshToken } = within
  return typeof refreshToken === 'string' ? { accessToken, refreshToken } : { accessToken }
}
