import type { IncomingMessage } from 'node:http'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'

type Mark = { requestId: string; at: Date }

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const textTypes = /^(text\/|application\/(json|xml|javascript)$|application\/[^;]+\+(json|xml)$)/

const isText = (contentType: string | undefined, body: Buffer): boolean => {
  const type = (contentType ?? 'text/plain').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return textTypes.test(type) && Buffer.from(body.toString('utf8'), 'utf8').equals(body)
}

const headersOf = (request: IncomingMessage): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (values && name !== 'cookie' && !hopByHop.has(name)) headers[name] = values.join(',')
  }
  return headers
}

const cookiesOf = (request: IncomingMessage): string[] | undefined => {
  const cookies = (request.headersDistinct.cookie ?? [])
    .flatMap((line) => line.split(';'))
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie !== '')
  return cookies.length > 0 ? cookies : undefined
}

const queryOf = (raw: string): Record<string, string> | undefined => {
  if (raw === '') return undefined
  const query: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(raw)) {
    query[name] = name in query ? `${query[name]},${value}` : value
  }
  return query
}

const bodyOf = (request: IncomingMessage, body: Buffer): { body?: string; isBase64Encoded: boolean } => {
  if (body.length === 0) return { isBase64Encoded: false }
  return isText(request.headers['content-type'], body)
    ? { body: body.toString('utf8'), isBase64Encoded: false }
    : { body: body.toString('base64'), isBase64Encoded: true }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const gatewayTime = (at: Date): string => {
  const iso = at.toISOString()
  return `${iso.slice(8, 10)}/${months[at.getUTCMonth()]}/${iso.slice(0, 4)}:${iso.slice(11, 19)} +0000`
}

const hostOf = (request: IncomingMessage): string => {
  const host = (request.headers.host ?? 'localhost').toLowerCase()
  return host.replace(/:\d+$/, '')
}

/** API Gateway decodes the path of an HTTP API once, and a decoded question mark ends it. */
const gatewayPath = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path).split('?', 1)[0]
  } catch {
    return undefined
  }
}

/**
 * One request as an API Gateway HTTP API passes it, payload format 2.0. The path is percent-decoded once, header names
 * are in lower case, cookies are separate, and binary bodies are in base64. Undefined for a path that is not
 * percent-encoded UTF-8.
 */
export const toInvocation = (
  request: IncomingMessage,
  body: Buffer,
  mark: Mark,
): APIGatewayProxyEventV2 | undefined => {
  const [target = '/', ...rest] = (request.url ?? '/').split('?')
  const path = gatewayPath(target.startsWith('/') ? target : (URL.parse(target)?.pathname ?? '/'))
  if (path === undefined) return undefined
  const rawQueryString = rest.join('?')
  const domainName = hostOf(request)
  const sourceIp = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1'
  const headers = headersOf(request)
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString,
    cookies: cookiesOf(request),
    headers: {
      ...headers,
      'x-forwarded-for': headers['x-forwarded-for'] ? `${headers['x-forwarded-for']}, ${sourceIp}` : sourceIp,
      'x-forwarded-port': String(request.socket.localPort ?? ''),
      'x-forwarded-proto': 'http',
    },
    queryStringParameters: queryOf(rawQueryString),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName,
      domainPrefix: domainName.split('.', 1)[0] ?? domainName,
      http: {
        method: request.method ?? 'GET',
        path,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp,
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId: mark.requestId,
      routeKey: '$default',
      stage: '$default',
      time: gatewayTime(mark.at),
      timeEpoch: mark.at.getTime(),
    },
    ...bodyOf(request, body),
  }
}
