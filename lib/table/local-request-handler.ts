import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'

type RequestHandler = NonNullable<DynamoDBClientConfig['requestHandler']>

let localHandler: RequestHandler | undefined

/** From now on clients that this process makes reach another engine than AWS by this door. */
export const setLocalRequestHandler = (own: RequestHandler): void => {
  localHandler = own
}

/** By which another engine than AWS is reached; undefined for the SDK's own way. */
export const localRequestHandler = (): RequestHandler | undefined => localHandler
