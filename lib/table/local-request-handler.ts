import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'

type RequestHandler = NonNullable<DynamoDBClientConfig['requestHandler']>

let localHandler: RequestHandler | undefined

/** Sets how clients created later in this process reach an engine other than AWS. */
export const setLocalRequestHandler = (own: RequestHandler): void => {
  localHandler = own
}

/** The handler that reaches an engine other than AWS; undefined for the SDK's own. */
export const localRequestHandler = (): RequestHandler | undefined => localHandler
