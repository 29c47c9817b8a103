import type { APIGatewayProxyEventV2 } from 'aws-lambda'

export type Call = {
  readonly method: string
  readonly path: string
  readonly host: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
  readonly body?: string | Uint8Array
  readonly requestId: string
  readonly at: Date
  readonly sourceIp?: string
}

const bodyOf = (body: Call['body']) => {
  if (body === undefined) return { isBase64Encoded: false }
  if (typeof body === 'string') return { body, isBase64Encoded: false }
  return { body: Buffer.from(body).toString('base64'), isBase64Encoded: true }
}

/** An invocation as an API Gateway HTTP API makes it (payload format 2.0), for sample files and tests. */
export const invocationOf = (call: Call): APIGatewayProxyEventV2 => {
  const { method, path, host, query, headers = {}, cookies, requestId, at, sourceIp = '192.0.2.1' } = call
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    ...(cookies && cookies.length > 0 ? { cookies: [...cookies] } : {}),
    headers: { host, ...headers },
    ...(query ? { queryStringParameters: { ...query } } : {}),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: host,
      domainPrefix: host.split('.')[0] ?? host,
      http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: headers['user-agent'] ?? '' },
      requestId,
      routeKey: '$default',
      stage: '$default',
      time: at.toISOString(),
      timeEpoch: at.getTime(),
    },
    ...bodyOf(call.body),
  }
}
