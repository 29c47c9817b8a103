import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'

/** An engine other than AWS, as clients of this process reach it. */
export type LocalEngine = {
  readonly requestHandler: NonNullable<DynamoDBClientConfig['requestHandler']>
  /** Strongly consistent reads cost no more than others, so that all reads of a turn share one call. */
  readonly joinsReads: boolean
}

let engine: LocalEngine | undefined

/** Sets how clients created later in this process reach an engine other than AWS. */
export const setLocalEngine = (own: LocalEngine): void => {
  engine = own
}

/** How to reach an engine other than AWS; undefined for the SDK's own way. */
export const localEngine = (): LocalEngine | undefined => engine
