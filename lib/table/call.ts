import { Failure } from '../contract/failure.ts'
import { StoreUnavailable } from '../contract/failures.ts'
import type { TableClient } from './client.ts'
import {
  errorCodeOf,
  type FaultCause,
  faultCauseOf,
  isThrottling,
  isTransactionConflict,
  nameOf,
  noteFault,
  type TableFault,
} from './fault.ts'
import type { Meter } from './meter.ts'
import { retryPauses } from './pause.ts'
import type { RepeatableRequest } from './repeatable-request.ts'

/** Needs of every table verb: the connection, its tenant, the clock, the request's meter. */
export type CallContext = {
  readonly client: TableClient
  readonly tenant: string | undefined
  readonly now: () => Date
  readonly meter: Meter
  /** Reads that are always strongly consistent: items by key, or also lists in the table's own order. */
  readonly strong?: 'keys' | 'all' | undefined
  /** The request that creates something and may be sent again. */
  readonly making?: RepeatableRequest | undefined
}

type Capacity = { CapacityUnits?: number | undefined }
/** The client's metadata of a result or an error: number of tries, and the delay between them in milliseconds. */
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

const passing: ReadonlySet<FaultCause> = new Set([
  'no table',
  'throttled',
  'timeout',
  'unreachable',
  'server error',
  'conflict',
])

/** Throttled, timed out or unreachable: the caller may retry later. */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof Failure) && passing.has(faultCauseOf(error))

/**
 * The request cannot be served after all retries: the client may retry in a second. Without `fault` other requests for
 * the same event are in the way, and the engine works.
 */
export const failUnavailable = (fault?: TableFault): never => {
  const failure = new Failure(StoreUnavailable, { headers: { 'retry-after': '1' } })
  if (fault) noteFault(failure, fault)
  throw failure
}

export const isUnavailable = (error: unknown): boolean =>
  error instanceof Failure && error.kind === StoreUnavailable

/** Retries that the client made by itself after throttling or timeouts. It reports them only here. */
export const retriesOf = (outcome: unknown): number => (metadataOf(outcome).attempts ?? 1) - 1

type Next<A, R> = (args: A) => Promise<R>

/** An SDK middleware inside the retrying one: a call that may have succeeded is not sent again. */
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
  else meter.note('throttles', retriesOf(error) + (faultCauseOf(error) === 'throttled' ? 1 : 0))
}

/** For errors after which nothing was done and a retry may succeed: the client's own retry delay, in milliseconds. */
const waitedFor = (error: unknown): number | undefined => {
  const name = nameOf(error)
  if (!isTransactionConflict(name) && !isThrottling(name)) return undefined
  return metadataOf(error).totalRetryDelay ?? 0
}

/** A call as the log names it. A read for several callers leaves the kinds of item to them. */
export type TableCall = { readonly does: 'read' | 'write'; readonly call: string; readonly entity?: string }

const faultAbout = (error: unknown, { call, entity }: TableCall, attempts: number): TableFault => ({
  cause: faultCauseOf(error),
  error: errorCodeOf(error),
  call,
  entity,
  attempts,
})

/**
 * Sends one command and counts its cost. Conflicts with a transaction and throttling are retried for some seconds by
 * `pauseBeforeRetry`. What the engine still refuses then becomes `StoreUnavailable` (503, rules/table 14).
 */
export const sendCommand = async <R extends Consumed>(
  ports: CallContext,
  call: TableCall,
  send: () => Promise<R>,
  pauseBeforeRetry = retryPauses(ports.client.wait),
): Promise<R> => {
  let before = 0
  for (;;) {
    const end = ports.meter.start()
    try {
      const result = await send()
      end({ [call.does]: unitsOf(result) })
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
      const attempts = before + own + 1
      const fault = faultAbout(error, call, attempts)
      if (isTransient(error)) failUnavailable(fault)
      noteFault(error, fault)
      // One of the earlier tries may have succeeded.
      metadataOf(error).attempts = attempts
      throw error
    }
  }
}
