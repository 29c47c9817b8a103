import { Hash } from '@smithy/core/serde'
import { SignatureV4 } from '@smithy/signature-v4'
import type { Account } from './account.ts'
import { type Answer, exchange } from './exchange.ts'

/** A request to one service, before it is signed. `path` begins with a slash and needs no escaping. */
export type Call = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** A service of AWS: its name in signatures, and its host in a region. */
export type Site = { readonly service: 's3' | 'secretsmanager'; hostOf(region: string): string }

const sha256 = Hash.bind(null, 'sha256')

const signer = (account: Account, { service }: Site): SignatureV4 => {
  const { region, credentials } = account
  // S3 signs a path as it is; every other service escapes it once more.
  return new SignatureV4({ service, region, credentials, sha256, uriEscapePath: service !== 's3' })
}

const baseOf = async (account: Account, site: Site): Promise<URL> =>
  new URL(account.endpoint ?? `https://${site.hostOf(await account.region())}`)

const unsigned = (base: URL, { method, path, query = {}, headers = {}, body }: Call) => ({
  method,
  protocol: base.protocol,
  hostname: base.hostname,
  path,
  query,
  headers: { ...headers, host: base.host },
  ...(body ? { body } : {}),
})

/** The address of a request, its query escaped the way it is signed. */
const addressOf = (base: URL, { path, query = {} }: Call): URL => {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return new URL(pairs.length > 0 ? `${path}?${pairs.join('&')}` : path, base)
}

/**
 * Carries out one signed request (Signature Version 4). It must be one that may be repeated: attempts that find
 * nobody, or that are answered 429 or 5xx, are made again, three in all. Resolves with whatever the last one was answered.
 */
export const callAws = async (account: Account, site: Site, call: Call): Promise<Answer> => {
  const base = await baseOf(account, site)
  const request = unsigned(base, call)
  const sign = async () => (await signer(account, site).sign(request)).headers
  return await exchange(addressOf(base, call), call, sign)
}

/** An address that carries the signature of a request, whatever its body, good for so many seconds. */
export const presign = async (account: Account, site: Site, call: Call, seconds: number): Promise<string> => {
  const base = await baseOf(account, site)
  const headers = { ...call.headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
  const options = { expiresIn: seconds }
  const { query } = await signer(account, site).presign(unsigned(base, { ...call, headers }), options)
  const address = new URL(call.path, base)
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, String(value))
  return address.href
}
