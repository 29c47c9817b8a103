import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

export type TableClient = { readonly name: string; readonly documents: DynamoDBDocumentClient }

export type ClientSettings = { readonly TABLE_NAME: string; readonly DYNAMODB_ENDPOINT?: string | undefined }

/** Another engine than AWS needs no credentials of anybody's; AWS itself takes those of the environment. */
const local = (endpoint: string) => ({
  endpoint,
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
})

/**
 * The connection to the table, one per process. A call gives up after three tries of 2 s, so that a request
 * of three calls one after the other ends before its gateway does.
 */
export const connect = ({ TABLE_NAME, DYNAMODB_ENDPOINT }: ClientSettings): TableClient => {
  const base = new DynamoDBClient({
    ...(DYNAMODB_ENDPOINT ? local(DYNAMODB_ENDPOINT) : {}),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 2000, throwOnRequestTimeout: true },
  })
  return {
    name: TABLE_NAME,
    documents: DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } }),
  }
}
