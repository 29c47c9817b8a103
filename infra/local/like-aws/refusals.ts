import type { Answer } from './engine-calls.ts'

/** A failure under the service's own name. */
export const refusal = (name: string, message: string, status = 400, more = {}): Answer => ({
  status,
  text: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message, ...more }),
})

export const conflict = (): Answer =>
  refusal('TransactionConflictException', 'Transaction is ongoing for the item')

export const inProgress = (): Answer =>
  refusal(
    'TransactionInProgressException',
    'The transaction with the given request token is already in progress.',
  )

export const tokenReused = (): Answer =>
  refusal(
    'IdempotentParameterMismatchException',
    'A request with the given client token has other parameters.',
  )

/** Why an action cancelled its transaction; undefined for an action that did not. */
export type Reason = { readonly Code: string; readonly Message: string } | undefined

export const conflictReason: Reason = {
  Code: 'TransactionConflict',
  Message: 'Transaction is ongoing for the item',
}

const throttledMessage =
  'The level of configured provisioned throughput for the table was exceeded. Consider increasing your provisioning level.'

/** A partition over its limit for this second, or a table that has not scaled up yet. */
export const throttled = (over: 'partition' | 'table'): Answer =>
  over === 'partition'
    ? refusal('ProvisionedThroughputExceededException', throttledMessage)
    : refusal('ThrottlingException', 'Throughput exceeds the current capacity of your table or index.')

export const throttledReason: Reason = { Code: 'ProvisionedThroughputExceeded', Message: throttledMessage }

/** A cancelled transaction, with a reason at the position of each action. */
export const cancelled = (reasons: readonly Reason[]): Answer => {
  const codes = reasons.map((reason) => reason?.Code ?? 'None').join(', ')
  const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`
  return refusal('TransactionCanceledException', Message, 400, {
    Message,
    CancellationReasons: reasons.map((reason) => reason ?? { Code: 'None' }),
  })
}
