import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { localEngine } from './local-request-handler.ts'
import { systemWait, type Wait } from './pause.ts'

export type TableClient = {
  readonly name: string
  readonly documents: DynamoDBDocumentClient
  /** See `LocalEngine`. */
  readonly joinsReads?: boolean
  /** Waits between two tries. */
  readonly wait: Wait
}

export type ClientSettings = { readonly TABLE_NAME: string; readonly DYNAMODB_ENDPOINT?: string | undefined }

/** Headers that engines require and only AWS checks. Signing each call would take a third of its cost. */
export const localAuthorization = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=local',
  'x-amz-date': '20260101T000000Z',
}

/** Adds those headers instead of a signature. */
export const localSigner: NonNullable<Exclude<DynamoDBClientConfig['signer'], (...any: never) => unknown>> = {
  async sign(request) {
    Object.assign(request.headers, localAuthorization)
    return request
  },
}

/** An engine other than AWS needs no real credentials; AWS takes those of the environment. */
const local = (endpoint: string): DynamoDBClientConfig => ({
  endpoint,
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  signer: localSigner,
})

/** Options that the SDK would otherwise look up in files of a home directory, which functions do not have. */
const fixedOptions: DynamoDBClientConfig = {
  accountIdEndpointMode: 'disabled',
  authSchemePreference: [],
  defaultsMode: 'standard',
  disableClockSkewCorrection: false,
  endpointDiscoveryEnabled: false,
  ignoreConfiguredEndpointUrls: true,
  retryMode: 'standard',
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
}

/** SDK middleware that reports the caller to AWS, or logs. Each slows the first request, and no result needs it. */
export const unusedMiddleware = ['getUserAgentMiddleware', 'loggerMiddleware', 'recursionDetectionMiddleware']

/**
 * Collects a response's bytes. The SDK's collector first checks for a browser stream, which loads much of its browser
 * code.
 */
const streamCollector = async (stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/** Timeouts of one try, in milliseconds. */
type RequestTimeouts = { readonly connectionTimeout: number; readonly requestTimeout: number }
const functionTimeouts: RequestTimeouts = { connectionTimeout: 1000, requestTimeout: 2000 }

/**
 * The connection to the table, one per process. A call gives up after three tries of 2 s, so that a request of three
 * sequential calls ends before its gateway's timeout. A process that serves many requests at once needs longer
 * `timeouts`: there a deadline measures the load of the process itself.
 */
export const connect = (
  { TABLE_NAME, DYNAMODB_ENDPOINT }: ClientSettings,
  timeouts = functionTimeouts,
): TableClient => {
  const engine = DYNAMODB_ENDPOINT ? localEngine() : undefined
  const base = new DynamoDBClient({
    ...fixedOptions,
    ...(DYNAMODB_ENDPOINT ? local(DYNAMODB_ENDPOINT) : {}),
    streamCollector,
    maxAttempts: 3,
    requestHandler: engine?.requestHandler ?? { ...timeouts, throwOnRequestTimeout: true },
  })
  for (const step of unusedMiddleware) base.middlewareStack.remove(step)
  return {
    name: TABLE_NAME,
    wait: systemWait,
    joinsReads: engine?.joinsReads === true,
    documents: DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } }),
  }
}
