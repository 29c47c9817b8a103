import { createHash, createHmac } from 'node:crypto'

export type Signed = {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  signedHeaders: string
  payloadHash: string
  date: string
  scope: string
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

const hmac = (key: Uint8Array | string, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const canonicalQuery = (query: Record<string, string>): string =>
  Object.entries(query)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&')

const canonicalRequest = (signed: Signed): string => {
  const names = signed.signedHeaders.split(';')
  const headers = names.map((name) => `${name}:${(signed.headers[name] ?? '').trim()}\n`).join('')
  const { method, path, query, signedHeaders, payloadHash } = signed
  return [method, path, canonicalQuery(query), headers, signedHeaders, payloadHash].join('\n')
}

/** Signature Version 4 as AWS describes it, written anew from the description. */
export const signatureOf = (secretAccessKey: string, signed: Signed): string => {
  const text = ['AWS4-HMAC-SHA256', signed.date, signed.scope, sha256(canonicalRequest(signed))].join('\n')
  let key: Buffer | string = `AWS4${secretAccessKey}`
  for (const part of signed.scope.split('/')) key = hmac(key, part)
  return hmac(key, text).toString('hex')
}

/** What an `authorization` header says. */
export const authorizationOf = (header = ''): { scope: string; signedHeaders: string; signature: string } => {
  const [, scope = '', signedHeaders = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(header) ?? []
  return { scope, signedHeaders, signature }
}
