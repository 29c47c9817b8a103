import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Response } from '../../lib/http/respond.ts'

export const bodyOf = async (message: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const textual = ({ 'set-cookie': _, ...headers }: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** Answers come packed, as browsers ask for them, and are read as those read them. */
const unpacked = (bytes: Buffer, coding: string | undefined): Buffer => {
  if (coding === 'br') return brotliDecompressSync(bytes)
  return coding === 'gzip' ? gunzipSync(bytes) : bytes
}

const answerTo = async (message: IncomingMessage): Promise<Response> => {
  const { 'content-encoding': coding, ...headers } = message.headers
  const cookies = headers['set-cookie']
  return {
    statusCode: message.statusCode ?? 0,
    headers: textual(headers),
    ...(cookies ? { cookies } : {}),
    body: unpacked(await bodyOf(message), coding).toString('utf8'),
  }
}

const pathOf = ({ rawPath, rawQueryString }: APIGatewayProxyEventV2): string => {
  const path = rawPath.split('/').map(encodeURIComponent).join('/')
  return rawQueryString === '' ? path : `${path}?${rawQueryString}`
}

/** Sends over HTTP what an invocation stands for, to its host, at a port of this machine. */
export const sendTo = (port: number, invocation: APIGatewayProxyEventV2): Promise<Response> => {
  const { headers, cookies = [], body = '', isBase64Encoded, requestContext } = invocation
  const content = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  const sent = {
    'accept-encoding': 'gzip, deflate, br',
    ...headers,
    host: requestContext.domainName,
    ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
    ...(content.length > 0 ? { 'content-length': content.length } : {}),
  }
  const where = {
    host: '127.0.0.1',
    port,
    method: requestContext.http.method,
    path: pathOf(invocation),
    headers: sent,
  }
  return new Promise((resolve, reject) => {
    const asked = request(where, (message) => answerTo(message).then(resolve, reject))
    asked.on('error', reject)
    asked.end(content)
  })
}
