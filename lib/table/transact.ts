import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { type CallContext, failUnavailable, sendCommand } from './call.ts'
import { raise, refusalOf } from './condition.ts'
import { isThrottling, isTransactionConflict, nameOf } from './fault.ts'
import { retryPauses } from './pause.ts'
import { fieldsOf, isUnexpired, refusedBy } from './read.ts'
import { areOwnPuts, type RefusedPut, recordPut } from './repeatable-request.ts'
import { addressOf, requestOf, type Write } from './write.ts'

/**
 * The result of an all-or-nothing write. When a condition without a named refusal did not hold, `failed` lists the
 * positions of those writes, and `found` holds the items that refused them, by position.
 */
export type WriteResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly failed: readonly number[]; readonly found: readonly unknown[] }

type Reason = { Code?: string; Item?: unknown }

const names = { put: 'Put', update: 'Update', remove: 'Delete', check: 'ConditionCheck' } as const

const reasonsOf = (error: unknown): readonly Reason[] =>
  nameOf(error) === 'TransactionCanceledException'
    ? ((error as { CancellationReasons?: Reason[] }).CancellationReasons ?? [])
    : []

/**
 * Carries out all writes or none. Conflicts with other transactions are retried under one idempotency token, after
 * random pauses of some seconds in all. A conflict that remains is `StoreUnavailable` (rules/table 14). The named
 * refusal of a condition is raised.
 */
export const transact = async (
  ports: CallContext,
  writes: readonly Write[],
  token: string,
): Promise<WriteResult> => {
  const { making } = ports
  await making?.claimSettled()
  const nowSeconds = Math.floor(ports.now().getTime() / 1000)
  const scope = { tenant: ports.tenant, nowSeconds, mark: making?.mark }
  const command = {
    TransactItems: writes.map((write) => ({
      [names[write.does]]: { TableName: ports.client.name, ...requestOf(write, scope) },
    })),
    ClientRequestToken: token,
    ReturnConsumedCapacity: 'TOTAL' as const,
  }
  const pauseBeforeRetry = retryPauses(ports.client.wait)
  const entity = [...new Set(writes.map((write) => write.entity.name))].join(' ')
  const call = { does: 'write', call: 'TransactWriteItems', entity } as const
  let attempts = 0
  for (;;) {
    attempts += 1
    try {
      const send = () => ports.client.documents.send(new TransactWriteCommand(command))
      await sendCommand(ports, call, send, pauseBeforeRetry)
      recordPuts(ports, writes)
      return { ok: true }
    } catch (error) {
      const reasons = reasonsOf(error)
      const failed = reasons.flatMap(({ Code }, at) => (Code === 'ConditionalCheckFailed' ? [at] : []))
      if (areOwnPuts(making, refusedPuts(reasons, writes))) {
        recordPuts(ports, writes)
        return { ok: true }
      }
      if (failed.length > 0) {
        const found = reasons.map((reason, at) => foundAt(reason, writes[at], ports))
        raiseFirst(writes, failed, found)
        return { ok: false, failed, found }
      }
      const codes = reasons.map(({ Code = '' }) => Code)
      const isConflict = codes.some(isTransactionConflict)
      if (!isConflict && !codes.some(isThrottling)) throw error
      ports.meter.note(isConflict ? 'conflicts' : 'throttles')
      if (await pauseBeforeRetry()) continue
      const cause = isConflict ? 'conflict' : 'throttled'
      failUnavailable({ cause, error: nameOf(error), call: call.call, entity, attempts })
    }
  }
}

/** Raises the named refusal of the first write, in order, that was refused and has one (rules/table 22). */
const raiseFirst = (writes: readonly Write[], failed: readonly number[], found: readonly unknown[]): void => {
  for (const at of failed) {
    const write = writes[at]
    const refusal = write && refusalOf(write.condition, found[at])
    if (refusal !== undefined) raise(refusal)
  }
}

/** Puts on condition of absence, whether or not they are the ones that failed. */
const refusedPuts = (reasons: readonly Reason[], writes: readonly Write[]): RefusedPut[] =>
  reasons.flatMap(({ Item }, at) => {
    const write = writes[at]
    return write?.does === 'put' && write.condition.absent ? [{ item: refusedBy(Item) }] : []
  })

const recordPuts = ({ making, tenant }: CallContext, writes: readonly Write[]): void => {
  if (!making) return
  for (const write of writes)
    if (write.does === 'put')
      recordPut(
        making,
        addressOf({ entity: write.entity, keyParams: write.value as Record<string, string> }, tenant),
      )
}

const foundAt = ({ Item }: Reason, write: Write | undefined, ports: CallContext): unknown => {
  const item = refusedBy(Item)
  return write && isUnexpired(item, ports.now()) ? fieldsOf(write.entity, item) : undefined
}
