import { Failure, fail } from '../contract/failure.ts'
import { StoreUnavailable } from '../contract/failures.ts'
import type { TableClient } from './client.ts'
import type { Meter } from './meter.ts'
import { retryPauses } from './pause.ts'
import type { RepeatableRequest } from './repeatable-request.ts'

/** What every verb needs: the connection, the tenant it was opened for, the clock, the meter of the request. */
export type CallContext = {
  readonly client: TableClient
  readonly tenant: string | undefined
  readonly now: () => Date
  readonly meter: Meter
  /** What is read strongly without being asked to: items by their keys, or those and lists of the table's own order. */
  readonly strong?: 'keys' | 'all' | undefined
  /** What the request makes, where it may be sent again. */
  readonly making?: RepeatableRequest | undefined
}

type Capacity = { CapacityUnits?: number | undefined }
/** What the client says of an answer or an error: how often it tried, what it waited between tries in milliseconds. */
type Metadata = {
  attempts?: number | undefined
  readonly totalRetryDelay?: number | undefined
  readonly httpStatusCode?: number | undefined
}
type Consumed = { ConsumedCapacity?: Capacity | Capacity[] | undefined }

const unitsOf = ({ ConsumedCapacity }: Consumed): number =>
  [ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)

const metadataOf = (outcome: unknown): Metadata =>
  (outcome as { $metadata?: Metadata } | undefined)?.$metadata ?? {}

/** The engine's own name for what went wrong, such as `ConditionalCheckFailedException`. */
export const nameOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''

/** Another write on the same item, or the same one, is still under way: the name of an error, or of what cancelled a transaction. */
export const isTransactionConflict = (name: string): boolean => /^Transaction(Conflict|InProgress)/.test(name)

/** The same where a partition, the table or the account has given all it gives in a second. */
export const isThrottling = (name: string): boolean =>
  /^(Throttling|ProvisionedThroughput|RequestLimit)/.test(name)

const transient = new Set([
  'TimeoutError',
  'AbortError',
  'LimitExceededException',
  'ResourceNotFoundException',
])

/** Throttled, timed out, or nobody answers: the caller may try again later. */
export const isTransient = (error: unknown): boolean => {
  if (error instanceof Failure) return false
  const name = nameOf(error)
  if (isTransactionConflict(name) || isThrottling(name) || transient.has(name)) return true
  if (typeof error !== 'object' || error === null) return false
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)) return true
  return (metadataOf(error).httpStatusCode ?? 0) >= 500
}

/** The engine cannot do it now, however often it is asked: come back in a second. */
export const failUnavailable = (): never => fail(StoreUnavailable, { headers: { 'retry-after': '1' } })

export const isUnavailable = (error: unknown): boolean =>
  error instanceof Failure && error.kind === StoreUnavailable

/** The client tries again by itself what was throttled or not answered, and says so only here. */
export const retriesOf = (outcome: unknown): number => (metadataOf(outcome).attempts ?? 1) - 1

type Next<A, R> = (args: A) => Promise<R>

/** A step of the SDK behind the one that tries again: what may have been carried out already is not sent once more. */
export const neverResent = <A, R>(next: Next<A, R>): Next<A, R> => {
  let unclear: { readonly error: unknown } | undefined
  return async (args) => {
    if (unclear) throw unclear.error
    try {
      return await next(args)
    } catch (error) {
      if ((metadataOf(error).httpStatusCode ?? 500) >= 500) unclear = { error }
      throw error
    }
  }
}

const noteFailure = ({ meter }: CallContext, error: unknown): void => {
  if (isTransactionConflict(nameOf(error))) meter.note('conflicts')
  else meter.note('throttles', retriesOf(error) + (isTransient(error) ? 1 : 0))
}

/** Nothing was done, and the same may be done in a moment: what the client has waited for that in vain, in milliseconds. */
const waitedFor = (error: unknown): number | undefined => {
  const name = nameOf(error)
  if (!isTransactionConflict(name) && !isThrottling(name)) return undefined
  return metadataOf(error).totalRetryDelay ?? 0
}

/**
 * Sends one command, counts what it cost. What met a transaction on its item, or a partition that is used up, is sent
 * again for some seconds, `again` and again; what the engine cannot do then becomes `StoreUnavailable` (503, rules/table 14).
 */
export const sendCommand = async <R extends Consumed>(
  ports: CallContext,
  kind: 'read' | 'write',
  send: () => Promise<R>,
  pauseBeforeRetry = retryPauses(ports.client.wait),
): Promise<R> => {
  let before = 0
  for (;;) {
    const end = ports.meter.start()
    try {
      const result = await send()
      end({ [kind]: unitsOf(result) })
      ports.meter.note('throttles', retriesOf(result))
      return result
    } catch (error) {
      end({})
      noteFailure(ports, error)
      const own = retriesOf(error)
      const waited = waitedFor(error)
      if (waited !== undefined && (await pauseBeforeRetry(waited))) {
        before += own
        continue
      }
      if (isTransient(error)) failUnavailable()
      // One of the tries before may have been carried out.
      metadataOf(error).attempts = before + own + 1
      throw error
    }
  }
}
