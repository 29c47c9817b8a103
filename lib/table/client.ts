import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { localRequestHandler } from './local-request-handler.ts'
import { systemWait, type Wait } from './pause.ts'

export type TableClient = {
  readonly name: string
  readonly documents: DynamoDBDocumentClient
  /** Between a try and the next. */
  readonly wait: Wait
}

export type ClientSettings = { readonly TABLE_NAME: string; readonly DYNAMODB_ENDPOINT?: string | undefined }

/** What an engine looks for and none but AWS checks; a signature of each call would be a third of what the call costs. */
export const localAuthorization = {
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=local',
  'x-amz-date': '20260101T000000Z',
}

/** Another engine than AWS needs no credentials of anybody's; AWS itself takes those of the environment. */
const local = (endpoint: string): DynamoDBClientConfig => ({
  endpoint,
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  signer: {
    async sign(request) {
      Object.assign(request.headers, localAuthorization)
      return request
    },
  },
})

/** What the SDK would otherwise look for in files of a home directory that no function has. */
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

/** Steps of the SDK that tell AWS about the caller, or write logs: each costs a first request, and no answer needs them. */
const unusedMiddleware = ['getUserAgentMiddleware', 'loggerMiddleware', 'recursionDetectionMiddleware']

/** An answer's bytes. The SDK's own way asks first whether they come from a browser, which loads half of one. */
const streamCollector = async (stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/** How long a try of a call may take, in milliseconds. */
type RequestTimeouts = { readonly connectionTimeout: number; readonly requestTimeout: number }
const functionTimeouts: RequestTimeouts = { connectionTimeout: 1000, requestTimeout: 2000 }

/**
 * The connection to the table, one per process. A call gives up after three tries of 2 s, so that a request
 * of three calls one after the other ends before its gateway does. Only who answers many requests at once in one process
 * needs more `patience`: there a deadline measures how busy the process itself is.
 */
export const connect = (
  { TABLE_NAME, DYNAMODB_ENDPOINT }: ClientSettings,
  timeouts = functionTimeouts,
): TableClient => {
  const base = new DynamoDBClient({
    ...fixedOptions,
    ...(DYNAMODB_ENDPOINT ? local(DYNAMODB_ENDPOINT) : {}),
    streamCollector,
    maxAttempts: 3,
    requestHandler: (DYNAMODB_ENDPOINT && localRequestHandler()) || {
      ...timeouts,
      throwOnRequestTimeout: true,
    },
  })
  for (const step of unusedMiddleware) base.middlewareStack.remove(step)
  return {
    name: TABLE_NAME,
    wait: systemWait,
    documents: DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } }),
  }
}
