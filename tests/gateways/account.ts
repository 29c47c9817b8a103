import type { Account } from '../../lib/gateways/aws.ts'
import { authorizationOf, sha256, signatureOf } from './signature.ts'
import type { Received } from './temporary.ts'

const secretAccessKey = 'a secret of nobody'

/** An account whose services answer at an address of this machine. */
export const accountAt = (endpoint: string): Account => ({
  endpoint,
  region: async () => 'eu-west-1',
  credentials: async () => ({ accessKeyId: 'KEY', secretAccessKey, sessionToken: 'a session' }),
})

const textHeaders = ({ headers }: Received['request']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** True when the request carries the right signature of its own content. */
export const isWellSigned = ({ request, body }: Received): boolean => {
  const headers = textHeaders(request)
  const { scope, signedHeaders, signature } = authorizationOf(headers.authorization)
  const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://aws')
  const date = headers['x-amz-date'] ?? ''
  const payloadHash = sha256(body)
  const signed = {
    method: request.method ?? '',
    path,
    query: Object.fromEntries(searchParams),
    headers,
    signedHeaders,
    payloadHash,
    date,
    scope,
  }
  return headers['x-amz-content-sha256'] === payloadHash && signature === signatureOf(secretAccessKey, signed)
}

/** True when an address carries the right signature of a request with these headers. */
export const isWellPresigned = (address: string, sent: Record<string, string>, method = 'PUT'): boolean => {
  const { host, pathname, searchParams } = new URL(address)
  const { 'X-Amz-Signature': signature, ...query } = Object.fromEntries(searchParams)
  const signedHeaders = query['X-Amz-SignedHeaders'] ?? ''
  const scope = (query['X-Amz-Credential'] ?? '').replace(/^[^/]+\//, '')
  const date = query['X-Amz-Date'] ?? ''
  const headers = { ...sent, host }
  const payloadHash = 'UNSIGNED-PAYLOAD'
  const signed = { method, path: pathname, query, headers, signedHeaders, payloadHash, date, scope }
  return signature === signatureOf(secretAccessKey, signed)
}
