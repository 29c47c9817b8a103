/** An HTTP response ready to be written. */
export type Answer = { status: number; headers: Record<string, string | string[]>; body: Buffer }

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A response as API Gateway itself writes it: `{"message":"…"}`. */
export const gatewayAnswer = (status: number, message: string): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ message })),
})

export const serverError = (): Answer => gatewayAnswer(500, 'Internal Server Error')
export const unavailable = (): Answer => gatewayAnswer(503, 'Service Unavailable')

const headersOf = (headers: unknown): Record<string, string | string[]> => {
  if (!isFields(headers)) return {}
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
      .map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
}

const bodyOf = (result: Fields): Buffer =>
  typeof result.body === 'string'
    ? Buffer.from(result.body, result.isBase64Encoded === true ? 'base64' : 'utf8')
    : Buffer.alloc(0)

const isStatus = (value: number): boolean => Number.isInteger(value) && value >= 200 && value <= 599

const structured = (result: Fields): Answer => {
  const status = Number(result.statusCode)
  if (!isStatus(status) || (result.body != null && typeof result.body !== 'string')) return serverError()
  const body = bodyOf(result)
  const headers = headersOf(result.headers)
  if (body.length > 0) headers['content-type'] ??= 'text/plain;charset=UTF-8'
  if (Array.isArray(result.cookies)) headers['set-cookie'] = result.cookies.map(String)
  return { status, headers, body }
}

/**
 * API Gateway's response for a handler's result, payload format 2.0. A structured result is used as it is, anything
 * without a statusCode becomes the JSON of a 200. An unreadable result becomes the gateway's own 500.
 */
export const toAnswer = (result: unknown): Answer => {
  if (isFields(result) && 'statusCode' in result) return structured(result)
  const text = typeof result === 'string' ? result : JSON.stringify(result ?? null)
  return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from(text) }
}
