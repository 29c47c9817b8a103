import { setTimeout as sleep } from 'node:timers/promises'
import { defaultProvider } from '@aws-sdk/credential-provider-node'
import { loadConfig, NODE_REGION_CONFIG_FILE_OPTIONS, NODE_REGION_CONFIG_OPTIONS } from '@smithy/core/config'
import { Hash } from '@smithy/core/serde'
import { SignatureV4 } from '@smithy/signature-v4'
import { processEndpoint } from '../settings.ts'

export type Credentials = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

/** Account, credentials and region for AWS calls. `endpoint` replaces AWS's own address. */
export type Account = {
  region(): Promise<string>
  credentials(): Promise<Credentials>
  readonly endpoint?: string
}

/**
 * The account of the process: the function's role on AWS, the profile on a developer's machine. As in SDK clients,
 * `AWS_ENDPOINT_URL_<SERVICE>` names a substitute for a service.
 */
export const ownAccount = (service: 'S3' | 'SECRETS_MANAGER'): Account => {
  const endpoint = processEndpoint(service)
  return {
    region: loadConfig(NODE_REGION_CONFIG_OPTIONS, NODE_REGION_CONFIG_FILE_OPTIONS),
    credentials: defaultProvider(),
    ...(endpoint ? { endpoint } : {}),
  }
}

export type Answer = { readonly status: number; readonly body: Buffer }

type OutgoingRequest = { readonly method: string; readonly body?: Uint8Array }
type Headers = Record<string, string>

const attempts = 3
const idleLimit = 5000

/** Loaded on first use: an import would slow every cold start, even of functions that never call it. */
const transportOf = ({ protocol }: URL) =>
  process.getBuiltinModule(protocol === 'http:' ? 'node:http' : 'node:https')

const sendRequest = (address: URL, { method, body }: OutgoingRequest, headers: Headers): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = transportOf(address).request(address, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }))
    })
    request.setTimeout(idleLimit, () =>
      request.destroy(new Error(`${address.host} did not respond in time.`)),
    )
    request.on('error', reject)
    request.end(body)
  })

const isBusy = ({ status }: Answer): boolean => status === 429 || status >= 500

/** Full jitter, so that many functions do not retry at once. */
const pause = (attempt: number): Promise<void> => sleep(Math.random() * 100 * 2 ** attempt)

/** Sends a repeatable request, signed again for each attempt. Rejects if the last one gets no response. */
export const exchange = async (
  address: URL,
  sending: OutgoingRequest,
  sign: () => Promise<Headers>,
): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await sendRequest(address, sending, await sign())
      if (!isBusy(answer) || attempt === attempts) return answer
    } catch (error) {
      if (attempt === attempts) throw error
    }
    await pause(attempt)
  }
}

/** A request to a service before signing. `path` begins with a slash and needs no escaping. */
export type Call = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** An AWS service: its name in signatures, and its host in a region. */
export type Site = {
  readonly service: 's3' | 'secretsmanager' | 'lambda' | 'codedeploy'
  hostOf(region: string): string
}

const sha256 = Hash.bind(null, 'sha256')

const signer = (account: Account, { service }: Site): SignatureV4 => {
  const { region, credentials } = account
  // S3 signs a path as it is; every other service escapes it again.
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

/** The address of a request, with its query escaped as in the signature. */
const addressOf = (base: URL, { path, query = {} }: Call): URL => {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return new URL(pairs.length > 0 ? `${path}?${pairs.join('&')}` : path, base)
}

/**
 * Sends one signed request (Signature Version 4), which must be repeatable. Attempts without a response, or with 429
 * or 5xx, are repeated, three in all. Resolves with the last response.
 */
export const callAws = async (account: Account, site: Site, call: Call): Promise<Answer> => {
  const base = await baseOf(account, site)
  const request = unsigned(base, call)
  const sign = async () => (await signer(account, site).sign(request)).headers
  return await exchange(addressOf(base, call), call, sign)
}

/** An address that contains a signature for any body, valid for this many seconds. */
export const presign = async (account: Account, site: Site, call: Call, seconds: number): Promise<string> => {
  const base = await baseOf(account, site)
  const headers = { ...call.headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
  const options = { expiresIn: seconds }
  const { query } = await signer(account, site).presign(unsigned(base, { ...call, headers }), options)
  const address = new URL(call.path, base)
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, String(value))
  return address.href
}
