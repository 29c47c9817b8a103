import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'

type Door = NonNullable<DynamoDBClientConfig['requestHandler']>

let door: Door | undefined

/** From now on clients that this process makes reach another engine than AWS by this door. */
export const reachEngineBy = (own: Door): void => {
  door = own
}

/** By which another engine than AWS is reached; undefined for the SDK's own way. */
export const engineDoor = (): Door | undefined => door
