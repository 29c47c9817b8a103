import { Failure, fail } from '../contract/failure.ts'
import { StoreUnavailable } from '../contract/failures.ts'
import type { TableClient } from './client.ts'
import type { Making } from './marks.ts'
import type { Meter } from './meter.ts'
import { patientPauses } from './pause.ts'

/** What every verb needs: the connection, the tenant it was opened for, the clock, the meter of the request. */
export type Ports = {
  readonly client: TableClient
  readonly tenant: string | undefined
  readonly now: () => Date
  readonly meter: Meter
  /** What is read strongly without being asked to: items by their keys, or those and lists of the table's own order. */
  readonly strong?: 'keys' | 'all' | undefined
  /** What the request makes, where it may be sent again. */
  readonly making?: Making | undefined
}

type Capacity = { CapacityUnits?: number | undefined }
type Tried = { readonly $metadata?: { readonly attempts?: number | undefined } }
type Consumed = Tried & { ConsumedCapacity?: Capacity | Capacity[] | undefined }

const unitsOf = ({ ConsumedCapacity }: Consumed): number =>
  [ConsumedCapacity ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)

/** The engine's own name for what went wrong, such as `ConditionalCheckFailedException`. */
export const nameOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : ''

const transient = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'InternalServerError',
  'TransactionConflictException',
  'TransactionInProgressException',
  'TimeoutError',
  'AbortError',
  'LimitExceededException',
  'ResourceNotFoundException',
])

/** Throttled, timed out, or nobody answers: the caller may try again later. */
export const isTransient = (error: unknown): boolean => {
  if (error instanceof Failure) return false
  if (transient.has(nameOf(error))) return true
  if (typeof error !== 'object' || error === null) return false
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)) return true
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
  return status !== undefined && status >= 500
}

/** Another write on the same item, or the same one, is still under way. */
const meeting = new Set(['TransactionConflictException', 'TransactionInProgressException'])

/** The engine cannot do it now, however often it is asked: come back in a second. */
export const failUnavailable = (): never => fail(StoreUnavailable, { headers: { 'retry-after': '1' } })

export const isUnavailable = (error: unknown): boolean =>
  error instanceof Failure && error.kind === StoreUnavailable

/** The client tries again by itself what was throttled or not answered, and says so only here. */
export const repeated = (outcome: unknown): number =>
  ((outcome as Tried | undefined)?.$metadata?.attempts ?? 1) - 1

type Next<A, R> = (args: A) => Promise<R>

/** A step of the SDK behind the one that tries again: what may have been carried out already is not sent once more. */
export const sentOnce = <A, R>(next: Next<A, R>): Next<A, R> => {
  let unclear: { readonly error: unknown } | undefined
  return async (args) => {
    if (unclear) throw unclear.error
    try {
      return await next(args)
    } catch (error) {
      const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 500
      if (status >= 500) unclear = { error }
      throw error
    }
  }
}

const noteFailure = ({ meter }: Ports, error: unknown): void => {
  if (meeting.has(nameOf(error))) meter.note('conflicts')
  else meter.note('throttles', repeated(error) + (isTransient(error) ? 1 : 0))
}

/** Sends one command, counts what it cost. A single write that met a transaction on its item is tried again; what the engine cannot do now becomes `StoreUnavailable` (503). */
export const carryOut = async <R extends Consumed>(
  ports: Ports,
  kind: 'read' | 'write',
  send: () => Promise<R>,
): Promise<R> => {
  const again = patientPauses(ports.client.wait)
  for (;;) {
    const end = ports.meter.start()
    try {
      const result = await send()
      end({ [kind]: unitsOf(result) })
      ports.meter.note('throttles', repeated(result))
      return result
    } catch (error) {
      end({})
      noteFailure(ports, error)
      if (meeting.has(nameOf(error)) && (await again())) continue
      if (isTransient(error)) failUnavailable()
      throw error
    }
  }
}
